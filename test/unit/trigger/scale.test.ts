import type { InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import {
	readInvoiceDetails,
	readListedInvoice,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type { InvoiceService } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import type { InvoiceSettings } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/settings';
import { CHANGES } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/settings';
import { pollInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { processorTime } from '../../support/processorTime';

const START = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;

/** A service with many invoices; it answers from ready lists, so that the time is the trigger's own. */
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

describe('20,000 open invoices among 100,000', () => {
	const service = new LargeService({
		DRAFT: 2000,
		CREATED: 2000,
		SENT: 15_000,
		PARTIAL: 900,
		PENDING: 100,
		PAID: 70_000,
		CANCELED: 10_000,
	});
	const poll = async (state: InvoiceState | undefined, settings: Partial<InvoiceSettings> = {}) =>
		await pollInvoices(state && (JSON.parse(JSON.stringify(state)) as InvoiceState), {
			service,
			settings: {
				...EVERY_CHANGE,
				filters: { ...EVERY_CHANGE.filters, changes: [...CHANGES] },
				limit: 100_000,
				pageSize: 100,
				partialChecks: 200,
				...settings,
			},
			now: service.clock,
			outOfTime: () => false,
		});
	let state: InvoiceState;

	it('need a state below 3 MB, also when each was reported as overdue and as expired', async () => {
		state = (await poll(undefined)).state;
		expect(JSON.stringify(state).length).toBeLessThan(1_200_000);

		service.clock += 29 * DAY;
		const { events, state: marked } = await poll(state);
		expect(events.filter(({ change }) => change === 'overdue')).toHaveLength(17_900);
		expect(JSON.stringify(marked).length).toBeLessThan(3_000_000);
		state = marked;
	}, 120_000);

	it('take less than 4 s of a poll in which 10 changed, and requests for the open ones only', async () => {
		service.clock += 60_000;
		for (let count = 0; count < 10; count++) service.move('SENT', 'PAID', 'PAYMENT');
		service.requests = 0;
		const time = await processorTime(async () => {
			const { events } = await poll(state);
			expect(events.map(({ change }) => change)).toEqual(Array(10).fill('paid'));
		});
		expect(time).toBeLessThan(4000);
		// 200 pages of open invoices, 2 of finished ones, 10 changes, 200 partly paid ones in turns.
		expect(service.requests).toBeLessThanOrEqual(412);
	});

	it('need no more when all of the past is handed over, in portions', async () => {
		const everything = { start: { kind: 'everything' as const }, limit: 5000 };
		let handing: InvoiceState | undefined;
		let handed = 0;
		for (let polls = 0; polls < 7; polls++) {
			const { events, state: next } = await poll(handing, everything);
			handing = next;
			handed += events.length;
			service.clock += 60_000;
			expect(Buffer.byteLength(JSON.stringify(next))).toBeLessThan(3_000_000);
		}
		expect(handed).toBeGreaterThanOrEqual(35_000);
		expect(handing!.backlog.length).toBeGreaterThan(50_000);
	}, 120_000);
});
