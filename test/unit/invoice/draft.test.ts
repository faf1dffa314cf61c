import type { IDataObject } from 'n8n-workflow';
import { addUnknownFields } from '../../../nodes/MerchantInvoicing/actions/invoice/update.operation';
import {
	fromInvoice,
	matchesInvoiceNumber,
	draftNumber,
	readDraft,
	skuFromName,
	toBody,
} from '../../../nodes/MerchantInvoicing/invoice/draft';
import type { InvoiceDraft, LineItem } from '../../../nodes/MerchantInvoicing/invoice/values';
import { errorsOf, formatProblem } from '../../../nodes/shared/problem';
import type { Invoice } from '../../../nodes/shared/service/invoicing';
import { draftOf, itemized, LINE } from './drafts';

const EVERYTHING = {
	fields: {
		developerId: '9999',
		solutionId: 'S1',
		companyName: 'Lee Ltd',
		customerEmail: 'ann@example.com',
		customerName: 'Ann Lee',
		merchantCustomerId: '0042',
		deliveryMode: 'email',
		sendImmediately: false,
		description: 'Chairs',
		dueDate: '2026-12-31T00:00:00',
		expirationDate: '2027-01-31',
		invoiceNumber: '0007',
		allowPartialPayments: true,
		currency: 'usd',
		totalAmount: '123456789012345678.90',
		minimumPartialAmount: 10.5,
		subAmount: ' 20.00 ',
		freightAmount: '5',
		freightTaxable: true,
		freightTaxRate: '7.5',
		discountAmount: '1',
		discountPercent: '5',
		taxAmount: '2',
		taxRate: '19',
		taxType: 'vat',
		requestPhone: true,
		requestShipping: false,
	},
	lineItems: [
		{
			...LINE,
			discountAmount: '1',
			discountRate: '5',
			taxAmount: '2',
			taxRate: '7',
		},
	],
	customFields: [{ definitionId: '12', value: 'Blue' }],
};

const BODY = {
	clientReferenceInformation: { partner: { developerId: '9999', solutionId: 'S1' } },
	customerInformation: {
		company: { name: 'Lee Ltd' },
		email: 'ann@example.com',
		name: 'Ann Lee',
		merchantCustomerId: '0042',
	},
	processingInformation: { requestPhone: true, requestShipping: false },
	invoiceInformation: {
		deliveryMode: 'email',
		sendImmediately: false,
		description: 'Chairs',
		dueDate: '2026-12-31',
		expirationDate: '31-01-2027',
		invoiceNumber: '0007',
		allowPartialPayments: true,
	},
	orderInformation: {
		amountDetails: {
			currency: 'USD',
			totalAmount: '123456789012345678.90',
			minimumPartialAmount: '10.5',
			subAmount: '20.00',
			freight: { amount: '5', taxable: true, taxRate: '7.5' },
			discountAmount: '1',
			discountPercent: '5',
			taxDetails: { amount: '2', rate: '19', type: 'vat' },
		},
		lineItems: [
			{
				productName: 'Chair',
				productSku: 'CH-1',
				quantity: 2,
				unitPrice: '10.00',
				totalAmount: '20.00',
				discountAmount: '1',
				discountRate: '5',
				taxAmount: '2',
				taxRate: '7',
			},
		],
	},
	merchantDefinedFieldValues: [{ definitionId: 12, value: 'Blue' }],
};

describe('the body of a request', () => {
	it('has every field of the specification in its place and form', () => {
		expect(toBody(draftOf(EVERYTHING))).toEqual(BODY);
	});

	it('has nothing that was left blank', () => {
		const entry = itemized({ description: '', companyName: '  ', taxRate: undefined }, []);
		expect(toBody(draftOf(entry))).toEqual({
			customerInformation: { name: 'Ann Lee', email: 'ann@example.com' },
			invoiceInformation: { deliveryMode: 'email', sendImmediately: true, dueDate: '2026-12-31' },
			orderInformation: { amountDetails: { currency: 'USD', totalAmount: '20.00' } },
		});
	});

	it('has yen without decimals, and a quantity as it was entered', () => {
		const lineItems = [{ ...LINE, quantity: '2.50' }];
		const draft = draftOf({ fields: { currency: 'jpy', totalAmount: '100.00' }, lineItems });
		expect([draft.fields.totalAmount, draft.lineItems[0].quantity]).toEqual(['100', '2.50']);
	});

	it.each([
		['7', '', true],
		['7', 'false', false],
		['0', '', undefined],
	])('has freight with a tax of %s %, taxable %j: %p', (freightTaxRate, freightTaxable, taxed) => {
		const { fields } = draftOf(itemized({ freightTaxRate, freightTaxable }));
		expect(fields.freightTaxable).toBe(taxed);
	});

	it('has an SKU of at most 50 characters from a name', () => {
		expect(skuFromName(`${'x'.repeat(49)} chair`)).toBe('x'.repeat(49));
		expect(skuFromName('x'.repeat(51))).toBe('x'.repeat(50));
	});

	it('writes a quantity that a number cannot hold exactly as text', () => {
		const body = toBody(draftOf(itemized({}, [{ ...LINE, quantity: '0.1234567890123456789' }])));
		expect(body).toHaveProperty('orderInformation.lineItems.0.quantity', '0.1234567890123456789');
	});
});

