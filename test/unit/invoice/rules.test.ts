import type { Entry } from '../../../nodes/MerchantInvoicing/invoice/draft';
import { readDraft } from '../../../nodes/MerchantInvoicing/invoice/draft';
import { mergeProblems, problemText } from '../../../nodes/shared/problem';
import type { RuleContext } from '../../../nodes/MerchantInvoicing/invoice/rules';
import { checkDraft, withoutIdleZeros } from '../../../nodes/MerchantInvoicing/invoice/rules';
import { amountOnly, draftOf, itemized, LINE } from './drafts';

const TODAY = '2026-11-15';

function problemsOf(entry: Entry, circumstances: Partial<RuleContext> = {}): string[] {
	const { draft, problems } = readDraft(entry);
	const type = draft.lineItems.length > 0 ? 'itemized' : 'amountOnly';
	return mergeProblems(
		problems,
		checkDraft(draft, { request: 'create', type, today: TODAY, ...circumstances }),
	).map((problem) => `${problem.severity}: ${problemText(problem)}`);
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
	const required: [keyof typeof MODES, 'itemized' | 'amountOnly', string[]][] = [
		['draft in person', 'itemized', [...customer, ...always]],
		['draft for email', 'itemized', [...customer, ...always]],
		['created and emailed', 'itemized', [...customer, ...always]],
		['published and shared', 'itemized', always],
		['draft in person', 'amountOnly', ['Description', ...always]],
		['draft for email', 'amountOnly', [...customer, 'Description', ...always]],
		['created and emailed', 'amountOnly', [...customer, 'Description', ...always]],
		['published and shared', 'amountOnly', ['Description', ...always]],
	];

	it.each(required)('%s, %s', (mode, type, labels) => {
		const entry: Entry = { fields: MODES[mode], lineItems: type === 'itemized' ? [LINE] : [] };
		const missing = problemsOf(entry, { type }).map(
			(text) => /: (.*?): is required/.exec(text)?.[1],
		);
		expect(missing).toEqual(labels);
	});

	it.each(required)('%s, %s: nothing is missing when they are there', (mode, type) => {
		const entry = type === 'itemized' ? itemized(MODES[mode]) : amountOnly(MODES[mode]);
		expect(problemsOf(entry, { type })).toEqual([]);
	});

	it('the total is not missed where it follows from the line items', () => {
		const entry = itemized({ totalAmount: '' });
		expect(problemsOf(entry, { computesTotal: true })).toEqual([]);
		expect(problemsOf(entry, { computesTotal: false })).toEqual([
			'error: Total Amount: is required',
		]);
		expect(problemsOf(entry)).toEqual(['error: Total Amount: is required']);
	});

	it('only a new invoice needs a delivery', () => {
		const entry = itemized({ deliveryMode: '', sendImmediately: '' });
		expect(problemsOf(entry)).toEqual(['error: Delivery: is required']);
		expect(problemsOf(entry, { request: 'update' })).toEqual([]);
	});

	it('an update needs no customer, and no description when it is for email', () => {
		const fields = { dueDate: '2026-12-31', currency: 'USD', totalAmount: '5' };
		const update = (deliveryMode: string) =>
			problemsOf({ fields: { ...fields, deliveryMode } }, { request: 'update' });
		expect(update('email')).toEqual([
			'warning: Delivery: the invoice is delivered by email, but has no Customer Email, so it cannot be sent',
		]);
		expect(update('none')).toEqual([
			'error: Description: is required for an invoice without line items',
		]);
	});
});

describe('line items', () => {
	it.each(['productName', 'productSku', 'quantity', 'unitPrice', 'totalAmount'])(
		'need a %s',
		(name) => {
			const problems = problemsOf(itemized({}, [LINE, { ...LINE, [name]: '' }]));
			expect(problems).toHaveLength(1);
			expect(problems[0]).toMatch(/^error: Line item 2, .*: is required for every line item$/);
		},
	);

	it.each(['quantity', 'unitPrice'])(
		'without a total are missed for the %s from which it follows, alone',
		(name) => {
			const line = { ...LINE, totalAmount: '', [name]: '' };
			expect(problemsOf(itemized({}, [line]))).toEqual([
				expect.stringMatching(/^error: Line item 1, (Quantity|Unit Price): is required/),
			]);
		},
	);

	it('need only a SKU on update', () => {
		expect(problemsOf(itemized({}, [{ productSku: 'A' }]), { request: 'update' })).toEqual([]);
		expect(problemsOf(itemized({}, [{ productName: 'A' }]), { request: 'update' })).toEqual([
			'error: Line item 1, Product SKU: is required for every line item',
		]);
	});

	it('can be thirty, and not thirty-one', () => {
		const lines = (count: number) => Array.from({ length: count }, () => LINE);
		expect(problemsOf(itemized({}, lines(30)))).toEqual([]);
		expect(problemsOf(itemized({}, lines(31)))).toEqual([
			'error: Line Items: there are 31, but an invoice has at most 30',
		]);
	});

	it('are required for an itemized invoice', () => {
		expect(problemsOf(itemized({}, []), { type: 'itemized' })).toEqual([
			'error: Line Items: enter at least one. For an invoice without line items, enter its Total Amount and Description in Additional Fields',
		]);
	});
});

