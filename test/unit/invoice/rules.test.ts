import type { EnteredInvoice } from '../../../nodes/MerchantInvoicing/invoice/draft';
import { readDraft } from '../../../nodes/MerchantInvoicing/invoice/draft';
import { addProblemsOfOtherFields, formatProblem } from '../../../nodes/shared/problem';
import type { RuleContext } from '../../../nodes/MerchantInvoicing/invoice/rules';
import {
	checkDraft,
	isTaxed,
	withoutConflictingZeros,
} from '../../../nodes/MerchantInvoicing/invoice/rules';
import type { InvoiceDraft } from '../../../nodes/MerchantInvoicing/invoice/values';
import { amountOnly, draftOf, itemized, LINE } from './drafts';

const TODAY = '2026-11-15';

function problemsOf(entry: EnteredInvoice, context: Partial<RuleContext> = {}): string[] {
	const { draft, problems } = readDraft(entry);
	const type = draft.lineItems.length > 0 ? 'itemized' : 'amountOnly';
	return addProblemsOfOtherFields(
		problems,
		checkDraft(draft, { request: 'create', type, today: TODAY, ...context }),
	).map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
}

const MODES = {
	'draft in person': { deliveryMode: 'none', sendImmediately: false },
	'draft for email': { deliveryMode: 'email', sendImmediately: false },
	'created and emailed': { deliveryMode: 'email', sendImmediately: true },
	'published and shared': { deliveryMode: 'none', sendImmediately: true },
} as const;

describe('required fields by mode, as the specification lists them', () => {
	const always = ['Due Date', 'Currency', 'Total Amount'];
	const customer = ['Customer Email', 'Customer Name'];

	it.each<[keyof typeof MODES, 'itemized' | 'amountOnly', string[]]>([
		['draft in person', 'itemized', [...customer, ...always]],
		['draft for email', 'itemized', [...customer, ...always]],
		['created and emailed', 'itemized', [...customer, ...always]],
		['published and shared', 'itemized', always],
		['draft in person', 'amountOnly', ['Description', ...always]],
		['draft for email', 'amountOnly', [...customer, 'Description', ...always]],
		['created and emailed', 'amountOnly', [...customer, 'Description', ...always]],
		['published and shared', 'amountOnly', ['Description', ...always]],
	])('%s, %s', (mode, type, labels) => {
		const lineItems = type === 'itemized' ? [LINE] : [];
		const missing = problemsOf({ fields: MODES[mode], lineItems }, { type }).map(
			(text) => /: (.*?): is required/.exec(text)?.[1],
		);
		expect(missing).toEqual(labels);
		const whole = type === 'itemized' ? itemized(MODES[mode]) : amountOnly(MODES[mode]);
		expect(problemsOf(whole, { type })).toEqual([]);
	});

	const NO_TOTAL = itemized({ totalAmount: '' });
	const NO_DELIVERY = itemized({ deliveryMode: '', sendImmediately: '' });
	const UPDATE = { dueDate: '2026-12-31', currency: 'USD', totalAmount: '0' };
	it.each<[string, EnteredInvoice, Partial<RuleContext>, string[]]>([
		['the total follows from the lines', NO_TOTAL, { computesTotal: true }, []],
		['it does not', NO_TOTAL, {}, ['error: Total Amount: is required']],
		['a new invoice needs a delivery', NO_DELIVERY, {}, ['error: Delivery: is required']],
		['an update needs none', NO_DELIVERY, { request: 'update' }, []],
		[
			'an update needs no customer and, by email, no description',
			{ fields: { ...UPDATE, deliveryMode: 'email' } },
			{ request: 'update' },
			[],
		],
		[
			'otherwise it needs a description',
			{ fields: { ...UPDATE, deliveryMode: 'none' } },
			{ request: 'update' },
			['error: Description: is required for an invoice without line items'],
		],
	])('%s', (_what, entry, context, expected) => {
		expect(problemsOf(entry, context)).toEqual(expected);
	});
});

