import { examine } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/examine';
import { readInvoiceDetails } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import {
	readKnown,
	writeKnown,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/lines';

const time = (hour: number) => Date.UTC(2026, 2, 1) + hour * 3_600_000;

/** "SEND 1, PAYMENT 2" is a history with an event at hour 1 and one at hour 2. */
const invoice = (status: string, history: string, balance?: number) =>
	readInvoiceDetails({
		id: 'I',
		status,
		invoiceHistory: history
			.split(', ')
			.filter((entry) => entry !== '')
			.map((entry) => {
				const [event, hour] = entry.split(' ');
				return { event, date: new Date(time(Number(hour))).toISOString() };
			}),
		orderInformation: { amountDetails: { balanceAmount: balance } },
	});

const steps = (known: Known | undefined, ...given: Parameters<typeof invoice>) =>
	examine(known, invoice(...given), time(10))
		.steps.filter(({ kind }) => kind === undefined || kind === 'paymentRejected')
		.map(({ previousStatus, newStatus }) => `${previousStatus ?? 'new'} to ${newStatus}`)
		.join(', ');

const read = (status: string, hour: number, count = 1): Known => ({
	status,
	cursor: { at: time(hour), count },
});

describe('What the history of an invoice tells', () => {
	it.each<[string, string, Known | undefined, string, string]>([
		['a draft that is sent', 'SENT', read('DRAFT', 1), 'DRAFT 1, SEND 20', 'DRAFT to SENT'],
		[
			'a draft sent without email',
			'CREATED',
			read('DRAFT', 1),
			'DRAFT 1, SEND 20',
			'DRAFT to CREATED',
		],
		[
			'part payments and the last one',
			'PAID',
			read('SENT', 1),
			'SEND 1, PAYMENT 20, PAYMENT 21, PAYMENT 22',
			'SENT to PARTIAL, PARTIAL to PARTIAL, PARTIAL to PAID',
		],
		[
			'a review that is rejected',
			'SENT',
			read('SENT', 1),
			'SEND 1, PENDING 20, REJECTED 21',
			'SENT to PENDING, PENDING to SENT',
		],
		[
			'a rejected review before a payment whose entry is still to come',
			'PARTIAL',
			read('DRAFT', 1),
			'DRAFT 1, SEND 20, PENDING 21, REJECTED 22',
			'DRAFT to SENT, SENT to PENDING, PENDING to SENT, SENT to PARTIAL',
		],
		[
			'a rejected review of a partly paid one',
			'PAID',
			read('PARTIAL', 2),
			'SEND 1, PAYMENT 2, PENDING 20, REJECTED 21, PAYMENT 22',
			'PARTIAL to PENDING, PENDING to PARTIAL, PARTIAL to PAID',
		],
		[
			'a review that is accepted',
			'PAID',
			read('PENDING', 3),
			'SEND 1, PENDING 3, PAYMENT 20',
			'PENDING to PAID',
		],
		[
			'reminders, updates and resends',
			'PARTIAL',
			read('PARTIAL', 2),
			'SEND 1, PAYMENT 2, REMINDER 20, RESEND 21, SEND 22, UPDATE 23',
			'',
		],
		[
			'a second entry of the same moment',
			'PARTIAL',
			read('PARTIAL', 20),
			'SEND 1, PAYMENT 20, PAYMENT 20',
			'PARTIAL to PARTIAL',
		],
		['a new invoice sent at once', 'SENT', undefined, 'CREATE 20, SEND 20', 'new to SENT'],
		[
			'a new invoice published, then sent',
			'SENT',
			undefined,
			'CREATE 20, SEND 21',
			'new to CREATED, CREATED to SENT',
		],
		[
			'one that existed before and was overlooked',
			'PAID',
			undefined,
			'SEND 1, PAYMENT 20',
			'SENT to PAID',
		],
		['one that existed before and did not change', 'SENT', undefined, 'SEND 1', ''],
		[
			'a history that does not report the last change',
			'CANCELED',
			read('SENT', 1),
			'SEND 1',
			'SENT to CANCELED',
		],
		['an older answer than was read before', 'SENT', read('PARTIAL', 5), 'SEND 1', ''],
		[
			'a change before the activation that an old list did not show',
			'PARTIAL',
			{ status: 'SENT' },
			'SEND 1, PAYMENT 2',
			'',
		],
		[
			'a change before the activation that an old answer did not tell',
			'PAID',
			read('DRAFT', 1),
			'DRAFT 1, SEND 2, PAYMENT 3',
			'',
		],
		[
			'a change after one that neither told',
			'PAID',
			{ status: 'DRAFT' },
			'DRAFT 1, SEND 2, PAYMENT 3, PAYMENT 20',
			'PARTIAL to PAID',
		],
		[
			'a reminder of an invoice that an old list showed in another status',
			'SENT',
			{ status: 'CREATED' },
			'CREATE 1, PENDING 2, REJECTED 3, REMINDER 20',
			'',
		],
		['an older answer than the list', 'DRAFT', { status: 'SENT' }, 'DRAFT 1', ''],
		[
			'a change that no history tells, of an invoice known from the list',
			'CANCELED',
			{ status: 'SENT' },
			'SEND 1',
			'SENT to CANCELED',
		],
		['no history', 'PAID', { status: 'SENT' }, '', 'SENT to PAID'],
	])('%s', (_, status, known, history, expected) => {
		expect(steps(known, status, history)).toBe(expected);
	});

	it('tells a payment by the balance where no history does, and never by a higher one', () => {
		expect(steps({ status: 'PARTIAL', balance: '80.00' }, 'PARTIAL', '', 60)).toBe(
			'PARTIAL to PARTIAL',
		);
		expect(steps({ status: 'PARTIAL', balance: '80.00' }, 'PARTIAL', '', 80)).toBe('');
		expect(steps({ status: 'PARTIAL', balance: '60.00' }, 'PARTIAL', '', 80)).toBe('');
	});

	describe('of an entry that may lead to two statuses', () => {
		const patience = {
			at: time(20),
			activated: time(10),
			clocks: [0],
			isPast: false,
			events: new Set(['CREATE', 'SEND']),
			lacking: new Set<string>(),
		};
		const look = (known: Known | undefined, status: string, history: string, minutes: number) => {
			const at = time(20) + minutes * 60_000;
			const examined = examine(known, invoice(status, history), time(10), { ...patience, at });
			return { ...examined, told: examined.steps.map(({ newStatus }) => newStatus) };
		};

		it('waits for the entry of the other one, and tells both', () => {
			const first = look(undefined, 'SENT', 'CREATE 20', 1);
			expect(first.told).toEqual([]);
			expect(look(first.known, 'SENT', 'CREATE 20, SEND 20.1', 8).told).toEqual([
				'CREATED',
				'SENT',
			]);
		});

		it('tells the present one where no other comes, and remembers that', () => {
			const first = look(undefined, 'SENT', 'DRAFT 19, CREATE 20', 1);
			expect(first.told).toEqual(['DRAFT']);
			const second = look(first.known, 'SENT', 'DRAFT 19, CREATE 20', 10);
			expect(second.told).toEqual([]);
			const third = look(second.known, 'SENT', 'DRAFT 19, CREATE 20', 16);
			expect(third).toMatchObject({ told: ['SENT'], lacking: ['CREATE alone'] });
			const lacking = new Set(third.lacking);
			expect(
				examine(undefined, invoice('SENT', 'CREATE 20'), time(10), { ...patience, lacking }).steps,
			).toMatchObject([{ newStatus: 'SENT' }]);
		});

		it('tells the one that a look has shown where the next entry is of something else', () => {
			const first = look(undefined, 'SENT', 'CREATE 20', 1);
			const second = look(first.known, 'PARTIAL', 'CREATE 20, PAYMENT 20.1', 8);
			expect(second).toMatchObject({ told: ['SENT', 'PARTIAL'], lacking: ['CREATE alone'] });
		});

		it('is not waited for where it is of the past', () => {
			const past = { ...patience, isPast: true };
			const { steps: told } = examine(undefined, invoice('SENT', 'CREATE 20'), time(10), past);
			expect(told).toMatchObject([{ newStatus: 'SENT' }]);
		});
	});

	it('reads a history that is newest first', () => {
		expect(steps(read('DRAFT', 1), 'PAID', 'PAYMENT 21, SEND 20, DRAFT 1')).toBe(
			'DRAFT to SENT, SENT to PAID',
		);
	});

	it('reads one that is newest first and all of one moment', () => {
		expect(steps(undefined, 'PENDING', 'PENDING 20, SEND 20, DRAFT 20')).toBe(
			'new to DRAFT, DRAFT to SENT, SENT to PENDING',
		);
		expect(steps(undefined, 'PENDING', 'PENDING 20, SEND 20')).toBe('new to SENT, SENT to PENDING');
		expect(steps(undefined, 'PENDING', 'DRAFT 20, SEND 20, PENDING 20')).toBe(
			'new to DRAFT, DRAFT to SENT, SENT to PENDING',
		);
	});
});

describe('What is remembered of an invoice', () => {
	it.each<[string, Known]>([
		['INV-1', { status: 'SENT' }],
		['with | bars |', { status: 'PARTIAL', balance: '12.50', cursor: { at: time(3), count: 2 } }],
		['0012', { status: 'EXPIRED', reported: { overdue: '2026-03-01', expiresSoon: '2026-03-31' } }],
		[
			'AHEAD',
			{
				status: 'PAID',
				from: time(2),
				ahead: { from: 'SENT', to: [{ status: 'PARTIAL', amount: '12.50' }, { status: 'PAID' }] },
				untimed: 40,
			},
		],
		[
			'BEHIND',
			{ status: 'PARTIAL', behindSince: time(5), ahead: { from: '', to: [{ status: 'SENT' }] } },
		],
		[
			'LOOKS',
			{
				status: 'SENT',
				behindSince: time(5),
				looks: [{ status: 'PARTIAL', balance: '12.50' }, { status: 'EXPIRED' }],
			},
		],
		['GONE', { status: 'SENT', goneSince: time(4) }],
	])('%s comes back as it was written', (id, known) => {
		expect(readKnown(writeKnown(id, known))).toEqual([id, known]);
	});
});
