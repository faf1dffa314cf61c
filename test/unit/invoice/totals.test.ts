import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import {
	type TaxBasis,
	completeTotals,
	decimalsOf,
	invoiceAmounts,
	lineAmounts,
	mismatchInWords,
	subtotalsAndTotal,
	checkSubtotal,
} from '../../../nodes/MerchantInvoicing/invoice/totals';
import type { InvoiceDraft, LineItem } from '../../../nodes/MerchantInvoicing/invoice/values';
import { format } from '../../../nodes/shared/money';
import { error, formatProblem } from '../../../nodes/shared/problem';
import { draftOf, itemized } from './drafts';

const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP });
const MINOR_UNITS = { JPY: 0, USD: 2, KWD: 3 };

const cents = (max: number, places: number) =>
	fc.integer({ min: 0, max }).map((units) => new Exact(units).div(10 ** places).toFixed(places));
const rate = fc.option(
	cents(10_000, 2).map((percent) => `${percent}%`),
	{ nil: '' },
);

const invoices = fc.constantFrom('JPY', 'USD', 'KWD').chain((currency) => {
	const places = MINOR_UNITS[currency];
	const line = fc.record({
		productName: fc.constant('x'),
		productSku: fc.constant('x'),
		unitPrice: cents(10_000_000, places),
		quantity: fc
			.integer({ min: 1, max: 100_000 })
			.map((units) => new Exact(units).div(100).toString()),
		discountRate: rate,
		taxRate: rate,
		taxAmount: fc.option(cents(5_000, places), { nil: '' }),
	});
	return fc.record({
		currency: fc.constant(currency),
		lines: fc.array(line, { minLength: 1, maxLength: 30 }),
		discountPercent: rate,
		taxRate: rate,
		freightAmount: fc.option(cents(100_000, places), { nil: '' }),
		freightTaxRate: rate,
	});
});