describe('line items from JSON or an expression', () => {
	const lines = (lineItems: unknown) => readDraft({ fields: {}, lineItems });

	it.each([
		[[LINE]],
		[JSON.stringify([LINE])],
		[LINE],
		[
			[
				{
					'Product Name': 'Chair',
					'Product SKU': 'CH-1',
					Quantity: 2,
					unit_price: '10.00',
					'total amount': '20.00',
				},
			],
		],
	])('reads %j', (raw) => {
		const { draft, problems } = lines(raw);
		expect(problems).toEqual([]);
		expect(draft.lineItems).toEqual([{ ...LINE }]);
	});

	it('reads a discountPercent as the discount rate', () => {
		expect(lines([{ ...LINE, discountPercent: 5 }]).draft.lineItems[0].discountRate).toBe('5');
	});

	it('warns of columns that are no fields', () => {
		const { draft, problems } = lines([{ ...LINE, color: 'red', note: 'x' }]);
		expect(draft.lineItems).toEqual([LINE]);
		expect(problems.map(formatProblem)).toEqual([
			'Line item 1: these are not fields of a line item, and were left out: color, note',
		]);
		expect(problems[0].severity).toBe('warning');
	});

	it.each<[object, string | undefined]>([
		[{ tax: '19%' }, undefined],
		[{ tax: 0, discount: '' }, undefined],
		[{ 'Tax %': 19 }, undefined],
		[{ VAT: '19 %' }, undefined],
		[{ tax: 19 }, 'tax: 19 can be a percentage or an amount. Name the column Tax Amount or Tax %'],
		[{ Discount: '5.00' }, 'Discount: 5.00 can be a percentage or an amount'],
		[
			{ tax: 0.19 },
			'tax: 0.19 can be a percentage or an amount. Name the column Tax Amount or Tax % and',
		],
		[{ tax: '$38.00' }, 'Tax Amount: must be a number such as 1234.50, not "$38.00"'],
		[{ taxes: [{ id: 7, total: '0.00' }], shipping: {} }, undefined],
		[{ Material: '100% cotton', taxId: 12, tax_id: 12, 'Shipping No': 7 }, undefined],
		[
			{ 'Tax %': 0.19 },
			"Tax (%): must be written as 19 or 0.19%: 0.19 can mean both, as a spreadsheet's cell that shows 19% arrives as 0.19",
		],
		[{ 'Tax %': '0.19' }, 'Tax (%): must be written as 19% or 0.19%: 0.19 can mean both'],
		[{ taxRate: 1 }, 'Tax (%): must be written as 100 or 1%: 1 can mean both'],
		[{ 'Eco fee': '0.00', 'Discount Code': 'SUMMER10', 'Shipping Name': 'Ann' }, undefined],
		[{ Status: 'paid' }, 'Status: is "paid"'],
		[{ qty: 3 }, 'quantity: "qty" has another value for it: 3'],
		[{ Amount: 20, Description: 'Of oak' }, undefined],
		[{ Amount: 25, taxRate: '25%', totalAmount: undefined }, undefined],
	])('with %j is refused: %s', (more, message) => {
		const errors = errorsOf(lines([{ ...LINE, ...more }]).problems).map(formatProblem);
		expect(errors).toEqual(
			message === undefined ? [] : [expect.stringContaining(`Line item 1, ${message}`)],
		);
	});

	it('names the columns that are not billed once for all lines', () => {
		const { problems } = lines([
			{ ...LINE, Levy: 5 },
			{ ...LINE, Tip: '2,50', Levy: 6 },
		]);
		expect(problems.map(formatProblem)).toEqual([
			expect.stringMatching(
				/^these columns are not billed, .* not known: Levy \(5\), Tip \(2,50\)\..* Ignore Columns to: Levy, Tip$/,
			),
		]);
	});

	const untaxed = (column: string, line = 2) =>
		`Line item ${line}, ${column}: is ${column === 'taxable' ? '"false", and it' : '0, and a tax'} is `;
	it.each<[object, string[]]>([
		[{}, []],
		[{ taxRate: '19' }, []],
		[{ taxRate: 0 }, [untaxed('Tax (%)')]],
		[{ taxAmount: '0.00' }, [untaxed('Tax (%)')]],
		[{ taxable: false }, [untaxed('taxable')]],
		[{ taxable: false, taxRate: 0 }, [untaxed('taxable')]],
	])('with %j contradicts a tax on all of them: %j', (more, expected) => {
		const said = (lines([LINE, { ...LINE, ...more }]).ifTaxed ?? []).map(formatProblem);
		expect(said).toEqual(expected.map((words) => expect.stringContaining(words) as string));
	});

	it.each([
		['usd', 'eur', ['Line item 2, currency: is EUR, and the invoice is in USD']],
		['usd', 'usd', []],
		['usd', '$', []],
		['', 'eur', []],
	])('in an invoice in %j with the currency %j: %j', (currency, own, expected) => {
		const lineItems = [LINE, { ...LINE, currency: own, color: 'red' }];
		const errors = errorsOf(readDraft({ fields: { currency }, lineItems }).problems);
		expect(errors.map(formatProblem)).toEqual(
			expected.map((words) => expect.stringContaining(words) as string),
		);
	});

	it('leaves out the columns that are ignored', () => {
		const lineItems = [{ ...LINE, Shipping: 5, 'Eco Fee': 1 }];
		const { problems } = readDraft({
			fields: {},
			lineItems,
			ignoredColumns: ['shipping', 'eco fee'],
		});
		expect(problems).toEqual([]);
	});

	it.each([
		['[{', 'Line Items: not valid JSON at line 1, column 3'],
		['12', 'Line Items: must be a JSON list of objects'],
		[
			'[\n  {\n    "productSku": "CH-1",\n    "unitPrice": 1,\n    "unitPrice": 2\n  }\n]',
			"Line Items: not valid JSON at line 5, column 6: Duplicate key 'unitPrice' encountered",
		],
		[['chair'], 'Line item 1: must be an object'],
		[[LINE, null], 'Line item 2: must be an object'],
	])('refuses %j', (raw, message) =>
		expect(lines(raw).problems.map(formatProblem)[0]).toContain(message),
	);
});

