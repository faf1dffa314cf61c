import {
	diffDrafts,
	differencesInWords,
	isCertainDifference,
	diffFromRequest,
	type LineChangeMode,
	mergeDrafts,
	differingFieldsInWords,
} from '../../../nodes/MerchantInvoicing/invoice/changes';
import type { InvoiceDraft } from '../../../nodes/MerchantInvoicing/invoice/values';
import { fromInvoice } from '../../../nodes/MerchantInvoicing/invoice/draft';
import { draftOf, itemized, LINE } from './drafts';

const stored = draftOf(
	itemized({ description: 'Chairs', companyName: 'Lee Ltd', discountAmount: '1', taxRate: '5' }),
);
const labels = (found: ReturnType<typeof diffDrafts>) => found.map(({ field }) => field);

describe('merging', () => {
	const withFields = { ...stored, customFields: [{ definitionId: 1, value: 'a' }] };

	it.each<[string, Partial<InvoiceDraft>, Parameters<typeof mergeDrafts>[2], string[]]>([
		['keeps what was not entered', { fields: { dueDate: '2027-01-31' } }, [], ['Due Date']],
		[
			'takes a rate in place of an amount, and the other way round',
			{ fields: { discountPercent: '5', taxAmount: '2' } },
			[],
			['Discount (%)', 'Discount Amount', 'Tax (%)', 'Tax Amount'],
		],
		['clears a field on purpose', {}, ['companyName'], ['Company Name']],
		[
			'takes an entered value before clearing',
			{ fields: { companyName: 'Lee Ltd' } },
			['companyName'],
			[],
		],
		['clears custom fields', {}, ['customFields'], ['Custom Field Values']],
		[
			'replaces these',
			{ customFields: [{ definitionId: 2, value: 'b' }] },
			[],
			['Custom Field Values'],
		],
		['replaces all lines', { lineItems: [{ ...LINE, productSku: 'NEW' }] }, [], ['Line Items']],
	])('%s', (_what, entered, cleared, changed) => {
		const before = structuredClone(withFields);
		const nothing = { fields: {}, lineItems: [], customFields: [] };
		const { draft } = mergeDrafts(withFields, { ...nothing, ...entered }, cleared);
		expect(labels(diffDrafts(withFields, draft))).toEqual(changed);
		expect(withFields).toEqual(before);
	});
});

describe('line items by SKU', () => {
	const A = { ...LINE, productSku: 'A' };
	const B = { ...LINE, productSku: 'B', taxRate: '10', taxAmount: '2.00' };
	const change = (mode: LineChangeMode, entered: object[], present = [A, B]) => {
		const invoice = draftOf(itemized({}, present));
		const { draft, problems } = mergeDrafts(
			invoice,
			draftOf({ fields: {}, lineItems: entered }),
			[],
			mode,
		);
		return {
			skus: draft.lineItems.map(({ productSku }) => productSku).join(''),
			lines: draft.lineItems,
			problems: problems.map(({ severity, message, line }) => [severity, message, line]),
		};
	};
	const N = { ...LINE, productSku: 'N' };
	const has = (sku: string) =>
		`the invoice has a line with ${sku} already. Choose Change by SKU to change it`;

	it.each<[string, LineChangeMode, object[], string, string]>([
		['are added, also two of one kind', 'add', [N, N], 'ABNN', ''],
		['are not added a second time', 'add', [A], 'AB', ''],
		[
			'are not added a second time without what the service works out',
			'add',
			[{ productSku: 'B', unitPrice: LINE.unitPrice }],
			'AB',
			'',
		],
		['are not added with another price', 'add', [{ ...A, unitPrice: '1' }], 'AB', has('A')],
		['are not added with a tax', 'add', [{ ...A, taxRate: '10' }], 'AB', has('A')],
		['are changed', 'change', [{ productSku: 'A', quantity: '3' }], 'AB', ''],
		[
			'are not changed if not there',
			'change',
			[{ productSku: 'N', quantity: '3' }],
			'AB',
			'the invoice has no line with N',
		],
		['need an SKU', 'change', [{ quantity: '3' }], 'AB', 'is required to find the line'],
	])('%s', (_what, mode, entered, skus, message) => {
		const changed = change(mode, entered);
		expect(changed.skus).toBe(skus);
		expect(changed.problems).toEqual(message === '' ? [] : [['error', message, 1]]);
	});

	it('are refused where two have the SKU, or it is entered twice', () => {
		const three = [{ productSku: 'A', quantity: '3' }];
		expect(change('change', three, [A, A]).problems).toEqual([
			['error', 'the invoice has 2 lines with A', 1],
		]);
		expect(change('change', [...three, { productSku: 'A', quantity: '9' }]).problems).toEqual([
			['error', 'A is entered twice. Enter it once', 2],
		]);
	});

	it('that were added twice are there twice, and a second run adds none', () => {
		expect(change('add', [N, N], [N, N]).skus).toBe('NN');
		expect(change('add', [N, N], [N]).skus).toBe('NN');
	});

	it('keep what follows from a price or a quantity that is entered as it is', () => {
		expect(change('change', [{ productSku: 'B', quantity: '2' }]).lines).toEqual([A, B]);
	});

	it('keep what was not entered, but not what follows from a changed price, quantity or rate', () => {
		const kept = { ...B, taxAmount: undefined, totalAmount: undefined };
		for (const other of [{ unitPrice: '3' }, { quantity: '3' }, { taxRate: '20' }]) {
			const [, changed] = change('change', [{ productSku: 'B', ...other }]).lines;
			expect(changed).toEqual({ ...kept, ...other });
		}
		const [, renamed] = change('change', [{ productSku: 'B', productName: 'Stool' }]).lines;
		expect(renamed).toMatchObject({
			productName: 'Stool',
			taxAmount: '2.00',
			totalAmount: '20.00',
		});
	});
});

