import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import { lookAt, weigh } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/look';
import {
	isOldLook,
	isUndated,
	lookByLook,
	type Patience,
	waiting,
	waits,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/waiting';
import { invoiceAnswer, minute, START } from '../../support/invoiceAnswer';

type Answer = Parameters<typeof invoiceAnswer>;

/** The minute of each look. */
const NOW = 100;

/** An invoice whose history was read up to its sending. */
const SENT: Known = { status: 'SENT', cursor: { at: minute(-90), count: 1 } };
const LISTED: Known = { status: 'SENT' };

const lookOf = (known: Known | undefined, answer: Answer) =>
	lookAt(known, invoiceAnswer(...answer), START);

const patient = (given: Partial<Patience> = {}): Patience => ({
	at: minute(NOW),
	activated: START,
	clocks: [0],
	isPast: false,
	events: new Set(),
	lacking: new Set(),
	...given,
});

describe('A change without an entry is waited for', () => {
	const isAwaited = (known: Known | undefined, answer: Answer, given?: Partial<Patience>) => {
		const look = lookOf(known, answer);
		return waits(look, weigh(look), patient(given));
	};
	const REVIEWED: Answer = ['PENDING', 'SEND -90'];

	it('where the service may have such an entry', () => {
		expect(isAwaited(SENT, REVIEWED)).toBe(true);
		expect(isAwaited(SENT, REVIEWED, { events: new Set(['PENDING']), isPast: true })).toBe(true);
		expect(
			isAwaited(SENT, REVIEWED, { events: new Set(['PENDING']), lacking: new Set(['PENDING']) }),
		).toBe(true);
	});

	it('never where such entries were waited for without success', () => {
		expect(isAwaited(SENT, REVIEWED, { lacking: new Set(['PENDING']) })).toBe(false);
		expect(isAwaited(SENT, REVIEWED, { lacking: new Set(['CANCEL']) })).toBe(true);
	});

	it('as long as one of several entries that would tell it may come', () => {
		const lacking = new Set(['REJECTED', 'REJECTED_PARTLY_PAID']);
		const known: Known = { ...SENT, status: 'PENDING' };
		expect(isAwaited(known, ['PARTIAL', 'SEND -90'], { lacking })).toBe(true);
		expect(isAwaited(known, ['SENT', 'SEND -90'], { lacking })).toBe(false);
	});

	it('never where the answer has no history, or where it is long past', () => {
		expect(isAwaited(LISTED, ['PENDING', undefined])).toBe(false);
		expect(isAwaited(SENT, REVIEWED, { isPast: true })).toBe(false);
	});

	it('never where the entry is there', () => {
		expect(isAwaited(SENT, ['PENDING', 'SEND -90, PENDING 5'])).toBe(false);
		expect(isAwaited(SENT, ['SENT', 'SEND -90'])).toBe(false);
	});

	it('for 15 minutes', () => {
		const since = (minutes: number): Known => ({ ...SENT, behindSince: minute(NOW - minutes) });
		expect(isAwaited(since(14.9), REVIEWED)).toBe(true);
		expect(isAwaited(since(15), REVIEWED)).toBe(false);
	});

	it('for longer where another entry comes meanwhile', () => {
		const known: Known = { ...SENT, behindSince: minute(NOW - 60) };
		expect(isAwaited(known, ['CANCELED', 'SEND -90, PENDING 5'])).toBe(true);
	});

	it('also where it is over, as long as nothing came', () => {
		const looks = [{ status: 'PENDING' }];
		const known: Known = { ...SENT, behindSince: minute(NOW - 5), looks };
		expect(isAwaited(known, ['SENT', 'SEND -90'])).toBe(true);
		expect(isAwaited({ ...known, behindSince: minute(NOW - 15) }, ['SENT', 'SEND -90'])).toBe(
			false,
		);
		expect(isAwaited(known, ['SENT', 'SEND -90, PENDING 5, REJECTED 6'])).toBe(false);
	});

	describe('by the amounts', () => {
		const paid = (balance: number): Answer => [
			'PARTIAL',
			'SEND -90, PAYMENT 5 20',
			{ total: 100, balance },
		];
		const events = new Set(['PAYMENT']);

		it('where the entries of payments are less than the balance says', () => {
			expect(isAwaited(SENT, paid(50), { events })).toBe(true);
			expect(isAwaited(SENT, paid(80), { events })).toBe(false);
		});

		it('never in a service that shows no payments', () => {
			expect(isAwaited(SENT, paid(50), { events: new Set(['SEND']) })).toBe(false);
		});

		it('never where the balance was reported already', () => {
			const ahead = { from: 'SENT', to: [{ status: 'PARTIAL', amount: '50' }] };
			const known: Known = { ...SENT, status: 'PARTIAL', balance: '50', ahead };
			const answer: Answer = ['PARTIAL', 'SEND -90', { total: 100, balance: 50 }];
			expect(isAwaited(known, answer, { events })).toBe(false);
		});
	});

	describe('where an invoice has a status that its old entries need not lead to:', () => {
		it('a list showed another status, and the last entry usually leads to another one too', () => {
			const old = 'SEND -90, PAYMENT -30';
			expect(isAwaited(LISTED, ['PAID', old])).toBe(true);
			expect(isAwaited(LISTED, ['PARTIAL', old])).toBe(false);
			expect(isAwaited({ status: 'PAID' }, ['PAID', old])).toBe(false);
		});

		it('it is met for the first time, and no entry can have led there', () => {
			expect(isAwaited(undefined, ['CANCELED', 'SEND -90'])).toBe(true);
			expect(isAwaited({ status: '' }, ['SENT', '', { created: -10 }])).toBe(true);
			expect(isAwaited(undefined, ['PAID', 'SEND -90, PAYMENT -30'])).toBe(false);
			expect(isAwaited(undefined, ['SENT', undefined, { created: -10 }])).toBe(false);
		});

		it('it is met for the first time, and its payments are less than the balance says', () => {
			const answer = (amount: number): Answer => [
				'PAID',
				`SEND -90, PAYMENT -30 ${amount}`,
				{ total: 100, balance: 0 },
			];
			expect(isAwaited(undefined, answer(20))).toBe(true);
			expect(isAwaited(undefined, answer(100))).toBe(false);
		});

		it('never where its history was read before', () => {
			expect(isAwaited(SENT, ['PAID', 'SEND -90, PAYMENT -30'])).toBe(false);
		});
	});
});

describe('A look that waits', () => {
	const look = (known: Known | undefined, ...answer: Answer) =>
		waiting(lookOf(known, answer), minute(NOW));
	const EARLIER = minute(NOW - 5);

	it('hands over what the entries tell, and remembers the status and the balance after them', () => {
		const { steps, known } = look(SENT, 'PAID', 'SEND -90, PAYMENT 5 20', {
			total: 100,
			balance: 0,
		});
		expect(steps).toMatchObject([
			{ previousStatus: 'SENT', newStatus: 'PARTIAL', at: minute(5), payment: { amount: '20' } },
		]);
		expect(known).toEqual({
			status: 'PARTIAL',
			cursor: { at: minute(5), count: 1 },
			balance: '80',
			untimed: 0,
			behindSince: minute(NOW),
			looks: [{ status: 'PAID', balance: '0' }],
		});
	});

	it('hands over nothing without an entry, and notes what it shows', () => {
		const { steps, known } = look(SENT, 'PENDING', 'SEND -90', { total: 100, balance: 100 });
		expect(steps).toEqual([]);
		expect(known).toMatchObject({
			...SENT,
			behindSince: minute(NOW),
			looks: [{ status: 'PENDING', balance: '100' }],
		});
	});

	describe('after another one', () => {
		const waited: Known = {
			...SENT,
			behindSince: EARLIER,
			looks: [{ status: 'PARTIAL', balance: '80' }],
		};

		it('notes only what differs, and counts from the first one', () => {
			const after = (status: string, balance: number) =>
				look(waited, status, 'SEND -90', { total: 100, balance }).known;
			expect(after('PARTIAL', 80)).toMatchObject(waited);
			expect(after('PARTIAL', 60)).toMatchObject({
				behindSince: EARLIER,
				looks: [...waited.looks!, { status: 'PARTIAL', balance: '60' }],
			});
			expect(after('PENDING', 80).looks).toEqual([
				...waited.looks!,
				{ status: 'PENDING', balance: '80' },
			]);
		});

		it('compares with the last one', () => {
			const known: Known = { ...waited, looks: [...waited.looks!, { status: 'PENDING' }] };
			const { looks } = look(known, 'PARTIAL', 'SEND -90', { balance: 80 }).known;
			expect(looks).toHaveLength(3);
			expect(look(known, 'PENDING', 'SEND -90').known.looks).toEqual(known.looks);
		});

		it('begins again where an entry came', () => {
			const { known } = look(waited, 'PARTIAL', 'SEND -90, PENDING 5', { balance: 60 });
			expect(known).toMatchObject({
				behindSince: minute(NOW),
				looks: [{ status: 'PARTIAL', balance: '60' }],
			});
		});
	});

	it('takes nothing of the history as read where only a list showed the invoice', () => {
		const known: Known = { ...LISTED, goneSince: minute(1), reported: { overdue: '2026-03-01' } };
		expect(look(known, 'PAID', 'SEND -90, PAYMENT -30').known).toEqual({
			...LISTED,
			reported: { overdue: '2026-03-01' },
			behindSince: minute(NOW),
			looks: [{ status: 'PAID' }],
		});
	});

	it('takes nothing as read where all of a new invoice is from before the start', () => {
		const waits = { behindSince: minute(NOW), looks: [{ status: 'CANCELED' }] };
		expect(look(undefined, 'CANCELED', 'SEND -90')).toEqual({
			steps: [],
			known: { status: '', from: START, ...waits },
		});
		expect(look({ status: '', from: minute(5) }, 'CANCELED', 'SEND -90').known).toEqual({
			status: '',
			from: minute(5),
			...waits,
		});
	});

	it('keeps the moment from which a new invoice is watched until an entry tells its status', () => {
		expect(look(undefined, 'SENT', '', { created: 5 }).known).toMatchObject({
			status: '',
			from: START,
		});
		const known: Known = { status: '', from: minute(-5) };
		expect(look(known, 'SENT', '', { created: 5 }).known.from).toBe(minute(-5));
		expect(look(known, 'SENT', 'REMINDER 5').known).toMatchObject({
			status: '',
			cursor: { at: minute(5), count: 1 },
			from: minute(-5),
		});
		const met = look(known, 'CANCELED', 'SEND -3');
		expect(met.steps).toMatchObject([{ previousStatus: null, newStatus: 'SENT' }]);
		expect(met.known).toMatchObject({ status: 'SENT', cursor: { at: minute(-3), count: 1 } });
		expect(met.known.from).toBeUndefined();
	});

	it('reads on by the clock, and takes it as read, where only a part is from before the start', () => {
		const { steps, known } = look(LISTED, 'CANCELED', 'SEND -90, PENDING 5');
		expect(steps).toMatchObject([{ previousStatus: 'SENT', newStatus: 'PENDING' }]);
		expect(known).toMatchObject({ status: 'PENDING', cursor: { at: minute(5), count: 1 } });
	});

	it('numbers events without a time on', () => {
		const known: Known = { status: 'SENT', cursor: { at: 0, count: 1 }, untimed: 2 };
		const { steps, known: next } = look(known, 'CANCELED', 'SEND ?, PENDING ?');
		expect(steps).toMatchObject([{ newStatus: 'PENDING', ordinal: 2 }]);
		expect(next.untimed).toBe(3);
		const first = look({ ...known, untimed: undefined }, 'CANCELED', 'SEND ?, PENDING ?');
		expect(first.steps).toMatchObject([{ ordinal: 0 }]);
		expect(first.known.untimed).toBe(1);
	});

	it('keeps what was reported before its entry', () => {
		const ahead = { from: 'SENT', to: [{ status: 'PENDING' }] };
		const known: Known = { ...SENT, status: 'PENDING', ahead, goneSince: minute(1) };
		const { known: next } = look(known, 'CANCELED', 'SEND -90');
		expect(next).toMatchObject({ status: 'PENDING', ahead });
		expect(next.goneSince).toBeUndefined();
	});
});

describe('While an entry is waited for, an answer is an old one', () => {
	const isOld = (
		last: { status: string; balance?: string },
		answer: Answer,
		more: Partial<Known> = {},
	) =>
		isOldLook(
			lookOf(
				{ ...SENT, behindSince: minute(NOW - 5), looks: [{ status: 'SENT' }, last], ...more },
				answer,
			),
			minute(NOW),
		);

	it('where it shows an invoice open that was finished', () => {
		expect(isOld({ status: 'PAID' }, ['SENT', 'SEND -90'])).toBe(true);
		expect(isOld({ status: 'PAID' }, ['CANCELED', 'SEND -90'])).toBe(false);
		expect(isOld({ status: 'PARTIAL' }, ['SENT', 'SEND -90'])).toBe(false);
	});

	it('where its balance is higher', () => {
		const last = { status: 'PARTIAL', balance: '50.00' };
		const withBalance = (balance?: string) => isOld(last, ['PARTIAL', 'SEND -90', { balance }]);
		expect(withBalance('50.01')).toBe(true);
		expect(withBalance('50')).toBe(false);
		expect(withBalance('49.99')).toBe(false);
		expect(withBalance(undefined)).toBe(false);
		expect(isOld({ status: 'PARTIAL' }, ['PARTIAL', 'SEND -90', { balance: 60 }])).toBe(false);
	});

	it('never where it has a new entry', () => {
		expect(isOld({ status: 'PAID' }, ['PENDING', 'SEND -90, PENDING 5'])).toBe(false);
	});

	it('never after an hour', () => {
		const since = (minutes: number) =>
			isOld({ status: 'PAID' }, ['SENT', 'SEND -90'], { behindSince: minute(NOW - minutes) });
		expect(since(59.9)).toBe(true);
		expect(since(60)).toBe(false);
	});

	it('never where no look was noted', () => {
		expect(isOld({ status: 'PAID' }, ['SENT', 'SEND -90'], { looks: undefined })).toBe(false);
		expect(isOldLook(lookOf(undefined, ['SENT', 'SEND -90']), minute(NOW))).toBe(false);
	});
});

describe('Where no entry came', () => {
	it('each look is what it showed, so that several payments are several events', () => {
		const looks = [
			{ status: 'PARTIAL', balance: '80' },
			{ status: 'PARTIAL', balance: '50' },
			{ status: 'PENDING', balance: '50' },
		];
		const known: Known = { ...SENT, behindSince: minute(NOW - 15), looks };
		const look = lookOf(known, ['PAID', 'SEND -90', { total: 100, balance: 0 }]);
		const { steps, known: next } = lookByLook(look, known, [...looks, look.invoice], [0]);
		expect(
			steps.map(({ newStatus, payment, ordinal }) => [newStatus, payment?.amount, ordinal]),
		).toEqual([
			['PARTIAL', '20', 0],
			['PARTIAL', '30', 1],
			['PENDING', undefined, 2],
			['PAID', '50', 3],
		]);
		expect(next).toMatchObject({ status: 'PAID', cursor: SENT.cursor, untimed: 4 });
		expect(next.ahead?.to.map(({ status }) => status)).toEqual([
			'PARTIAL',
			'PARTIAL',
			'PENDING',
			'PAID',
		]);
		expect(next).toMatchObject({ looks: undefined, behindSince: undefined });
	});
});

describe('Entries to come may be from before the activation', () => {
	const isOpen = (known: Known | undefined, answer: Answer, at = 14.9) =>
		isUndated(lookOf(known, answer), patient({ at: minute(at) }));
	const PARTIAL: Known = { status: 'PARTIAL' };

	it('where the history does not lead to the status that a list showed, for 15 minutes', () => {
		expect(isOpen(PARTIAL, ['PARTIAL', 'SEND -90'])).toBe(true);
		expect(isOpen(PARTIAL, ['PARTIAL', 'SEND -90'], 15)).toBe(false);
		expect(isOpen(PARTIAL, ['PARTIAL', 'SEND -90, PAYMENT -30'])).toBe(false);
	});

	it('where it has fewer payments than the balance says', () => {
		const answer = (amount: number): Answer => [
			'PARTIAL',
			`SEND -90, PAYMENT -30 ${amount}`,
			{ total: 100, balance: 50 },
		];
		expect(isOpen(PARTIAL, answer(20))).toBe(true);
		expect(isOpen(PARTIAL, answer(50))).toBe(false);
	});

	it('never where there is no history, or where it was read, or where no list showed it', () => {
		expect(isOpen(PARTIAL, ['PARTIAL', undefined])).toBe(false);
		expect(isOpen({ ...SENT, status: 'PARTIAL' }, ['PARTIAL', 'SEND -90'])).toBe(false);
		expect(isOpen(undefined, ['PARTIAL', 'SEND -90'])).toBe(false);
	});
});
