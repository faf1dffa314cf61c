import { Book } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/book';
import { calendarAt } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/dates';
import { writeKnown } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/lines';
import { invoiceAnswer, minute, START } from '../../support/invoiceAnswer';
import { EVERY_CHANGE } from '../../support/triggerSettings';

const MINUTE = 60_000;

/** An invoice that the lists showed as sent when the trigger was activated, looked at again and again. */
function watching(status = 'SENT', ahead = 0) {
	const state = {
		since: START,
		activated: START,
		ahead,
		open: [writeKnown('I', { status })],
		finished: [],
		backlog: [],
		turns: { partlyPaid: '', unlisted: '' },
		// Entries of payments were waited for without success: nothing is waited for again.
		historyLacks: ['PAYMENT'],
	};
	const book = new Book(state, EVERY_CHANGE, calendarAt(START, 'UTC'));
	const look = (now: string, history: string[] | undefined, balance?: number) => {
		const before = book.events.length;
		book.enter('I', invoiceAnswer(now, history?.join(', '), { balance }), minute(60));
		return book.events.slice(before).map(({ newStatus }) => newStatus);
	};
	return { book, look };
}

const SENT = 'SEND -600';

describe('Status, history and balance of an invoice', () => {
	it('tell a payment once where the status shows before its entry', () => {
		const { look } = watching();
		expect(look('PARTIAL', [SENT], 80)).toEqual(['PARTIAL']);
		expect(look('PARTIAL', [SENT, 'PAYMENT 5'], 80)).toEqual([]);
		expect(look('PARTIAL', [SENT, 'PAYMENT 5', 'PAYMENT 9'], 60)).toEqual(['PARTIAL']);
		// Now it is known that payments have entries: this one is waited for.
		expect(look('PAID', [SENT, 'PAYMENT 5', 'PAYMENT 9'], 0)).toEqual([]);
		expect(look('PAID', [SENT, 'PAYMENT 5', 'PAYMENT 9', 'PAYMENT 12'], 0)).toEqual(['PAID']);
		expect(look('PAID', [SENT, 'PAYMENT 5', 'PAYMENT 9', 'PAYMENT 12'], 0)).toEqual([]);
	});

	it.each<[string, (payments: number) => string[] | undefined]>([
		['a whole history', (n) => [SENT, ...many(n, (i) => `PAYMENT ${i + 1}`)]],
		['one that is newest first', (n) => [...many(n, (i) => `PAYMENT ${n - i}`), SENT]],
		['one with SEND and DRAFT only', () => ['DRAFT -700', SENT]],
		['one without times', (n) => ['DRAFT ?', 'SEND ?', ...many(n, () => 'PAYMENT ?')]],
		['none', () => undefined],
	])(
		'tell each of 200 part payments and the last one, with an identifier of its own: %s',
		(_, history) => {
			const { book, look } = watching();
			for (let paid = 1; paid < 200; paid++) {
				expect(look('PARTIAL', history(paid), 1000 - paid)).toEqual(['PARTIAL']);
				expect(look('PARTIAL', history(paid), 1000 - paid)).toEqual([]);
			}
			expect(look('PAID', history(200), 0)).toEqual(['PAID']);
			expect(new Set(book.events.map(({ eventId }) => eventId)).size).toBe(200);
		},
	);

	it.each([-10, 10])('tell what is new by a history whose clock is %i minutes off', (minutes) => {
		const { look } = watching();
		// Sent five minutes before the activation, paid two minutes after it.
		const sent = `SEND ${-5 + minutes}`;
		expect(look('PARTIAL', [sent, `PAYMENT ${2 + minutes}`], 80)).toEqual(['PARTIAL']);
		expect(look('PARTIAL', [sent, `PAYMENT ${2 + minutes}`], 80)).toEqual([]);
	});

	it.each([-7, 7])(
		'tell what is new by the clock of n8n where the answers are %i minutes ahead and the history is not',
		(ahead) => {
			const { look } = watching('SENT', ahead * MINUTE);
			const by = (time: number) => time - ahead;
			// A payment was rejected three minutes before the activation, and another one after it.
			const history = [
				`SEND ${by(-5)}`,
				`PENDING ${by(-4)}`,
				`REJECTED ${by(-3)}`,
				`PENDING ${by(1)}`,
				`REJECTED ${by(2)}`,
			];
			expect(look('PARTIAL', [...history, `PAYMENT ${by(3)}`], 80)).toEqual([
				'PENDING',
				'SENT',
				'PARTIAL',
			]);
		},
	);

	it('tell a status that comes again and again without times by different identifiers', () => {
		const { book, look } = watching();
		for (let round = 0; round < 3; round++) {
			expect(look('PENDING', undefined)).toEqual(['PENDING']);
			expect(look('SENT', undefined)).toEqual(['SENT']);
		}
		expect(new Set(book.events.map(({ eventId }) => eventId)).size).toBe(6);
	});

	it('call a rejected payment by its name', () => {
		const { book, look } = watching();
		look('SENT', [SENT, 'PENDING 5', 'REJECTED 6']);
		expect(book.events.map(({ change }) => change)).toEqual(['pendingReview', 'paymentRejected']);
	});
});

const many = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));
