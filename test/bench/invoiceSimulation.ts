import { LONGEST_LAG } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/start';
import {
	readInvoiceDetails,
	readListedInvoice,
} from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type { InvoiceService } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceState } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import { pollInvoices } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import { parseExactJson } from '../../nodes/shared/exactJson';
import type { Invoice } from '../../nodes/shared/service/invoicing';
import { processorTime } from './processorTime';
import { EVERY_CHANGE } from '../support/triggerSettings';

/** In milliseconds, as all times here. */
const START = Date.parse('2026-03-01T12:00:00Z');
export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What a service takes for an answer. */
export const ANSWER = 200;
/** What the trigger uses of the four minutes that a poll may take, see poll.ts. */
const POLL = 0.7 * 4 * MINUTE;

const SETTINGS = { ...EVERY_CHANGE, limit: 100_000, pageSize: 100 };

const dateOf = (time: number): string => new Date(time).toISOString();

interface Made {
	created: string;
	paid?: string;
}

/** A service whose clock goes on with each answer, and where invoices are sent and paid by that clock. */
class Invoices implements InvoiceService {
	clock = START;
	requests = 0;
	bytes = 0;
	isChanging = true;
	/** When each event happened that the trigger has not reported yet. */
	readonly unreported = new Map<string, number>();
	private readonly made = new Map<string, Made>();
	private readonly open: string[] = [];
	private readonly paid: string[] = [];
	private nextChange: number;
	private changes = 0;

	constructor(
		count: number,
		private readonly betweenChanges: number,
	) {
		// What was created until then counts as there before: clocks may differ by that much.
		this.nextChange = START + LONGEST_LAG + MINUTE;
		const created = dateOf(START - 30 * 24 * HOUR);
		for (let n = 0; n < count; n++) this.send(created);
	}

	/** Lets time go by. */
	moveTo(time: number): void {
		this.clock = Math.max(this.clock, time);
		for (; this.nextChange <= this.clock; this.nextChange += this.betweenChanges) {
			if (this.isChanging) this.change(this.nextChange);
		}
	}

	async page(status: string, offset: number, limit: number) {
		const ids = status === 'SENT' ? this.open : status === 'PAID' ? this.paid : [];
		const page = ids.slice(offset, offset + limit).map((id) => `${this.shown(id)}}`);
		const found = await this.answer<Invoice[]>(`[${page.join()}]`);
		return { total: ids.length, at: this.clock, entries: found.map(readListedInvoice) };
	}

	async details(id: string) {
		const { created, paid } = this.made.get(id)!;
		const entries = paid === undefined ? [] : [`{"event":"PAYMENT","date":"${paid}"}`];
		entries.unshift(`{"event":"SEND","date":"${created}"}`);
		return readInvoiceDetails(
			await this.answer<Invoice>(`${this.shown(id)},"invoiceHistory":[${entries.join()}]}`),
		);
	}

	/** Requests that are made at the same time take as long as one. */
	private async answer<Body>(text: string): Promise<Body> {
		const done = this.clock + ANSWER;
		this.requests++;
		this.bytes += text.length;
		await Promise.resolve();
		this.moveTo(done);
		return parseExactJson(text) as Body;
	}

	/** Sends one and pays one in turn, so that as many stay open. */
	private change(at: number): void {
		if (this.changes++ % 2 === 0) {
			this.unreported.set(`${this.send(dateOf(at))} sent`, at);
			return;
		}
		// Any of them, the same ones in each run.
		const [id] = this.open.splice((this.changes * 7919) % this.open.length, 1);
		this.made.get(id)!.paid = dateOf(at);
		this.paid.push(id);
		this.unreported.set(`${id} paid`, at);
	}

	private send(created: string): string {
		const id = `2026-${String(this.made.size).padStart(7, '0')}`;
		this.made.set(id, { created });
		this.open.push(id);
		return id;
	}

	/** As text from the start, which costs next to nothing: so the measured time is the trigger's own. */
	private shown(id: string): string {
		const { created, paid } = this.made.get(id)!;
		return `{"id":"${id}","status":"${paid === undefined ? 'SENT' : 'PAID'}","createdDate":"${created}","customerInformation":{"name":"Tanya Lee","email":"tanya.lee@example.com"},"invoiceInformation":{"invoiceNumber":"${id}","dueDate":"2026-04-05","deliveryMode":"email"},"orderInformation":{"amountDetails":{"totalAmount":"2623.64","balanceAmount":"2623.64","currency":"USD"}}`;
	}
}

export interface InvoiceHours {
	/** Until the trigger has read all open invoices once. */
	firstReading: number;
	polls: number;
	requests: number;
	bytes: number;
	/** Processor time of the trigger, with reading the answers and its state. */
	processor: number;
	/** The largest saved state, in bytes. */
	state: number;
	/** How long after the change each event was handed over. */
	delays: number[];
	/** Changes that were never handed over, and events of which there is no such change. */
	missing: number;
	unexpected: number;
}

/**
 * Hours of polls, one a minute unless the one before is still running, and then without changes until all is handed
 * over. The poll, its state and its time limit are the trigger's own. The service and the clock are simulated.
 */
export async function simulateInvoices(
	open: number,
	changesAnHour: number,
	hours: number,
): Promise<InvoiceHours> {
	const service = new Invoices(open, HOUR / changesAnHour);
	let saved: string | undefined;
	let isMeasured = false;
	const measured = { polls: 0, processor: 0, state: 0, unexpected: 0 };
	const delays: number[] = [];

	const poll = async (): Promise<void> => {
		const now = service.clock;
		let events: Array<{ id: string; change: string }> = [];
		const used = await processorTime(async () => {
			const state = saved === undefined ? undefined : (JSON.parse(saved) as InvoiceState);
			const polled = await pollInvoices(state, {
				service,
				settings: SETTINGS,
				now,
				outOfTime: (part = 1) => service.clock - now >= POLL * part,
			});
			({ events } = polled);
			saved = JSON.stringify(polled.state);
		});
		for (const { id, change } of events) {
			const happened = service.unreported.get(`${id} ${change}`);
			service.unreported.delete(`${id} ${change}`);
			if (happened === undefined) measured.unexpected++;
			else if (isMeasured) delays.push(service.clock - happened);
		}
		measured.polls++;
		measured.processor += used;
		measured.state = Math.max(measured.state, Buffer.byteLength(saved ?? ''));
		service.moveTo(now + Math.ceil((service.clock - now) / MINUTE) * MINUTE);
	};

	await poll();
	const firstReading = service.clock - START;
	service.moveTo(START + LONGEST_LAG + MINUTE);
	isMeasured = true;
	Object.assign(measured, { polls: 0, processor: 0 });
	service.requests = service.bytes = 0;
	for (const end = service.clock + hours * HOUR; service.clock < end;) await poll();
	const { requests, bytes } = service;
	const result = { ...measured, requests, bytes };
	service.isChanging = false;
	for (const end = service.clock + 6 * HOUR; service.unreported.size > 0 && service.clock < end;) {
		await poll();
	}
	const { unexpected } = measured;
	return { ...result, unexpected, firstReading, delays, missing: service.unreported.size };
}