describe('differences', () => {
	const taxed = (line: object) =>
		draftOf(itemized({ customerEmail: 'ann@example.com' }, [{ ...LINE, taxRate: '10', ...line }]));
	const blanks = draftOf(itemized({ description: 'Zoé' }));

	it.each<[string, InvoiceDraft, InvoiceDraft, string[]]>([
		[
			'blanks around it',
			blanks,
			{ ...blanks, fields: { ...blanks.fields, description: ' Zoé ' } },
			[],
		],
		[
			'the case of an email address',
			draftOf(itemized({ customerEmail: 'ann@example.com' })),
			draftOf(itemized({ customerEmail: 'Ann@Example.com' })),
			[],
		],
		[
			'the case of a name',
			draftOf(itemized({ customerName: 'ann lee' })),
			draftOf(itemized()),
			['Customer Name'],
		],
		['an amount beside the rate of a line', taxed({ taxAmount: '9.98' }), taxed({}), []],
		['another rate', taxed({ taxAmount: '9.98' }), taxed({ taxRate: '11' }), ['Line Items']],
		[
			'another amount beside the same rate',
			taxed({ taxAmount: '9.98' }),
			taxed({ taxAmount: '9.99' }),
			['Line Items'],
		],
		[
			'an amount beside the rate of the invoice',
			draftOf(itemized({ taxRate: '10', taxAmount: '9.98' })),
			draftOf(itemized({ taxRate: '10.0' })),
			[],
		],
		[
			'no tax at all',
			draftOf(itemized({ taxAmount: '9.98' })),
			draftOf(itemized()),
			['Tax Amount'],
		],
		[
			'equal amounts',
			draftOf(itemized({ totalAmount: '20.0', taxAmount: '0' })),
			draftOf(itemized({ totalAmount: '20' })),
			[],
		],
		['false and nothing', draftOf(itemized({ requestPhone: false })), draftOf(itemized()), []],
	])('between two invoices: %s', (_name, a, b, fields) => {
		expect(labels(diffDrafts(a, b))).toEqual(fields);
		expect(labels(diffDrafts(b, a))).toEqual(fields);
	});
});

it('differences are said with both values, or nothing', () => {
	const taxed = { ...LINE, productName: 'Lamp', taxRate: '19' };
	const before = draftOf(itemized({ companyName: 'Lee Ltd' }, [LINE, taxed]));
	expect(differencesInWords(diffDrafts(before, draftOf(itemized())))).toBe(
		'Company Name: Lee Ltd → nothing; Line Items: CH-1 Chair: 2 x 10.00 = 20.00; CH-1 Lamp: 2 x 10.00, Tax (%) 19 = 20.00 → CH-1 Chair: 2 x 10.00 = 20.00',
	);
});