describe('an invoice as the service returns it', () => {
	const RESPONSE = {
		...structuredClone(BODY),
		_links: { self: { href: '/x', method: 'GET' } },
		id: '0007',
		status: 'DRAFT',
		submitTimeUtc: '2026-11-15T10:00:00Z',
		invoiceHistory: [{ event: 'DRAFT', date: '2026-11-15T10:00:00Z' }],
	};

	it('gives back the request it came from', () => {
		expect(toBody(fromInvoice(RESPONSE).draft)).toEqual(BODY);
	});

	it('may have amounts as numbers, delivery capitalised, dates either way and percent for a rate', () => {
		const { draft, problems } = fromInvoice({
			id: '7',
			invoiceInformation: {
				deliveryMode: 'Email',
				dueDate: '2026-12-31',
				expirationDate: '2027-01-31',
				paymentLink: 'https://pay.example/1',
				customLabels: [{ key: 'tax', value: 'VAT' }],
			},
			orderInformation: {
				amountDetails: {
					totalAmount: 100.1,
					balanceAmount: 100.1,
					currency: 'USD',
					taxDetails: null,
				},
				lineItems: [{ productSku: 'A', unitPrice: 0.3, quantity: 1, discountPercent: 0.5 }],
			},
		});
		expect(problems).toEqual([]);
		expect(toBody(draft)).toEqual({
			invoiceInformation: {
				deliveryMode: 'email',
				dueDate: '2026-12-31',
				expirationDate: '31-01-2027',
			},
			orderInformation: {
				amountDetails: { totalAmount: '100.1', currency: 'USD' },
				lineItems: [{ productSku: 'A', unitPrice: '0.3', quantity: 1, discountRate: '0.5' }],
			},
		});
	});

	it('keeps text that the node would not take from a user, and says what it cannot read', () => {
		const { draft, problems } = fromInvoice({
			customerInformation: { email: 'ann@localhost', name: ['Ann'] },
		});
		expect(draft.fields).toEqual({ customerEmail: 'ann@localhost' });
		expect(problems.map(formatProblem)).toEqual(['Customer Name: must be text, not a list']);
	});
});

