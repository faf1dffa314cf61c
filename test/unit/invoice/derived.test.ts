import {
	DEFAULT_TAX_BASIS as AFTER,
	TAX_BASES,
	type TaxBasis,
} from '../../../nodes/MerchantInvoicing/invoice/totals';
import {
	isExplained,
	lineWithoutDerived,
	recalculate,
} from '../../../nodes/MerchantInvoicing/invoice/derived';
import { problemText } from '../../../nodes/shared/problem';
import type { InvoiceDraft, LineItem } from '../../../nodes/MerchantInvoicing/invoice/values';

const HUNDRED: LineItem = { unitPrice: '100.00', quantity: '1' };

const invoice = (
	fields: InvoiceDraft['fields'],
	lineItems: LineItem[] = [{ ...HUNDRED, totalAmount: '100.00' }],
): InvoiceDraft => ({ fields: { currency: 'USD', ...fields }, lineItems, customFields: [] });

describe('a line without what follows from its other values', () => {
	it('keeps a tax and a discount that stand alone', () => {
		const line = { ...HUNDRED, taxAmount: '5.00', discountAmount: '2.00' };
		expect(lineWithoutDerived(line)).toEqual(line);
	});

	it('has neither a tax nor a discount beside its rate, and no total', () => {
		const rates = { taxRate: '5', discountRate: '2' };
		const amounts = { taxAmount: '5.00', discountAmount: '2.00', totalAmount: '103.00' };
		expect(lineWithoutDerived({ ...HUNDRED, ...rates, ...amounts })).toEqual({
			...HUNDRED,
			...rates,
		});
	});

	it.each([{ unitPrice: '100.00' }, { quantity: '1' }, {}])(
		'keeps a total that %j does not give',
		(line) => {
			expect(lineWithoutDerived({ ...line, totalAmount: '9.00' })).toHaveProperty(
				'totalAmount',
				'9.00',
			);
		},
	);
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
		expect(TAX_BASES.filter((basis) => isExplained(stored, basis))).toEqual(expected);
	});
});

describe('an invoice that was changed', () => {
	const stored = invoice({ taxRate: '10', taxAmount: '10.00', totalAmount: '110.00' });
	const twice: LineItem[] = [{ ...HUNDRED, quantity: '2' }];
	const NOTHING = invoice({});
	const fieldsOf = (
		changed: InvoiceDraft['fields'],
		{ before = stored, entered = NOTHING, lineItems = twice } = {},
	) => recalculate(invoice(changed, lineItems), before, entered, AFTER).draft.fields;

	it('has its tax calculated again where it followed from the rate', () => {
		expect(fieldsOf(stored.fields)).toHaveProperty('taxAmount', '20.00');
	});

	it('keeps the tax that the user entered', () => {
		const entered = invoice({ taxAmount: '7.00' });
		expect(fieldsOf({ ...stored.fields, taxAmount: '7.00' }, { entered })).toHaveProperty(
			'taxAmount',
			'7.00',
		);
	});

	it('keeps a tax that stands alone', () => {
		expect(fieldsOf({ taxAmount: '3.00' })).toHaveProperty('taxAmount', '3.00');
	});

	it.each<[string, InvoiceDraft['fields'], InvoiceDraft]>([
		['was not there', { taxRate: '10' }, invoice({ taxRate: '10' })],
		['did not follow', { taxRate: '10' }, invoice({ taxRate: '10', taxAmount: '9.99' })],
		['had no rate', { taxRate: '10' }, invoice({ taxAmount: '10.00' })],
		['has no rate now', {}, stored],
		['came from lines without amounts', { taxRate: '10' }, { ...stored, lineItems: [{}] }],
	])('has no tax beside the rate where it %s', (_, changed, before) => {
		expect(fieldsOf(changed, { before })).not.toHaveProperty('taxAmount');
	});

	it('has no tax where its lines have no amounts now', () => {
		expect(fieldsOf(stored.fields, { lineItems: [{}] })).not.toHaveProperty('taxAmount');
	});

	describe('has its sub-amount', () => {
		const changed = (before: string, entered = '', lines = twice) =>
			recalculate(
				invoice({ ...stored.fields, subAmount: entered || before }, lines),
				invoice({ ...stored.fields, subAmount: before }),
				entered ? invoice({ subAmount: entered }) : NOTHING,
				AFTER,
			);

		it.each([
			['calculated again where it was the sum of the lines', changed('100.00'), '200.00'],
			['as it was entered', changed('100.00', '150.00'), '150.00'],
			['as it was where the total is', changed('12.34', '', stored.lineItems), '12.34'],
		])('%s', (_what, { draft, problems }, subAmount) => {
			expect(draft.fields).toHaveProperty('subAmount', subAmount);
			expect(problems).toEqual([]);
		});

		it.each<[string, string, LineItem[]]>([
			['it was something else', '12.34', twice],
			['the lines have no amounts', '100.00', [{}]],
		])('left out, with a warning, where %s', (_what, before, lines) => {
			const { draft, problems } = changed(before, '', lines);
			expect(draft.fields).not.toHaveProperty('subAmount');
			expect(problems.map(problemText)).toEqual([
				`Sub-Amount: ${before} is left out, as it no longer fits`,
			]);
		});

		it('left out without a word where it was 0', () => {
			expect(changed('0').problems).toEqual([]);
		});

		it('not at all where it had none', () => {
			const { draft, problems } = recalculate(invoice({}, twice), stored, NOTHING, AFTER);
			expect(draft.fields).not.toHaveProperty('subAmount');
			expect(problems).toEqual([]);
		});
	});
});
