import {
	balanceAfter,
	isShortOfPayments,
	lowestBalance,
	unexplained,
} from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/balance';
import type { Step } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/history';
import type { Known } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/known';
import { format } from '../../../nodes/shared/money';
import { invoiceAnswer } from '../../support/invoiceAnswer';

const step = (payment?: Step['payment']): Step => ({
	previousStatus: 'SENT',
	newStatus: 'PARTIAL',
	ordinal: 0,
	payment,
});

/** What was handed over before and what the new entries tell: each amount is a payment. */
interface Given {
	known?: Known;
	past?: string;
	paid?: unknown[];
}

const historyOf = (text = '') => invoiceAnswer('SENT', text).history;
const stepsOf = (paid: unknown[] = []) => [step(), ...paid.map((amount) => step({ amount }))];

describe('What was paid beside the entries of the history', () => {
	const more = (answer: Parameters<typeof invoiceAnswer>, { known, past, paid }: Given) => {
		const found = unexplained(known, invoiceAnswer(...answer), historyOf(past), stepsOf(paid));
		return found && format(found);
	};
	const partly: Known = { status: 'PARTIAL', balance: '80.00' };

	it('is what the balance fell by, less the payments that have an entry', () => {
		expect(more(['PARTIAL', '', { balance: '50.00' }], { known: partly })).toBe('30.00');
		expect(more(['PARTIAL', '', { balance: 50 }], { known: partly, paid: ['20'] })).toBe('10.00');
		expect(
			more(['PARTIAL', '', { balance: '50.00' }], { known: partly, paid: [10, '20.00'] }),
		).toBe('0.00');
	});

	it('is exact', () => {
		const known = { status: 'PARTIAL', balance: '0.30' };
		expect(more(['PARTIAL', '', { balance: '0.20' }], { known, paid: ['0.05'] })).toBe('0.05');
	});

	it('is all the rest where the invoice is paid, whatever balance the answer has', () => {
		expect(more(['PAID', ''], { known: partly })).toBe('80.00');
		expect(more(['PAID', '', { balance: '80.00' }], { known: partly, paid: [30] })).toBe('50.00');
	});

	it('counts from the total where nothing was paid before', () => {
		const answer: Parameters<typeof invoiceAnswer> = ['PARTIAL', '', { total: 100, balance: 70 }];
		expect(more(answer, {})).toBe('30');
		expect(more(answer, { known: { status: 'SENT' }, past: 'SEND -90' })).toBe('30');
	});

	it('is not known where something was paid before, and nobody knows how much', () => {
		const answer: Parameters<typeof invoiceAnswer> = ['PARTIAL', '', { total: 100, balance: 70 }];
		expect(more(answer, { known: { status: 'PARTIAL' } })).toBeUndefined();
		expect(
			more(answer, { known: { status: 'SENT' }, past: 'SEND -90, PAYMENT -80' }),
		).toBeUndefined();
		expect(more(answer, { past: 'SEND -90, PAYMENT -80' })).toBeUndefined();
	});

	it('is not known where an amount is missing or unreadable', () => {
		expect(more(['PARTIAL', ''], { known: partly })).toBeUndefined();
		expect(more(['PARTIAL', '', { balance: 70 }], { known: { status: 'SENT' } })).toBeUndefined();
		expect(
			more(['PARTIAL', '', { balance: 50 }], { known: partly, paid: [10, undefined] }),
		).toBeUndefined();
		const unreadable = { status: 'PARTIAL', balance: 'much' };
		expect(
			more(['PARTIAL', '', { total: 100, balance: 70 }], { known: unreadable }),
		).toBeUndefined();
	});

	it('is not known where the entries say more than the balance, which lags then', () => {
		expect(more(['PARTIAL', '', { balance: 70 }], { known: partly, paid: [30] })).toBeUndefined();
	});
});

