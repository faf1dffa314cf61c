import { pollInvoices } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import {
	readInvoiceDetails,
	readListedInvoice,
} from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type { InvoiceService } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import {
	CHANGES,
	type InvoiceSettings,
} from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/settings';
import type { InvoiceState } from '../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import {
	type ListReports,
	readList,
} from '../../nodes/MerchantServicesTrigger/events/newReport/listing';
import { readListedReport } from '../../nodes/MerchantServicesTrigger/events/newReport/report';
import { selectReports } from '../../nodes/MerchantServicesTrigger/events/newReport/select';
import type { ReportSettings } from '../../nodes/MerchantServicesTrigger/events/newReport/settings';
import type { ReportState } from '../../nodes/MerchantServicesTrigger/events/newReport/state';
import { processorTime } from '../support/processorTime';

/** In milliseconds. */
const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** What a service takes for an answer, in seconds. */
const ANSWER = 0.2;
const LOOK_BACK_HOURS = 72;
const CHANGES_AN_HOUR = 10_000;

export interface Poll {
	what: string;
	requests: number;
	bytes: number;
	/** Of the saved state, in bytes. */
	state: number;
	/** In milliseconds of processor time, of the trigger alone. */
	processor: number;
	events: number;
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A service in memory whose open invoices are paid one by one. */
class Invoices implements InvoiceService {
	clock = START;
	requests = 0;
	bytes = 0;
	private readonly paid: string[] = [];
	private readonly open: string[];

	constructor(count: number) {
		this.open = Array.from({ length: count }, (_, n) => `2026-${String(n).padStart(7, '0')}`);
	}

	pay(count: number): void {
		for (let n = 0; n < count; n++) this.paid.push(this.open.pop() ?? '');
	}

	async page(status: string, offset: number, limit: number) {
		const ids = status === 'SENT' ? this.open : status === 'PAID' ? this.paid : [];
		const entries = ids
			.slice(offset, offset + limit)
			.map((id) => ({ ...this.invoice(id), status }));
		this.answer(entries);
		return { total: ids.length, at: this.clock, entries: entries.map(readListedInvoice) };
	}

	async details(id: string) {
		const isPaid = this.paid.includes(id);
		const sent = { event: 'SEND', date: '2026-02-01T00:00:00Z' };
		const payment = { event: 'PAYMENT', date: new Date(this.clock).toISOString() };
		const invoice = {
			...this.invoice(id),
			status: isPaid ? 'PAID' : 'SENT',
			invoiceHistory: isPaid ? [sent, payment] : [sent],
		};
		this.answer(invoice);
		return readInvoiceDetails(invoice);
	}

	private invoice(id: string) {
		return {
			id,
			submitTimeUtc: '2026-02-01T00:00:00Z',
			customerInformation: { name: 'Tanya Lee', email: 'tanya.lee@example.com' },
			invoiceInformation: { invoiceNumber: id, dueDate: '2026-04-05', deliveryMode: 'email' },
			orderInformation: {
				amountDetails: { totalAmount: '2623.64', balanceAmount: '2623.64', currency: 'USD' },
			},
		};
	}

