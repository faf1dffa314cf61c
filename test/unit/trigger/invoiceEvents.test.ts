import {
	toLocalNow,
	buildEvents,
	eventItem,
	findPassedDates,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/events';
import {
	ALL_INVOICE_CHANGES,
	type InvoiceDetails,
	type KnownInvoice,
	type ListedInvoice,
	readInvoiceDetails,
	type StatusStep,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';

const DAY = 86_400_000;
const AT = Date.UTC(2026, 2, 10, 12);

describe('the dates of an invoice that pass', () => {
	const invoice = (more: Partial<ListedInvoice>): ListedInvoice => ({
		id: 'A',
		status: 'SENT',
		...more,
	});
	const passed = (
		given: Partial<ListedInvoice>,
		{ known, now = AT, since = 0, zone = 'UTC' }: Given = {},
	) =>
		findPassedDates(known, invoice(given), { dueWithinDays: 2 }, toLocalNow(now, zone), since).map(
			({ change, at }) => `${change} ${new Date(at).toISOString().slice(0, 16)}`,
		);
	interface Given {
		known?: KnownInvoice;
		now?: number;
		since?: number;
		zone?: string;
	}

	it.each<[string, string[]]>([
		['2026-03-09', ['overdue 2026-03-10T00:00']],
		['2026-03-10', ['dueSoon 2026-03-08T00:00']],
		['2026-03-12', ['dueSoon 2026-03-10T00:00']],
		['2026-03-13', []],
	])('due on %s: %p', (due, expected) => expect(passed({ due })).toEqual(expected));

	it.each<[string, string[]]>([
		['2026-03-10', ['expired 2026-03-10T00:00']],
		['2026-03-11', []],
	])('expiring on %s: %p', (expires, expected) => expect(passed({ expires })).toEqual(expected));

	it('pass with the day in the zone of the workflow', () => {
		const due = { due: '2026-03-10' };
		const midnight = Date.UTC(2026, 2, 10, 15);
		expect(passed(due, { now: midnight, zone: 'Asia/Tokyo' })).toEqual([
			'overdue 2026-03-10T15:00',
		]);
		expect(passed(due, { now: midnight - 1, zone: 'Asia/Tokyo' })).toEqual([
			'dueSoon 2026-03-07T15:00',
		]);
		// Where the day is behind, it is not soon as yet.
		const soon = { due: '2026-03-12' };
		expect(passed(soon, { now: Date.UTC(2026, 2, 10, 3), zone: 'America/New_York' })).toEqual([]);
		expect(passed(soon, { now: Date.UTC(2026, 2, 10, 3), zone: 'UTC' })).toHaveLength(1);
		expect(passed(soon, { now: midnight - DAY, zone: 'Asia/Tokyo' })).toHaveLength(1);
		// It expires in UTC.
		expect(passed({ expires: '2026-03-11' }, { now: midnight, zone: 'Asia/Tokyo' })).toEqual([]);
	});

	it.each(['DRAFT', 'PAID', 'PENDING', 'CANCELED'])('do not matter where it is %s', (status) =>
		expect(passed({ status, due: '2026-03-01', expires: '2026-03-01' })).toEqual([]),
	);

	it.each(['CREATED', 'PARTIAL'])('matter where it is %s', (status) =>
		expect(passed({ status, due: '2026-03-01' })).toHaveLength(1),
	);

	it('are reported one by one where two have passed', () => {
		const both = ['overdue 2026-03-10T00:00', 'expired 2026-03-10T00:00'];
		expect(passed({ due: '2026-03-09', expires: '2026-03-10' })).toEqual(both);
	});

	it('are reported once, and again if the date is a later one', () => {
		const told = (overdue: string): Given => ({ known: { status: 'SENT', reported: { overdue } } });
		expect(passed({ due: '2026-03-09' }, told('2026-03-09'))).toEqual([]);
		expect(passed({ due: '2026-03-08' }, told('2026-03-09'))).toEqual([]);
		expect(passed({ due: '2026-03-09' }, told('2026-03-08'))).toHaveLength(1);
		const soon: Given = { known: { status: 'SENT', reported: { dueSoon: '2026-03-12' } } };
		expect(passed({ due: '2026-03-12' }, soon)).toEqual([]);
		const expires: Given = { known: { status: 'SENT', reported: { expired: '2026-03-10' } } };
		expect(passed({ expires: '2026-03-10' }, expires)).toEqual([]);
	});

	it('are not reported if they passed before it was watched, unless it was created since', () => {
		const midnight = Date.UTC(2026, 2, 10);
		expect(passed({ due: '2026-03-09' }, { since: midnight })).toEqual([]);
		expect(passed({ due: '2026-03-09' }, { since: midnight - 1 })).toHaveLength(1);
		const created = { due: '2026-03-09', created: midnight + 1 };
		expect(passed(created, { since: midnight })).toHaveLength(1);
	});
});

describe('the events of an invoice', () => {
	const raw = {
		id: 'A',
		status: 'SENT',
		customerInformation: { name: 'Ann Lee', email: 'ann@example.com', merchantCustomerId: 'C-1' },
		orderInformation: { amountDetails: { totalAmount: '100.00', currency: 'USD' } },
	};
	const invoice = (more: object = {}): InvoiceDetails => readInvoiceDetails({ ...raw, ...more });
	const step = (newStatus: string, more: Partial<StatusStep> = {}): StatusStep => ({
		previousStatus: 'DRAFT',
		newStatus,
		at: AT,
		ordinal: 0,
		...more,
	});
	const EVERY = { changes: ALL_INVOICE_CHANGES };
	const changes = (steps: StatusStep[]) =>
		buildEvents(invoice(), steps, [], EVERY).map(({ change }) => change);

	it('are named by the status that they lead to', () => {
		const changeTo = {
			DRAFT: 'drafted',
			CREATED: 'published',
			SENT: 'sent',
			PARTIAL: 'partlyPaid',
			PAID: 'paid',
			PENDING: 'pendingReview',
			CANCELED: 'canceled',
			OTHER: 'otherStatus',
		};
		const steps = Object.keys(changeTo).map((status) => step(status));
		expect(changes(steps)).toEqual(Object.values(changeTo));
		expect(changes([step('SENT', { kind: 'paymentRejected' })])).toEqual(['paymentRejected']);
	});

	describe('as items', () => {
		const [event] = buildEvents(
			invoice(),
			[step('PARTIAL', { payment: { transactionId: '7', amount: 40 } })],
			[],
			EVERY,
		);
		const MARCH_10 = { today: '2026-03-10', zone: 'America/New_York' };
		it('have ten columns, others by choice', () => {
			const simplified = {
				invoiceNumber: 'A',
				customerName: 'Ann Lee',
				change: 'partlyPaid',
				totalAmount: '100.00',
				balanceAmount: null,
				currency: 'USD',
				paymentAmount: '40.00',
				dueDate: null,
				changedAt: '2026-03-10T08:00:00.000-04:00',
				eventId: event.eventId,
			};
			const { json } = eventItem(event, { kind: 'simplified' }, MARCH_10);
			expect(json).toEqual(simplified);
			expect(Object.keys(json)).toEqual(Object.keys(simplified));
			const names = ['paymentTransactionId', 'newStatus', 'merchantCustomerId'];
			expect(eventItem(event, { kind: 'selected', names }, MARCH_10).json).toEqual({
				invoiceNumber: 'A',
				newStatus: 'PARTIAL',
				paymentTransactionId: '7',
				merchantCustomerId: 'C-1',
			});
		});

		it.each([
			[20, '20.00'],
			['20.50', '20.50'],
			[20.5, '20.50'],
		])('have the amount of a payment as exact text, if the service writes %j', (amount, text) => {
			const paid = { ...event, payment: { transactionId: '7', amount } };
			const [simplified, whole] = (['simplified', 'raw'] as const).map(
				(kind) => eventItem(paid, { kind }, MARCH_10).json,
			);
			expect(simplified.paymentAmount).toBe(text);
			expect(whole.payment).toEqual({ transactionId: '7', amount: text });
			expect(eventItem({ ...event, payment: {} }, { kind: 'raw' }, MARCH_10).json.payment).toEqual(
				{},
			);
		});

		it('are the change and the whole invoice, raw', () => {
			const untimed = { ...event, at: undefined, payment: undefined };
			expect(eventItem(untimed, { kind: 'raw' }, MARCH_10).json).toEqual({
				eventId: event.eventId,
				change: 'partlyPaid',
				invoiceNumber: 'A',
				previousStatus: 'DRAFT',
				newStatus: 'PARTIAL',
				changedAt: null,
				invoice: raw,
			});
		});
	});
});

describe('an invoice as the service gives it', () => {
	const details = (more: object) => readInvoiceDetails({ id: 'A', status: 'sent', ...more });

	it('has its status, its dates and its amounts', () => {
		expect(
			details({
				createdDate: '2026-03-10',
				invoiceInformation: { dueDate: '2026-03-31T00:00:00', expirationDate: '30-04-2026' },
				orderInformation: { amountDetails: { totalAmount: 100.5, balanceAmount: '0' } },
			}),
		).toMatchObject({
			id: 'A',
			status: 'SENT',
			created: Date.UTC(2026, 2, 11) - 1,
			due: '2026-03-31',
			expires: '2026-04-30',
			total: { units: 1005n, scale: 1 },
			balance: { units: 0n, scale: 0 },
			history: [],
		});
		expect(
			details({
				invoiceInformation: { dueDate: 20260331, expirationDate: 'soon' },
				orderInformation: { amountDetails: { totalAmount: null } },
			}),
		).toMatchObject({
			due: undefined,
			expires: undefined,
			total: undefined,
			balance: undefined,
			created: undefined,
		});
	});

	const history = (...entries: Array<[string, string?]>) =>
		details({ invoiceHistory: entries.map(([event, date]) => ({ event, date })) }).history.map(
			({ event, at }) => `${event} ${(at - AT) / DAY}`,
		);
	const day = (days: number) => new Date(AT + days * DAY).toISOString();

	it('has its history oldest first, whichever way the service gives it', () => {
		const oldest = ['DRAFT 0', 'SEND 1', 'PAYMENT 2'];
		expect(history(['draft', day(0)], ['send', day(1)], ['payment', day(2)])).toEqual(oldest);
		expect(history(['PAYMENT', day(2)], ['SEND', day(1)], ['DRAFT', day(0)])).toEqual(oldest);
		expect(history(['SEND', day(0)], ['PAYMENT', day(0)])).toEqual(['SEND 0', 'PAYMENT 0']);
		expect(history(['SEND', day(0)], ['DRAFT', day(0)])).toEqual(['DRAFT 0', 'SEND 0']);
		expect(history(['SEND', day(0)], ['CREATE', day(0)])).toEqual(['SENT_AT_ONCE 0', 'SEND 0']);
	});

	it.each([
		['Email', 'CREATE 0', 'SEND'],
		['email', 'CREATE 0, SEND 4999', 'SENT_AT_ONCE, SEND'],
		['Email', 'CREATE 0, SEND 5000', 'CREATE, SEND'],
		['None', 'CREATE 0, SEND 9', 'PUBLISH, PUBLISH'],
		['unknown', 'CREATE 0, SEND 0', 'SENT_AT_ONCE, SEND'],
		['unknown', 'CREATE 0, SEND 1', 'CREATE, SEND'],
		['unknown', 'PAYMENT 0, PENDING 0', 'PAYMENT_IN_REVIEW, PENDING'],
		['unknown', 'PAYMENT 0, PENDING 1', 'PAYMENT, PENDING'],
		['unknown', 'PAYMENT 0, REJECTED 9', 'PAYMENT_IN_REVIEW, REJECTED'],
	])('of delivery mode %s with %s has had %s', (deliveryMode, entries, events) => {
		const invoiceHistory = entries.split(', ').map((entry) => {
			const [event, ms] = entry.split(' ');
			return { event, date: new Date(AT + Number(ms)).toISOString() };
		});
		const read = details({ invoiceInformation: { deliveryMode }, invoiceHistory });
		expect(read.history.map(({ event }) => event).join(', ')).toBe(events);
	});

	it('has its history in the order of dates, without what is no entry or has no date', () => {
		const read = (invoiceHistory: unknown) =>
			readInvoiceDetails({ status: 'SENT', invoiceHistory: invoiceHistory as never }).history;
		expect(read('x')).toEqual([]);
		const sent = { event: 'SEND', date: '2026-03-02T00:00:00Z' };
		const undated = { event: 'REMINDER', date: 'yesterday' };
		const drafted = { event: 'DRAFT', date: '2026-03-01T00:00:00Z' };
		const events = read([null, sent, undated, 7, drafted]).map(({ event }) => event);
		expect(events).toEqual(['DRAFT', 'SEND']);
	});
});