describe('line items', () => {
	const required = (label: string, line = 1) =>
		`error: Line item ${line}, ${label}: is required for every line item`;
	const lines = (count: number) => Array.from({ length: count }, () => LINE);

	it.each<[string, object[], Partial<RuleContext>, string[]]>([
		['need a name', [LINE, { ...LINE, productName: '' }], {}, [required('Product Name', 2)]],
		['need an SKU', [{ ...LINE, productSku: '' }], {}, [required('Product SKU')]],
		['need a quantity', [{ ...LINE, quantity: '' }], {}, [required('Quantity')]],
		['need a unit price', [{ ...LINE, unitPrice: '' }], {}, [required('Unit Price')]],
		['need a total', [{ ...LINE, totalAmount: '' }], {}, [required('Total Amount')]],
		[
			'miss no total that follows from what is missing',
			[{ ...LINE, totalAmount: '', quantity: '' }],
			{},
			[required('Quantity')],
		],
		[
			'miss no total that follows from the price',
			[{ ...LINE, totalAmount: '', unitPrice: '' }],
			{},
			[required('Unit Price')],
		],
		[
			'miss no SKU that follows from the name',
			[{ ...LINE, productName: '', productSku: '' }],
			{},
			[required('Product Name')],
		],
		[
			'need an SKU on update',
			[{ quantity: '2' }],
			{ request: 'update' },
			[required('Product SKU')],
		],
		['need only an SKU on update', [{ productSku: 'A' }], { request: 'update' }, []],
		['can be thirty', lines(30), {}, []],
		[
			'and not thirty-one',
			lines(31),
			{},
			['error: Line Items: there are 31, but an invoice has at most 30'],
		],
		[
			'are required for an itemized invoice',
			[],
			{ type: 'itemized' },
			[
				'error: Line Items: enter at least one. For an invoice without line items, enter its Total Amount and Description in Additional Fields',
			],
		],
	])('%s', (_what, lineItems, context, expected) => {
		expect(problemsOf(itemized({}, lineItems), context)).toEqual(expected);
	});
});

describe('discounts and taxes', () => {
	const onTotal = ['discountAmount', 'discountPercent', 'taxAmount', 'taxRate'];
	const onLine = ['discountAmount', 'discountRate', 'taxAmount', 'taxRate'];

	it.each(onTotal.flatMap((total) => onLine.map((line) => [total, line])))(
		'%s on the total forbids %s on a line, and each alone is fine',
		(total, line) => {
			expect(problemsOf(itemized({ [total]: '5' }, [{ ...LINE, [line]: '5' }]))).toEqual([
				expect.stringMatching(
					/^error: Line item 1, .*: cannot be used together with .* of the invoice/,
				),
			]);
			expect(problemsOf(itemized({ [total]: '5' }))).toEqual([]);
			expect(problemsOf(itemized({}, [{ ...LINE, [line]: '5' }]))).toEqual([]);
		},
	);

	const ZEROS = { discountRate: '0', taxAmount: '0.00' };
	const lines = [
		{ ...LINE, discountRate: '5' },
		{ ...LINE, taxAmount: '0' },
	];
	it.each<[string, EnteredInvoice, EnteredInvoice]>([
		[
			'are left out on lines where the total counts',
			itemized({ taxRate: '19' }, [{ ...LINE, ...ZEROS }]),
			itemized({ taxRate: '19' }),
		],
		[
			'are left out on the total where lines count',
			itemized({ discountAmount: '0.00', taxRate: '0' }, [{ ...LINE, discountRate: '5' }, LINE]),
			itemized({}, [{ ...LINE, discountRate: '5' }, LINE]),
		],
		['stay on the lines where one counts', itemized({}, lines), itemized({}, lines)],
		[
			'stay where no level counts',
			itemized(ZEROS, lines.slice(1)),
			itemized(ZEROS, lines.slice(1)),
		],
	])('of zero are none: they %s', (_what, entry, expected) => {
		expect(problemsOf(entry)).toEqual([]);
		expect(withoutConflictingZeros(draftOf(entry))).toEqual(draftOf(expected));
	});

	const FREIGHT = { freightAmount: '5', freightTaxRate: '19' };
	it.each<[boolean, EnteredInvoice['fields'], EnteredInvoice['fields']]>([
		[false, { taxRate: '0', taxAmount: '0.00' }, { taxRate: '0' }],
		[true, { taxRate: '19' }, {}],
		[true, { taxAmount: '1' }, {}],
		[true, {}, { taxRate: '19' }],
		[true, {}, { taxAmount: '1' }],
		[true, FREIGHT, {}],
		[false, { ...FREIGHT, freightTaxable: false }, {}],
	])('are there: %p, on the total %j and on a line %j', (expected, fields, line) => {
		expect(isTaxed(draftOf(itemized(fields, [LINE, { ...LINE, ...line }])))).toBe(expected);
	});

	it('do not count on the total when only the kind of tax is there, as services echo it', () => {
		expect(problemsOf(itemized({ taxType: 'vat' }, [{ ...LINE, taxRate: 19 }]))).toEqual([]);
	});
});

