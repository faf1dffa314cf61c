import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import {
	cursorOf,
	firstMoment,
	fitsSeveralClocks,
	isFirstLook,
	isListedOnly,
	isOlderThan,
	unreadOf,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/unread';
import { invoiceAnswer, minute, START } from '../../support/invoiceAnswer';

const MINUTE = 60_000;

const read = (at: number, count: number, status = 'SENT'): Known => ({
	status,
	cursor: { at: minute(at), count },
});

describe('An invoice', () => {
	it('is looked at for the first time where nothing, or only its existence, is known', () => {
		expect(isFirstLook(undefined)).toBe(true);
		expect(isFirstLook({ status: '' })).toBe(true);
		expect(isFirstLook({ status: 'SENT' })).toBe(false);
	});

	it('is known from a list only where nothing of its history counts as read', () => {
		expect(isListedOnly({ status: 'SENT' })).toBe(true);
		expect(isListedOnly(read(-90, 1))).toBe(false);
		expect(isListedOnly({ status: '' })).toBe(false);
		expect(isListedOnly(undefined)).toBe(false);
	});

	it('may have a moment of its own from which on it is watched', () => {
		expect(firstMoment(undefined, START)).toBe(START);
		expect(firstMoment({ status: '' }, START)).toBe(START);
		expect(firstMoment({ status: '', from: minute(5) }, START)).toBe(minute(5));
	});
});

describe('An answer is older than what was read', () => {
	const isOlder = (history: string | undefined, known: Known) =>
		isOlderThan(invoiceAnswer('SENT', history), known);

	it('where its history ends earlier', () => {
		expect(isOlder('SEND -90', read(5, 1))).toBe(true);
		expect(isOlder('SEND -90, PAYMENT 5', read(5, 2))).toBe(true);
		expect(isOlder('', read(5, 1))).toBe(true);
	});

	it('never where its history ends there or later', () => {
		expect(isOlder('SEND -90, PAYMENT 5, PAYMENT 5', read(5, 2))).toBe(false);
		expect(isOlder('SEND -90, PAYMENT 5, PAYMENT 5, PAYMENT 6', read(5, 2))).toBe(false);
	});

	it('never where nothing was read, or where it has no history at all', () => {
		expect(isOlder('SEND -90', { status: 'SENT' })).toBe(false);
		expect(isOlder('', { status: 'SENT', cursor: { at: 0, count: 0 } })).toBe(false);
		expect(isOlder(undefined, read(5, 1))).toBe(false);
	});
});

it('How far a history was read is the time of its last entry, and how many have that time', () => {
	expect(cursorOf(invoiceAnswer('SENT', '').history)).toBeUndefined();
	const { history } = invoiceAnswer('SENT', 'SEND 1, PAYMENT 2, PAYMENT 2');
	expect(cursorOf(history)).toEqual({ at: minute(2), count: 2 });
});

/** The new entries, the status before them, and the rest that holds. */
const unread = (
	known: Known | undefined,
	answer: Parameters<typeof invoiceAnswer>,
	clocks?: number[],
) => {
	const shifts = clocks?.map((shift) => shift * MINUTE);
	const invoice = invoiceAnswer(...answer);
	const found = unreadOf(known, invoice, START, shifts);
	expect([...found.past, ...found.entries]).toEqual(invoice.history);
	const events = found.entries.map(({ event }) => event);
	return [events.join(' '), found.start, ...(found.isSettled ? ['settled'] : [])];
};

describe('What is new of an invoice that is looked at for the first time', () => {
	it('is what happened since the start, after the status that it had then', () => {
		expect(unread(undefined, ['PAID', 'SEND -90, PAYMENT 0'])).toEqual(['PAYMENT', 'SENT']);
		expect(unread({ status: '' }, ['PAID', 'SEND 1, PAYMENT 2'])).toEqual(['SEND PAYMENT', null]);
	});

	it('is nothing where all of it happened before', () => {
		expect(unread(undefined, ['PAID', 'SEND -90, PAYMENT -1'])).toEqual(['', 'PARTIAL', 'settled']);
		expect(unread(undefined, ['CANCELED', 'SEND -90'])).toEqual(['', 'SENT', 'settled']);
	});

	it('is a note, and no change, where the entries before the start lead to its status', () => {
		expect(unread(undefined, ['PAID', 'SEND -90, PAYMENT -1, REMINDER 5'])).toEqual([
			'REMINDER',
			'PARTIAL',
			'settled',
		]);
		expect(unread(undefined, ['CANCELED', 'SEND -90, REMINDER 5'])).toEqual(['REMINDER', 'SENT']);
	});

	it('is what happened since its own moment where it has one', () => {
		const known: Known = { status: '', from: minute(5) };
		expect(unread(known, ['PAID', 'SEND 4, PAYMENT 5'])).toEqual(['PAYMENT', 'SENT']);
	});

	it.each([
		['without times', 'DRAFT ?, SEND ?', 'DRAFT SEND', 'SENT'],
		['that is empty', '', '', null],
	])('is all or nothing of a history %s, by when it was created', (_, history, all, status) => {
		const found = (created?: number) => unread(undefined, ['SENT', history, { created }]);
		expect(found(5)).toEqual([all, null]);
		expect(found(0)).toEqual([all, null]);
		expect(found(undefined)).toEqual([all, null]);
		expect(found(-1)).toEqual(['', status, 'settled']);
	});
});

describe('What is new of an invoice whose history was read', () => {
	it('is what comes after the last entry that was read', () => {
		expect(unread(read(-5, 1), ['PAID', 'SEND -90, PAYMENT -5, PAYMENT 2'])).toEqual([
			'PAYMENT',
			'SENT',
		]);
		expect(unread(read(5, 1), ['PARTIAL', 'SEND -90, PAYMENT 5, PAYMENT 5'])).toEqual([
			'PAYMENT',
			'SENT',
		]);
		expect(unread(read(5, 2), ['PARTIAL', 'SEND -90, PAYMENT 5, PAYMENT 5'])).toEqual(['', 'SENT']);
		expect(unread(read(5, 2), ['PARTIAL', 'SEND -90, PAYMENT 5, PAYMENT 6'])).toEqual([
			'PAYMENT',
			'SENT',
		]);
	});

	it('follows from the number of entries where they have no times', () => {
		const known: Known = { status: 'SENT', cursor: { at: 0, count: 1 } };
		expect(unread(known, ['PARTIAL', 'SEND ?, PAYMENT ?'])).toEqual(['PAYMENT', 'SENT']);
	});

	it('is nothing from more than 15 minutes before the start, whatever was read', () => {
		const known = read(-90, 1);
		expect(unread(known, ['PARTIAL', 'SEND -90, PAYMENT -15'])).toEqual(['PAYMENT', 'SENT']);
		expect(unread(known, ['PARTIAL', 'SEND -90, PAYMENT -15.1'])).toEqual([
			'',
			'PARTIAL',
			'settled',
		]);
		expect(unread(known, ['PAID', 'SEND -90, PAYMENT -60, PAYMENT 5'])).toEqual([
			'PAYMENT',
			'PARTIAL',
		]);
	});

	it('follows the status that the history led to, where more was reported than it shows', () => {
		const ahead = { from: 'SENT', to: [{ status: 'PAID' }] };
		const known: Known = { ...read(-90, 1, 'PAID'), ahead };
		expect(unread(known, ['PAID', 'SEND -90, PAYMENT 5'])).toEqual(['PAYMENT', 'SENT']);
		const unmet = { status: 'PAID', cursor: { at: 0, count: 0 }, ahead: { ...ahead, from: '' } };
		expect(unread(unmet, ['PAID', 'SEND 4, PAYMENT 5'])).toEqual(['SEND PAYMENT', null]);
	});

	it('follows from the clock only where entries were passed over', () => {
		const isByClock = (history: string) =>
			unreadOf(read(-90, 1), invoiceAnswer('PARTIAL', history), START).isByClock;
		expect(isByClock('SEND -90, PAYMENT 5')).toBe(false);
		expect(isByClock('SEND -90')).toBe(false);
		expect(isByClock('SEND -90, PAYMENT -60')).toBe(true);
	});
});

describe('What is new of an invoice that a list showed', () => {
	const SENT: Known = { status: 'SENT' };
	const PARTIAL: Known = { status: 'PARTIAL' };

	it('is what happened since the start, where the list shows the status from before', () => {
		expect(unread(SENT, ['PARTIAL', 'SEND -90, PAYMENT 5'])).toEqual(['PAYMENT', 'SENT']);
		expect(unread(SENT, ['SENT', 'SEND -90'])).toEqual(['', 'SENT', 'settled']);
		expect(unreadOf(SENT, invoiceAnswer('SENT', 'SEND -90'), START).isByClock).toBe(true);
	});

	it('is what happened since the start by the clock that fits the list', () => {
		const answer: Parameters<typeof invoiceAnswer> = ['PARTIAL', 'SEND -90, PAYMENT -25'];
		expect(unread(SENT, answer, [0, -30])).toEqual(['PAYMENT', 'SENT']);
		expect(unread(PARTIAL, answer, [0, -30])).toEqual(['', 'PARTIAL', 'settled']);
		expect(unread(PARTIAL, ['PARTIAL', 'SEND -90, PAYMENT 25'], [0, 30])).toEqual([
			'',
			'PARTIAL',
			'settled',
		]);
	});

	it('begins at the likelier clock where both fit', () => {
		const answer: Parameters<typeof invoiceAnswer> = ['SENT', 'SEND -90, PENDING -4, REJECTED -3'];
		expect(unread(SENT, answer, [-7, 0])).toEqual(['PENDING REJECTED', 'SENT']);
		expect(unread(SENT, answer, [0, -7])).toEqual(['', 'SENT', 'settled']);
	});

	it('begins up to 15 minutes earlier where only that fits, and then after what is nearest', () => {
		expect(unread(SENT, ['PARTIAL', 'SEND -90, PAYMENT -15'])).toEqual(['PAYMENT', 'SENT']);
		expect(unread(SENT, ['PENDING', 'SEND -90, PENDING -9, REJECTED -8, PENDING -5'])).toEqual([
			'PENDING',
			'SENT',
		]);
	});

	it('is nothing from before that: the list was old', () => {
		expect(unread(SENT, ['PARTIAL', 'SEND -90, PAYMENT -15.1'])).toEqual([
			'',
			'PARTIAL',
			'settled',
		]);
		expect(unread({ status: 'DRAFT' }, ['PARTIAL', 'DRAFT -90, SEND -30, PAYMENT -5'])).toEqual([
			'',
			'PARTIAL',
			'settled',
		]);
	});

	it('begins up to 15 minutes later where the list shows what came first then', () => {
		expect(unread(PARTIAL, ['PARTIAL', 'SEND -90, PAYMENT 15'])).toEqual(['', 'PARTIAL']);
		const review = 'SEND -90, PENDING 3, REJECTED 4, PENDING 5';
		expect(unread({ status: 'PENDING' }, ['PENDING', review])).toEqual([
			'REJECTED PENDING',
			'PENDING',
		]);
		expect(unread(PARTIAL, ['PARTIAL', 'SEND -90, PAYMENT 15.1'])).toEqual(['PAYMENT', 'SENT']);
	});

	it('begins within the first poll by the likelier clock before another clock is tried', () => {
		const pending: Known = { status: 'PENDING' };
		const review = 'SEND -90, PENDING -6.9, REJECTED -6.8, PENDING -3';
		expect(unread(pending, ['PENDING', review], [-7, 0])).toEqual(['REJECTED PENDING', 'PENDING']);
		const later = 'SEND -90, PENDING -5.9, REJECTED -5.8, PENDING -3';
		expect(unread(pending, ['PENDING', later], [-7, 0])).toEqual(['', 'PENDING', 'settled']);
	});

	it('begins earlier, not later, where an old list explains both', () => {
		const review = 'SEND -90, PENDING -5, REJECTED 5';
		expect(unread(SENT, ['SENT', review])).toEqual(['PENDING REJECTED', 'SENT']);
		expect(unread(SENT, ['SENT', review.replace('-5', '-30')])).toEqual(['REJECTED', 'PENDING']);
	});

	it('is what follows the status of the list where the history has no times', () => {
		expect(unread(SENT, ['PARTIAL', 'SEND ?, PAYMENT ?'])).toEqual(['PAYMENT', 'SENT']);
	});

	it('is nothing where it is as listed, in a status that no entry tells', () => {
		const expired: Known = { status: 'EXPIRED' };
		expect(unread(expired, ['EXPIRED', 'SEND -90'])).toEqual(['', 'EXPIRED', 'settled']);
		expect(unread(expired, ['EXPIRED', 'SEND -90, REMINDER 5'])).toEqual([
			'REMINDER',
			'EXPIRED',
			'settled',
		]);
		expect(unread(expired, ['EXPIRED', 'SEND -90, PAYMENT 5, REMINDER 6'])).toEqual([
			'PAYMENT REMINDER',
			'EXPIRED',
		]);
	});

	it('is not settled where a payment has no entry yet', () => {
		const answer = (balance: number): Parameters<typeof invoiceAnswer> => [
			'PARTIAL',
			'SEND -90, PAYMENT -30 20',
			{ total: 100, balance },
		];
		expect(unread(SENT, answer(80))).toEqual(['', 'PARTIAL', 'settled']);
		expect(unread(SENT, answer(50))).toEqual(['', 'PARTIAL']);
	});
});

describe('The status in a list fits both clocks', () => {
	const fits = (known: Known, status: string, history: string) =>
		fitsSeveralClocks(known, invoiceAnswer(status, history), START, [-7 * MINUTE, 0]);

	it('where the invoice had it at the start by each of them, with other entries before', () => {
		expect(fits({ status: 'SENT' }, 'SENT', 'SEND -90, PENDING -4, REJECTED -3')).toBe(true);
	});

	it('never where it had it by one of them only, or where nothing is between', () => {
		expect(fits({ status: 'SENT' }, 'PENDING', 'SEND -90, PENDING -4')).toBe(false);
		expect(fits({ status: 'SENT' }, 'PENDING', 'SEND -90, PENDING 5')).toBe(false);
		expect(fits({ status: 'DRAFT' }, 'PENDING', 'SEND -90, PENDING -4')).toBe(false);
	});

	it('also where no list showed it, and never where its history was read', () => {
		expect(fits({ status: '' }, 'SENT', 'SEND -4')).toBe(true);
		expect(fits(read(-90, 1), 'SENT', 'SEND -90, PENDING -4, REJECTED -3')).toBe(false);
	});
});
