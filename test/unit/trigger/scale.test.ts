import { CHANGES } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type { InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import {
	readInvoiceDetails,
	readListedInvoice,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type { InvoiceService } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceSettings } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/settings';
import { pollInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import { EVERY_CHANGE } from '../../support/triggerSettings';

const START = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;

/** A service with many invoices. */
class LargeService implements InvoiceService {
	clock = START;
	requests = 0;
	private readonly lists = new Map<string, string[]>();
	private readonly statuses = new Map<string, string>();
	private readonly histories = new Map<string, Array<{ event: string; date: string }>>();

	constructor(counts: Record<string, number>) {
		for (const [status, count] of Object.entries(counts)) {
			const prefix = `2026-${status}-`;
			const ids = Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(6, '0')}`);
			this.lists.set(status, ids);
			for (const id of ids) this.statuses.set(id, status);
		}
	}

	move(from: string, to: string, event: string): void {
		const id = this.lists.get(from)!.pop()!;
		this.lists.get(to)!.push(id);
		this.statuses.set(id, to);
		this.histories.set(id, [
			...(this.histories.get(id) ?? [{ event: 'SEND', date: '2026-02-01T00:00:00Z' }]),
			{ event, date: new Date(this.clock).toISOString() },
		]);
	}

	async page(status: string, offset: number, limit: number) {
		this.requests++;
		const ids = this.lists.get(status) ?? [];
		return {
			total: ids.length,
			at: this.clock,
			entries: ids.slice(offset, offset + limit).map((id) =>
				readListedInvoice({
					id,
					status,
					createdDate: '2026-02-01T00:00:00Z',
					invoiceInformation: { dueDate: '2026-03-05', expirationDate: '31-03-2026' },
				}),
			),
		};
	}

	async details(id: string) {
		this.requests++;
		const status = this.statuses.get(id);
		return readInvoiceDetails({
			id,
			status,
			invoiceInformation: { dueDate: '2026-03-05', expirationDate: '31-03-2026' },
			invoiceHistory: this.histories.get(id) ?? [{ event: 'SEND', date: '2026-02-01T00:00:00Z' }],
		});
	}
}

describe('2,000 open invoices among 10,000', () => {
	const service = new LargeService({
		DRAFT: 200,
		CREATED: 200,
		SENT: 1500,
		PARTIAL: 90,
		PENDING: 10,
		PAID: 7000,
		CANCELED: 1000,
	});
	const poll = async (state: InvoiceState | undefined, settings: Partial<InvoiceSettings> = {}) =>
		await pollInvoices(state && (JSON.parse(JSON.stringify(state)) as InvoiceState), {
			service,
			settings: {
				...EVERY_CHANGE,
				filters: { ...EVERY_CHANGE.filters, changes: CHANGES },
				limit: 10_000,
				pageSize: 100,
				checks: 20,
				...settings,
			},
			now: service.clock,
			outOfTime: () => false,
		});
	let state: InvoiceState;

	it('need 40 bytes of state each, 150 when each was reported as overdue and as expired', async () => {
		state = (await poll(undefined)).state;
		// The finished ones are older than two weeks.
		expect(JSON.stringify(state).length).toBeLessThan(2000 * 40 + 1500);

		service.clock += 29 * DAY;
		const { events, state: marked } = await poll(state);
		expect(events.filter(({ change }) => change === 'overdue')).toHaveLength(1790);
		expect(JSON.stringify(marked).length).toBeLessThan(300_000);
		state = marked;
	});

	it('take requests for the open ones and the changes only', async () => {
		service.clock += 60_000;
		for (let count = 0; count < 10; count++) service.move('SENT', 'PAID', 'PAYMENT');
		service.requests = 0;
		const { events } = await poll(state);
		expect(events.map(({ change }) => change)).toEqual(Array(10).fill('paid'));
		// 21 pages of open invoices, 2 of finished ones, 10 changes, 20 partly paid ones in turns.
		expect(service.requests).toBeLessThanOrEqual(53);
	});

	it('need no more when all of the past is handed over, in portions', async () => {
		const everything = { start: { kind: 'everything' as const }, limit: 500 };
		let handing: InvoiceState | undefined;
		let handed = 0;
		for (let polls = 0; polls < 7; polls++) {
			const { events, state: next } = await poll(handing, everything);
			handing = next;
			handed += events.length;
			service.clock += 60_000;
			expect(Buffer.byteLength(JSON.stringify(next))).toBeLessThan(600_000);
		}
		expect(handed).toBeGreaterThanOrEqual(3500);
		expect(handing!.backlog.length).toBeGreaterThan(5000);
	});
});
