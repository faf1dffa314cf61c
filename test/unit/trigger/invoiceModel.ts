import type {
	InvoicePage,
	InvoiceService,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceDetails } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import {
	readInvoiceDetails,
	readListedInvoice,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import { explainStatus } from '../../../nodes/shared/transport/advice';
import { ServiceFailure } from '../../../nodes/shared/transport/serviceFailure';
import type { IDataObject } from 'n8n-workflow';

/** One request fails, and the next may not. */
export const serviceFailed = (status = 503): ServiceFailure =>
	new ServiceFailure(
		{ operation: 'Watch', explanation: explainStatus(status), status },
		(text) => text,
	);

interface Entry {
	event: string;
	at: number;
	/** The change of status this entry stands for; undefined for a reminder and the like. */
	step?: { previous: string | null; next: string };
	balance: number;
	/** How much had happened in the model before it. */
	time: number;
}

/** A change of status that there was, under the identifier its event has. */
export interface ModelChange {
	eventId: string;
	id: string;
	created: number;
	/** How much had happened in the model before it, and when it happened. */
	time: number;
	at: number;
}

interface ModelInvoice {
	id: string;
	created: number;
	updated: number;
	status: string;
	balance: number;
	/** YYYY-MM-DD; the same for both, to keep the model small. */
	due: string;
	history: Entry[];
}

export type Order = 'newest' | 'oldest' | 'updated' | 'scrambled';

/** How badly the service and its surroundings behave during polls: chances from 0 to 1. */
export interface Weather {
	fault: number;
	/** Lists, and details of an invoice, that are old, by this much at most. */
	stale: number;
	staleDetails: number;
	delay: number;
	change: number;
	order: Order;
	/** Times are in whole seconds, so many are equal. */
	wholeSeconds: boolean;
	keepsHistory: boolean;
}

export const CALM: Weather = {
	fault: 0,
	stale: 0,
	staleDetails: 0,
	delay: 0,
	change: 0,
	order: 'newest',
	wholeSeconds: false,
	keepsHistory: true,
};

/** Any number below the bound; a test run repeats by its seed. */
export type Dice = (below: number) => number;

export function dice(seed: number): Dice {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

/** A model of the invoicing service that changes while it is read. */
export class InvoiceModel implements InvoiceService {
	clock = Date.parse('2026-03-01T12:00:00Z');
	weather: Weather = CALM;
	requests = 0;
	/** Counts what happened, to tell what came before a poll from what came during it. */
	time = 0;
	readonly invoices = new Map<string, ModelInvoice>();

	constructor(private readonly roll: Dice) {}

	private chance(probability: number): boolean {
		return this.roll(1000) < probability * 1000;
	}

	tick(milliseconds: number): void {
		this.clock += milliseconds;
	}

	create(start: 'draft' | 'published' | 'sent'): ModelInvoice {
		const id = `INV-${String(this.roll(1_000_000)).padStart(6, '0')}-${this.invoices.size}`;
		const invoice: ModelInvoice = {
			id,
			created: this.clock,
			updated: this.clock,
			status: '',
			balance: 100,
			due: new Date(this.clock + this.roll(4) * 86_400_000).toISOString().slice(0, 10),
			history: [],
		};
		this.invoices.set(id, invoice);
		const [event, status] = {
			draft: ['DRAFT', 'DRAFT'],
			published: ['CREATE', 'CREATED'],
			sent: ['SEND', 'SENT'],
		}[start];
		this.record(invoice, event, status);
		return invoice;
	}

	move(invoice: ModelInvoice, event: string, next: string): void {
		this.record(invoice, event, next);
	}

	protected record(invoice: ModelInvoice, event: string, next?: string): void {
		this.time++;
		const previous = invoice.status || null;
		invoice.updated = this.clock;
		if (next !== undefined) invoice.status = next;
		invoice.history.push({
			event,
			at: this.clock,
			step: next === undefined ? undefined : { previous, next },
			balance: invoice.balance,
			time: this.time,
		});
	}

	/** One of the changes the service allows, by chance. */
	change(): void {
		const open = [...this.invoices.values()].filter(
			({ status }) => !['PAID', 'CANCELED'].includes(status),
		);
		if (open.length === 0 || (open.length < 25 && this.roll(4) === 0)) {
			this.create((['draft', 'published', 'sent'] as const)[this.roll(3)]);
			return;
		}
		const invoice = open[this.roll(open.length)];
		const choice = this.roll(4);
		switch (invoice.status) {
			case 'DRAFT':
				if (choice === 0) this.record(invoice, 'CANCEL', 'CANCELED');
				else if (choice === 1) this.record(invoice, 'CREATE', 'CREATED');
				else this.record(invoice, 'SEND', 'SENT');
				return;
			case 'PENDING':
				if (choice < 2) this.pay(invoice, true);
				else this.record(invoice, 'REJECTED', 'SENT');
				return;
			case 'PARTIAL':
				if (choice === 0) this.record(invoice, 'RESEND');
				else this.pay(invoice, choice === 3);
				return;
			default:
				if (this.roll(6) === 0) this.record(invoice, 'REMINDER');
				else if (choice === 0) this.record(invoice, 'CANCEL', 'CANCELED');
				else if (choice === 1) this.record(invoice, 'PENDING', 'PENDING');
				else this.pay(invoice, choice === 3);
		}
	}

	pay(invoice: ModelInvoice, whole: boolean): void {
		const paid = whole || invoice.balance <= 1 ? invoice.balance : Math.ceil(invoice.balance / 3);
		invoice.balance -= paid;
		this.record(invoice, 'PAYMENT', invoice.balance === 0 ? 'PAID' : 'PARTIAL');
	}

	finish(invoice: ModelInvoice): void {
		if (['PENDING', 'PARTIAL'].includes(invoice.status)) this.pay(invoice, true);
		else this.record(invoice, 'CANCEL', 'CANCELED');
	}

	/** An invoice that no listing of an open status ever shows. */
	createAndPay(): void {
		const invoice = this.create('sent');
		this.tick(this.roll(2000));
		this.pay(invoice, true);
	}

	private shown(at: number): string {
		const iso = new Date(at).toISOString();
		return this.weather.wholeSeconds ? iso.replace(/\.\d+Z$/, 'Z') : iso;
	}

	private shownTime(at: number): number {
		return Date.parse(this.shown(at));
	}

	/** Every change of status there was. */
	changes(): ModelChange[] {
		return [...this.invoices.values()].flatMap(({ id, created, history }) =>
			history.flatMap((entry) => {
				if (!entry.step) return [];
				const at = this.shownTime(entry.at);
				const ordinal = history.filter((other) => this.shownTime(other.at) === at).indexOf(entry);
				const { next } = entry.step;
				const moment = new Date(at).toISOString();
				const eventId = `${id}:${next}:${moment}:${ordinal}`;
				return [{ eventId, id, created, time: entry.time, at: entry.at }];
			}),
		);
	}

	private happen(): void {
		this.requests++;
		this.tick(this.roll(400));
		if (this.chance(this.weather.fault)) throw serviceFailed();
		while (this.chance(this.weather.change)) {
			if (this.roll(5) === 0) this.createAndPay();
			else this.change();
		}
	}

	/** Of which moment an answer tells: a copy of the service may be behind. */
	private momentOf(stale: number): number {
		return this.chance(stale) ? this.clock - this.roll(this.weather.delay + 1) : this.clock;
	}

	private sorted(invoices: ModelInvoice[]): ModelInvoice[] {
		const scramble = ({ id }: ModelInvoice) => id.slice(4, 10);
		const compare: Record<Order, (a: ModelInvoice, b: ModelInvoice) => number> = {
			newest: (a, b) => b.created - a.created,
			oldest: (a, b) => a.created - b.created,
			updated: (a, b) => b.updated - a.updated,
			scrambled: (a, b) => (scramble(a) < scramble(b) ? -1 : 1),
		};
		return invoices.sort(compare[this.weather.order]);
	}

	async page(status: string, offset: number, limit: number): Promise<InvoicePage> {
		this.happen();
		const moment = this.momentOf(this.weather.stale);
		const listed = this.sorted(
			[...this.invoices.values()].filter((invoice) => statusAt(invoice, moment) === status),
		);
		return {
			total: listed.length,
			at: this.shownTime(this.clock),
			entries: listed.slice(offset, offset + limit).map(({ id, created, due }) =>
				readListedInvoice({
					id,
					status,
					createdDate: this.shown(created),
					invoiceInformation: { dueDate: due, expirationDate: due },
				}),
			),
		};
	}

	async details(id: string): Promise<InvoiceDetails | undefined> {
		this.happen();
		const moment = this.momentOf(this.weather.staleDetails);
		const invoice = this.invoices.get(id);
		const history = invoice?.history.filter(({ at }) => at <= moment) ?? [];
		if (invoice === undefined || history.length === 0) return undefined;
		const raw: IDataObject = {
			id,
			status: statusAt(invoice, moment),
			invoiceInformation: {
				dueDate: invoice.due,
				expirationDate: invoice.due,
				deliveryMode: history.some(({ event }) => event === 'SEND') ? 'Email' : 'None',
			},
			orderInformation: {
				amountDetails: {
					totalAmount: 100,
					currency: 'USD',
					balanceAmount: history.at(-1)!.balance,
				},
			},
		};
		if (this.weather.keepsHistory) {
			raw.invoiceHistory = history.map(({ event, at }) => ({ event, date: this.shown(at) }));
		}
		return readInvoiceDetails(raw);
	}
}

function statusAt({ history }: ModelInvoice, moment: number): string | undefined {
	return history.findLast(({ at, step }) => step !== undefined && at <= moment)?.step?.next;
}
