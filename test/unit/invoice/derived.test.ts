import {
	checkAmountsMatchRates,
	DEFAULT_TAX_BASIS as AFTER,
	withoutDerivedLineAmounts,
	TAX_BASES,
	type TaxBasis,
} from '../../../nodes/MerchantInvoicing/invoice/totals';
import { isTotalExplained, recalculate } from '../../../nodes/MerchantInvoicing/invoice/derived';
import type { InvoiceDraft, LineItem } from '../../../nodes/MerchantInvoicing/invoice/values';

const HUNDRED: LineItem = { unitPrice: '100.00', quantity: '1' };

const invoice = (
	fields: InvoiceDraft['fields'],
	lineItems: LineItem[] = [{ ...HUNDRED, totalAmount: '100.00' }],
): InvoiceDraft => ({ fields: { currency: 'USD', ...fields }, lineItems, customFields: [] });

describe('a line without what follows from its other values', () => {
	it('keeps a tax and a discount that stand alone', () => {
		const line = { ...HUNDRED, taxAmount: '5.00', discountAmount: '2.00' };
		expect(withoutDerivedLineAmounts(line)).toEqual(line);
	});

	it('has neither a tax nor a discount beside its rate, and no total', () => {
		const rates = { taxRate: '5', discountRate: '2' };
		const amounts = { taxAmount: '5.00', discountAmount: '2.00', totalAmount: '103.00' };
		expect(withoutDerivedLineAmounts({ ...HUNDRED, ...rates, ...amounts })).toEqual({
			...HUNDRED,
			...rates,
		});
	});

	it.each([{ unitPrice: '100.00' }, { quantity: '1' }, {}])(
		'keeps a total that %j does not give',
		(line) => {
			expect(withoutDerivedLineAmounts({ ...line, totalAmount: '9.00' })).toHaveProperty(
				'totalAmount',
				'9.00',
			);
		},
	);
});

describe('an amount beside a rate', () => {
	const LINE = { ...HUNDRED, taxRate: '10' };
	const wrongIn = (entered: InvoiceDraft, completed = entered) =>
		checkAmountsMatchRates(entered, completed, TAX_BASES).map(({ field, message, line }) => [
			field,
			message.split('. Keep')[0],
			line,
		]);
	const is = (amount: string) => `is ${amount}, but 10% is 10.00`;
	const ofLines = (...lines: LineItem[]) => invoice({}, lines);

	it.each<[string, InvoiceDraft]>([
		['fits it', ofLines({ ...LINE, taxAmount: '10.00' })],
		['fits it in the price', ofLines({ ...LINE, taxAmount: '9.09' })],
		['stands alone', ofLines({ ...HUNDRED, taxAmount: '12.00' })],
		['is not there', ofLines(LINE)],
		['is none, said twice', invoice({ taxRate: '0', taxAmount: '0' })],
		['is in a line that nobody can calculate', ofLines({ taxRate: '10', taxAmount: '12.00' })],
		[
			'fits it in a line after one with a discount',
			ofLines({ ...HUNDRED, discountRate: '50' }, { ...LINE, taxAmount: '10.00' }),
		],
	])('is fine where it %s', (_what, entered) => {
		expect(wrongIn(entered)).toEqual([]);
	});

	it('is named with its line, or none', () => {
		const lines = ofLines(LINE, { ...LINE, taxAmount: '12.00' });
		expect(wrongIn(lines)).toEqual([['Tax Amount', is('12.00'), 2]]);
		const whole = invoice({ taxRate: '10', taxAmount: '12.00' });
		expect(wrongIn(whole)).toEqual([['Tax Amount', is('12.00'), undefined]]);
		const discounts = { ...HUNDRED, discountRate: '10', discountAmount: '12.00' };
		expect(wrongIn(ofLines(discounts))).toEqual([['Discount Amount', is('12.00'), 1]]);
		const discount = invoice({ discountPercent: '10', discountAmount: '12.00' });
		expect(wrongIn(discount)).toEqual([['Discount Amount', is('12.00'), undefined]]);
	});

	it.each<[string, LineItem, LineItem]>([
		['price and quantity', {}, HUNDRED],
		['quantity', { unitPrice: '50.00' }, { unitPrice: '25.00', quantity: '2' }],
		['price', { quantity: '2' }, { unitPrice: '50.00', quantity: '1' }],
	])('is compared with the %s that the invoice has', (_what, own, there) => {
		const entered = ofLines({ productSku: 'A', taxRate: '10', taxAmount: '12.00', ...own });
		const completed = ofLines({ ...HUNDRED, productSku: 'B' }, { ...there, productSku: 'A' });
		expect(wrongIn(entered, completed)).toEqual([['Tax Amount', is('12.00'), 1]]);
	});
});

