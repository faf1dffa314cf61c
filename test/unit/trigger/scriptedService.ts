import type { IDataObject } from 'n8n-workflow';

import {
	readInvoiceDetails,
	readListedInvoice,
	type InvoiceDetails,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type {
	ListedPage,
	InvoiceService,
	InvoiceEventSettings,
	PollInput,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import {
	pollInvoices,
	replayInvoices,
	type InvoicePollResult,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import { textOrEmpty } from '../../../nodes/shared/text';
import { EVERY_CHANGE } from '../../support/triggerSettings';

/** When the trigger was activated. */
const START = Date.parse('2026-03-01T12:00:00Z');

/** So many minutes after the activation. */
export const minute = (count: number): number => START + count * 60_000;

/**
 * `SEND -90, PAYMENT 5 20.00` is a history, with minutes after the activation and amounts; an entry of `?` minutes has
 * no time.
 */
const entriesOf = (history: string): IDataObject[] =>
	history
		.split(', ')
		.filter((entry) => entry !== '')
		.map((entry) => {
			const [event, minutes, amount] = entry.split(' ') as [string, string, string?];
			return {
				event,
				date: minutes === '?' ? null : new Date(minute(Number(minutes))).toISOString(),
				...(amount !== undefined && { transactionDetails: { transactionId: 'T', amount } }),
			};
		});

/** What the service says of an invoice; minutes are counted from the activation. */
export interface Scripted {
	status: string;
	/** `SEND -90, PAYMENT 5 20.00`; without it the service gives no history. */
	history?: string;
	/** Entries that come after those of the history. */
	more?: string;
	created?: number;
	/** 100 without; null where the service does not say. */
	balance?: number | string | null;
	/** 100 without. */
	total?: number;
	due?: string;
	expires?: string;
	deliveryMode?: 'Email' | 'None';
}

/** A service whose every answer the test sets, and a trigger that polls it. */
export class ScriptedService implements InvoiceService {
	readonly invoices = new Map<string, Scripted>();
	requests: string[] = [];
	readonly eventIds: string[] = [];
	at = 0;
	/** By how many minutes the clock of the service is ahead. */
	ahead = 0;
	last?: InvoicePollResult;
	/** Sorts lists by when invoices were created; as they were set without. */
	order?: (a: number, b: number) => number;
	/** Changes what a list answers, or fails. */
	answer: (status: string, page: ListedPage, offset: number) => ListedPage | undefined = (
		_,
		page,
	) => page;
	/** However many are asked for, it gives no more. */
	mostOnPage = Infinity;
	countsPages = false;
	outOfTime = (): boolean => false;
	state?: InvoicePollResult['state'];

	constructor(public settings: Partial<InvoiceEventSettings> = {}) {}

	set(id: string, { more, ...changes }: Partial<Scripted>): void {
		const invoice = { status: 'SENT', created: -600, ...this.invoices.get(id), ...changes };
		if (more) invoice.history = [invoice.history, more].filter(Boolean).join(', ');
		this.invoices.set(id, invoice);
	}

	/** What a poll at this minute tells: `I SENT>PAID 100`. */
	async poll(at: number): Promise<string[]> {
		this.last = await pollInvoices(this.state, this.inputAt(at));
		this.state = JSON.parse(JSON.stringify(this.last.state)) as InvoicePollResult['state'];
		this.eventIds.push(...this.last.events.map(({ eventId }) => eventId));
		return this.last.events.map(({ id, change, previousStatus, newStatus, payment }) =>
			[
				`${id} ${previousStatus ?? 'new'}>${newStatus}`,
				textOrEmpty(payment?.amount),
				change === 'paymentRejected' ? 'rejected' : '',
				change === 'overdue' ? 'overdue' : '',
			]
				.filter(Boolean)
				.join(' '),
		);
	}

	/** The identifiers of what is replayed from one minute to another. */
	async replay(from: number, until: number): Promise<string[]> {
		const range = { from: minute(from), until: minute(until) };
		const ids: string[] = [];
		let saved: InvoicePollResult['state'] | undefined;
		do {
			const polled = await replayInvoices(saved, range, this.state!, this.inputAt(++this.at));
			ids.push(...polled.events.map(({ eventId }) => eventId));
			this.last = { ...polled, state: polled.state ?? this.state! };
			saved = polled.state;
		} while (saved !== undefined);
		return ids;
	}

	private inputAt(at: number): PollInput {
		this.at = at;
		this.requests = [];
		const settings = { ...EVERY_CHANGE, pageSize: 100, ...this.settings };
		return { service: this, settings, now: minute(at), outOfTime: () => this.outOfTime() };
	}

	async page(status: string, offset: number, limit: number): Promise<ListedPage | undefined> {
		this.requests.push(`${status} ${offset}`);
		const listed = [...this.invoices].filter(([, invoice]) => invoice.status === status);
		const { order } = this;
		if (order) listed.sort(([, a], [, b]) => order(a.created ?? 0, b.created ?? 0));
		const most = Math.min(limit, this.mostOnPage);
		const from = this.countsPages ? offset * most : offset;
		const page = {
			total: listed.length,
			at: minute(this.at + this.ahead),
			entries: listed
				.slice(from, from + most)
				.map(([id, invoice]) => readListedInvoice(wire(id, invoice))),
		};
		return this.answer(status, page, offset);
	}

	async details(id: string): Promise<InvoiceDetails | undefined> {
		this.requests.push(id);
		const invoice = this.invoices.get(id);
		// Only the list is known to say when an invoice was created.
		return invoice && readInvoiceDetails({ ...wire(id, invoice), createdDate: undefined });
	}
}

/** What the service says of the invoice I from a minute on, and what the poll in this minute tells. */
export type Poll = [at: number, changes: Partial<Scripted>, told: string[]];

/** Later polls tell nothing. */
export async function expectPolls(service: ScriptedService, polls: readonly Poll[]): Promise<void> {
	for (const [at, changes, told] of polls) {
		service.set('I', changes);
		expect([at, ...(await service.poll(at))]).toEqual([at, ...told]);
	}
	const { at } = service;
	for (const later of [at + 5, at + 21, at + 40]) expect(await service.poll(later)).toEqual([]);
}

function wire(
	id: string,
	{ status, history, created, balance = 100, total = 100, due, expires, deliveryMode }: Scripted,
): IDataObject {
	return {
		id,
		status,
		...(created !== undefined && { createdDate: new Date(minute(created)).toISOString() }),
		invoiceInformation: { dueDate: due, expirationDate: expires, deliveryMode },
		orderInformation: { amountDetails: { totalAmount: total, balanceAmount: balance } },
		...(history !== undefined && { invoiceHistory: entriesOf(history) }),
	};
}

/** Many finished invoices, each created an hour after the one before. */
export function withFinished(
	count: number,
	settings: Partial<InvoiceEventSettings> = {},
): ScriptedService {
	const service = new ScriptedService(settings);
	for (let number = 0; number < count; number++) {
		const created = -60 * (count - number) - 600;
		service.set(`F-${number}`, { status: 'PAID', balance: 0, created });
	}
	return service;
}

/** One that was created in this minute, and paid in the next. */
export const paidIn = (minutes: number): Scripted => ({
	status: 'PAID',
	balance: 0,
	created: minutes,
	history: `SEND ${minutes}, PAYMENT ${minutes + 1} 100`,
});

export const scrambled = (a: number, b: number): number => Math.sin(a) - Math.sin(b);
