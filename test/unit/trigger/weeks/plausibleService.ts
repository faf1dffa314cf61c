import type { IDataObject } from 'n8n-workflow';

import {
	readInvoiceDetails,
	readListedInvoice,
	type InvoiceDetails,
} from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type {
	InvoicePage,
	InvoiceService,
} from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import { serviceFailed, type Dice } from '../invoiceModel';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
export const TOTAL = 100;

type HistoryKind = 'all' | 'sendAndDraft' | 'noCreation' | 'noReviews' | 'empty' | 'absent';

/** Which entries a history has: the specification shows SEND and DRAFT, and says that it has the changes of status. */
const HISTORIES: Record<HistoryKind, readonly string[] | undefined> = {
	all: ['DRAFT', 'CREATE', 'SEND', 'PAYMENT', 'PENDING', 'REJECTED', 'CANCEL', 'REMINDER'],
	sendAndDraft: ['DRAFT', 'SEND'],
	noCreation: ['PAYMENT', 'PENDING', 'REJECTED', 'CANCEL'],
	noReviews: ['DRAFT', 'CREATE', 'SEND', 'PAYMENT', 'CANCEL'],
	empty: [],
	absent: undefined,
};

/** One reading of what the specification leaves open, and how the network is. */
export interface ServiceReading {
	history: HistoryKind;
	isNewestFirst: boolean;
	wholeSeconds: boolean;
	/** An entry shows so much later than the status. */
	lag: number;
	hasAmounts: boolean;
	hasBalance: boolean;
	hasCreated: boolean;
	order: 'newest' | 'oldest' | 'updated' | 'scrambled';
	total: 'list' | 'page' | 'absent';
	offset: 'entries' | 'pages';
	mostOnPage: number;
	isEmptyNotFound: boolean;
	/** The clock of the service is ahead of n8n's. */
	ahead: number;
	/** A finished invoice is there for so long. */
	retention: number;
	/** Chances: a request fails, an answer is some minutes old. */
	fault: number;
	stale: number;
}

const ORDINARY: Partial<ServiceReading> = {
	history: 'all',
	lag: 0,
	hasAmounts: true,
	hasBalance: true,
	hasCreated: true,
	total: 'list',
	offset: 'entries',
	retention: 1000 * DAY,
	stale: 0,
};

/** Classes of services: what is the same for all of a class. The rest is by chance. */
export const CLASSES: Record<string, Partial<ServiceReading>> = {
	ordinary: ORDINARY,
	'no amounts': { ...ORDINARY, hasAmounts: false },
	'no history': { ...ORDINARY, history: 'absent' },
	'SEND and DRAFT only': { ...ORDINARY, history: 'sendAndDraft' },
	'no totals': { ...ORDINARY, total: 'absent' },
	lagging: { ...ORDINARY, lag: 7 * MINUTE },
	mixed: {},
};

export function anyReading(roll: Dice): ServiceReading {
	const of = <T>(...choices: T[]): T => choices[roll(choices.length)];
	const history = of<HistoryKind>(
		'all',
		'all',
		'sendAndDraft',
		'noCreation',
		'noReviews',
		'empty',
		'absent',
	);
	return {
		history,
		isNewestFirst: of(true, false),
		wholeSeconds: of(true, false),
		lag: of(0, 0, 0, 4 * MINUTE, 9 * MINUTE),
		hasAmounts: of(true, true, false),
		// Without a balance, nothing says whether the last payment of a history is the one in review.
		hasBalance: of(true, true, true, history === 'noReviews'),
		hasCreated: of(true, true, true, false),
		order: of('newest', 'oldest', 'updated', 'scrambled'),
		total: of('list', 'list', 'page', 'absent'),
		offset: of('entries', 'entries', 'pages'),
		mostOnPage: of(5, 20, 100),
		isEmptyNotFound: of(true, false, false),
		ahead: of(0, 0, 2 * MINUTE, -2 * MINUTE),
		retention: of(7 * DAY, 14 * DAY, 1000 * DAY),
		fault: of(0, 0, 0.02, 0.2),
		stale: of(0, 0, 0, 0.05),
	};
}

/** Something that happened to an invoice. */
export interface Happened {
	event: string;
	status: string;
	at: number;
	balance: number;
	/** What was paid with it. */
	paid: number;
}

export interface Life {
	id: string;
	happened: Happened[];
}

/** An invoicing service of one reading. Its invoices change by chance, also while it is read. */
export class PlausibleService implements InvoiceService {
	clock = Date.parse('2026-03-01T12:00:00Z');
	requests = 0;
	/** How many answers of this poll failed or were old. */
	flaws = 0;
	isCalm = true;
	readonly lives: Life[] = [];

	constructor(
		readonly reading: ServiceReading,
		private readonly roll: Dice,
	) {}

	isRecorded({ event }: Happened): boolean {
		return HISTORIES[this.reading.history]?.includes(event) === true;
	}

	/** One change that the specification allows, by chance. */
	change(): void {
		const open = this.lives.filter(({ happened }) => !isFinal(happened.at(-1)!));
		if (open.length === 0 || this.roll(3) === 0) return this.create();
		const life = open[this.roll(open.length)];
		const { status, balance } = life.happened.at(-1)!;
		const choice = this.roll(6);
		if (status === 'DRAFT') {
			if (choice === 0) this.add(life, 'CANCEL', 'CANCELED');
			else if (choice === 1) this.add(life, 'CREATE', 'CREATED');
			else this.add(life, 'SEND', 'SENT');
		} else if (status === 'PENDING') {
			if (choice < 3) this.pay(life, choice > 0);
			else this.add(life, 'REJECTED', balance === TOTAL ? 'SENT' : 'PARTIAL');
		} else if (choice < 3) this.pay(life, choice === 0);
		else if (choice === 3) this.add(life, 'PENDING', 'PENDING');
		else if (choice === 4) this.add(life, 'REMINDER', status);
		else if (status !== 'PARTIAL') this.add(life, 'CANCEL', 'CANCELED');
	}

