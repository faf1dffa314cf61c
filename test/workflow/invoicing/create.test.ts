import type { IDataObject } from 'n8n-workflow';
import { wordsOf } from '../../support/engine';
import {
	AMOUNT_ONLY,
	byNumber,
	ITEMIZED,
	jsonOf,
	LINE,
	nextNumber,
	useInvoicing,
} from './invoicing';

/** What a row without a value gives: n8n itself refuses an empty field before the run. */
const NOTHING = '={{ "" }}';

const invoicing = useInvoicing('all');
beforeEach(() => invoicing.sandbox.control.clearRequests());

const sentBody = async () => {
	const changes = await invoicing.changes();
	expect(changes).toHaveLength(1);
	expect(changes[0]).toMatchObject({ method: 'POST', url: '/invoicing/v2/invoices' });
	return changes[0].body;
};

it.each([
	['draft', 'none', false, 'DRAFT'],
	['emailDraft', 'email', false, 'DRAFT'],
	['emailNow', 'email', true, 'SENT'],
	['share', 'none', true, 'CREATED'],
])(
	'what the user picks in words: %s sends deliveryMode %s and sendImmediately %p',
	async (delivery, mode, now, status) => {
		const created = await invoicing.invoice('create', { ...ITEMIZED, delivery });
		expect(created.status).toBe(status);
		expect(await sentBody()).toMatchObject({
			invoiceInformation: { deliveryMode: mode, sendImmediately: now },
		});
	},
);

describe('the request, word for word', () => {
	it('of an amount only draft', async () => {
		const { additionalFields } = AMOUNT_ONLY;
		const created = await invoicing.invoice('create', {
			...AMOUNT_ONLY,
			invoiceNumber: '0100',
			additionalFields: { ...(additionalFields as IDataObject), lineItemsJson: NOTHING },
		});
		expect(await sentBody()).toEqual({
			invoiceInformation: {
				invoiceNumber: '0100',
				deliveryMode: 'none',
				description: 'Consulting in May',
				dueDate: '2030-12-31',
				sendImmediately: false,
			},
			orderInformation: { amountDetails: { currency: 'EUR', totalAmount: '100.00' } },
		});
		expect(created).toMatchObject({
			status: 'DRAFT',
			totalAmount: '100.00',
			currency: 'EUR',
			dueDate: '2030-12-31',
			isOverdue: false,
			outcome: 'created',
			reason: '',
		});
		expect(created.paymentLink).toMatch(/^http/);
	});

	it('of an itemized invoice with everything on it', async () => {
		const created = await invoicing.invoice('create', {
			...ITEMIZED,
			lineItems: {
				item: [LINE, { ...LINE, productSku: 'CH-2', unitPrice: '0.10', quantity: '3' }],
			},
			invoiceNumber: '000123',
			additionalFields: {
				allowPartialPayments: true,
				companyName: 'Lee Ltd',
				customFields: { field: [{ definitionId: '12', value: 'Blue' }] },
				invoiceDescription: 'Chairs',
				developerId: 'D1',
				discountPercent: '10 %',
				expirationDate: '2031-01-31T00:00:00',
				freightAmount: '10',
				freightTaxRate: '5',
				merchantCustomerId: '0042',
				minimumPartialAmount: '20',
				askFor: ['phone', 'shipping'],
				solutionId: 'S1',
				subAmount: '100.10',
				taxRate: '20%',
				taxType: 'vat',
				totalAmount: '118.61',
			},
		});
		expect(await sentBody()).toEqual({
			clientReferenceInformation: { partner: { developerId: 'D1', solutionId: 'S1' } },
			customerInformation: {
				company: { name: 'Lee Ltd' },
				email: 'ann@example.com',
				merchantCustomerId: '0042',
				name: 'Ann Lee',
			},
			invoiceInformation: {
				allowPartialPayments: true,
				deliveryMode: 'email',
				description: 'Chairs',
				dueDate: '2030-12-31',
				expirationDate: '31-01-2031',
				invoiceNumber: '000123',
				sendImmediately: true,
			},
			merchantDefinedFieldValues: [{ definitionId: 12, value: 'Blue' }],
			orderInformation: {
				amountDetails: {
					currency: 'USD',
					discountPercent: '10',
					freight: { amount: '10', taxable: true, taxRate: '5' },
					minimumPartialAmount: '20',
					subAmount: '100.10',
					taxDetails: { rate: '20', type: 'vat' },
					// 100.10 − 10.01 = 90.09; + 18.02 tax; + 10 freight; + 0.50 tax on freight
					totalAmount: '118.61',
				},
				lineItems: [
					{
						productName: 'Oak chair',
						productSku: 'CH-1',
						quantity: 2,
						totalAmount: '99.80',
						unitPrice: '49.90',
					},
					{
						productName: 'Oak chair',
						productSku: 'CH-2',
						quantity: 3,
						totalAmount: '0.30',
						unitPrice: '0.10',
					},
				],
			},
			processingInformation: { requestPhone: true, requestShipping: true },
		});
		expect(created).toMatchObject({ invoiceNumber: '000123', totalAmount: '118.61' });
	});
});

