import type { IDataObject } from 'n8n-workflow';
import { json, startServer } from '../../support/server';
import { AMOUNT_ONLY, byNumber, LINE, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');

const RICH: IDataObject = {
	delivery: 'emailDraft',
	additionalFields: {
		allowPartialPayments: true,
		companyName: 'Lee Ltd',
		invoiceDescription: 'Chairs',
		expirationDate: '2031-01-31',
		freightAmount: '10',
		freightTaxRate: '5',
		merchantCustomerId: '0042',
		minimumPartialAmount: '20',
		askFor: ['phone'],
		taxRate: '10%',
		taxType: 'vat',
	},
};

async function update(number: string, parameters: IDataObject) {
	await invoicing.sandbox.control.clearRequests();
	return await invoicing.invoice('update', { ...byNumber(number), ...parameters });
}

const put = async () => {
	const changes = await invoicing.changes();
	expect(changes).toHaveLength(1);
	expect(changes[0].method).toBe('PUT');
	return changes[0].body;
};

describe('changing only what was entered', () => {
	it('sends the whole invoice in the form of a request', async () => {
		const number = await invoicing.create(RICH);
		const updated = await update(number, { changes: { dueDate: '2031-06-30' } });
		expect(await put()).toEqual({
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
				dueDate: '2031-06-30',
				expirationDate: '31-01-2031',
				invoiceNumber: number,
			},
			orderInformation: {
				amountDetails: {
					currency: 'USD',
					freight: { amount: '10.00', taxable: true, taxRate: '5' },
					minimumPartialAmount: '20.00',
					taxDetails: { rate: '10', type: 'vat' },
					totalAmount: '120.28',
				},
				lineItems: [
					{
						productName: 'Oak chair',
						productSku: 'CH-1',
						quantity: 2,
						totalAmount: '99.80',
						unitPrice: '49.90',
					},
				],
			},
			processingInformation: { requestPhone: true, requestShipping: false },
		});
		expect(updated).toMatchObject({
			status: 'DRAFT',
			dueDate: '2031-06-30',
			changes: [{ field: 'Due Date', before: '2030-12-31', after: '2031-06-30' }],
			reason: 'Expiration Date: 2031-01-31 is before the due date',
		});
	});

	it('takes a field left empty, or an expression that found nothing, as not entered', async () => {
		const number = await invoicing.create(RICH);
		const changes = {
			companyName: '',
			invoiceDescription: '={{ $json.nothing }}',
			customerName: 'Bo',
		};
		const updated = await update(number, { changes });
		expect(updated).toMatchObject({
			companyName: 'Lee Ltd',
			description: 'Chairs',
			customerName: 'Bo',
			changes: [{ field: 'Customer Name' }],
			reason: '',
		});
	});

	it('clears a field on purpose', async () => {
		const number = await invoicing.create(RICH);
		const updated = await update(number, {
			changes: { clearFields: ['companyName', 'expirationDate', 'freightTaxRate'] },
		});
		expect(await put()).toHaveProperty('orderInformation.amountDetails.freight', {
			amount: '10.00',
		});
		expect(updated).not.toHaveProperty('companyName');
		expect(updated).not.toHaveProperty('expirationDate');
		expect(updated).toMatchObject({
			description: 'Chairs',
			changes: [
				...[{ field: 'Company Name' }, { field: 'Expiration Date' }],
				...[{ field: 'Freight Is Taxable' }, { field: 'Freight Tax (%)' }],
				{ field: 'Total Amount' },
			],
		});
	});

	it('says when the payment link is a new one', async () => {
		const number = await invoicing.create();
		const { paymentLink } = await invoicing.invoice('get', byNumber(number));
		const updated = await update(number, { changes: { customerEmail: 'new@example.com' } });
		expect(updated.paymentLink).not.toBe(paymentLink);
		expect(updated.reason).toBe('The payment link is new. The old one no longer works');
	});
});

describe('new line items', () => {
	const twoLines = {
		lineItemsMode: 'replace',
		lineItems: { item: [LINE, { ...LINE, productSku: 'CH-2' }] },
	};

	it('take the place of the old ones, with the total computed', async () => {
		const number = await invoicing.create();
		expect(await update(number, twoLines)).toMatchObject({
			lineItemCount: 2,
			totalAmount: '199.60',
			changes: [
				{ field: 'Line Items' },
				{ field: 'Total Amount', before: '99.80', after: '199.60' },
			],
		});
	});

	it('can make an itemized invoice of an amount only one', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', {
			...AMOUNT_ONLY,
			delivery: 'emailDraft',
			customerName: 'Ann Lee',
			customerEmail: 'ann@example.com',
		});
		expect(await update(invoiceNumber, twoLines)).toMatchObject({ lineItemCount: 2 });
	});
});