describe('custom fields', () => {
	const read = (customFields: unknown) => {
		const { draft, problems } = readDraft({ fields: {}, customFields });
		return { values: draft.customFields, problems: problems.map(formatProblem) };
	};

	it.each(['12a', 'a12', '1234567890123456'])('of the definition %p are refused', (definitionId) =>
		expect(read([{ definitionId, value: 'x' }])).toEqual({
			values: [],
			problems: ['Custom Field 1, Definition ID: must be the whole number shown for the field'],
		}),
	);

	it.each([undefined, null, '', ' '])('with the value %p are refused', (value) =>
		expect(read([{ definitionId: 1, value }])).toEqual({
			values: [],
			problems: ['Custom Field 1, Value: is required'],
		}),
	);

	it('with a value that is no text are refused', () => {
		const message = 'Custom Field 1, Value: must be text, not object';
		expect(read([{ definitionId: 1, value: {} }])).toEqual({ values: [], problems: [message] });
	});

	it('that are no list are refused by the name of their field', () => {
		expect(read('[{')).toEqual({
			values: [],
			problems: [expect.stringMatching(/^Custom Field Values: not valid JSON/)],
		});
	});
});

it('line items that cannot be read or are not there leave none', () => {
	const { draft, ifTaxed } = readDraft({ fields: {}, lineItems: '[{' });
	expect([draft.lineItems, ifTaxed]).toEqual([[], []]);
	expect(fromInvoice({}).draft.lineItems).toEqual([]);
});

describe('what the service has besides', () => {
	const line = (productSku: string, more: object = {}) => ({ productSku, ...more });
	const linesOf = (...lineItems: object[]) => ({ orderInformation: { lineItems } });
	const LINES = linesOf(
		line('A', { color: 'red' }),
		line('B', { color: 'blue' }),
		line('B', { color: 'green' }),
	);
	const INFORMATION = { description: '  5 < 6 &amp; 7\n', reference: 'R-1' };
	const SENT = {
		...LINES,
		invoiceInformation: INFORMATION,
		processingInformation: { requestPhone: true },
		tenant: { id: 7 },
	};
	const INVOICE = {
		...SENT,
		nothing: null,
		status: 'DRAFT',
		createdDate: '2026-11-15',
		invoiceHistory: [],
		invoiceInformation: {
			...INFORMATION,
			paymentLink: 'https://pay.example/1',
			customLabels: [{}],
		},
	};
	const updated = (lines?: LineItem[], invoice: IDataObject = INVOICE) => {
		const { draft } = fromInvoice(invoice);
		const body = toBody({ ...draft, lineItems: lines ?? draft.lineItems });
		return { names: addUnknownFields(body, invoice), body };
	};

	it('goes back in its place, and only what the specification does not name', () => {
		const names = ['invoiceInformation.reference', 'tenant.id', 'lineItems.color'];
		expect(updated()).toEqual({ names, body: SENT });
		expect(updated(undefined, linesOf(line('A', { color: null }))).names).toEqual([]);
	});

	it('stays with the line of its SKU, each once', () => {
		const [a, b, c] = ['A', 'B', 'C'].map((sku) => line(sku));
		expect(updated([b, c, b, b, a]).body).toMatchObject(
			linesOf(line('B', { color: 'blue' }), c, line('B', { color: 'green' }), b, {
				...a,
				color: 'red',
			}),
		);
		const { orderInformation } = updated([c]).body as ReturnType<typeof linesOf>;
		expect(orderInformation.lineItems).toEqual([c]);
	});

	it('a line that cannot be read is named by its number, and text keeps its spaces', () => {
		const { draft, problems } = fromInvoice(
			linesOf(line('A', { productName: ' Chair ' }), line('B', { productName: ['x'] })),
		);
		expect(draft.lineItems[0].productName).toBe(' Chair ');
		expect(problems.map(formatProblem)).toEqual([
			'Line item 2, Product Name: must be text, not a list',
		]);
	});
});

it.each([
	['by its ID', { id: '0007' }, true],
	['by its number', { id: 'x', invoiceInformation: { invoiceNumber: '0007' } }, true],
	['not by one that only reads the same', { id: 7, invoiceInformation: {} }, false],
	['not without one', {}, false],
])('an invoice is that of the number, %s', (_how, invoice, expected) =>
	expect(matchesInvoiceNumber(invoice as Invoice, '0007')).toBe(expected),
);

it('a draft has the number that was entered as text, or none', () => {
	const draft = (fields: InvoiceDraft['fields']) => ({ fields }) as InvoiceDraft;
	expect(draftNumber(draft({ invoiceNumber: '0007' }))).toBe('0007');
	expect(draftNumber(draft({}))).toBeUndefined();
});
