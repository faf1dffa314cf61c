import {
	differences,
	differencesFromRequest,
	merge as mergeAll,
	shownOtherwise,
} from '../../../nodes/MerchantInvoicing/invoice/changes';
import type { InvoiceDraft } from '../../../nodes/MerchantInvoicing/invoice/values';
import { fromInvoice } from '../../../nodes/MerchantInvoicing/invoice/draft';
import { draftOf, itemized, LINE } from './drafts';

const NOTHING = draftOf({ fields: {} });
const stored = draftOf(itemized({ description: 'Chairs', companyName: 'Lee Ltd' }));

const merge = (...given: Parameters<typeof mergeAll>) => mergeAll(...given).draft;

describe('merging', () => {
	it('keeps what was not entered', () => {
		const merged = merge(stored, draftOf({ fields: { dueDate: '2027-01-31' } }), []);
		expect(merged).toMatchObject({
			...stored,
			fields: { ...stored.fields, dueDate: '2027-01-31' },
		});
	});

	it('clears a field on purpose', () => {
		const merged = merge(stored, NOTHING, ['companyName']);
		expect(merged.fields).not.toHaveProperty('companyName');
		expect(merged.fields.description).toBe('Chairs');
	});

	it('takes an entered value before clearing', () => {
		const entered = draftOf({ fields: { companyName: 'New Ltd' } });
		expect(merge(stored, entered, ['companyName']).fields.companyName).toBe('New Ltd');
	});

	it('replaces the line items as a whole, and clears custom fields', () => {
		const withFields = { ...stored, customFields: [{ definitionId: 1, value: 'a' }] };
		const entered = draftOf({ fields: {}, lineItems: [{ ...LINE, productSku: 'NEW' }] });
		const merged = merge(withFields, entered, ['customFields']);
		expect(merged.lineItems.map(({ productSku }) => productSku)).toEqual(['NEW']);
		expect(merged.customFields).toEqual([]);
	});

	it('does not touch what it was given', () => {
		const before = structuredClone(stored);
		merge(stored, draftOf({ fields: { dueDate: '2027-01-31' } }), ['companyName', 'lineItems']);
		expect(stored).toEqual(before);
	});
});

describe('line items that are added', () => {
	const add = { mode: 'add', removed: [] } as const;
	const lines = (...skus: string[]) =>
		draftOf({ fields: {}, lineItems: skus.map((productSku) => ({ ...LINE, productSku })) });
	const added = (present: string[], entered: string[]) =>
		mergeAll(lines(...present), lines(...entered), [], add);

	it('are all there, also two of one kind, and a second time none is added', () => {
		const once = added(['CH-1'], ['N', 'N']);
		expect(once.problems).toEqual([]);
		expect(once.draft.lineItems.map(({ productSku }) => productSku)).toEqual(['CH-1', 'N', 'N']);
		const twice = mergeAll(once.draft, lines('N', 'N'), [], add);
		expect(twice.draft.lineItems).toEqual(once.draft.lineItems);
	});

	it.each([{ unitPrice: '1' }, { taxRate: '10' }])(
		'are refused where a line has their SKU and other values: %j',
		(more) => {
			const other = draftOf({ fields: {}, lineItems: [{ ...LINE, ...more }] });
			const { draft, problems } = mergeAll(lines('CH-1'), other, [], add);
			expect(problems).toHaveLength(1);
			expect(draft.lineItems).toHaveLength(1);
		},
	);
});

it('one SKU that is entered twice to be changed is refused', () => {
	const lineItems = ['3', '9'].map((quantity) => ({ productSku: 'CH-1', quantity }));
	const entered = draftOf({ fields: {}, lineItems });
	const { problems } = mergeAll(stored, entered, [], { mode: 'change', removed: [] });
	expect(problems).toEqual([
		{
			severity: 'error',
			field: 'Product SKU',
			message: 'CH-1 is entered twice. Enter it once',
			line: 2,
		},
	]);
});