describe('A history is short of payments', () => {
	const isShort = (...[status, history, amounts]: Parameters<typeof invoiceAnswer>): boolean =>
		isShortOfPayments(invoiceAnswer(status, history, { total: 100, ...amounts }), []);

	it('where its payments are less than what the balance says was paid', () => {
		expect(isShort('PARTIAL', 'SEND -90, PAYMENT 1 50.00', { balance: 40 })).toBe(true);
		expect(isShort('PARTIAL', 'SEND -90', { balance: 40 })).toBe(true);
	});

	it('where the invoice is paid and its payments are not the total, whatever balance the answer has', () => {
		expect(isShort('PAID', 'SEND -90, PAYMENT 1 50, PAYMENT 2 49.99', { balance: 100 })).toBe(true);
		expect(isShort('PAID', 'SEND -90, PAYMENT 1 50, PAYMENT 2 50', { balance: 100 })).toBe(false);
	});

	it('never where its payments are as much or more', () => {
		expect(isShort('PARTIAL', 'SEND -90, PAYMENT 1 50, PAYMENT 2 10', { balance: 40 })).toBe(false);
		expect(isShort('PARTIAL', 'SEND -90, PAYMENT 1 70', { balance: 40 })).toBe(false);
	});

	it('by entries of payments only', () => {
		expect(isShort('PARTIAL', 'SEND -90 60, PAYMENT 1 10', { balance: 40 })).toBe(true);
		expect(isShort('PARTIAL', 'SEND -90, PAYMENT 1 60', { balance: 40 })).toBe(false);
	});

	it('never in a status that no payment leads to', () => {
		expect(isShort('SENT', 'SEND -90', { balance: 40 })).toBe(false);
		expect(isShort('PENDING', 'SEND -90', { balance: 40 })).toBe(false);
		expect(isShort('CANCELED', 'SEND -90', { balance: 40 })).toBe(false);
	});

	it('never where an amount is not known', () => {
		expect(isShort('PARTIAL', 'SEND -90, PAYMENT 1', { balance: 40 })).toBe(false);
		expect(isShort('PARTIAL', 'SEND -90, PAYMENT 1 20', { total: 'much', balance: 40 })).toBe(
			false,
		);
		expect(isShort('PARTIAL', 'SEND -90, PAYMENT 1 20', {})).toBe(false);
	});

	it('less what was reported before its entry came, as far as its amount is known', () => {
		const invoice = invoiceAnswer('PAID', 'SEND -90, PAYMENT 1 70', { total: 100 });
		expect(isShortOfPayments(invoice, [{ status: 'PAID', amount: '30' }])).toBe(false);
		expect(isShortOfPayments(invoice, [{ status: 'PARTIAL', amount: '20' }])).toBe(true);
		expect(isShortOfPayments(invoice, [{ status: 'PAID' }])).toBe(true);
	});
});

describe('The balance once some steps are handed over', () => {
	const after = (known: Known | undefined, total: string | undefined, paid: unknown[], past = '') =>
		balanceAfter(
			known,
			invoiceAnswer('PAID', '', { total, balance: 0 }),
			historyOf(past),
			stepsOf(paid),
		);

	it('is the one before, less their payments, whatever the invoice has come to since', () => {
		expect(after({ status: 'PARTIAL', balance: '80.00' }, '100.00', ['20.00', 15])).toBe('45.00');
		expect(after({ status: 'PARTIAL', balance: '80.00' }, '100.00', [])).toBe('80.00');
	});

	it('is the total less their payments where nothing was paid before', () => {
		expect(after({ status: 'SENT' }, '100.00', ['20.00'])).toBe('80.00');
		expect(after(undefined, '100.00', [])).toBe('100.00');
	});

	it('is not known where an amount is not', () => {
		expect(after({ status: 'SENT' }, undefined, ['20.00'])).toBeUndefined();
		expect(after({ status: 'SENT' }, '100.00', [undefined])).toBeUndefined();
		expect(after({ status: 'SENT' }, '100.00', [], 'PAYMENT -5 20')).toBeUndefined();
	});
});

describe('The balance to remember', () => {
	const lowest = (earlier: string | undefined, now: string | undefined) =>
		lowestBalance(
			{ status: 'PARTIAL', balance: earlier },
			invoiceAnswer('PARTIAL', '', { balance: now }),
		);

	it('is the lower one: a higher one is an old answer', () => {
		expect(lowest('60.00', '80')).toBe('60.00');
		expect(lowest('60.00', '40')).toBe('40');
	});

	it('stays as it was written where nothing was paid', () => {
		expect(lowest('60.00', '60')).toBe('60.00');
	});

	it('is that of the answer where no other is known', () => {
		expect(lowest(undefined, '60')).toBe('60');
		expect(lowestBalance(undefined, invoiceAnswer('PARTIAL', '', { balance: '60' }))).toBe('60');
		expect(lowest('much', '60')).toBe('60');
	});
});
