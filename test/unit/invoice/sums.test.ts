import type { IDataObject } from 'n8n-workflow';
import {
	InvoiceSums,
	type Grouping,
	withBalance,
} from '../../../nodes/MerchantInvoicing/invoice/sums';

const TODAY = '2026-11-15';
interface Facts {
	name?: string;
	merchantCustomerId?: string;
	balanceAmount?: unknown;
	dueDate?: string;
}

const invoice = (
	status: string,
	currency: unknown,
	totalAmount: unknown,
	{ balanceAmount, dueDate = '2026-12-01', ...customerInformation }: Facts = {},
) => ({
	id: '7',
	status,
	customerInformation,
	invoiceInformation: { dueDate },
	orderInformation: { amountDetails: { currency, totalAmount, balanceAmount } },
});

function totals(grouping: Grouping, invoices: IDataObject[]) {
	const sums = new InvoiceSums(grouping);
	for (const one of invoices) sums.add(one, TODAY);
	return { rows: sums.rows(), unread: sums.unread() };
}

describe('What invoices add up to', () => {
	const ANN = { name: 'Ann Lee' };
	const INVOICES = [
		invoice('SENT', 'USD', 0.2, { ...ANN, dueDate: '2026-11-01' }),
		invoice('PARTIAL', 'usd', '10.10', { ...ANN, balanceAmount: 4.1, dueDate: '2026-11-10' }),
		invoice('CREATED', 'USD', '100', { name: 'Bob' }),
		invoice('SENT', 'EUR', '5', ANN),
		invoice('PAID', 'USD', '7', ANN),
		invoice('DRAFT', 'USD', '1', { ...ANN, balanceAmount: '1' }),
		invoice('CANCELED', 'USD', '200', ANN),
	];
	const row = (count: number, amounts: string[], oldestDueDate: string) => {
		const [totalAmount, paidAmount, balanceAmount, overdueAmount] = amounts;
		return { count, totalAmount, paidAmount, balanceAmount, overdueAmount, oldestDueDate };
	};

	it('is who owes what, the largest balance of a currency first', () => {
		expect(totals('customer', INVOICES)).toEqual({
			unread: [],
			rows: [
				{
					customerName: 'Ann Lee',
					merchantCustomerId: '',
					currency: 'EUR',
					...row(1, ['5.00', '0.00', '5.00', '0.00'], '2026-12-01'),
				},
				{
					customerName: 'Bob',
					merchantCustomerId: '',
					currency: 'USD',
					...row(1, ['100.00', '0.00', '100.00', '0.00'], '2026-12-01'),
				},
				{
					customerName: 'Ann Lee',
					merchantCustomerId: '',
					currency: 'USD',
					...row(5, ['218.30', '13.00', '4.30', '4.30'], '2026-11-01'),
				},
			],
		});
	});

	it.each(['age', 'customer', 'currency', 'status'] as const)(
		'by %s has the same columns where there is no invoice',
		(grouping) => {
			const [row] = totals(grouping, INVOICES.slice(0, 1)).rows;
			expect(new InvoiceSums(grouping).columns).toEqual(Object.keys(row));
		},
	);

	it('is one row for each currency, or for each status', () => {
		expect(totals('currency', INVOICES).rows).toEqual([
			{ currency: 'EUR', ...row(1, ['5.00', '0.00', '5.00', '0.00'], '2026-12-01') },
			{ currency: 'USD', ...row(6, ['318.30', '13.00', '104.30', '4.30'], '2026-11-01') },
		]);
		expect(totals('status', INVOICES).rows.map(({ status }) => status)).toEqual([
			'SENT',
			'CREATED',
			'PARTIAL',
			'SENT',
			'PAID',
			'DRAFT',
			'CANCELED',
		]);
	});

	it.each([
		['notDueAmount', '2026-11-15'],
		['days1To30Amount', '2026-11-14', '2026-10-16'],
		['days31To60Amount', '2026-10-15', '2026-09-16'],
		['days61To90Amount', '2026-09-15', '2026-08-17'],
		['over90DaysAmount', '2026-08-16'],
	])('has in %s what is as many days late, first and last day included', (name, ...dueDates) => {
		for (const dueDate of dueDates) {
			const { rows } = totals('age', [invoice('SENT', 'USD', '1', { dueDate })]);
			const late = Object.keys(rows[0]).filter((each) => rows[0][each] === '1.00');
			expect([dueDate, late]).toEqual([dueDate, ['balanceAmount', name]]);
		}
	});

	it('has no sums by age where what is owed has no due date, and names it', () => {
		const [sent, paid] = ['SENT', 'PAID'].map((status) =>
			invoice(status, 'USD', '1', { dueDate: '' }),
		);
		const undated = totals('age', [paid, sent]);
		expect(undated).toMatchObject({ rows: [{ balanceAmount: '1.00' }], unread: ['7'] });
		expect(undated.rows[0]).not.toHaveProperty('notDueAmount');
		expect(totals('age', [paid])).toMatchObject({ rows: [{ notDueAmount: '0.00' }], unread: [] });
	});

	it('has the oldest due date of what is owed, or none', () => {
		const due = (...days: string[]) =>
			totals(
				'currency',
				days.map((dueDate) => invoice('SENT', 'USD', '1', { dueDate })),
			).rows;
		expect(due('2026-12-02', '2026-12-01', '2026-12-03')).toMatchObject([
			{ oldestDueDate: '2026-12-01' },
		]);
		expect(due('', '2026-12-03')).toMatchObject([{ oldestDueDate: '2026-12-03' }]);
		const paid = [invoice('PAID', 'USD', '1', { dueDate: '2026-12-01' })];
		expect(totals('currency', paid).rows).toMatchObject([{ oldestDueDate: '' }]);
	});

	it('leaves a sum out for good, and names an invoice without an ID by its number', () => {
		const unreadable = {
			...invoice('SENT', 'USD', 'ten'),
			id: '',
			invoiceInformation: { invoiceNumber: 'A-1' },
		};
		const { rows, unread } = totals('currency', [unreadable, invoice('SENT', 'USD', '1')]);
		expect(rows[0]).not.toHaveProperty('totalAmount');
		expect(unread).toEqual(['A-1']);
	});

	it('tells customers apart by their ID, and by their exact name without one', () => {
		const customers = [
			invoice('SENT', 'USD', '1', { name: 'a1', merchantCustomerId: 'C-1' }),
			invoice('SENT', 'USD', '1', { name: 'A1', merchantCustomerId: 'C-1' }),
			invoice('SENT', 'USD', '1', { name: 'a1' }),
			invoice('SENT', 'USD', '1', { name: 'A1' }),
		];
		expect(totals('customer', customers).rows.map(({ count }) => count)).toEqual([2, 1, 1]);
	});

	it('leaves out a sum that one of the invoices does not have, and says whose', () => {
		const without = [invoice('SENT', 'USD', '1'), invoice('PARTIAL', 'USD', '2')];
		const { rows, unread } = totals('currency', without);
		expect(rows).toEqual([
			{
				currency: 'USD',
				count: 2,
				totalAmount: '3.00',
				overdueAmount: '0.00',
				oldestDueDate: '2026-12-01',
			},
		]);
		expect(unread).toEqual(['7']);
		expect(totals('currency', [invoice('SENT', undefined, '1')]).rows).toEqual([
			{ currency: '', count: 1, oldestDueDate: '2026-12-01' },
		]);
	});
});

describe('The balance of an invoice in a list', () => {
	const balanceOf = ({ orderInformation }: IDataObject) =>
		(orderInformation as { amountDetails: IDataObject }).amountDetails.balanceAmount;

	it.each([
		['SENT', undefined, '5.00'],
		['PENDING', undefined, undefined],
		['PAID', undefined, '0'],
		['PARTIAL', undefined, undefined],
		['PARTIAL', 2.5, 2.5],
		['SENT', 2.5, 2.5],
	])('in status %s, where the service shows %p, is %p', (status, shown, balance) => {
		const listed = invoice(status, 'USD', '5.00', { balanceAmount: shown });
		const before = structuredClone(listed);
		expect(balanceOf(withBalance(listed))).toBe(balance);
		expect(listed).toEqual(before);
	});
});
