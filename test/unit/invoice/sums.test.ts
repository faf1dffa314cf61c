import { InvoiceSums } from '../../../nodes/MerchantInvoicing/invoice/sums';

const invoice = (
	status: string | undefined,
	currency: unknown,
	totalAmount?: unknown,
	balanceAmount?: unknown,
) => ({
	status,
	orderInformation: { amountDetails: { currency, totalAmount, balanceAmount } },
});

function rowsOf(grouping: 'statusAndCurrency' | 'currency', invoices: unknown[]) {
	const sums = new InvoiceSums(grouping);
	for (const one of invoices) sums.add(one);
	return sums.rows();
}

describe('What invoices add up to', () => {
	const INVOICES = [
		invoice('PAID', 'USD', '10.10', '0'),
		invoice('SENT', 'usd', 0.2, '0.2'),
		invoice('SENT', 'USD', '0.1', 0.1),
		invoice('SENT', 'EUR', '5', '5'),
		invoice('DRAFT', 'USD', '1', '1'),
	];

	it('is exact, for each currency and status, in the order of an invoice’s life', () => {
		expect(rowsOf('statusAndCurrency', INVOICES)).toEqual([
			{ status: 'SENT', currency: 'EUR', count: 1, totalAmount: '5.00', balanceAmount: '5.00' },
			{ status: 'DRAFT', currency: 'USD', count: 1, totalAmount: '1.00', balanceAmount: '1.00' },
			{ status: 'SENT', currency: 'USD', count: 2, totalAmount: '0.30', balanceAmount: '0.30' },
			{ status: 'PAID', currency: 'USD', count: 1, totalAmount: '10.10', balanceAmount: '0.00' },
		]);
	});

	it('is one row for each currency where nobody asks for the status', () => {
		expect(rowsOf('currency', INVOICES)).toStrictEqual([
			{ currency: 'EUR', count: 1, totalAmount: '5.00', balanceAmount: '5.00' },
			{ currency: 'USD', count: 4, totalAmount: '11.40', balanceAmount: '1.30' },
		]);
	});

	it('leaves out a sum that one of the invoices does not have', () => {
		const without = [invoice('SENT', 'USD', '1', '1'), invoice('SENT', 'USD', '2')];
		expect(rowsOf('statusAndCurrency', without)).toEqual([
			{ status: 'SENT', currency: 'USD', count: 2, totalAmount: '3.00' },
		]);
		expect(rowsOf('currency', [...without, invoice('SENT', 'USD', 'many', '1')])).toEqual([
			{ currency: 'USD', count: 3 },
		]);
	});

	it('adds nothing up where the currency is not known', () => {
		expect(rowsOf('currency', [invoice('SENT', undefined, '1', '1')])).toEqual([{ count: 1 }]);
	});

	it('lists every status in its place, and those that nobody knows last', () => {
		const life = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PENDING', 'PAID', 'CANCELED', 'A', 'B'];
		const mixed = [...life].reverse().map((status) => invoice(status, 'USD', '1', '1'));
		expect(rowsOf('statusAndCurrency', mixed).map(({ status }) => status)).toEqual(life);
		const swapped = life.map((status) => invoice(status, 'USD', '1', '1'));
		expect(rowsOf('statusAndCurrency', swapped).map(({ status }) => status)).toEqual(life);
	});
});
