import {
	bearsStatus,
	countsLeadingTo,
	eventsThatTell,
	mayEndIn,
	ownEntryOf,
	readEntries,
	type ReportedEarly,
	statusAfter,
	type Step,
	stillToCome,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/history';
import { invoiceAnswer, minute } from '../../support/invoiceAnswer';

const entriesOf = (history: string) => invoiceAnswer('', history).history;

describe('The status that entries lead to', () => {
	it.each<[string, string | null, string | null]>([
		['', null, null],
		['', 'SENT', 'SENT'],
		['DRAFT 1', null, 'DRAFT'],
		['DRAFT 1, CREATE 2', null, 'CREATED'],
		['CREATE 1, SEND 2', null, 'SENT'],
		['SEND 1, PAYMENT 2', null, 'PARTIAL'],
		['PENDING 1', 'SENT', 'PENDING'],
		['PENDING 1, REJECTED 2', 'SENT', 'SENT'],
		['PAYMENT 1, PENDING 2, REJECTED 3', 'SENT', 'PARTIAL'],
		['CANCEL 1', 'SENT', 'CANCELED'],
		['REMINDER 1, UPDATE 2, RESEND 3', 'SENT', 'SENT'],
	])('"%s" after %s is %s', (history, start, expected) => {
		expect(statusAfter(entriesOf(history), start)).toBe(expected);
	});

	it('does not go back because a partly paid invoice is sent or published again', () => {
		expect(statusAfter(entriesOf('SEND 1, CREATE 2'), 'PARTIAL')).toBe('PARTIAL');
		expect(statusAfter(entriesOf('CREATE 1'), 'SENT')).toBe('SENT');
	});

	it('may be another than the usual one of the last entry that tells a status', () => {
		const may = (history: string) =>
			['DRAFT', 'CREATED', 'SENT', 'PENDING', 'PARTIAL', 'PAID', 'CANCELED'].filter((status) =>
				mayEndIn(entriesOf(history), status),
			);
		expect(may('SEND 1, PAYMENT 2')).toEqual(['PENDING', 'PARTIAL', 'PAID']);
		expect(may('SEND 1, PAYMENT 2, REMINDER 3')).toEqual(['PENDING', 'PARTIAL', 'PAID']);
		expect(may('CREATE 1')).toEqual(['DRAFT', 'CREATED', 'SENT']);
		expect(may('DRAFT 1')).toEqual(['DRAFT']);
		expect(may('SEND 1, CANCEL 2')).toEqual(['CANCELED']);
		expect(may('SEND 1, PAYMENT 2, SEND 3')).toEqual(['CREATED', 'SENT', 'PARTIAL', 'PAID']);
		expect(may('REMINDER 1')).toEqual([]);
		expect(may('')).toEqual([]);
	});

	it('follows from entries of changes only', () => {
		const told = entriesOf('DRAFT 1, SEND 2, REMINDER 3, UPDATE 4, RESEND 5, NOTE 6, CANCEL 7');
		expect(told.filter(bearsStatus).map(({ event }) => event)).toEqual(['DRAFT', 'SEND', 'CANCEL']);
	});

	it('may have an entry of its own where an invoice is sent at once or a payment is reviewed', () => {
		expect(entriesOf('CREATE 1, SEND 2, PAYMENT 3').map(ownEntryOf)).toEqual([
			{ status: 'SENT', event: 'SEND' },
			undefined,
			{ status: 'PENDING', event: 'PENDING' },
		]);
	});
});

describe('After how many entries an invoice had a status', () => {
	const PAYMENTS = 'DRAFT 1, SEND 2, REMINDER 3, PAYMENT 4, PAYMENT 5';

	it.each<[string, string, string | undefined, number[]]>([
		[PAYMENTS, 'DRAFT', 'PAID', [1]],
		[PAYMENTS, 'SENT', 'PAID', [2, 3]],
		[PAYMENTS, 'PARTIAL', 'PAID', [4]],
		[PAYMENTS, 'PAID', 'PAID', [5]],
		[PAYMENTS, 'PARTIAL', 'PARTIAL', [4, 5]],
		[PAYMENTS, 'PARTIAL', undefined, [4, 5]],
		[PAYMENTS, 'PAID', undefined, []],
		[PAYMENTS, 'CANCELED', 'CANCELED', []],
		['CREATE 1, REMINDER 2', 'SENT', 'SENT', [1, 2]],
		['CREATE 1, REMINDER 2', 'CREATED', 'SENT', []],
		['REMINDER 1', 'SENT', 'SENT', []],
	])('"%s": %s, where it is %s in the end: %j', (history, status, final, counts) => {
		expect(countsLeadingTo(status, entriesOf(history), final)).toEqual(counts);
	});
});

describe('The entries that would tell a change', () => {
	const tell = (previousStatus: string | null, newStatus: string) =>
		eventsThatTell({ previousStatus, newStatus, ordinal: 0 }).sort();

	it.each<[string, string, string[]]>([
		['DRAFT', 'CREATED', ['CREATE']],
		['DRAFT', 'SENT', ['SEND']],
		['SENT', 'PARTIAL', ['PAYMENT']],
		['SENT', 'PAID', ['PAYMENT']],
		['SENT', 'PENDING', ['PENDING']],
		['SENT', 'CANCELED', ['CANCEL']],
		['PENDING', 'PAID', ['PAYMENT']],
		['PENDING', 'CANCELED', ['CANCEL']],
		['SENT', 'EXPIRED', []],
	])('%s to %s: %j', (from, to, events) => expect(tell(from, to)).toEqual(events));

	it('are those of a rejection where a review ended and the invoice is not paid', () => {
		expect(tell('PENDING', 'SENT')).toEqual(['REJECTED', 'REJECTED_PARTLY_PAID']);
		expect(tell('PENDING', 'CREATED')).toEqual(['REJECTED', 'REJECTED_PARTLY_PAID']);
		expect(tell('PENDING', 'PARTIAL')).toEqual(['PAYMENT', 'REJECTED', 'REJECTED_PARTLY_PAID']);
	});

	it('may be any of an invoice that was not there', () => {
		const any = tell(null, 'PAID');
		expect(any).toEqual(tell(null, 'SENT'));
		expect(any).toEqual(expect.arrayContaining(['DRAFT', 'CREATE', 'SEND', 'PENDING', 'CANCEL']));
	});
});

interface Given {
	start?: string | null;
	final?: string;
	early?: ReportedEarly[];
}

const read = (history: string, { start = 'SENT', final, early }: Given = {}) => {
	const entries = entriesOf(history);
	return readEntries(entries, start, final, (entry) => 10 + entries.indexOf(entry), early);
};

const inWords = ({ previousStatus, newStatus, kind, payment, isAhead }: Step) =>
	[
		previousStatus ?? 'new',
		newStatus,
		kind,
		payment && JSON.stringify(payment.amount ?? 'unknown'),
		isAhead && 'without entry',
	]
		.filter(Boolean)
		.join(' ');

const told = (history: string, given?: Given) => read(history, given).steps.map(inWords);

describe('The steps that entries tell', () => {
	it('have the time and the payment of their entry, and its place among those of the same time', () => {
		expect(read('PENDING 1, PAYMENT 2 20.00', { final: 'PAID' }).steps).toEqual([
			{ previousStatus: 'SENT', newStatus: 'PENDING', at: minute(1), ordinal: 10 },
			{
				previousStatus: 'PENDING',
				newStatus: 'PAID',
				at: minute(2),
				ordinal: 11,
				payment: { transactionId: 'T', amount: '20.00' },
			},
		]);
	});

	it('have no time where the history has none, and an empty payment where it gives no details', () => {
		const [step] = read('PAYMENT ?', { final: 'PAID' }).steps;
		expect(step).toEqual({
			previousStatus: 'SENT',
			newStatus: 'PAID',
			at: undefined,
			ordinal: 10,
			payment: {},
		});
	});

	it('end in the usual status where the present one is not given', () => {
		expect(told('PENDING 1, PAYMENT 2 5')).toEqual(['SENT PENDING', 'PENDING PARTIAL "5"']);
		expect(read('PENDING 1, PAYMENT 2')).toMatchObject({ status: 'PARTIAL', readTo: 'PARTIAL' });
	});

	it('end in the present status; what no entry leads to is a step without entry', () => {
		expect(told('PAYMENT 1 5', { final: 'CANCELED' })).toEqual([
			'SENT PARTIAL "5"',
			'PARTIAL CANCELED without entry',
		]);
		expect(read('PAYMENT 1', { final: 'CANCELED' })).toMatchObject({
			status: 'CANCELED',
			readTo: 'PARTIAL',
		});
		expect(told('', { final: 'SENT' })).toEqual([]);
		expect(told('', { start: null, final: 'SENT' })).toEqual(['new SENT without entry']);
	});

	it('are none of a note about an invoice of which no status is known', () => {
		expect(told('REMINDER 1, UPDATE 2', { start: null })).toEqual([]);
	});

	it('name a reminder, an update and a rejected payment', () => {
		expect(told('REMINDER 1, UPDATE 2, RESEND 3, PENDING 4, REJECTED 5')).toEqual([
			'SENT SENT reminderSent',
			'SENT SENT updated',
			'SENT PENDING',
			'PENDING SENT paymentRejected',
		]);
		expect(told('PAYMENT 1 5, PENDING 2, REJECTED 3')).toEqual([
			'SENT PARTIAL "5"',
			'PARTIAL PENDING',
			'PENDING PARTIAL paymentRejected',
		]);
	});

	it('name a rejection that no entry tells, where only that can be', () => {
		const rejected = (start: string, final: string) => told('', { start, final });
		expect(rejected('PENDING', 'SENT')).toEqual(['PENDING SENT paymentRejected without entry']);
		expect(rejected('PENDING', 'CREATED')).toEqual([
			'PENDING CREATED paymentRejected without entry',
		]);
		expect(rejected('PENDING', 'PARTIAL')).toEqual(['PENDING PARTIAL without entry']);
		expect(rejected('DRAFT', 'SENT')).toEqual(['DRAFT SENT without entry']);
		expect(rejected('DRAFT', 'CREATED')).toEqual(['DRAFT CREATED without entry']);
	});

	describe('of a rejected payment', () => {
		it.each(['CREATED', 'PARTIAL', 'SENT'])('lead back to %s, where it was', (status) => {
			const back = [`${status} PENDING`, `PENDING ${status} paymentRejected`];
			expect(told('PENDING 1, REJECTED 2', { start: status, final: status })).toEqual(back);
			expect(told('PENDING 1, PENDING 2, REJECTED 3', { start: status, final: status })).toEqual(
				back,
			);
		});

		it('lead back to where it was, also where something else happened since', () => {
			expect(told('PAYMENT 1 5, PENDING 2, REJECTED 3', { final: 'SENT' }).slice(2)).toEqual([
				'PENDING PARTIAL paymentRejected',
				'PARTIAL SENT without entry',
			]);
		});

		it('lead to the present status where no entry tells where it was', () => {
			expect(told('REJECTED 1', { start: 'PENDING', final: 'CREATED' })).toEqual([
				'PENDING CREATED paymentRejected',
			]);
			expect(told('PAYMENT 1 5, REMINDER 2, REJECTED 3', { final: 'SENT' })).toEqual([
				'SENT PARTIAL "5"',
				'PARTIAL PARTIAL reminderSent',
				'PARTIAL SENT paymentRejected',
			]);
		});
	});

	it('are uncertain where an entry that is still to come may have led to the status', () => {
		const isUncertain = (history: string, final: string) =>
			read(history, { final }).steps.at(-1)?.isUncertain;
		expect(isUncertain('PAYMENT 1', 'PENDING')).toBe(true);
		expect(isUncertain('PAYMENT 1', 'PAID')).toBeUndefined();
		expect(isUncertain('PENDING 1', 'PENDING')).toBeUndefined();
		expect(read('CREATE 1', { start: null, final: 'SENT' }).steps).toMatchObject([
			{ newStatus: 'SENT', isUncertain: true },
		]);
	});
});

describe('What was reported before its entry came', () => {
	const later = (history: string, final: string, ...early: ReportedEarly[]) => {
		const reading = read(history, { final, early });
		return { told: reading.steps.map(inWords), ahead: reading.ahead, readTo: reading.readTo };
	};
	const NOTHING = { told: [], ahead: [] };

	it('is not reported again when its entry comes', () => {
		expect(later('PENDING 1', 'PENDING', { status: 'PENDING' })).toEqual({
			...NOTHING,
			readTo: 'PENDING',
		});
		expect(later('PAYMENT 1 20', 'PARTIAL', { status: 'PARTIAL', amount: '20.00' })).toEqual({
			...NOTHING,
			readTo: 'PARTIAL',
		});
	});

	it('waits on where no entry came, and nothing else is new', () => {
		const early = { status: 'PARTIAL', amount: '20.00' };
		expect(later('', 'PARTIAL', early)).toEqual({ told: [], ahead: [early], readTo: 'SENT' });
		expect(later('REMINDER 1', 'PARTIAL', early)).toEqual({
			told: ['SENT SENT reminderSent'],
			ahead: [early],
			readTo: 'SENT',
		});
	});

	it('may be several payments in one: each of their entries is a part of it', () => {
		const early = { status: 'PARTIAL', amount: '30.00' };
		expect(later('PAYMENT 1 10', 'PARTIAL', early)).toEqual({
			told: [],
			ahead: [{ status: 'PARTIAL', amount: '20.00' }],
			readTo: 'PARTIAL',
		});
		expect(later('PAYMENT 1 10, PAYMENT 2 20', 'PARTIAL', early)).toMatchObject(NOTHING);
		expect(later('PAYMENT 1 10, PAYMENT 2 20, PAYMENT 3 5', 'PARTIAL', early)).toMatchObject({
			told: ['PARTIAL PARTIAL "5"'],
			ahead: [],
		});
	});

	it('is one payment where its amount is not known, and all of them where the last one was reported', () => {
		const payments = 'PAYMENT 1 10, PAYMENT 2 20, PAYMENT 3 5';
		expect(later(payments, 'PARTIAL', { status: 'PARTIAL' })).toMatchObject({
			told: ['PARTIAL PARTIAL "20"', 'PARTIAL PARTIAL "5"'],
			ahead: [],
		});
		expect(later(payments, 'PAID', { status: 'PAID' })).toEqual({ ...NOTHING, readTo: 'PAID' });
	});

	it('is one payment where its entry has no amount', () => {
		expect(later('PAYMENT 1', 'PARTIAL', { status: 'PARTIAL', amount: '30' })).toMatchObject(
			NOTHING,
		);
		expect(later('PAYMENT 1, PAYMENT 2', 'PAID', { status: 'PAID', amount: '30' })).toMatchObject(
			NOTHING,
		);
	});

	it('is done with where its entry says more', () => {
		expect(later('PAYMENT 1 40', 'PARTIAL', { status: 'PARTIAL', amount: '30' })).toMatchObject(
			NOTHING,
		);
	});

	it('is a payment or a rejected one where its amount is known, and not the entry of the other', () => {
		const paid = { status: 'PARTIAL', amount: '30' };
		const both = 'PENDING 1, REJECTED 2, PAYMENT 3 30';
		expect(later(both, 'PARTIAL', { status: 'PENDING' }, paid)).toEqual({
			told: ['PENDING SENT paymentRejected'],
			ahead: [],
			readTo: 'PARTIAL',
		});
		expect(later('PENDING 1, REJECTED 2', 'PARTIAL', { status: 'PENDING' }, paid)).toEqual({
			told: ['PENDING SENT paymentRejected'],
			ahead: [paid],
			readTo: 'SENT',
		});
		const rejected = { status: 'PARTIAL', amount: '0' };
		expect(later('REJECTED 1', 'PARTIAL', rejected)).toEqual({ ...NOTHING, readTo: 'PARTIAL' });
		expect(later('PAYMENT 1 30', 'PARTIAL', rejected)).toMatchObject({
			told: ['SENT PARTIAL "30"'],
			ahead: [rejected],
		});
	});

	it('does not hide a step that was passed over', () => {
		expect(
			later('PENDING 1, PAYMENT 2 30', 'PARTIAL', { status: 'PARTIAL', amount: '30' }),
		).toEqual({
			told: ['SENT PENDING'],
			ahead: [],
			readTo: 'PARTIAL',
		});
	});

	it('is the last status that is known, from which a further step begins', () => {
		expect(later('', 'PAID', { status: 'PENDING' })).toMatchObject({
			told: ['PENDING PAID without entry'],
			ahead: [{ status: 'PENDING' }],
		});
	});
});

describe('What was reported early may still get its entry after a later one', () => {
	const SENT: ReportedEarly = { status: 'SENT' };
	const PENDING: ReportedEarly = { status: 'PENDING' };
	const left = (from: string, to: ReportedEarly[], present: string, ...shown: string[]) =>
		stillToCome({ from, to }, present, new Set(shown));

	it('where histories of the service have shown such entries', () => {
		const ahead = { from: 'CREATED', to: [SENT, PENDING] };
		expect(left('CREATED', ahead.to, 'PAID', 'SEND', 'PAYMENT')).toEqual(ahead);
		const unknown = [{ status: 'PARTIAL' }];
		expect(left('PENDING', unknown, 'PAID', 'PAYMENT')).toEqual({ from: 'PENDING', to: unknown });
	});

	it('where it is the present status: its entry may be the first of its kind', () => {
		expect(left('SENT', [PENDING], 'PENDING', 'SEND')).toEqual({ from: 'SENT', to: [PENDING] });
		expect(left('SENT', [PENDING], 'PAID', 'SEND')).toBeUndefined();
		expect(left('CREATED', [SENT, PENDING, SENT], 'SENT', 'CREATE')).toEqual({
			from: 'PENDING',
			to: [SENT],
		});
	});

	it('never where the service has shown no such entry and the invoice has gone on', () => {
		expect(left('CREATED', [SENT, PENDING], 'PAID', 'CREATE', 'PENDING')).toEqual({
			from: 'SENT',
			to: [PENDING],
		});
		expect(left('CREATED', [SENT, PENDING], 'PAID', 'CREATE', 'PAYMENT')).toBeUndefined();
		expect(left('CREATED', [PENDING, SENT], 'PAID', 'SEND')).toBeUndefined();
	});

	it('never where a payment was rejected and the service shows no such entries', () => {
		const rejected = { status: 'PARTIAL', amount: '0' };
		expect(left('PENDING', [rejected], 'PARTIAL', 'PAYMENT')).toBeUndefined();
		expect(left('PENDING', [rejected], 'PARTIAL', 'REJECTED')).toEqual({
			from: 'PENDING',
			to: [rejected],
		});
	});
});
