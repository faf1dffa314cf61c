import type { IDataObject } from 'n8n-workflow';

import { Book } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/book';
import { calendarAt } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/dates';
import { readInvoiceDetails } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { writeKnown } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/lines';
import { type InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import { textIn } from '../../../nodes/shared/service/answers';
import { dice } from './invoiceModel';
import { EVERY_CHANGE } from '../../support/triggerSettings';

const MINUTE = 60_000;
const START = Date.parse('2026-03-01T12:00:00Z');

/** A service whose histories have shown these events before, and late. */
const KNOWN_EVENTS = ['CANCEL', 'CREATE', 'DRAFT', 'PAYMENT', 'PENDING', 'REJECTED', 'SEND'];

type Shown = 'full' | 'newest first' | 'without times' | 'SEND and DRAFT only';

interface Entry {
	event: string;
	at: number;
	change: string;
	from: string | null;
	to: string;
	amount?: number;
}

interface Given {
	isNew?: boolean;
	historyEvents?: string[];
	historyLacks?: string[];
	shown?: Shown;
	/** Minutes after the activation at which its life begins. */
	begins?: number;
	/** What was paid three minutes before the activation. */
	paidBefore?: number;
}

/** One invoice of 1,000.00 whose history shows each entry some minutes after its status and balance. */
class LateInvoice {
	readonly entries: Entry[] = [];
	clock: number;
	private readonly created?: number;
	private balance = 1000;
	private status: string | null;
	private state: InvoiceState;

	constructor(
		private readonly lag: number,
		{
			isNew = false,
			historyEvents = KNOWN_EVENTS,
			historyLacks = [],
			shown = 'full',
			begins = 30,
			paidBefore = 0,
		}: Given = {},
	) {
		this.clock = START - 3 * MINUTE;
		this.status = isNew ? null : 'SENT';
		if (paidBefore > 0) this.pay(paidBefore);
		this.clock = START + begins * MINUTE;
		this.created = isNew ? this.clock : START - 600 * MINUTE;
		this.shown = shown;
		this.state = {
			since: START,
			activated: START,
			ahead: 0,
			open: this.status === null ? [] : [writeKnown('I', { status: this.status })],
			finished: [],
			backlog: [],
			turns: { partlyPaid: '', unlisted: '' },
			historyEvents,
			historyLacks,
		};
	}

	private readonly shown: Shown;

	private record(event: string, change: string, to: string, amount?: number): void {
		this.entries.push({ event, at: this.clock, change, from: this.status, to, amount });
		this.status = to;
		this.clock += 1000;
	}

	publish(): void {
		this.record('CREATE', 'published', 'CREATED');
	}

	send(): void {
		this.record('SEND', 'sent', 'SENT');
	}

	review(): void {
		this.record('PENDING', 'pendingReview', 'PENDING');
	}

	reject(): void {
		this.record('REJECTED', 'paymentRejected', this.balance < 1000 ? 'PARTIAL' : 'SENT');
	}

	pay(amount = this.balance): void {
		this.balance -= amount;
		const isWhole = this.balance === 0;
		this.record('PAYMENT', isWhole ? 'paid' : 'partlyPaid', isWhole ? 'PAID' : 'PARTIAL', amount);
	}

	/** One change that the service allows now, by chance. */
	change(roll: (below: number) => number): void {
		if (this.status === null && roll(2) === 0) this.publish();
		else if (this.status === null || (this.status === 'CREATED' && roll(2) === 0)) this.send();
		else if (this.status === 'PENDING' && roll(2) === 0) this.reject();
		else if (this.status === 'PENDING') this.pay();
		else if (this.status !== 'PAID' && roll(4) === 0) this.review();
		else if (this.status !== 'PAID') this.pay(Math.min(this.balance, 1 + roll(90)));
	}

	/** What a poll hands over; each begins with what the one before has saved. */
	look(afterMinutes = 5, answer?: IDataObject): string[] {
		this.clock += afterMinutes * MINUTE;
		const saved = JSON.parse(JSON.stringify(this.state)) as InvoiceState;
		const book = new Book(saved, EVERY_CHANGE, calendarAt(this.clock, 'UTC'));
		book.enter('I', readInvoiceDetails(answer ?? this.answer()), this.clock);
		this.state = book.toState(this.clock);
		this.isWithoutEntry = book.isWithoutEntry;
		this.eventIds.push(...book.events.map(({ eventId }) => eventId));
		return book.events.map(({ change, previousStatus, newStatus, payment }) =>
			inWords(change, previousStatus, newStatus, payment?.amount),
		);
	}

	readonly eventIds: string[] = [];
	/** What the last look says of its events. */
	isWithoutEntry = false;

	answer(): IDataObject {
		const old = { event: 'SEND', at: START - 600 * MINUTE, amount: undefined };
		const isNew = this.created! > START;
		const told = [...(isNew ? [] : [old]), ...this.entries]
			.filter(({ at }) => at + this.lag * MINUTE <= this.clock)
			.filter(({ event }) => this.shown !== 'SEND and DRAFT only' || event === 'SEND')
			.map(({ event, at, amount }): IDataObject => ({
				event,
				date: this.shown === 'without times' ? null : new Date(at).toISOString(),
				...(amount !== undefined && { transactionDetails: { transactionId: `T${at}`, amount } }),
			}));
		return {
			id: 'I',
			status: this.status,
			createdDate: new Date(this.created!).toISOString(),
			invoiceHistory: this.shown === 'newest first' ? told.reverse() : told,
			orderInformation: { amountDetails: { totalAmount: 1000, balanceAmount: this.balance } },
		};
	}

	truth(): string[] {
		return this.entries
			.filter(({ at }) => at > START)
			.map(({ change, from, to, amount }) => inWords(change, from, to, amount));
	}
}

const inWords = (change: string, from: string | null, to: string, amount?: unknown): string =>
	[change, from ?? 'new', 'to', to, textIn(amount)].filter((word) => word !== '').join(' ');

describe('A history that lags behind status and balance', () => {
	it.each<[number, Shown]>([
		[0, 'full'],
		[8, 'full'],
		[8, 'newest first'],
		[8, 'without times'],
		[14, 'full'],
	])(
		'by %i minutes (%s) gives 200 part payments as 200 events with their amounts',
		(lag, shown) => {
			const invoice = new LateInvoice(lag, { shown });
			const told: string[] = [];
			for (let paid = 0; paid < 199; paid++) {
				invoice.pay(1 + (paid % 3));
				told.push(...invoice.look());
			}
			invoice.pay();
			for (let idle = 0; idle < 6; idle++) told.push(...invoice.look());
			expect(told).toEqual(invoice.truth());
			expect(new Set(invoice.eventIds).size).toBe(200);
		},
	);

	it.each([1.5, 7, 14])('by %d minutes tells each change of a random life once', (lag) => {
		for (let seed = 1; seed <= 60; seed++) {
			const roll = dice(seed);
			const invoice = new LateInvoice(lag, { isNew: seed % 2 === 0 });
			const told: string[] = [];
			for (let poll = 0; poll < 30; poll++) {
				for (let count = roll(3); count > 0; count--) invoice.change(roll);
				if (invoice.entries.length > 0 || seed % 2 === 1) told.push(...invoice.look(1 + roll(6)));
			}
			for (let idle = 0; idle < 4; idle++) told.push(...invoice.look(8));
			expect({ seed, told }).toEqual({ seed, told: invoice.truth() });
			expect(new Set(invoice.eventIds).size).toBe(told.length);
		}
	});

	describe('right after the activation, when nothing is known of the histories', () => {
		const young = { historyEvents: [], begins: 1 };

		it.each([0, 1.5, 7, 14])('by %d minutes tells each change of a random life once', (lag) => {
			for (let seed = 1; seed <= 60; seed++) {
				const roll = dice(seed);
				const paidBefore = seed % 3 === 0 ? 20 : 0;
				const isNew = paidBefore === 0 && seed % 2 === 0;
				const invoice = new LateInvoice(lag, { ...young, isNew, paidBefore });
				const told: string[] = [];
				for (let poll = 0; poll < 20; poll++) {
					for (let count = roll(3); count > 0; count--) invoice.change(roll);
					if (!isNew || invoice.entries.length > 0) told.push(...invoice.look(1 + roll(6)));
				}
				for (let idle = 0; idle < 4; idle++) told.push(...invoice.look(8));
				expect({ seed, told }).toEqual({ seed, told: invoice.truth() });
				expect(new Set(invoice.eventIds).size).toBe(told.length);
			}
		});

		it('does not tell a payment from before, whose entry comes after the activation', () => {
			const invoice = new LateInvoice(7, { ...young, paidBefore: 30 });
			expect(invoice.look(0)).toEqual([]);
			expect(invoice.look(5)).toEqual([]);
			invoice.pay(10);
			expect([invoice.look(1), invoice.look(5)]).toEqual([[], []]);
			expect(invoice.look(2)).toEqual(['partlyPaid PARTIAL to PARTIAL 10']);
			expect(invoice.look(20)).toEqual([]);
		});

		it('is waited for in vain where there are no such entries: then each look is an event', () => {
			const invoice = new LateInvoice(0, { ...young, shown: 'SEND and DRAFT only' });
			invoice.pay(10);
			expect(invoice.look()).toEqual([]);
			invoice.pay(20);
			expect(invoice.look()).toEqual([]);
			invoice.review();
			expect(invoice.look()).toEqual([]);
			invoice.reject();
			expect(invoice.look()).toEqual(invoice.truth());
			expect(new Set(invoice.eventIds).size).toBe(4);
			expect(invoice.look()).toEqual([]);
			invoice.pay(30);
			expect(invoice.look()).toEqual(['partlyPaid PARTIAL to PARTIAL 30']);
			invoice.review();
			expect(invoice.look()).toEqual(['pendingReview PARTIAL to PENDING']);
		});
	});

	it('is not waited for where the entry is there: the event comes at once', () => {
		const invoice = new LateInvoice(0);
		invoice.review();
		expect(invoice.look()).toEqual(['pendingReview SENT to PENDING']);
		invoice.reject();
		expect(invoice.look()).toEqual(['paymentRejected PENDING to SENT']);
		invoice.pay();
		expect(invoice.look()).toEqual(['paid SENT to PAID 1000']);
	});

	it('is waited for a quarter of an hour; then the balance tells, and the entry is no second event', () => {
		const invoice = new LateInvoice(60);
		invoice.pay(40);
		expect([invoice.look(), invoice.look(), invoice.look()]).toEqual([[], [], []]);
		expect(invoice.look()).toEqual(['partlyPaid SENT to PARTIAL 40']);
		for (let idle = 0; idle < 15; idle++) expect(invoice.look()).toEqual([]);
		invoice.pay();
		expect(invoice.look(5)).toEqual([]);
		expect(invoice.look(20)).toEqual(['paid PARTIAL to PAID 960']);
		expect(invoice.look(60)).toEqual([]);
	});

	it.each([
		['has such entries', true, {}],
		['has none', false, { historyEvents: ['SEND'] }],
	])('that lacks an entry for too long is named where the service %s', (_, isNamed, given) => {
		const invoice = new LateInvoice(60, given);
		invoice.review();
		expect(invoice.look()).toEqual([]);
		expect(invoice.isWithoutEntry).toBe(false);
		expect(invoice.look(20)).toEqual(['pendingReview SENT to PENDING']);
		expect(invoice.isWithoutEntry).toBe(isNamed);
	});

	it('is waited for through old answers, which are no change back', () => {
		const invoice = new LateInvoice(60);
		const sent = invoice.answer();
		invoice.pay();
		expect(invoice.look()).toEqual([]);
		for (let polls = 0; polls < 4; polls++) expect(invoice.look(5, sent)).toEqual([]);
		expect(invoice.look()).toEqual(['paid SENT to PAID 1000']);
		expect(invoice.look(60)).toEqual([]);
	});

	it('is older than what was read where it is empty again, which is no change back', () => {
		const invoice = new LateInvoice(7, { isNew: true, begins: 1 });
		invoice.send();
		invoice.pay(10);
		const old = invoice.answer();
		expect(old.invoiceHistory).toEqual([]);
		invoice.look(8);
		invoice.pay();
		expect(invoice.look(8)).toEqual(['paid PARTIAL to PAID 990']);
		for (let polls = 0; polls < 5; polls++) expect(invoice.look(5, old)).toEqual([]);
		expect(invoice.look(30)).toEqual([]);
		expect(invoice.eventIds).toHaveLength(3);
	});

	describe('of a service whose entries were waited for in vain before', () => {
		const unknown = { historyEvents: [], historyLacks: [...KNOWN_EVENTS, 'REJECTED_PARTLY_PAID'] };

		it('is not waited for, and what it tells later is no second event', () => {
			const invoice = new LateInvoice(8, { ...unknown, isNew: true });
			invoice.send();
			expect(invoice.look(1)).toEqual(['sent new to SENT']);
			expect(invoice.look(10)).toEqual([]);
			invoice.review();
			expect(invoice.look(1)).toEqual(['pendingReview SENT to PENDING']);
			expect(invoice.look(10)).toEqual([]);
			invoice.reject();
			expect(invoice.look(1)).toEqual(['paymentRejected PENDING to SENT']);
			invoice.pay(10);
			expect(invoice.look(1)).toEqual(['partlyPaid SENT to PARTIAL 10']);
			expect(invoice.look(20)).toEqual([]);
			expect(new Set(invoice.eventIds).size).toBe(4);
		});

		it('tells two payments as one, by the balance, and neither of them again', () => {
			const invoice = new LateInvoice(8, unknown);
			invoice.pay(10);
			invoice.pay(20);
			expect(invoice.look(1)).toEqual(['partlyPaid SENT to PARTIAL 30']);
			expect(invoice.look(20)).toEqual([]);
			invoice.pay(5);
			expect(invoice.look(10)).toEqual(['partlyPaid PARTIAL to PARTIAL 5']);
		});

		it('tells the last two payments as one, and neither of them again', () => {
			const invoice = new LateInvoice(8, unknown);
			invoice.pay(10);
			invoice.pay();
			expect(invoice.look(1)).toEqual(['paid SENT to PAID 1000']);
			expect(invoice.look(20)).toEqual([]);
		});

		it('tells a step that was passed over when its entry comes', () => {
			const invoice = new LateInvoice(8, unknown);
			invoice.review();
			invoice.pay(30);
			expect(invoice.look(1)).toEqual(['partlyPaid SENT to PARTIAL 30']);
			expect(invoice.look(20)).toEqual(['pendingReview SENT to PENDING']);
			expect(invoice.look(20)).toEqual([]);
		});
	});
});
