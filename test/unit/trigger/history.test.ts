import { examine } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/examine';
import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import {
	readKnown,
	writeKnown,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/lines';
import { invoiceAnswer, minute, START } from '../../support/invoiceAnswer';

const steps = (known: Known | undefined, ...answer: Parameters<typeof invoiceAnswer>) =>
	examine(known, invoiceAnswer(...answer), START)
		.steps.filter(({ kind }) => kind === undefined || kind === 'paymentRejected')
		.map(({ previousStatus, newStatus }) => `${previousStatus ?? 'new'} to ${newStatus}`)
		.join(', ');

const read = (status: string, at: number, count = 1): Known => ({
	status,
	cursor: { at: minute(at), count },
});

describe('What the history of an invoice tells', () => {
	it.each<[string, string, Known | undefined, string, string]>([
		['a draft that is sent', 'SENT', read('DRAFT', -90), 'DRAFT -90, SEND 20', 'DRAFT to SENT'],
		[
			'a draft sent without email',
			'CREATED',
			read('DRAFT', -90),
			'DRAFT -90, SEND 20',
			'DRAFT to CREATED',
		],
		[
			'part payments and the last one',
			'PAID',
			read('SENT', -90),
			'SEND -90, PAYMENT 20, PAYMENT 21, PAYMENT 22',
			'SENT to PARTIAL, PARTIAL to PARTIAL, PARTIAL to PAID',
		],
		[
			'a review that is rejected',
			'SENT',
			read('SENT', -90),
			'SEND -90, PENDING 20, REJECTED 21',
			'SENT to PENDING, PENDING to SENT',
		],
		[
			'a rejected review before a payment whose entry is still to come',
			'PARTIAL',
			read('DRAFT', -90),
			'DRAFT -90, SEND 20, PENDING 21, REJECTED 22',
			'DRAFT to SENT, SENT to PENDING, PENDING to SENT, SENT to PARTIAL',
		],
		[
			'a rejected review of a partly paid one',
			'PAID',
			read('PARTIAL', -80),
			'SEND -90, PAYMENT -80, PENDING 20, REJECTED 21, PAYMENT 22',
			'PARTIAL to PENDING, PENDING to PARTIAL, PARTIAL to PAID',
		],
		[
			'a review that is accepted',
			'PAID',
			read('PENDING', -70),
			'SEND -90, PENDING -70, PAYMENT 20',
			'PENDING to PAID',
		],
		[
			'reminders, updates and resends',
			'PARTIAL',
			read('PARTIAL', -80),
			'SEND -90, PAYMENT -80, REMINDER 20, RESEND 21, SEND 22, UPDATE 23',
			'',
		],
		[
			'a second entry of the same moment',
			'PARTIAL',
			read('PARTIAL', 20),
			'SEND -90, PAYMENT 20, PAYMENT 20',
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
			'SEND -90, PAYMENT 20',
			'SENT to PAID',
		],
		['one that existed before and did not change', 'SENT', undefined, 'SEND -90', ''],
		[
			'a history that does not report the last change',
			'CANCELED',
			read('SENT', -90),
			'SEND -90',
			'SENT to CANCELED',
		],
		['an older answer than was read before', 'SENT', read('PARTIAL', -50), 'SEND -90', ''],
		[
			'a change before the activation that an old list did not show',
			'PARTIAL',
			{ status: 'SENT' },
			'SEND -90, PAYMENT -80',
			'',
		],
		[
			'a change before the activation that an old answer did not tell',
			'PAID',
			read('DRAFT', -90),
			'DRAFT -90, SEND -80, PAYMENT -70',
			'',
		],
		[
			'a change after one that neither told',
			'PAID',
			{ status: 'DRAFT' },
			'DRAFT -90, SEND -80, PAYMENT -70, PAYMENT 20',
			'PARTIAL to PAID',
		],
		[
			'a reminder of an invoice that an old list showed in another status',
			'SENT',
			{ status: 'CREATED' },
			'CREATE -90, PENDING -80, REJECTED -70, REMINDER 20',
			'',
		],
		['an older answer than the list', 'DRAFT', { status: 'SENT' }, 'DRAFT -90', ''],
		[
			'a change that no history tells, of an invoice known from the list',
			'CANCELED',
			{ status: 'SENT' },
			'SEND -90',
			'SENT to CANCELED',
		],
		['no history', 'PAID', { status: 'SENT' }, '', 'SENT to PAID'],
	])('%s', (_, status, known, history, expected) => {
		expect(steps(known, status, history)).toBe(expected);
	});

	it('tells a payment by the balance where no history does, and never by a higher one', () => {
		expect(steps({ status: 'PARTIAL', balance: '80.00' }, 'PARTIAL', '', { balance: 60 })).toBe(
			'PARTIAL to PARTIAL',
		);
		expect(steps({ status: 'PARTIAL', balance: '80.00' }, 'PARTIAL', '', { balance: 80 })).toBe('');
		expect(steps({ status: 'PARTIAL', balance: '60.00' }, 'PARTIAL', '', { balance: 80 })).toBe('');
	});

	it('reads a history that is newest first', () => {
		expect(steps(read('DRAFT', -90), 'PAID', 'PAYMENT 21, SEND 20, DRAFT -90')).toBe(
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
		['with | bars |', { status: 'PARTIAL', balance: '12.50', cursor: { at: minute(3), count: 2 } }],
		['0012', { status: 'EXPIRED', reported: { overdue: '2026-03-01', expiresSoon: '2026-03-31' } }],
		[
			'AHEAD',
			{
				status: 'PAID',
				from: minute(2),
				ahead: { from: 'SENT', to: [{ status: 'PARTIAL', amount: '12.50' }, { status: 'PAID' }] },
				untimed: 40,
			},
		],
		[
			'BEHIND',
			{ status: 'PARTIAL', behindSince: minute(5), ahead: { from: '', to: [{ status: 'SENT' }] } },
		],
		[
			'LOOKS',
			{
				status: 'SENT',
				behindSince: minute(5),
				looks: [{ status: 'PARTIAL', balance: '12.50' }, { status: 'EXPIRED' }],
			},
		],
		['GONE', { status: 'SENT', goneSince: minute(4) }],
	])('%s comes back as it was written', (id, known) => {
		expect(readKnown(writeKnown(id, known))).toEqual([id, known]);
	});
});