describe('the total of a stored invoice', () => {
	const RATES = { discountPercent: '10', taxRate: '10' };
	const LINE = { ...HUNDRED, discountRate: '10', taxRate: '10' };
	const ODD = { discountAmount: '0', taxAmount: '5.00' };

	it.each<[string, InvoiceDraft, TaxBasis[]]>([
		[
			'with a tax after the discount',
			invoice({ ...RATES, totalAmount: '99.00' }),
			['afterDiscount'],
		],
		['before it', invoice({ ...RATES, totalAmount: '100.00' }), ['beforeDiscount']],
		['in the prices', invoice({ ...RATES, totalAmount: '90.00' }), ['included']],
		[
			'whatever amounts are beside the rates',
			invoice({ ...RATES, ...ODD, totalAmount: '99.00' }),
			['afterDiscount'],
		],
		['not with these amounts', invoice({ ...RATES, ...ODD, totalAmount: '95.00' }), []],
		[
			'of lines',
			invoice({ totalAmount: '100.00' }, [{ ...LINE, totalAmount: '100.00' }]),
			['beforeDiscount'],
		],
		[
			'not of a line with another total',
			invoice({ totalAmount: '98.00' }, [{ ...LINE, totalAmount: '98.00' }]),
			[],
		],
		[
			'of a line without a price',
			invoice({ totalAmount: '5.00' }, [{ totalAmount: '5.00' }]),
			[...TAX_BASES],
		],
		['of lines without amounts', invoice({ taxRate: '10', totalAmount: '9.00' }, [{}]), []],
	])('is explained %s', (_what, stored, expected) => {
		expect(TAX_BASES.filter((basis) => isTotalExplained(stored, basis))).toEqual(expected);
	});
});

describe('an invoice that was changed', () => {
	const stored = invoice({ taxRate: '10', taxAmount: '10.00', totalAmount: '110.00' });
	const twice: LineItem[] = [{ ...HUNDRED, quantity: '2' }];
	const NOTHING = invoice({});
	const RATE = { taxRate: '10' };

	it.each<[string, InvoiceDraft['fields'], InvoiceDraft, LineItem[], string | undefined]>([
		['is calculated again where it followed from the rate', stored.fields, stored, twice, '20.00'],
		['is kept where it stands alone', { taxAmount: '3.00' }, stored, twice, '3.00'],
		['is none where none was beside the rate', RATE, invoice(RATE), twice, undefined],
		[
			'is none where it did not follow',
			RATE,
			invoice({ ...RATE, taxAmount: '9.99' }),
			twice,
			undefined,
		],
		['is none where it had no rate', RATE, invoice({ taxAmount: '10.00' }), twice, undefined],
		['is none without a rate now', {}, stored, twice, undefined],
		['is none after lines without amounts', RATE, { ...stored, lineItems: [{}] }, twice, undefined],
		['is none of lines without amounts', stored.fields, stored, [{}], undefined],
	])('its tax %s', (_what, fields, before, lineItems, taxAmount) => {
		const changed = recalculate(invoice(fields, lineItems), before, NOTHING, AFTER);
		expect(changed.fields.taxAmount).toBe(taxAmount);
	});

	it('its tax is as the user entered it', () => {
		const entered = invoice({ taxAmount: '7.00' });
		const changed = invoice({ ...stored.fields, taxAmount: '7.00' }, twice);
		expect(recalculate(changed, stored, entered, AFTER).fields.taxAmount).toBe('7.00');
	});

	it.each<[string, InvoiceDraft['fields'], LineItem[]]>([
		['the lines are others of the same total', { discountAmount: '100.00' }, twice],
		['the same lines have another total', { taxRate: '20' }, stored.lineItems],
	])('its sub-amount of no known meaning is left out where %s', (_what, fields, lines) => {
		const before = invoice({ subAmount: '12.34' });
		const changed = invoice({ ...fields, subAmount: '12.34' }, lines);
		expect(recalculate(changed, before, NOTHING, AFTER).fields).not.toHaveProperty('subAmount');
	});

	it.each<[string, string, string, LineItem[], string | undefined]>([
		['is calculated again where it was the sum of the lines', '100.00', '', twice, '200.00'],
		['is as it was entered', '100.00', '150.00', twice, '150.00'],
		['is as it was where the total is', '12.34', '', stored.lineItems, '12.34'],
		['is left out where it was something else', '12.34', '', twice, undefined],
		['is left out of lines without amounts', '100.00', '', [{}], undefined],
		['is none where it was none', '', '', twice, undefined],
	])('its sub-amount %s', (_what, before, entered, lines, expected) => {
		const withSub = (subAmount: string) => ({ ...stored.fields, ...(subAmount && { subAmount }) });
		const changed = recalculate(
			invoice(withSub(entered || before), lines),
			invoice(withSub(before)),
			entered ? invoice({ subAmount: entered }) : NOTHING,
			AFTER,
		);
		expect(changed.fields.subAmount).toBe(expected);
	});
});