describe('computed totals', () => {
	it('equal those of a decimal library for any line items', () => {
		fc.assert(
			fc.property(invoices, ({ currency, lines, ...fields }) => {
				const places = MINOR_UNITS[currency];
				const percentOf = (amount: Decimal, percent: string) =>
					amount
						.times(percent.replace('%', '') || 0)
						.div(100)
						.toDecimalPlaces(places);
				const lineTotals = lines.map((line) => {
					const gross = new Exact(line.unitPrice).times(line.quantity).toDecimalPlaces(places);
					const net = gross.minus(percentOf(gross, line.discountRate));
					return net.plus(line.taxAmount === '' ? percentOf(net, line.taxRate) : line.taxAmount);
				});
				const sub = Exact.sum(...lineTotals);
				const net = sub.minus(percentOf(sub, fields.discountPercent));
				const freight = new Exact(fields.freightAmount || 0);
				const total = net
					.plus(percentOf(net, fields.taxRate))
					.plus(freight)
					.plus(percentOf(freight, fields.freightTaxRate));

				const entry = itemized({ currency, ...fields, totalAmount: '' }, lines);
				const { draft, problems } = completeTotals(
					draftOf({ ...entry, inputFormat: { decimals: 'point' } }),
					true,
				);
				expect(problems).toEqual([]);
				expect(draft.lineItems.map(({ totalAmount }) => totalAmount)).toEqual(
					lineTotals.map((line) => line.toFixed(places)),
				);
				expect(draft.fields.totalAmount).toBe(total.toFixed(places));
			}),
		);
	});

	const line = (entry: object) => ({ productName: 'x', productSku: 'x', quantity: 1, ...entry });

	it.each([
		['half a cent up', { unitPrice: '0.01', quantity: '0.5' }, '0.01'],
		[
			'a discount amount before the rate',
			{ unitPrice: '10', discountAmount: '1', discountRate: '50' },
			'9.00',
		],
	])('%s', (_name, entry, expected) => {
		const { draft } = completeTotals(draftOf(itemized({ totalAmount: '' }, [line(entry)])), true);
		expect(draft.lineItems[0].totalAmount).toBe(expected);
		expect(draft.fields.totalAmount).toBe(expected);
	});

	const FREIGHT = { freightAmount: '10', freightTaxRate: '5' };
	it.each<[object, TaxBasis | undefined, string]>([
		[{}, undefined, '1 x 100.00 = 100.00'],
		[{ ...FREIGHT, freightTaxable: false }, undefined, '1 x 100.00 + freight 10 = 110.00'],
		[
			{ discountPercent: '10', taxRate: '20', ...FREIGHT, freightTaxable: true },
			undefined,
			'1 x 100.00 - 10% discount 10.00 + 20% tax 18.00 + freight 10 + 5% tax on freight 0.50 = 118.50',
		],
		[{ taxRate: '20' }, 'beforeDiscount', '1 x 100.00 + 20% tax 20.00 = 120.00'],
		[
			{ taxRate: '25', ...FREIGHT },
			'included',
			'1 x 100.00 + freight 10 = 110.00 (includes 25% tax 20.00)',
		],
	])('are explained step by step: %j, %s', (fields, basis, steps) => {
		const entry = itemized({ totalAmount: '', ...fields }, [line({ unitPrice: '100' })]);
		expect(completeTotals(draftOf(entry), true, basis).steps).toBe(steps);
	});

	const ten = line({ unitPrice: '10' });
	it.each<[object[], TaxBasis | undefined, string]>([
		[[ten, ten, ten], undefined, '1 x 10.00 + 1 x 10.00 + 1 x 10.00 = 30.00'],
		[[ten, ten, ten, ten], undefined, 'line items 40.00 = 40.00'],
		[[{ ...ten, taxRate: '10' }, ten], undefined, '(1 x 10.00 + 10% tax 1.00) + 1 x 10.00 = 21.00'],
		[[{ ...ten, taxAmount: '5', taxRate: '0' }], undefined, '1 x 10.00 + tax 5 = 15.00'],
		[[{ ...ten, discountAmount: '5' }], undefined, '1 x 10.00 - discount 5 = 5.00'],
		[
			[{ ...ten, discountRate: '10', taxRate: '20' }],
			'beforeDiscount',
			'1 x 10.00 - 10% discount 1.00 + 20% tax 2.00 before discount = 11.00',
		],
		[[{ ...ten, taxRate: '25' }], 'included', '1 x 10.00 (includes 25% tax 2.00) = 10.00'],
		[[{ ...ten, totalAmount: '9' }], undefined, 'line items 9.00 = 9.00'],
		[[line({ totalAmount: '7' }), ten], undefined, 'line items 17.00 = 17.00'],
	])('of lines are explained step by step: %j, %s', (lines, basis, steps) => {
		const draft = draftOf(itemized({ totalAmount: '' }, lines));
		expect(completeTotals(draft, true, basis).steps).toBe(steps);
	});

	it('of a line may be zero after its discount', () => {
		const lines = [line({ unitPrice: '5', discountAmount: '5' }), line({ unitPrice: '9' })];
		const { problems } = completeTotals(draftOf(itemized({ totalAmount: '' }, lines)), true);
		expect(problems.map(formatProblem)).toEqual([]);
	});

	it('below zero are refused', () => {
		const entry = itemized({ totalAmount: '', discountAmount: '6' }, [line({ unitPrice: '5' })]);
		expect(completeTotals(draftOf(entry), true).problems.map(formatProblem)).toEqual([
			'Total Amount: -1.00 is below zero, as the discount is larger than the invoice',
		]);
		const lines = [line({ unitPrice: '5', discountAmount: '6' }), line({ unitPrice: '5' })];
		expect(
			completeTotals(draftOf(itemized({ totalAmount: '' }, lines)), true).problems.map(
				formatProblem,
			),
		).toEqual([
			'Line item 1, Total Amount: -1.00 is below zero, as the discount is larger than the line',
		]);
	});
});