describe('whether a stored invoice is the one that was asked for', () => {
	const CHAIR = { ...LINE, productSku: 'A' };
	const TABLE = { ...LINE, productSku: 'B' };

	it.each<[string, Parameters<typeof itemized>, Parameters<typeof itemized>, string[], string[]]>([
		['lines in another order', [{}, [CHAIR, TABLE]], [{}, [TABLE, CHAIR]], [], []],
		['one line twice', [{}, [CHAIR, CHAIR]], [{}, [CHAIR, TABLE]], ['Line Items'], []],
		['another product', [{}, [CHAIR]], [{}, [TABLE]], ['Line Items'], []],
		[
			'the total of a line rounded otherwise',
			[],
			[{}, [{ ...LINE, totalAmount: '20.01' }]],
			[],
			[],
		],
		['a rate beside the amount', [{ taxAmount: '2' }], [{ taxAmount: '2', taxRate: '10' }], [], []],
		['a company that a colleague added', [], [{ companyName: 'Lee Ltd' }], [], []],
		['no company', [{ companyName: 'Lee Ltd' }], [], ['Company Name'], []],
		['a discount that was not entered', [], [{ discountAmount: '2' }], ['Discount Amount'], []],
		['no tax on a line', [{}, [{ ...LINE, taxAmount: '2' }]], [], ['Line Items'], []],
		['another cent', [{ taxAmount: '1.00' }], [{ taxAmount: '1.01' }], ['Tax Amount'], []],
		['another customer', [{ customerEmail: 'bob@example.com' }], [], ['Customer Email'], []],
		[
			'another customer ID',
			[{ merchantCustomerId: '1' }],
			[{ merchantCustomerId: '2' }],
			['Merchant Customer ID'],
			[],
		],
		['another due date', [{ dueDate: '2027-01-01' }], [], [], ['Due Date']],
		[
			'an own subtotal and delivery',
			[{ subAmount: '1' }],
			[{ subAmount: '2', deliveryMode: 'none' }],
			[],
			[],
		],
	])('the stored one has %s', (_name, sent, kept, billed, others) => {
		const found = diffFromRequest(draftOf(itemized(...sent)), draftOf(itemized(...kept)));
		expect([labels(found.billed), labels(found.others)]).toEqual([billed, others]);
	});

	it('it is when the service only added values of its own, and shows neither partner nor custom fields', () => {
		const request = draftOf({
			...itemized({ invoiceNumber: '0007', developerId: 'D' }),
			customFields: [{ definitionId: 1, value: 'a' }],
		});
		const answer = {
			id: '0007',
			status: 'SENT',
			customerInformation: { name: 'Ann Lee', email: 'ann@example.com' },
			processingInformation: { requestPhone: false, requestShipping: false },
			invoiceInformation: { invoiceNumber: '0007', dueDate: '2026-12-31', deliveryMode: 'Email' },
			orderInformation: {
				amountDetails: { totalAmount: 20, balanceAmount: 20, subAmount: 20, currency: 'USD' },
				lineItems: [{ ...LINE, unitPrice: 10, totalAmount: 20, quantity: 2, taxAmount: 0 }],
			},
		};
		const { draft } = fromInvoice(answer);
		expect(diffFromRequest(request, draft)).toEqual({ billed: [], others: [] });
	});
});

describe('an answer to what was sent', () => {
	const sent: InvoiceDraft = {
		fields: { totalAmount: '119.00', taxRate: '19', currency: 'USD' },
		lineItems: [{ productSku: 'A', quantity: '1', unitPrice: '100' }],
		customFields: [],
	};

	it.each<[string, Partial<InvoiceDraft>, string]>([
		['without lines', { lineItems: [] }, ''],
		['with zeros', { fields: { ...sent.fields, taxRate: '0', freightAmount: '0.00' } }, ''],
		['with another total', { fields: { ...sent.fields, totalAmount: '0' } }, 'Total Amount'],
		['with other lines', { lineItems: [{ productSku: 'B' }] }, 'Line Items'],
	])('%s shows as different: %s', (_what, answer, expected) => {
		expect(differingFieldsInWords(sent, { ...sent, ...answer })).toBe(expected);
	});
});

it('only what the service may not show is no certain difference', () => {
	const isCertain = (field: string, before: string | null) =>
		isCertainDifference({ field, before, after: 'x' });
	const unseen = ['Developer ID', 'Solution ID', 'Custom Field Values'];
	expect(unseen.filter((field) => isCertain(field, null))).toEqual([]);
	expect(isCertain('Developer ID', 'D-1') && isCertain('Company Name', null)).toBe(true);
});
