import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { inWords } from '../../../nodes/shared/problem';
import type { TotalsPolicy } from '../../../nodes/MerchantInvoicing/invoice/totals';
import { completeTotals } from '../../../nodes/MerchantInvoicing/invoice/totals';
import { draftOf, itemized } from './drafts';

const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP });
const MINOR_UNITS = { JPY: 0, USD: 2, KWD: 3 };
const COMPUTE: TotalsPolicy = { compute: true, mismatch: 'error' };

const cents = (max: number, places: number) =>
	fc.integer({ min: 0, max }).map((units) => new Exact(units).div(10 ** places).toFixed(places));
const rate = fc.option(cents(10_000, 2), { nil: '' });

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
		freightTaxable: fc.boolean(),
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
						.times(percent || 0)
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
					.plus(fields.freightTaxable ? percentOf(freight, fields.freightTaxRate) : 0);

				const entry = itemized({ currency, ...fields, totalAmount: '' }, lines);
				const { draft, problems } = completeTotals(draftOf(entry), COMPUTE);
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
		['three thirds', { unitPrice: '0.10', quantity: 3 }, '0.30'],
		['half a cent up', { unitPrice: '0.01', quantity: '0.5' }, '0.01'],
		['a discount rate, rounded', { unitPrice: '9.99', discountRate: '33.3' }, '6.66'],
		[
			'a discount amount before the rate',
			{ unitPrice: '10', discountAmount: '1', discountRate: '50' },
			'9.00',
		],
		[
			'tax on what the discount leaves',
			{ unitPrice: '100', discountRate: '10', taxRate: '19' },
			'107.10',
		],
		['a tax amount as it is', { unitPrice: '100', taxAmount: '7.77' }, '107.77'],
	])('%s', (_name, entry, expected) => {
		const { draft } = completeTotals(
			draftOf(itemized({ totalAmount: '' }, [line(entry)])),
			COMPUTE,
		);
		expect(draft.lineItems[0].totalAmount).toBe(expected);
		expect(draft.fields.totalAmount).toBe(expected);
	});

	it('take discount, tax and taxable freight of the invoice in this order', () => {
		const fields = {
			totalAmount: '',
			discountPercent: '10',
			taxRate: '20',
			freightAmount: '10',
			freightTaxable: true,
			freightTaxRate: '5',
		};
		const entry = itemized(fields, [line({ unitPrice: '100' })]);
		// 100 − 10 = 90; + 18 tax; + 10 freight; + 0.50 tax on freight
		expect(completeTotals(draftOf(entry), COMPUTE).draft.fields.totalAmount).toBe('118.50');
	});

	it('are not made up where a price is missing', () => {
		const entry = itemized({ totalAmount: '' }, [line({})]);
		const { draft } = completeTotals(draftOf(entry), COMPUTE);
		expect(draft.fields).not.toHaveProperty('totalAmount');
		expect(draft.lineItems[0]).not.toHaveProperty('totalAmount');
	});

	it('below zero are refused', () => {
		const entry = itemized({ totalAmount: '', discountAmount: '6' }, [line({ unitPrice: '5' })]);
		expect(completeTotals(draftOf(entry), COMPUTE).problems.map(inWords)).toEqual([
			'Total Amount: -1.00 is below zero, as the discount is larger than the invoice',
		]);
	});
});

describe('entered totals', () => {
	const entry = (total: string, lineTotal: string, subAmount = '') =>
		draftOf(
			itemized({ totalAmount: total, subAmount }, [
				{ productName: 'x', productSku: 'x', quantity: 2, unitPrice: '10', totalAmount: lineTotal },
			]),
		);

	it.each(['error', 'warning'] as const)(
		'that do not add up are an %s as the user chose',
		(mismatch) => {
			const { draft, problems } = completeTotals(entry('21', '19.99', '3'), {
				compute: false,
				mismatch,
			});
			expect(problems.map((problem) => `${problem.severity}: ${inWords(problem)}`)).toEqual([
				`${mismatch}: Line item 1, Total Amount: 19.99 does not match price, quantity, discount and tax, which come to 20.00`,
				`${mismatch}: Sub-Amount: 3 does not match the line items, which come to 19.99`,
				`${mismatch}: Total Amount: 21 does not match the line items, discounts, taxes and freight, which come to 19.99`,
			]);
			expect(draft.fields.totalAmount).toBe('21');
			expect(draft.lineItems[0].totalAmount).toBe('19.99');
		},
	);

	it('that add up are sent as they were entered', () => {
		const { draft, problems } = completeTotals(entry('20', '20.0'), {
			compute: false,
			mismatch: 'error',
		});
		expect(problems).toEqual([]);
		expect(draft.fields.totalAmount).toBe('20');
		expect(draft.lineItems[0].totalAmount).toBe('20.0');
	});
});