describe('entered totals', () => {
	const entry = (total: string, lineTotal: string) =>
		draftOf(
			itemized({ totalAmount: total }, [
				{ productName: 'x', productSku: 'x', quantity: 2, unitPrice: '10', totalAmount: lineTotal },
			]),
		);

	it('that do not add up are sent with a warning', () => {
		const { draft, problems } = completeTotals(entry('21', '19.99'), false);
		expect(problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`)).toEqual([
			'warning: Line item 1, Total Amount: 19.99 does not match price, quantity, discount and tax, which come to 20.00. It is sent as it is',
			'warning: Total Amount: 21 does not match the line items, discounts, taxes and freight, which come to 19.99. It is sent as it is',
		]);
		expect(draft.fields.totalAmount).toBe('21');
		expect(draft.lineItems[0].totalAmount).toBe('19.99');
	});
});

describe('the amounts of a line', () => {
	const amounts = (item: LineItem, basis: TaxBasis) => {
		const made = lineAmounts({ quantity: '1', ...item }, 2, basis);
		return made && [format(made.discount), format(made.tax), format(made.total)];
	};

	it.each<[string, LineItem, TaxBasis, string[]]>([
		['tax after the discount', {}, 'afterDiscount', ['10.00', '18.00', '108.00']],
		['tax before the discount', {}, 'beforeDiscount', ['10.00', '20.00', '110.00']],
		['tax in the price', {}, 'included', ['10.00', '15.00', '90.00']],
		['a tax in money in the price', { taxAmount: '7' }, 'included', ['10.00', '7', '90.00']],
		['no tax in the price', { taxRate: undefined }, 'included', ['10.00', '0', '90.00']],
	])('%s', (_what, item, tax, expected) => {
		const line = { unitPrice: '100', discountRate: '10', taxRate: '20', ...item };
		expect(amounts(line, tax)).toEqual(expected);
	});

	it('halves go up, in the tax within a price and in totals', () => {
		// 0.03 × 20 / 120 is half a cent.
		expect(amounts({ unitPrice: '0.03', taxRate: '20' }, 'included')).toEqual([
			'0',
			'0.01',
			'0.03',
		]);
		const half = { unitPrice: '1', discountAmount: '0.995' };
		expect(amounts(half, 'included')).toEqual(['0.995', '0', '0.01']);
		expect(amounts(half, 'afterDiscount')).toEqual(['0.995', '0', '0.01']);
	});

	it.each<LineItem>([{ unitPrice: '1', quantity: undefined }, { unitPrice: undefined }])(
		'are unknown without a price or quantity: %p',
		(item) => expect(amounts(item, 'afterDiscount')).toBeUndefined(),
	);
});

describe('the amounts of an invoice', () => {
	const amounts = (fields: object, totals: string[]) => {
		const lineItems = totals.map((totalAmount) => ({ productSku: 'x', totalAmount }));
		const draft = { fields: { currency: 'USD', ...fields }, lineItems, customFields: [] };
		const made = invoiceAmounts(draft, 'afterDiscount');
		return made && Object.fromEntries(Object.entries(made).map(([name, of]) => [name, format(of)]));
	};

	it('are unknown without line items, and where one has no total', () => {
		expect(amounts({}, [])).toBeUndefined();
		expect(amounts({}, ['1', ''])).toBeUndefined();
	});

	it('have halves go up', () => {
		expect(amounts({}, ['0.005'])).toMatchObject({ lines: '0.01', total: '0.01' });
		expect(amounts({ discountAmount: '0.995' }, ['1'])).toMatchObject({ total: '0.01' });
	});

	it('in a currency that nobody knows have two decimals', () => {
		expect(decimalsOf({ fields: { currency: 'ABC' }, lineItems: [], customFields: [] })).toBe(2);
		expect(decimalsOf({ fields: {}, lineItems: [], customFields: [] })).toBe(2);
		expect(decimalsOf({ fields: { currency: 'JPY' }, lineItems: [], customFields: [] })).toBe(0);
	});
});

describe('what gives no warning', () => {
	const line = { productName: 'x', productSku: 'x', quantity: 1, unitPrice: '100' };

	it('a line total that fits the tax in its price', () => {
		const entry = itemized({ totalAmount: '100' }, [
			{ ...line, taxRate: '19', totalAmount: '100' },
		]);
		expect(completeTotals(draftOf(entry), false).problems).toEqual([]);
	});

	it('a line total where nothing tells what is due', () => {
		const entry = itemized({ totalAmount: '7' }, [{ ...line, quantity: '', totalAmount: '7' }]);
		expect(completeTotals(draftOf(entry), false).problems).toEqual([]);
	});

	it('a total of zero', () => {
		const entry = itemized({ totalAmount: '', discountAmount: '100' }, [line]);
		const { draft, problems } = completeTotals(draftOf(entry), true);
		expect(problems).toEqual([]);
		expect(draft.fields.totalAmount).toBe('0.00');
	});

	it('a total that was not entered, where none is to be computed', () => {
		const { draft, problems } = completeTotals(
			draftOf(itemized({ totalAmount: '' }, [line])),
			false,
		);
		expect(problems).toEqual([]);
		expect(draft.lineItems[0].totalAmount).toBe('100.00');
		expect(draft.fields).not.toHaveProperty('totalAmount');
	});
});

describe('a subtotal', () => {
	const line = { productName: 'x', productSku: 'x', quantity: 1, unitPrice: '100' };
	const draft = draftOf(
		itemized({ totalAmount: '', freightAmount: '5' }, [
			{ ...line, discountRate: '10%', taxRate: '20%' },
		]),
	);

	const unexplained = (subtotal: string, whole: InvoiceDraft, basis?: TaxBasis) =>
		checkSubtotal(
			subtotal,
			whole,
			(field, given, what, due) => error(field, mismatchInWords(given, what, due)),
			basis,
		).map(formatProblem);

	it('is of the lines, before or after their discounts and taxes, and not of freight', () => {
		const { draft: whole } = completeTotals(draft, true);
		expect(['100', '90', '108'].flatMap((one) => unexplained(one, whole))).toEqual([]);
		expect(unexplained('113', whole)).toEqual([
			'Sub-Amount: 113 does not match the lines, which come to 100.00',
		]);
	});

	it('of prices with the tax in them has that in it', () => {
		const { draft: whole } = completeTotals(draft, true, 'included');
		expect(['100', '90'].flatMap((one) => unexplained(one, whole, 'included'))).toEqual([]);
		expect(unexplained('108', whole, 'included')).toHaveLength(1);
	});

	it('is unknown without a price', () => {
		const unpriced = draftOf(itemized({ totalAmount: '' }, [{ ...line, unitPrice: '' }]));
		expect(unexplained('6', unpriced)).toEqual([]);
	});

	it.each<[string, InvoiceDraft, TaxBasis | undefined, number[]]>([
		['after all subtotals', draft, undefined, [100, 90, 108, 108, 113]],
		['with the tax in the prices', draft, 'included', [100, 90, 90, 90, 95]],
		['not without a price', draftOf(itemized({}, [{ productName: 'x' }])), undefined, []],
		[
			'alone where a line has only its total',
			draftOf(itemized({ totalAmount: '' }, [line, { totalAmount: '5' }])),
			undefined,
			[105],
		],
		[
			'after the discount of the invoice',
			draftOf(itemized({ totalAmount: '', discountPercent: '10', taxRate: '20' }, [line])),
			undefined,
			[100, 100, 100, 90, 108],
		],
	])('comes with the total of the invoice, %s', (_how, entered, basis, sums) => {
		expect(subtotalsAndTotal(entered, basis).map((one) => Number(format(one)))).toEqual(sums);
	});
});
