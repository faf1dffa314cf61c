import type {
	Reading,
	Step,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/history';
import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import {
	aheadOf,
	lookAt,
	numbered,
	ordinals,
	outcomeOf,
	untimedIn,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/look';
import { invoiceAnswer, minute, START } from '../../support/invoiceAnswer';

/** An invoice whose history was read up to its sending. */
const SENT: Known = { status: 'SENT', cursor: { at: minute(-90), count: 1 } };
const PARTIAL: Known = { ...SENT, status: 'PARTIAL', balance: '80.00' };

const outcome = (known: Known | undefined, ...answer: Parameters<typeof invoiceAnswer>) =>
	outcomeOf(lookAt(known, invoiceAnswer(...answer), START));

describe('A change that no entry tells', () => {
	const steps = (...given: Parameters<typeof outcome>) => outcome(...given).steps;

	it.each([
		['PARTIAL', '30'],
		['PAID', '100'],
	])('to %s is a payment of what the balance fell by', (status, amount) => {
		expect(steps(SENT, status, 'SEND -90', { total: 100, balance: 70 })).toEqual([
			{
				previousStatus: 'SENT',
				newStatus: status,
				ordinal: 0,
				isAhead: true,
				payment: { amount },
				at: undefined,
			},
		]);
	});

	it.each(['CANCELED', 'PENDING'])('to %s is no payment', (status) => {
		const [step] = steps(SENT, status, 'SEND -90', { total: 100, balance: 70 });
		expect(step).toMatchObject({ newStatus: status, isAhead: true });
		expect(step).not.toHaveProperty('payment');
	});

	it('has no amount where the balance does not tell it', () => {
		const [unknown] = steps(SENT, 'PARTIAL', 'SEND -90');
		expect(unknown).not.toHaveProperty('payment');
		const [lagging] = steps(SENT, 'PARTIAL', 'SEND -90', { total: 100, balance: 100 });
		expect(lagging).not.toHaveProperty('payment');
		expect(lagging).not.toHaveProperty('kind');
	});

	describe('after a review', () => {
		const reviewed: Known = { ...PARTIAL, status: 'PENDING' };

		it('is a rejection where the balance of a partly paid invoice is as before', () => {
			const [step] = steps(reviewed, 'PARTIAL', 'SEND -90', { total: 100, balance: 80 });
			expect(step).toMatchObject({ previousStatus: 'PENDING', kind: 'paymentRejected' });
			expect(step).not.toHaveProperty('payment');
		});

		it('is a payment where the balance fell', () => {
			const [step] = steps(reviewed, 'PARTIAL', 'SEND -90', { total: 100, balance: 50 });
			expect(step).toMatchObject({ newStatus: 'PARTIAL', payment: { amount: '30.00' } });
			expect(step).not.toHaveProperty('kind');
		});

		it('is no rejection where the invoice is paid', () => {
			const nothingOpen = { ...reviewed, balance: '0' };
			const [step] = steps(nothingOpen, 'PAID', 'SEND -90', { total: 100, balance: 0 });
			expect(step).toMatchObject({ newStatus: 'PAID' });
			expect(step).not.toHaveProperty('kind');
		});
	});

	it('is as old as the invoice where it is all that is known of it', () => {
		const at = (...given: Parameters<typeof outcome>) => steps(...given).map((step) => step.at);
		expect(at(undefined, 'SENT', undefined, { created: 5 })).toEqual([minute(5)]);
		expect(at({ status: '' }, 'SENT', '', { created: 5 })).toEqual([minute(5)]);
		expect(at({ status: 'SENT' }, 'CANCELED', undefined, { created: 5 })).toEqual([undefined]);
		expect(at(undefined, 'CANCELED', 'SEND 5', { created: 5 })).toEqual([minute(5), undefined]);
	});
});

describe('A balance that fell while the invoice stays partly paid', () => {
	const paid = (...given: Parameters<typeof outcome>) =>
		outcome(...given).steps.map(({ previousStatus, newStatus, payment, isAhead }) =>
			[previousStatus, newStatus, payment?.amount, isAhead && 'by the balance']
				.filter(Boolean)
				.join(' '),
		);

	it('is a further payment, and its entry may come later', () => {
		expect(paid(PARTIAL, 'PARTIAL', 'SEND -90', { balance: 60 })).toEqual([
			'PARTIAL PARTIAL 20.00 by the balance',
		]);
		expect(outcome(PARTIAL, 'PARTIAL', 'SEND -90', { balance: 60 }).known).toMatchObject({
			balance: '60',
			ahead: { from: 'PARTIAL', to: [{ status: 'PARTIAL', amount: '20.00' }] },
			untimed: 1,
		});
	});

	it('is one beside those that have an entry, by the rest', () => {
		expect(paid(PARTIAL, 'PARTIAL', 'SEND -90, PAYMENT 5 15.00', { balance: 60 })).toEqual([
			'PARTIAL PARTIAL 15.00',
			'PARTIAL PARTIAL 5.00 by the balance',
		]);
		expect(paid(PARTIAL, 'PARTIAL', 'SEND -90, PAYMENT 5 20.00', { balance: 60 })).toEqual([
			'PARTIAL PARTIAL 20.00',
		]);
	});

	it('is one beside the entry of a rejection too', () => {
		const reviewed: Known = { ...PARTIAL, status: 'PENDING' };
		expect(paid(reviewed, 'PARTIAL', 'SEND -90, REJECTED 5', { balance: 60 })).toEqual([
			'PENDING PARTIAL',
			'PARTIAL PARTIAL 20.00 by the balance',
		]);
	});

	it('tells nothing where it is as before, higher or not known', () => {
		expect(paid(PARTIAL, 'PARTIAL', 'SEND -90', { balance: 80 })).toEqual([]);
		expect(paid(PARTIAL, 'PARTIAL', 'SEND -90', { balance: 90 })).toEqual([]);
		expect(paid(PARTIAL, 'PARTIAL', 'SEND -90')).toEqual([]);
		const unknown: Known = { ...PARTIAL, balance: undefined };
		expect(paid(unknown, 'PARTIAL', 'SEND -90', { total: 100, balance: 60 })).toEqual([]);
	});

	it('tells nothing in a status that is not partly paid', () => {
		const canceled = ['PARTIAL CANCELED by the balance'];
		expect(paid(PARTIAL, 'CANCELED', 'SEND -90', { balance: 60 })).toEqual(canceled);
		const pending: Known = { ...PARTIAL, status: 'PENDING' };
		expect(paid(pending, 'PENDING', 'SEND -90', { balance: 60 })).toEqual([]);
		expect(paid(PARTIAL, 'PENDING', 'SEND -90, PENDING 5', { balance: 60 })).toEqual([
			'PARTIAL PENDING',
		]);
	});

	it('tells nothing where it may be of payments from before the start that were not read', () => {
		expect(paid(PARTIAL, 'PARTIAL', 'SEND -90, PAYMENT -60', { balance: 60 })).toEqual([]);
	});

	it('tells nothing beside the entries of an invoice of which no balance is known', () => {
		const answer = { total: 100, balance: 60 };
		expect(paid(undefined, 'PARTIAL', 'SEND 1, PAYMENT 2 20', answer)).toHaveLength(2);
		expect(paid(SENT, 'PARTIAL', 'SEND -90, PAYMENT 2 20', answer)).toHaveLength(1);
	});

	it('counts from the balance that a wait has noted of a new invoice, unless a part of it is old', () => {
		const met: Known = { status: '', balance: '100' };
		expect(paid(met, 'PARTIAL', 'SEND 1, PAYMENT 2 20', { balance: 60 })).toEqual([
			'SENT',
			'SENT PARTIAL 20',
			'PARTIAL PARTIAL 20 by the balance',
		]);
		expect(paid(met, 'PARTIAL', 'SEND -90, PAYMENT 2 20', { balance: 60 })).toEqual([
			'SENT PARTIAL 20',
		]);
	});

	it('is a further payment of an invoice whose history does not count as read', () => {
		const listed: Known = { status: 'PARTIAL', balance: '80.00' };
		const further = ['PARTIAL PARTIAL 20.00 by the balance'];
		expect(paid(listed, 'PARTIAL', 'SEND -90, PAYMENT -60', { balance: 60 })).toEqual(further);
		expect(paid(listed, 'PARTIAL', undefined, { balance: 60 })).toEqual(further);
	});
});

describe('What is remembered once everything is handed over', () => {
	const remembered = (...given: Parameters<typeof outcome>) => outcome(...given).known;

	it('is the status, how far the history was read and what was reported of its dates', () => {
		const reported = { overdue: '2026-03-01' };
		expect(
			remembered({ ...SENT, reported }, 'PENDING', 'SEND -90, UPDATE 4, PENDING 5, PENDING 5'),
		).toEqual({ status: 'PENDING', cursor: { at: minute(5), count: 2 }, reported, untimed: 0 });
	});

	it('is nothing of waits and absences, which are over', () => {
		const known: Known = {
			...SENT,
			goneSince: minute(1),
			from: minute(2),
			behindSince: minute(3),
			looks: [{ status: 'PENDING' }],
		};
		expect(remembered(known, 'SENT', 'SEND -90')).toEqual({ ...SENT, untimed: 0 });
	});

	it('is how many events had no time, so that each gets a number of its own', () => {
		const { known, steps } = outcome({ ...SENT, untimed: 4 }, 'PARTIAL', 'SEND -90, PENDING 5');
		expect(steps.map(({ at, ordinal }) => [at, ordinal])).toEqual([
			[minute(5), 0],
			[undefined, 4],
		]);
		expect(known.untimed).toBe(5);
		expect(remembered({ ...SENT, untimed: 4 }, 'SENT', 'SEND -90').untimed).toBe(4);
	});

	it('is the balance of a partly paid invoice, also while it is reviewed, and of no other', () => {
		const balance = (known: Known, status: string) =>
			remembered(known, status, 'SEND -90', { total: 100, balance: 70 }).balance;
		expect(balance(SENT, 'PARTIAL')).toBe('70');
		expect(balance(PARTIAL, 'PENDING')).toBe('70');
		expect(balance(SENT, 'PENDING')).toBeUndefined();
		expect(balance(PARTIAL, 'PAID')).toBeUndefined();
		expect(balance(PARTIAL, 'SENT')).toBeUndefined();
	});

	it('is what was reported before its entry, with its amount as text', () => {
		const { ahead } = remembered(SENT, 'PARTIAL', 'SEND -90', { total: 100, balance: 70 });
		expect(ahead).toEqual({ from: 'SENT', to: [{ status: 'PARTIAL', amount: '30' }] });
		expect(remembered(SENT, 'PENDING', 'SEND -90').ahead).toEqual({
			from: 'SENT',
			to: [{ status: 'PENDING' }],
		});
		expect(remembered(SENT, 'PENDING', 'SEND -90, PENDING 5').ahead).toBeUndefined();
		expect(remembered({ ...SENT, status: 'PENDING' }, 'SENT', 'SEND -90').ahead).toEqual({
			from: 'PENDING',
			to: [{ status: 'SENT', amount: '0' }],
		});
		const before: Known = { ...SENT, ahead: { from: 'SENT', to: [{ status: 'PENDING' }] } };
		expect(remembered({ ...before, status: 'PENDING' }, 'CANCELED', 'SEND -90').ahead).toEqual({
			from: 'SENT',
			to: [{ status: 'PENDING' }, { status: 'CANCELED' }],
		});
	});

	it('is that nothing of an empty history was read, where its entries may still come', () => {
		expect(remembered(undefined, 'SENT', '').cursor).toEqual({ at: 0, count: 0 });
		expect(remembered({ status: 'SENT' }, 'SENT', '').cursor).toBeUndefined();
		expect(remembered({ status: 'SENT', cursor: SENT.cursor }, 'PAID', undefined).cursor).toEqual(
			SENT.cursor,
		);
	});
});

describe('Events', () => {
	const step = (at?: number): Step => ({ previousStatus: null, newStatus: 'SENT', at, ordinal: 7 });

	it('without a time are numbered on, and those with one stay as they are', () => {
		const steps = [step(), step(minute(1)), step()];
		expect(numbered(steps, 3).map(({ ordinal }) => ordinal)).toEqual([3, 7, 4]);
		expect(untimedIn(steps)).toBe(2);
	});

	it('of the same time are numbered by their place in the history', () => {
		const { history } = invoiceAnswer('SENT', 'SEND 1, PAYMENT 2, PAYMENT 2, CANCEL 3');
		expect(history.map(ordinals(history))).toEqual([0, 0, 1, 0]);
	});

	it('that came before their entries follow the status that the history leads to, if any', () => {
		const reading = (readTo: string | null): Reading => ({
			steps: [],
			readTo,
			status: null,
			ahead: [],
		});
		const to = [{ status: 'PAID' }];
		expect(aheadOf(reading('SENT'), to)).toEqual({ from: 'SENT', to });
		expect(aheadOf(reading(null), to)).toEqual({ from: '', to });
		expect(aheadOf(reading('SENT'), [])).toBeUndefined();
	});
});