describe('discounts and taxes', () => {
	const onTotal = {
		discountAmount: '1',
		discountPercent: '5',
		taxAmount: '1',
		taxRate: '5',
	};
	const onLine = { discountAmount: '1', discountRate: '5', taxAmount: '1', taxRate: '5' };
	const pairs = Object.entries(onTotal).flatMap(([total, value]) =>
		Object.entries(onLine).map(([line, rate]) => [total, line, value, rate] as const),
	);

	it.each(pairs)('%s on the total forbids %s on a line', (total, line, value, rate) => {
		const problems = problemsOf(itemized({ [total]: value }, [{ ...LINE, [line]: rate }]));
		expect(problems).toHaveLength(1);
		expect(problems[0]).toMatch(
			/^error: Line item 1, .*: cannot be used together with .* of the invoice/,
		);
	});

	it.each(Object.keys(onTotal))('%s is fine on the total alone', (name) =>
		expect(problemsOf(itemized({ [name]: '5' }))).toEqual([]),
	);

	it.each(Object.keys(onLine))('%s is fine on lines alone', (name) =>
		expect(problemsOf(itemized({}, [{ ...LINE, [name]: '5' }]))).toEqual([]),
	);

	it('of zero are none, and are left out where the other level counts', () => {
		const circumstances = { request: 'create', type: 'itemized', today: TODAY } as const;
		const taxedTotal = draftOf(
			itemized({ taxRate: '19' }, [{ ...LINE, discountRate: 0, taxAmount: '0.00' }]),
		);
		expect(checkDraft(taxedTotal, circumstances)).toEqual([]);
		const [line] = withoutIdleZeros(taxedTotal).lineItems;
		expect(line).not.toHaveProperty('discountRate');
		expect(line).not.toHaveProperty('taxAmount');

		const discountedLine = draftOf(
			itemized({ discountAmount: '0.00', taxRate: 0 }, [{ ...LINE, discountRate: 5 }]),
		);
		expect(checkDraft(discountedLine, circumstances)).toEqual([]);
		const { fields } = withoutIdleZeros(discountedLine);
		expect(fields).not.toHaveProperty('discountAmount');
		expect(fields).not.toHaveProperty('taxRate');
	});

	it('of zero stay on the lines where one of them counts', () => {
		const lines = [
			{ ...LINE, discountRate: '5' },
			{ ...LINE, taxAmount: '0' },
		];
		const draft = draftOf(itemized({}, lines));
		expect(withoutIdleZeros(draft)).toEqual(draft);
		const both = draftOf(itemized({ taxRate: '5' }, lines));
		expect(withoutIdleZeros(both)).toEqual(both);
	});

	it('of zero stay where no level counts', () => {
		const draft = draftOf(itemized({ taxRate: '0', taxType: 'vat' }));
		expect(withoutIdleZeros(draft)).toEqual(draft);
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
		['taxAmount', '1', 'Tax Amount'],
		['taxRate', '1%', 'Tax (%)'],
		['taxType', 'vat', 'Tax Type'],
	])('cannot carry %s', (name, value, label) =>
		expect(problemsOf(amountOnly({ [name]: value }))).toEqual([
			`error: ${label}: cannot be used on an invoice without line items`,
		]),
	);

	it('cannot carry line items or custom fields', () => {
		const entry = {
			...itemized({ description: 'x' }),
			customFields: [{ definitionId: 1, value: 'a' }],
		};
		expect(problemsOf(entry, { type: 'amountOnly' })).toEqual([
			'error: Line Items: cannot be used on an invoice without line items',
			'error: Custom Field Values: cannot be used on an invoice without line items',
		]);
	});

	it('can say that it allows no partial payments, and have a company, a number and an expiry', () => {
		expect(
			problemsOf(
				amountOnly({
					allowPartialPayments: false,
					companyName: 'Lee Ltd',
					invoiceNumber: '007',
					expirationDate: '2027-01-31',
					merchantCustomerId: '0042',
					requestPhone: true,
				}),
			),
		).toEqual([]);
	});

	it('keeps on update what the service has stored already', () => {
		const entry = amountOnly({ allowPartialPayments: true });
		expect(problemsOf(entry, { request: 'update', stored: draftOf(entry) })).toEqual([]);
	});

	it('keeps on update the custom fields that the service has stored already', () => {
		const entry = { ...amountOnly(), customFields: [{ definitionId: 1, value: 'a' }] };
		expect(problemsOf(entry, { request: 'update', stored: draftOf(entry) })).toEqual([]);
	});
});