	private answer(body: unknown): void {
		this.requests++;
		this.bytes += sizeOf(body);
	}
}

const INVOICE_SETTINGS: InvoiceSettings = {
	allowsUnknown: true,
	filters: { changes: [...CHANGES], customers: [], expiresWithinDays: 3, dueWithinDays: 3 },
	steps: 'each',
	start: { kind: 'now' },
	limit: 100_000,
	pageSize: 100,
	zone: 'UTC',
	partialChecks: 100,
};

/** A poll each minute, after the first one, with so many changes an hour. */
async function invoices(open: number, changesAnHour: number): Promise<Poll> {
	const service = new Invoices(open);
	const poll = async (state: InvoiceState | undefined) =>
		await pollInvoices(state, {
			service,
			settings: INVOICE_SETTINGS,
			now: service.clock,
			outOfTime: () => false,
		});
	let { state } = await poll(undefined);
	service.clock += MINUTE;
	service.pay(Math.round(changesAnHour / 60));
	service.requests = service.bytes = 0;
	let events = 0;
	const processor = await processorTime(async () => {
		const polled = await poll(state);
		({ state } = polled);
		events = polled.events.length;
	});
	const { requests, bytes } = service;
	const what = `${open.toLocaleString('en')} open invoices, ${changesAnHour.toLocaleString('en')} changes an hour`;
	return { what, requests, bytes, state: sizeOf(state), processor, events };
}

/** A poll each 15 minutes at a service that makes so many reports a day. */
async function reports(aDay: number): Promise<Poll> {
	let now = START;
	let requests = 0;
	let bytes = 0;
	const between = DAY / aDay;
	const settings: ReportSettings = {
		filters: {
			names: [],
			definitions: [],
			frequencies: [],
			mimeTypes: [],
			statuses: ['COMPLETED'],
		},
		start: { kind: 'now' },
		lookBackHours: LOOK_BACK_HOURS,
		limit: 100_000,
	};
	const list: ListReports = async ({ from, to }) => {
		const first = Math.ceil(Math.max(from, now - 10 * DAY) / between);
		const last = Math.floor(Math.min(to, now) / between);
		const found = Array.from({ length: Math.max(0, last - first) }, (_, index) => {
			const time = new Date((first + index) * between).toISOString();
			return {
				reportId: `report-${first + index}`,
				reportName: `Daily transactions ${(first + index) % aDay}`,
				reportDefinitionId: '210',
				reportMimeType: 'text/csv',
				reportFrequency: 'DAILY',
				status: 'COMPLETED',
				reportStartTime: time,
				reportEndTime: time,
				queuedTime: time,
				reportGeneratingTime: time,
				reportCompletedTime: time,
				organizationId: 'merchant_one',
			};
		});
		requests++;
		bytes += sizeOf(found);
		return found.map(readListedReport);
	};
	const poll = async (state: ReportState | undefined) => {
		const listing = await readList(list, state, now, settings, () => false);
		const { ready, close } = selectReports(state, listing, now, settings);
		return { events: ready.length, state: close(ready) };
	};
	let { state } = await poll(undefined);
	now += 15 * MINUTE;
	requests = bytes = 0;
	let events = 0;
	const processor = await processorTime(async () => {
		({ state, events } = await poll(state));
	});
	const what = `${aDay.toLocaleString('en')} reports a day, a poll every 15 minutes`;
	return { what, requests, bytes, state: sizeOf(state), processor, events };
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 0);

export const shownPolls = (polls: Poll[]): string =>
	[
		'| the trigger watches | requests a poll | MB a poll | state MB | processor s | s at 200 ms an answer | events |',
		'|---|---|---|---|---|---|---|',
		...polls.map(
			({ what, requests, bytes, state, processor, events }) =>
				`| ${what} | ${requests.toLocaleString('en')} | ${megabytes(bytes)} | ${megabytes(state)} | ${(processor / 1000).toFixed(2)} | ${(requests * ANSWER + processor / 1000).toFixed(0)} | ${events} |`,
		),
	].join('\n');

/** What one poll of the trigger takes; the service and its clock are simulated, the trigger is the real one. */
export async function scale(isSmoke: boolean): Promise<Poll[]> {
	const sizes = isSmoke ? [1000] : [10_000, 100_000, 300_000];
	const polls: Poll[] = [];
	for (const aDay of isSmoke ? [1000] : [100, 10_000]) polls.push(await reports(aDay));
	for (const size of sizes) polls.push(await invoices(size, isSmoke ? 600 : CHANGES_AN_HOUR));
	return polls;
}

const isSmoke = process.argv.includes('--smoke');
void scale(isSmoke).then((polls) => {
	console.log(shownPolls(polls));
	if (polls.some(({ events }) => events === 0)) {
		console.error('A poll missed its events.');
		process.exitCode = 1;
	}
});