	private create(): void {
		const id = `INV-${String(this.roll(1_000_000)).padStart(6, '0')}-${this.lives.length}`;
		const life: Life = { id, happened: [] };
		this.lives.push(life);
		const [event, status] = [
			['DRAFT', 'DRAFT'],
			['CREATE', 'CREATED'],
			['SEND', 'SENT'],
		][this.roll(3)];
		this.add(life, event, status);
		if (this.roll(8) === 0 && status !== 'DRAFT') {
			this.clock += 1000 + this.roll(5000);
			this.pay(life, true);
		}
	}

	private pay(life: Life, isWhole: boolean): void {
		const { balance } = life.happened.at(-1)!;
		const paid = isWhole || balance < 10 ? balance : 1 + this.roll(balance - 1);
		this.add(life, 'PAYMENT', paid === balance ? 'PAID' : 'PARTIAL', paid);
	}

	private add({ happened }: Life, event: string, status: string, paid = 0): void {
		const balance = (happened.at(-1)?.balance ?? TOTAL) - paid;
		// Two entries of one moment have no order that anybody could know.
		const at = Math.max(this.clock, (happened.at(-1)?.at ?? 0) + 1000);
		happened.push({ event, status, at, balance, paid });
	}

	/** What an answer is about: now, or a moment ago. */
	private answer(): number {
		this.requests++;
		this.clock += this.roll(300);
		if (this.isCalm) return this.clock;
		if (this.roll(1000) === 0) this.change();
		if (this.roll(1000) < this.reading.fault * 1000) {
			this.flaws++;
			throw serviceFailed();
		}
		if (this.roll(1000) >= this.reading.stale * 1000) return this.clock;
		this.flaws++;
		return this.clock - this.roll(4 * MINUTE);
	}

	private shown(at: number): string {
		const text = new Date(at + this.reading.ahead).toISOString();
		return this.reading.wholeSeconds ? text.replace(/\.\d+Z$/, 'Z') : text;
	}

	private at(life: Life, moment: number): Happened | undefined {
		const last = life.happened.findLast(({ at }) => at <= moment);
		const isGone = last && isFinal(last) && moment - last.at > this.reading.retention;
		return isGone ? undefined : last;
	}

	private wire({ id, happened }: Life, { status }: Happened): IDataObject {
		const { hasCreated } = this.reading;
		return {
			id,
			status,
			...(hasCreated && { createdDate: this.shown(happened[0].at) }),
			invoiceInformation: { dueDate: '2027-01-01' },
		};
	}

	private sorted(lives: Life[], moment: number): Life[] {
		const created = ({ happened }: Life) => happened[0].at;
		const updated = (life: Life) => this.at(life, moment)!.at;
		const compare = {
			newest: (a: Life, b: Life) => created(b) - created(a),
			oldest: (a: Life, b: Life) => created(a) - created(b),
			updated: (a: Life, b: Life) => updated(b) - updated(a),
			scrambled: (a: Life, b: Life) => (a.id < b.id ? -1 : 1),
		};
		return lives.sort(compare[this.reading.order]);
	}

	async page(status: string, offset: number, limit: number): Promise<InvoicePage> {
		const moment = this.answer();
		const { mostOnPage, offset: counts, total, isEmptyNotFound } = this.reading;
		const listed = this.sorted(
			this.lives.filter((life) => this.at(life, moment)?.status === status),
			moment,
		);
		if (listed.length === 0 && isEmptyNotFound)
			return { total: 0, entries: [], at: 0, isNotFound: true };
		const size = Math.min(limit, mostOnPage);
		const from = counts === 'pages' ? offset * size : offset;
		const entries = listed
			.slice(from, from + size)
			.map((life) => readListedInvoice(this.wire(life, this.at(life, moment)!)));
		const totals = { list: listed.length, page: entries.length, absent: undefined };
		return { entries, total: totals[total], at: this.clock + this.reading.ahead };
	}

	async details(id: string): Promise<InvoiceDetails | undefined> {
		const moment = this.answer();
		const life = this.lives.find((each) => each.id === id);
		const last = life && this.at(life, moment);
		if (life === undefined || last === undefined) return undefined;
		const { history, lag, hasBalance, hasAmounts, isNewestFirst } = this.reading;
		const entries = life.happened
			.filter((each) => each.at + lag <= moment && this.isRecorded(each))
			.map(({ event, at, paid }) => ({
				event,
				date: this.shown(at),
				...(paid > 0 && { transactionDetails: hasAmounts ? { amount: paid } : {} }),
			}));
		return readInvoiceDetails({
			...this.wire(life, last),
			orderInformation: {
				amountDetails: { totalAmount: TOTAL, ...(hasBalance && { balanceAmount: last.balance }) },
			},
			...(history !== 'absent' && {
				invoiceHistory: isNewestFirst ? entries.reverse() : entries,
			}),
		});
	}
}

export const isFinal = ({ status }: Happened): boolean => ['PAID', 'CANCELED'].includes(status);