describe('differences', () => {
	const taxed = (line: object) =>
		draftOf(itemized({ customerEmail: 'ann@example.com' }, [{ ...LINE, taxRate: '10', ...line }]));

	it.each<[string, ReturnType<typeof draftOf>, ReturnType<typeof draftOf>]>([
		[
			'blanks around it',
			draftOf(itemized({ description: 'Zoé' })),
			{ ...draftOf(itemized()), fields: { ...draftOf(itemized()).fields, description: ' Zoé ' } },
		],
		[
			'the case of an email address',
			draftOf(itemized({ customerEmail: 'ann@example.com' })),
			draftOf(itemized({ customerEmail: 'Ann@Example.com' })),
		],
		['an amount beside the rate of a line', taxed({ taxAmount: '9.98' }), taxed({})],
		[
			'an amount beside the rate of the invoice',
			draftOf(itemized({ taxRate: '10', taxAmount: '9.98' })),
			draftOf(itemized({ taxRate: '10.0' })),
		],
	])('are none where a service keeps the same in another form: %s', (_name, a, b) => {
		expect(differences(a, b)).toEqual([]);
		expect(differences(b, a)).toEqual([]);
	});

	it.each<[string, ReturnType<typeof draftOf>, ReturnType<typeof draftOf>, string]>([
		[
			'the case of a name',
			draftOf(itemized({ customerName: 'ann lee' })),
			draftOf(itemized({ customerName: 'Ann Lee' })),
			'Customer Name',
		],
		['another rate', taxed({ taxAmount: '9.98' }), taxed({ taxRate: '11' }), 'Line Items'],
		[
			'another amount beside the same rate',
			taxed({ taxAmount: '9.98' }),
			taxed({ taxAmount: '9.99' }),
			'Line Items',
		],
		[
			'no tax at all',
			draftOf(itemized({ taxAmount: '9.98' })),
			draftOf(itemized({})),
			'Tax Amount',
		],
	])('are there for %s', (_name, a, b, field) => {
		expect(differences(a, b)).toMatchObject([{ field }]);
	});

	it('are named in the words of the editor', () => {
		const changed = draftOf({
			...itemized({ dueDate: '2027-01-31', companyName: 'Lee Ltd', taxRate: '5' }, [
				{ ...LINE, quantity: 3 },
			]),
			customFields: [{ definitionId: 1, value: 'a' }],
		});
		expect(differences(stored, changed).map(({ field }) => field)).toEqual([
			'Custom Field Values',
			'Description',
			'Due Date',
			'Line Items',
			'Tax (%)',
		]);
	});

	it('are none between equal amounts, and between false and nothing', () => {
		const a = draftOf(itemized({ totalAmount: '20.0', taxAmount: '0', requestPhone: false }));
		expect(differences(a, draftOf(itemized({ totalAmount: '20' })))).toEqual([]);
	});
});

describe('whether a stored invoice is the one that was asked for', () => {
	const request = draftOf({
		...itemized({ invoiceNumber: '0007', developerId: 'D' }),
		customFields: [{ definitionId: 1, value: 'a' }],
	});
	const answer = {
		id: '0007',
		status: 'SENT',
		customerInformation: { name: 'Ann Lee', email: 'ann@example.com' },
		processingInformation: { requestPhone: false, requestShipping: false },
		invoiceInformation: {
			invoiceNumber: '0007',
			dueDate: '2026-12-31',
			allowPartialPayments: false,
			deliveryMode: 'Email',
			paymentLink: 'https://pay.example/1',
		},
		orderInformation: {
			amountDetails: { totalAmount: 20, balanceAmount: 20, subAmount: 20, currency: 'USD' },
			lineItems: [{ ...LINE, unitPrice: 10, totalAmount: 20, quantity: 2, taxAmount: 0 }],
		},
	};

	const labelsOf = (sent: InvoiceDraft, kept: InvoiceDraft) => {
		const { billed, others } = differencesFromRequest(sent, kept);
		return { billed: billed.map(({ field }) => field), others: others.map(({ field }) => field) };
	};

	it('it is when the service only added values of its own', () => {
		expect(labelsOf(request, fromInvoice(answer).draft)).toEqual({ billed: [], others: [] });
	});

	it('it is when only the due date, or the case of an email address, is another one', () => {
		const sent = draftOf(itemized({ customerEmail: 'Ann@Example.COM', dueDate: '2027-01-01' }));
		expect(labelsOf(sent, draftOf(itemized()))).toEqual({ billed: [], others: ['Due Date'] });
	});

	const CHAIR = { ...LINE, productSku: 'A' };
	const TABLE = { ...LINE, productSku: 'B' };
	it.each<[string, Parameters<typeof itemized>, Parameters<typeof itemized>, string[]]>([
		['lines in another order', [{}, [CHAIR, TABLE]], [{}, [TABLE, CHAIR]], []],
		['one line twice', [{}, [CHAIR, CHAIR]], [{}, [CHAIR, TABLE]], ['Line Items']],
		[
			'a rate for the amount of both',
			[{ taxAmount: '2' }],
			[{ taxAmount: '2', taxRate: '10' }],
			[],
		],
		['a company that a colleague added', [{}], [{ companyName: 'Lee Ltd' }], []],
		['a company that it lacks', [{ companyName: 'Lee Ltd' }], [{}], ['Company Name']],
		[
			'a discount and a tax that come to nothing',
			[{}],
			[{ discountAmount: '2', taxAmount: '2' }],
			['Discount Amount', 'Tax Amount'],
		],
		[
			'a discount and a tax of a line that come to nothing',
			[{}, [{ ...LINE, discountAmount: '2', taxAmount: '2' }]],
			[{}, [LINE]],
			['Line Items'],
		],
	])('the stored one has %s', (_name, sent, kept, billed) => {
		expect(labelsOf(draftOf(itemized(...sent)), draftOf(itemized(...kept))).billed).toEqual(billed);
	});

	it.each([{ productName: 'Ash chair' }, { taxRate: '19' }])(
		'both values look different where only %p differs',
		(other) => {
			const sent = draftOf(itemized({}, [{ ...LINE, ...other }]));
			const [{ before, after }] = differencesFromRequest(sent, draftOf(itemized())).billed;
			expect(after).not.toBe(before);
		},
	);

	it('it is not when a cent or the case of a name differs', () => {
		const sent = draftOf(itemized({ customerName: 'a1', taxAmount: '1.00' }));
		const kept = draftOf(itemized({ customerName: 'A1', taxAmount: '1.01' }));
		expect(labelsOf(sent, kept).billed).toEqual(['Customer Name', 'Tax Amount']);
	});

	it.each([
		['Customer Email', { customerInformation: { name: 'Ann Lee', email: 'bob@example.com' } }],
		[
			'Total Amount',
			{
				orderInformation: {
					...answer.orderInformation,
					amountDetails: { totalAmount: 21, currency: 'USD' },
				},
			},
		],
		['Line Items', { orderInformation: { ...answer.orderInformation, lineItems: [] } }],
		[
			'Line Items',
			{
				orderInformation: {
					...answer.orderInformation,
					lineItems: [{ ...answer.orderInformation.lineItems[0], productSku: 'OTHER' }],
				},
			},
		],
	])('it is not when the %s differs', (label, change) => {
		expect(labelsOf(request, fromInvoice({ ...answer, ...change }).draft).billed).toEqual([label]);
	});
});