const fromData = (lineItemsJson: string): IDataObject => ({
	...ITEMIZED,
	lineItems: {},
	additionalFields: { lineItemsJson },
});

it('line items as JSON keep every digit of their numbers', async () => {
	const created = await invoicing.invoice(
		'create',
		fromData(`[
				{
					"productName": "Ship",
					"productSku": 6461731521426399503065,
					"quantity": 1,
					"unitPrice": 90071992547409.93
				},
				{ "productName": "Bolt", "productSku": "0007", "quantity": 1.5, "unitPrice": 0.1 }
			]`),
	);
	expect(created.totalAmount).toBe('90071992547410.08');
	expect(await sentBody()).toHaveProperty('orderInformation.lineItems', [
		{
			productName: 'Ship',
			productSku: '6461731521426399503065',
			quantity: 1,
			totalAmount: '90071992547409.93',
			unitPrice: '90071992547409.93',
		},
		{
			productName: 'Bolt',
			productSku: '0007',
			quantity: 1.5,
			totalAmount: '0.15',
			unitPrice: '0.1',
		},
	]);
});

describe('the rules', () => {
	it('are reported all at once, with field and line, before anything is sent', async () => {
		const error = await invoicing.refusal('create', {
			...ITEMIZED,
			customerEmail: 'ann',
			currency: { __rl: true, mode: 'code', value: 'JPY' },
			lineItems: {
				item: [
					{ ...LINE, unitPrice: NOTHING, taxRate: '10%' },
					{ ...LINE, productName: NOTHING, unitPrice: '100' },
				],
			},
			additionalFields: { taxRate: '5%', minimumPartialAmount: '1' },
		});
		expect(wordsOf(error)).toBe(
			'4 problems: ' +
				[
					'Customer Email: must be an email address such as ann@example.com, not "ann"',
					'Line item 1, Unit Price: is required for every line item',
					'Line item 2, Product Name: is required for every line item',
					'Line item 1, Tax (%): cannot be used together with Tax (%) of the invoice. Put discounts and taxes either on the total or on line items',
					'Nothing was sent to the service.',
				].join('; '),
		);
		expect(await invoicing.changes()).toEqual([]);
	});

	it.each<[string, IDataObject, string]>([
		[
			'lines in two places',
			{ additionalFields: { lineItemsJson: '[]' } },
			'enter the lines here or in Line Items',
		],
		['an empty list of lines', fromData(NOTHING), 'is empty. Enter a list of line items'],
	])('refuse %s', async (_name, parameters, message) => {
		const { options, ...fields } = parameters;
		const error = await invoicing.refusal(
			'create',
			{ ...ITEMIZED, ...fields },
			{ options: options as IDataObject },
		);
		expect(wordsOf(error)).toContain(message);
		expect(await invoicing.changes()).toEqual([]);
	});

	it('let an invoice be due today', async () => {
		const dueToday = { ...ITEMIZED, dueDate: '', additionalFields: { dueInDays: 0 } };
		expect(await invoicing.invoice('create', dueToday)).toMatchObject({ daysUntilDue: 0 });
	});

	const PAST = '2020-01-31';
	it('let a draft that is due already through, with a warning', async () => {
		const drafted = { ...ITEMIZED, delivery: 'emailDraft', dueDate: PAST };
		const created = await invoicing.invoice('create', drafted);
		expect(created.reason).toBe(`Due Date: ${PAST} is in the past`);
		expect(created.daysUntilDue).toBeLessThan(-2000);
	});

	it.each([
		['create', 'emailNow', {}],
		['create', 'share', {}],
		['create', 'emailNow', { serviceNumbers: true }],
		['upsert', 'emailNow', {}],
	])('bill no new customer late, and the others: %s, %s, %j', async (...given) => {
		const [operation, delivery, options] = given;
		const number = nextNumber();
		const before = await invoicing.count();
		const fields = {
			...ITEMIZED,
			delivery,
			dueDate: '={{ $json.due ?? $today.toFormat("yyyy-MM-dd") }}',
			...(!('serviceNumbers' in options) && { invoiceNumber: `={{ "${number}R" + $json.row }}` }),
		};
		const input = [PAST, null, PAST, '2030-12-31'].map((due, row) => ({ due, row }));
		const words = `Due Date: ${PAST} is in the past, so a new invoice cannot be emailed or published. Enter a later date, or save a draft`;
		const asked = { ...options, checkOnly: true };
		const checked = await invoicing.run('invoice', operation, fields, { input, options: asked });
		expect(jsonOf(checked.items).map(({ outcome }) => outcome)).toEqual([
			'failed',
			'wouldCreate',
			'failed',
			'wouldCreate',
		]);
		expect(checked.items[0].json.reason).toBe(words);
		const { error } = await invoicing.run('invoice', operation, fields, { input, options });
		expect(error?.message).toBe(words);
		expect(error?.description).toMatch(
			/^Row 1 of 4 failed\. Also failed: row 3 \(.*\)\. Done: row 2 \(.*row 4 \(.*\)\.\nThe invoice was not created/,
		);
		expect((await invoicing.count()) - before).toBe(2);
	});

	it.each(['create', 'upsert'])('let %s find what was billed in time', async (operation) => {
		const invoiceNumber = await invoicing.create();
		const again = { ...ITEMIZED, invoiceNumber, dueDate: PAST };
		expect(await invoicing.invoice(operation, again)).toMatchObject({
			outcome: operation === 'create' ? 'alreadyThere' : 'updated',
		});
	});
});

it.each(['create', 'upsert', 'update'])(
	'the options of %s say how to read it',
	async (operation) => {
		const number = await invoicing.create();
		const lineItemsJson = [{ ...LINE, unitPrice: '1.200', taxRate: '20', Cost: 5 }];
		const entered = { dueDate: '01/12/2031', lineItemsJson };
		const parameters =
			operation === 'update'
				? { ...byNumber(number), lineItemsMode: 'replace', changes: entered }
				: { ...ITEMIZED, lineItems: {}, additionalFields: entered };
		const options = { numberFormat: 'comma', dateOrder: 'dayFirst', ignoreColumns: 'Cost' };
		const read = await invoicing.invoice(
			operation,
			{ ...parameters, ...(operation === 'upsert' && { invoiceNumber: number }) },
			{ options: { ...options, taxCalculation: 'included' } },
		);
		expect(read).toMatchObject({ dueDate: '2031-12-01', totalAmount: '2400.00' });
	},
);

it('an entered total that does not add up is sent with a warning, which names its row', async () => {
	const parameters = { ...ITEMIZED, additionalFields: { totalAmount: '={{ $json.total }}' } };
	const input = [{ total: '99.80' }, { total: '100.00' }];
	const { items, hints } = await invoicing.run('invoice', 'create', parameters, { input });
	expect(items[1].json.totalAmount).toBe('100.00');
	expect(items[1].json.reason).toContain('come to 99.80');
	expect(hints).toEqual([expect.stringMatching(/^Row 2: .*come to 99\.80/), '2 emailed.']);
});