describe('malformed values', () => {
	it.each([
		['customerEmail', 'ann@', 'Customer Email: must be an email address'],
		['customerEmail', 'ann lee@example.com', 'Customer Email: must be an email address'],
		['customerEmail', 'ann@localhost', 'Customer Email: must be an email address'],
		['currency', 'dollars', 'Currency: must be a three-letter currency code'],
		['currency', '€', 'Currency: must be a three-letter currency code'],
		['dueDate', '2026-02-30', 'Due Date: must be a date written like 2026-12-31'],
		['dueDate', '12/31/2026', 'Due Date: must be a date written like 2026-12-31'],
		['expirationDate', 'soon', 'Expiration Date: must be a date written like 2026-12-31'],
		['totalAmount', '1,0.00', 'Total Amount: must be a number such as 1234.50'],
		['totalAmount', '-5', 'Total Amount: must be zero or more'],
		['totalAmount', {}, 'Total Amount: must be a number'],
		['discountPercent', '100.01', 'Discount (%): must be at most 100'],
		['allowPartialPayments', 'maybe', 'Allow Partial Payments: must be true or false'],
		['deliveryMode', 'fax', 'Delivery: must be email or none'],
		['customerName', ['Ann'], 'Customer Name: must be text, not a list'],
	])('%s %p', (name, value, message) => {
		const found = problemsOf(itemized({ [name]: value })).filter((text) => text.includes(message));
		expect(found).toHaveLength(1);
	});

	it.each([
		['quantity', '0', 'Quantity: must be above zero'],
		['quantity', '-1', 'Quantity: must be above zero, not -1'],
		['unitPrice', 'ten', 'Unit Price: must be a number such as 1234.50'],
		['discountRate', '150', 'Discount (%): must be at most 100'],
	])('line item %s %p', (name, value, message) =>
		expect(problemsOf(itemized({}, [{ ...LINE, [name]: value }]))[0]).toContain(
			`Line item 1, ${message}`,
		),
	);

	it.each([
		['customerEmail', 'ann.lee+bills@mail.example.co.uk'],
		['currency', 'usd'],
		['dueDate', '2026-12-31T23:00:00.000-05:00'],
		['expirationDate', '31-12-2026'],
		['totalAmount', 1000.5],
		['discountPercent', 100],
		['allowPartialPayments', 'true'],
	])('%s may be %p', (name, value) => expect(problemsOf(itemized({ [name]: value }))).toEqual([]));

	it('are all reported together, each with its line', () => {
		const problems = problemsOf(
			itemized({ customerEmail: 'x', dueDate: '', currency: 'JPY', totalAmount: '10.5' }, [
				{ ...LINE, unitPrice: '' },
				{ ...LINE, quantity: 'two' },
				{ ...LINE, unitPrice: '1.25', totalAmount: '20' },
			]),
		);
		expect(problems).toEqual([
			'error: Customer Email: must be an email address such as ann@example.com, not "x"',
			expect.stringContaining('Line item 2, Quantity: must be a number'),
			'error: Due Date: is required',
			'error: Line item 1, Unit Price: is required for every line item',
			'error: Total Amount: 10.5 has 1 decimal place, but JPY has none',
		]);
	});
});