describe('line items by SKU', () => {
	const change = (mode: 'add' | 'change' | 'remove', lines: object[], removed: string[] = []) =>
		mergeAll(
			draftOf(
				itemized({}, [LINE, { ...LINE, productSku: 'CH-2', taxRate: '10', taxAmount: '2.00' }]),
			),
			draftOf({ fields: {}, lineItems: lines }),
			[],
			{ mode, removed },
		);
	const errors = ({ problems }: ReturnType<typeof change>) =>
		problems.map(({ severity, message }) => `${severity}: ${message}`);

	it('keep what was not entered when they are changed, but not what follows from it', () => {
		const { draft, problems } = change('change', [{ productSku: 'CH-2', quantity: '3' }]);
		expect(problems).toEqual([]);
		expect(draft.lineItems).toEqual([
			draftOf(itemized({})).lineItems[0],
			{
				productName: LINE.productName,
				productSku: 'CH-2',
				quantity: '3',
				unitPrice: '10.00',
				taxRate: '10',
			},
		]);
	});

	it('keep their amounts when only a name is changed', () => {
		const { draft } = change('change', [{ productSku: 'CH-2', productName: 'Stool' }]);
		expect(draft.lineItems[1]).toMatchObject({ productName: 'Stool', taxAmount: '2.00' });
	});

	it('are added once: the same line again changes nothing, another one is refused', () => {
		const line = { ...LINE, productSku: 'CH-3' };
		expect(change('add', [line]).draft.lineItems).toHaveLength(3);
		expect(change('add', [LINE]).draft.lineItems).toHaveLength(2);
		expect(errors(change('add', [{ ...LINE, quantity: 9 }]))).toEqual([
			expect.stringContaining('error: the invoice has a line with CH-1 already'),
		]);
	});

	it('are removed, and what is not there is reported', () => {
		const removed = change('remove', [], ['CH-1', 'CH-9']);
		expect(removed.draft.lineItems.map(({ productSku }) => productSku)).toEqual(['CH-2']);
		expect(errors(removed)).toEqual(['warning: the invoice has no line with CH-9']);
	});

	it('that are not there, or there twice, are not changed', () => {
		expect(errors(change('change', [{ productSku: 'CH-9', quantity: '3' }]))).toEqual([
			'error: the invoice has no line with CH-9',
		]);
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
		expect(shownOtherwise(sent, { ...sent, ...answer })).toBe(expected);
	});
});