describe('an amount only invoice', () => {
	it.each([
		['allowPartialPayments', true, 'Allow Partial Payments'],
		['discountAmount', '1', 'Discount Amount'],
		['discountPercent', '1%', 'Discount (%)'],
		['freightAmount', '1', 'Freight Amount'],
		['minimumPartialAmount', '1', 'Minimum Partial Amount'],
		['taxAmount', '1', 'Tax Amount'],
		['taxRate', '1%', 'Tax (%)'],
		['taxType', 'vat', 'Tax Type'],
	])('cannot carry %s, but keeps on update what the service has', (name, value, label) => {
		const entry = amountOnly({ [name]: value });
		expect(problemsOf(entry)).toEqual([
			`error: ${label}: cannot be used on an invoice without line items`,
		]);
		expect(problemsOf(entry, { request: 'update', stored: draftOf(entry) })).toEqual([]);
	});

	it('cannot carry line items or custom fields, but keeps these', () => {
		const customFields = [{ definitionId: 1, value: 'a' }];
		const entry = { ...itemized({ description: 'x' }), customFields };
		expect(problemsOf(entry, { type: 'amountOnly' })).toEqual([
			'error: Line Items: cannot be used on an invoice without line items',
			'error: Custom Field Values: cannot be used on an invoice without line items',
		]);
		const stored = { ...amountOnly(), customFields };
		expect(problemsOf(stored, { request: 'update', stored: draftOf(stored) })).toEqual([]);
	});

	it('can say that it allows no partial payments, and have a company and an expiry', () => {
		const more = { companyName: 'Lee Ltd', expirationDate: '2027-01-31', requestPhone: true };
		expect(problemsOf(amountOnly({ allowPartialPayments: false, ...more }))).toEqual([]);
	});
});

it.each([
	['currency', 'dollars', 'Currency: must be a three-letter currency code'],
	['totalAmount', '1,0.00', 'Total Amount: must be a number such as 1234.50'],
	['totalAmount', '-5', 'Total Amount: must be zero or more'],
	['discountPercent', '100.01', 'Discount (%): must be at most 100'],
	['deliveryMode', 'fax', 'Delivery: must be email or none'],
	['quantity', '-1', 'Line item 1, Quantity: must be above zero, not -1'],
	['discountRate', '150', 'Line item 1, Discount (%): must be at most 100'],
])('a malformed value is refused: %s %p', (name, value, message) => {
	const isOfLine = name in { quantity: 0, discountRate: 0 };
	const entry = isOfLine ? itemized({}, [{ ...LINE, [name]: value }]) : itemized({ [name]: value });
	expect(problemsOf(entry)[0]).toContain(message);
});