it('line items by SKU are changed in a form, and what was left empty stays', async () => {
	const item = [LINE, { ...LINE, productSku: 'CH-2', quantity: '1' }];
	const number = await invoicing.create({ lineItems: { item } });
	const updated = await update(number, {
		lineItemsMode: 'change',
		lineItems: { item: [{ productSku: 'CH-1', unitPrice: '50.00' }] },
	});
	expect(updated).toMatchObject({ totalAmount: '149.90', lineItemCount: 2 });
	expect(await put()).toMatchObject({
		orderInformation: {
			lineItems: [{ productName: 'Oak chair', quantity: 2, unitPrice: '50.00' }, {}],
		},
	});
});

describe('what others do', () => {
	afterEach(() => invoicing.sandbox.control.send('DELETE', '/dialect'));

	it('clearing what the service does not return still sends', async () => {
		const customFields = { field: [{ definitionId: '12', value: 'Blue' }] };
		const number = await invoicing.create({ additionalFields: { customFields } });
		await update(number, { changes: { clearFields: ['customFields'] } });
		expect(await put()).not.toHaveProperty('merchantDefinedFieldValues');
	});

	it('clearing what the service shows as empty sends nothing', async () => {
		const dialect = { invoiceCustomFields: 'returned' };
		await invoicing.sandbox.control.send('PUT', '/dialect', { dialect });
		const number = await invoicing.create();
		const updated = await update(number, { changes: { clearFields: ['customFields'] } });
		await invoicing.sandbox.control.send('DELETE', '/dialect');
		expect(updated).toMatchObject({ outcome: 'unchanged' });
	});
});

describe('a discount or tax', () => {
	it('is cleared from the total to stand on the lines', async () => {
		const number = await invoicing.create({ additionalFields: { taxRate: '10%' } });
		const lineItemsJson = JSON.stringify([{ ...LINE, taxRate: 5 }]);
		const changes = { clearFields: ['tax'], lineItemsJson };
		const { message } = await invoicing.refusal('update', { ...byNumber(number), changes });
		expect(message).toContain('Change Line Items: says Keep All, but there are Line Items');
		const updated = await update(number, { lineItemsMode: 'replace', changes });
		expect(updated.totalAmount).toBe('104.79');
		expect(updated).not.toHaveProperty('taxRate');
	});
});

describe('a field that only the service knows', () => {
	const STORED = {
		id: 'U1',
		status: 'DRAFT',
		invoiceInformation: { invoiceNumber: 'U1', deliveryMode: 'none', dueDate: '2030-12-31' },
		orderInformation: { amountDetails: { currency: 'USD', totalAmount: 10 } },
		channel: { kind: 'portal' },
	};
	const refusing = async (status: number, refused: (body: IDataObject) => boolean) =>
		await startServer((request, response) => {
			const body = request.body === '' ? {} : (JSON.parse(request.body) as IDataObject);
			if (request.method !== 'PUT') json(response, 200, STORED);
			else if (refused(body)) {
				json(response, status, { message: 'channel' in body ? 'Unknown field' : 'Wrong' });
			} else json(response, 200, { ...STORED, ...body });
		});
	const changes = { invoiceDescription: 'May' };

	it.each([400, 422])('is left out and named if the service refuses it with %p', async (status) => {
		const server = await refusing(status, (body) => 'channel' in body);
		const settings = { address: server.address };
		const updated = await invoicing.invoice('update', { ...byNumber('U1'), changes }, settings);
		expect(updated).toMatchObject({ outcome: 'updated', description: 'May' });
		expect(updated.reason).toContain('The invoice was updated without them: channel.kind');
		await server.stop();
	});

	it('does not hide that the update is refused for another reason', async () => {
		const server = await refusing(400, () => true);
		const settings = { address: server.address };
		const { message } = await invoicing.refusal('update', { ...byNumber('U1'), changes }, settings);
		expect(message).toContain('Unknown field');
		await server.stop();
	});

	it.each([
		['has it besides', { freight: { amount: 2 } }, '.* values than were sent: Freight Amount'],
		['does not show it', { totalAmount: undefined }, ''],
	])('is named after an update only if the answer %s: %j', async (_, shown, reason) => {
		const { orderInformation } = STORED;
		const amountDetails = { ...orderInformation.amountDetails, ...shown };
		const server = await startServer(({ method }, response) => {
			const isAnswer = method === 'PUT';
			const invoiceInformation = {
				...STORED.invoiceInformation,
				paymentLink: 'https://pay.example',
			};
			const answer = { ...STORED, orderInformation: { amountDetails } };
			json(response, 200, isAnswer ? answer : { ...STORED, invoiceInformation });
		});
		const settings = { address: server.address };
		const updated = await invoicing.invoice('update', { ...byNumber('U1'), changes }, settings);
		await server.stop();
		expect(updated.reason).toMatch(new RegExp(`^${reason}$`));
	});
});