describe('amounts', () => {
	it.each([
		['JPY', '100', '100.5', 'none'],
		['USD', '100.50', 100.505, 'at most 2'],
		['KWD', 100.505, '100.5055', 'at most 3'],
	])('in %s may be %s, and not %s', (currency, good, bad, allowed) => {
		expect(problemsOf(amountOnly({ currency, totalAmount: good }))).toEqual([]);
		expect(problemsOf(amountOnly({ currency, totalAmount: bad }))[0]).toContain(
			`${currency} has ${allowed}`,
		);
	});

	it('are not warned about for their rates', () => {
		expect(problemsOf(itemized({ taxRate: '19.125' }))).toEqual([]);
	});

	it('may end in zeros beyond the decimals of the currency', () => {
		expect(problemsOf(amountOnly({ currency: 'JPY', totalAmount: '100.00' }))).toEqual([]);
	});

	it('in a currency that the node does not know are let through with a warning', () => {
		expect(problemsOf(amountOnly({ currency: 'ABC', totalAmount: '1.2345' }))).toEqual([
			'warning: Currency: ABC is not a currency of ISO 4217 that this node knows',
		]);
	});
});

describe('partial payments', () => {
	const partial = { allowPartialPayments: true };

	it('may have a minimum up to the total', () => {
		expect(problemsOf(itemized({ ...partial, minimumPartialAmount: '20' }))).toEqual([]);
	});

	it('get a warning with a minimum above the total', () => {
		expect(problemsOf(itemized({ ...partial, minimumPartialAmount: '20.01' }))).toEqual([
			'warning: Minimum Partial Amount: 20.01 is more than the total of 20.00',
		]);
	});

	it('may have a minimum of zero, or one before there is a total', () => {
		expect(problemsOf(itemized({ minimumPartialAmount: '0.00' }))).toEqual([]);
		const open = { ...partial, minimumPartialAmount: '5', totalAmount: '' };
		expect(problemsOf(itemized(open), { computesTotal: true })).toEqual([]);
	});

	it.each([false, undefined])(
		'should be on for a minimum (they are %p)',
		(allowPartialPayments) => {
			expect(problemsOf(itemized({ allowPartialPayments, minimumPartialAmount: '5' }))).toEqual([
				'warning: Minimum Partial Amount: has no effect unless Allow Partial Payments is on',
			]);
		},
	);
});

describe('dates', () => {
	it.each([
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
		[{ expirationDate: '2027-01-31' }, []],
	])('%p', (fields, expected) => expect(problemsOf(itemized(fields))).toEqual(expected));

	it('that an update does not touch are not told again', () => {
		const { draft: stored } = readDraft(itemized({ dueDate: '2026-11-14', expirationDate: TODAY }));
		const about = { request: 'update', type: 'itemized', today: TODAY, stored } as const;
		expect(checkDraft(stored, about)).toEqual([]);
		const changed = { ...stored, fields: { ...stored.fields, dueDate: '2026-11-13' } };
		expect(checkDraft(changed, about).map(problemText)).toContain(
			'Due Date: 2026-11-13 is in the past',
		);
	});

	it('an expiration alone is compared with no due date', () => {
		const entry = itemized({ dueDate: '', expirationDate: '2027-01-31' });
		expect(problemsOf(entry)).toEqual(['error: Due Date: is required']);
	});
});

it('an invoice without a currency is an error for that, without a warning about amounts', () => {
	expect(problemsOf(amountOnly({ currency: '' }))).toEqual(['error: Currency: is required']);
});

describe('custom fields', () => {
	const customFields = (values: unknown) => problemsOf({ ...itemized(), customFields: values });

	it('take a whole number and a value', () => {
		expect(customFields([{ definitionId: '12', value: 'Blue' }])).toEqual([]);
		expect(customFields('[{"definitionId": 12, "value": 5}]')).toEqual([]);
	});

	it.each([
		[{ definitionId: 'abc', value: 'x' }, 'Definition ID: must be the whole number'],
		[{ definitionId: 1, value: '' }, 'Value: is required'],
		[{ value: 'x' }, 'Definition ID: must be the whole number'],
		[{ definitionId: 1, value: {} }, 'Value: must be text'],
	])('refuse %p', (entry, message) =>
		expect(customFields([entry])[0]).toContain(`error: Custom Field 1, ${message}`),
	);
});

describe('freight', () => {
	it('with a tax rate that has no effect is a warning', () => {
		expect(problemsOf(itemized({ freightAmount: '5', freightTaxRate: '7' }))).toEqual([
			'warning: Freight Tax (%): has no effect unless Freight Is Taxable is on',
		]);
		expect(
			problemsOf(itemized({ freightAmount: '5', freightTaxRate: '7', freightTaxable: true })),
		).toEqual([]);
	});
});