describe('amounts', () => {
	const STORED = draftOf(amountOnly());
	const priced = (unitPrice: string, quantity = '1', currency = 'USD') =>
		itemized({ currency, totalAmount: '20' }, [
			{ ...LINE, unitPrice, quantity, totalAmount: '20' },
		]);
	it.each([
		['JPY', '100', '100.5', 'none'],
		['USD', '100.50', 100.505, 'at most 2'],
		['KWD', 100.505, '100.5055', 'at most 3'],
	])('in %s may be %s, and not %s', (currency, good, bad, allowed) => {
		expect(problemsOf(amountOnly({ currency, totalAmount: good }))).toEqual([]);
		const [problem] = problemsOf(amountOnly({ currency, totalAmount: bad }));
		expect(problem).toContain(`${currency} has ${allowed}`);
		const kept = problemsOf(amountOnly({ currency, totalAmount: bad }), { stored: STORED });
		expect(kept).toEqual([problem.replace('error', 'warning')]);
	});

	it.each<[string, EnteredInvoice, string[]]>([
		['a price may have more decimals', priced('0.2875'), []],
		[
			'but not if it is less than a cent',
			priced('0.005'),
			['error: Line item 1, Unit Price: 0.005 has 3 decimal places, but USD has at most 2'],
		],
		['unless there are many', priced('0.005', '2'), []],
		[
			'or if there are no cents',
			priced('100.5', '1', 'JPY'),
			['error: Line item 1, Unit Price: 100.5 has 1 decimal place, but JPY has none'],
		],
		['rates may have more decimals', itemized({ taxRate: '19.125' }), []],
		['zeros at the end are none', amountOnly({ currency: 'JPY', totalAmount: '100.00' }), []],
		[
			'an unknown currency is for the service to refuse',
			amountOnly({ currency: 'ABC', totalAmount: '1.2345' }),
			[],
		],
		['no currency is missing', amountOnly({ currency: '' }), ['error: Currency: is required']],
		[
			'nothing to pay',
			amountOnly({ totalAmount: '0' }),
			['error: Total Amount: is 0, so there is nothing to pay'],
		],
	])('%s', (_what, entry, expected) => expect(problemsOf(entry)).toEqual(expected));
});

describe('dates', () => {
	it.each<[object, string[]]>([
		[{ dueDate: '2026-11-14' }, ['warning: Due Date: 2026-11-14 is in the past']],
		[{ dueDate: TODAY }, []],
		[
			{ expirationDate: '2026-11-30' },
			['warning: Expiration Date: 2026-11-30 is before the due date'],
		],
		[
			{ expirationDate: TODAY },
			['warning: Expiration Date: 2026-11-15 has come, so the invoice expires at once'],
		],
		[{ expirationDate: '2026-12-31' }, []],
		[{ dueDate: '', expirationDate: '2027-01-31' }, ['error: Due Date: is required']],
	])('%p', (fields, expected) => expect(problemsOf(itemized(fields))).toEqual(expected));

	it('that an update does not touch are not told again', () => {
		const { draft: stored } = readDraft(itemized({ dueDate: '2026-11-14', expirationDate: TODAY }));
		const about = { request: 'update', type: 'itemized', today: TODAY, stored } as const;
		const told = (fields: InvoiceDraft['fields'], context: RuleContext = about) =>
			checkDraft({ ...stored, fields: { ...stored.fields, ...fields } }, context).map(
				formatProblem,
			);
		const expires = 'has come, so the invoice expires at once';
		expect(told({})).toEqual([]);
		expect(told({ dueDate: '2026-11-13' })).toEqual([
			'Due Date: 2026-11-13 is in the past',
			`Expiration Date: ${TODAY} ${expires}`,
		]);
		expect(told({ expirationDate: '2026-11-14' })).toEqual([
			`Expiration Date: 2026-11-14 ${expires}`,
		]);
		expect(told({}, { ...about, request: 'create' })).toHaveLength(2);
	});
});
