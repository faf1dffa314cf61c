import type { IDataObject } from 'n8n-workflow';
import { wordsOf } from '../../support/engine';
import { AMOUNT_ONLY, byNumber, Invoicing, LINE } from './invoicing';

let invoicing: Invoicing;
beforeAll(async () => {
	invoicing = await Invoicing.start();
});
afterAll(() => invoicing.stop());

const RICH: IDataObject = {
	delivery: 'emailDraft',
	additionalFields: {
		allowPartialPayments: true,
		companyName: 'Lee Ltd',
		description: 'Chairs',
		expirationDate: '2031-01-31',
		freightAmount: '10',
		merchantCustomerId: '0042',
		minimumPartialAmount: '20',
		requestPhone: true,
		taxRate: '10',
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
		const updated = await update(number, { updateFields: { dueDate: '2031-06-30' } });
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
					freight: { amount: '10.00' },
					minimumPartialAmount: '20.00',
					taxDetails: { rate: '10', type: 'vat' },
					totalAmount: '119.78',
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
			changedFields: 'Due Date',
			paymentLinkChanged: false,
			warnings: 'Expiration Date: 2031-01-31 is before the due date',
		});
	});

	it('loses nothing: what was not entered is as before', async () => {
		const number = await invoicing.create(RICH);
		const before = await invoicing.record(number);
		await update(number, { updateFields: { description: 'Tables' } });
		const after = await invoicing.record(number);
		expect(after).toMatchObject({
			status: before.status,
			customerInformation: before.customerInformation,
			processingInformation: before.processingInformation,
			orderInformation: before.orderInformation,
			invoiceInformation: {
				...(before.invoiceInformation as IDataObject),
				description: 'Tables',
			},
		});
	});

	it('takes a field left empty, or an expression that found nothing, as not entered', async () => {
		const number = await invoicing.create(RICH);
		const updateFields = {
			companyName: '',
			description: '={{ $json.nothing }}',
			customerName: 'Bo',
		};
		const updated = await update(number, { updateFields });
		expect(updated).toMatchObject({
			companyName: 'Lee Ltd',
			description: 'Chairs',
			customerName: 'Bo',
			changedFields: 'Customer Name',
		});
	});

	it('clears a field on purpose', async () => {
		const number = await invoicing.create(RICH);
		const updated = await update(number, { clearFields: ['companyName', 'expirationDate'] });
		expect(updated).not.toHaveProperty('companyName');
		expect(updated).not.toHaveProperty('expirationDate');
		expect(updated).toMatchObject({
			description: 'Chairs',
			changedFields: 'Company Name, Expiration Date',
		});
	});

	it('says when the payment link is a new one', async () => {
		const number = await invoicing.create();
		const { paymentLink } = await invoicing.invoice('get', byNumber(number));
		const updated = await update(number, { updateFields: { customerEmail: 'new@example.com' } });
		expect(updated.paymentLinkChanged).toBe(true);
		expect(updated.paymentLink).not.toBe(paymentLink);
		expect(updated.warnings).toBe('The payment link is new. The old one no longer works');
	});

	it('sends nothing when nothing changes, and says so', async () => {
		const number = await invoicing.create(RICH);
		const updated = await update(number, { updateFields: { description: 'Chairs' } });
		expect(updated).toMatchObject({
			changedFields: '',
			warnings: 'Nothing was changed: the invoice has these values already',
		});
		expect(await invoicing.changes()).toEqual([]);
	});

	it('keeps an amount of more digits than a number has', async () => {
		const totalAmount = '123456789012345.91';
		const { invoiceNumber } = await invoicing.invoice('create', { ...AMOUNT_ONLY, totalAmount });
		const updated = await update(invoiceNumber, { updateFields: { description: 'More' } });
		expect(updated.totalAmount).toBe(totalAmount);
	});
});

describe('new line items', () => {
	const twoLines = {
		lineItemsSource: 'form',
		lineItems: { item: [LINE, { ...LINE, productSku: 'CH-2' }] },
	};

	it('take the place of the old ones, with the total computed', async () => {
		const number = await invoicing.create();
		expect(await update(number, { ...twoLines, totalSource: 'computed' })).toMatchObject({
			lineItemCount: 2,
			totalAmount: '199.60',
			changedFields: 'Line Items, Total Amount',
		});
	});

	it('bring the total along, in the way that gave it before', async () => {
		const number = await invoicing.create({
			additionalFields: { discountPercent: '10', taxRate: '10', freightAmount: '5' },
		});
		expect(await update(number, twoLines)).toMatchObject({
			totalAmount: '202.60',
			calculation:
				'line items 199.60 - discount 19.96 + tax 17.96 (after discount) + freight 5.00 = 202.60',
		});
	});

	it('are refused when the total is to stay and no longer fits, if the user wants that', async () => {
		const number = await invoicing.create();
		const { message } = await invoicing.refusal(
			'update',
			{ ...byNumber(number), ...twoLines, totalSource: 'unchanged' },
			{ options: { totalsMismatch: 'error' } },
		);
		expect(message).toBe(
			'Total Amount: 99.80 does not match the line items, discounts, taxes and freight, which come to 199.60',
		);
	});

	it('bring the sub-amount along', async () => {
		const number = await invoicing.create({ additionalFields: { subAmount: '99.80' } });
		expect(await update(number, { ...twoLines, totalSource: 'computed' })).toMatchObject({
			subAmount: '199.60',
		});
	});

	it('can make an itemized invoice of an amount only one, and not the other way round', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', {
			...AMOUNT_ONLY,
			delivery: 'emailDraft',
			customerName: 'Ann Lee',
			customerEmail: 'ann@example.com',
		});
		const parameters = { ...twoLines, totalSource: 'computed' };
		expect(await update(invoiceNumber, parameters)).toMatchObject({ lineItemCount: 2 });

		const { message } = await invoicing.refusal('update', {
			...byNumber(invoiceNumber),
			updateMode: 'replace',
			updateFields: { dueDate: '2031-01-31', currency: 'EUR', description: 'x' },
			totalSource: 'entered',
			totalAmount: '5',
		});
		expect(message).toContain(
			'an invoice cannot become amount only. Cancel it and create a new one',
		);
	});
});

describe('line items by SKU', () => {
	const twoLines = { item: [LINE, { ...LINE, productSku: 'CH-2', quantity: '1' }] };

	it('are changed in a form, and what was left empty stays', async () => {
		const number = await invoicing.create({ lineItems: twoLines });
		const updated = await update(number, {
			lineItemsSource: 'form',
			lineItemsMode: 'change',
			lineItemChanges: { item: [{ productSku: 'CH-1', unitPrice: '50.00' }] },
		});
		expect(updated).toMatchObject({ totalAmount: '149.90', lineItemCount: 2 });
		expect(await put()).toMatchObject({
			orderInformation: {
				lineItems: [{ productName: 'Oak chair', quantity: 2, unitPrice: '50.00' }, {}],
			},
		});
	});

	it('are removed', async () => {
		const number = await invoicing.create({ lineItems: twoLines });
		const updated = await update(number, { lineItemsSource: 'remove', removedSkus: 'CH-1' });
		expect(updated).toMatchObject({ totalAmount: '49.90', lineItemCount: 1 });
	});

	it('are not removed where the whole invoice is replaced', async () => {
		const number = await invoicing.create({ lineItems: twoLines });
		await invoicing.sandbox.control.clearRequests();
		const { message } = await invoicing.refusal('update', {
			...byNumber(number),
			updateMode: 'replace',
			updateFields: { dueDate: '2031-06-30', currency: 'EUR' },
			lineItemsSource: 'remove',
			removedSkus: 'CH-1',
		});
		expect(message).toContain(
			'Change Line Items: cannot be Remove by SKU when you replace the whole invoice',
		);
		expect(await invoicing.sandbox.control.requests()).toEqual([]);
	});
});

describe('what others do', () => {
	afterEach(() => invoicing.sandbox.control.send('DELETE', '/dialect'));

	it('fields that nobody knows are sent back', async () => {
		await invoicing.sandbox.control.send('PUT', '/dialect', {
			dialect: { invoiceUnknownFields: 'kept' },
		});
		const number = await invoicing.create();
		const before = await invoicing.invoice('get', { ...byNumber(number), itemOutput: 'raw' });
		await update(number, { updateFields: { description: 'New' } });
		const after = await invoicing.invoice('get', { ...byNumber(number), itemOutput: 'raw' });
		const known = ['submitTimeUtc', 'invoiceHistory', 'invoiceInformation'];
		for (const name of Object.keys(before).filter((key) => !known.includes(key))) {
			expect(after[name]).toEqual(before[name]);
		}
	});

	it('a change by somebody else in the meantime is not overwritten', async () => {
		const number = await invoicing.create();
		const path = `/invoicing/v2/invoices/${number}`;
		const { body } = await invoicing.sandbox.call<IDataObject>('GET', path);
		await invoicing.sandbox.control.fault({
			kind: 'delay',
			delayMilliseconds: 1500,
			method: 'GET',
			path,
			skip: 1,
		});
		const updating = invoicing.run('invoice', 'update', {
			...byNumber(number),
			updateFields: { description: 'Mine' },
		});
		await new Promise((resolve) => setTimeout(resolve, 900));
		const { orderInformation, customerInformation } = body;
		await invoicing.sandbox.call('PUT', path, {
			body: {
				orderInformation: withoutBalance(orderInformation as IDataObject),
				customerInformation,
				invoiceInformation: { dueDate: '2030-12-31', deliveryMode: 'email', description: 'Theirs' },
			},
		});
		expect((await updating).error?.message).toBe(
			`Invoice ${number} was changed by somebody else in the meantime: Description`,
		);
		expect(await invoicing.record(number)).toMatchObject({
			invoiceInformation: { description: 'Theirs' },
		});
	});

	it('clearing what the service does not return still sends', async () => {
		const customFields = { field: [{ definitionId: '12', value: 'Blue' }] };
		const number = await invoicing.create({ additionalFields: { customFields } });
		await update(number, { clearFields: ['customFields'] });
		expect(await put()).not.toHaveProperty('merchantDefinedFieldValues');
	});
});

const withoutBalance = (order: IDataObject): IDataObject => {
	const amountDetails = { ...(order.amountDetails as IDataObject) };
	delete amountDetails.balanceAmount;
	return { ...order, amountDetails };
};

describe('a discount or tax', () => {
	it('in percent takes the place of one in money, and the other way round', async () => {
		const number = await invoicing.create({ additionalFields: { discountAmount: '9.80' } });
		await update(number, { updateFields: { discountPercent: '50' }, totalSource: 'computed' });
		expect(await put()).toMatchObject({
			orderInformation: { amountDetails: { discountPercent: '50', totalAmount: '49.90' } },
		});
		expect(await put()).not.toHaveProperty('orderInformation.amountDetails.discountAmount');
	});

	it('on the total is refused together with one on a line', async () => {
		const number = await invoicing.create({ additionalFields: { taxRate: '10' } });
		const { message } = await invoicing.refusal('update', {
			...byNumber(number),
			lineItemsSource: 'json',
			lineItemsJson: JSON.stringify([{ ...LINE, taxRate: 5 }]),
			totalSource: 'computed',
		});
		expect(message).toContain('Line item 1, Tax (%): cannot be used together with Tax (%)');
	});

	it('is cleared from the total to stand on the lines', async () => {
		const number = await invoicing.create({ additionalFields: { taxRate: '10' } });
		const updated = await update(number, {
			clearFields: ['taxRate'],
			lineItemsSource: 'json',
			lineItemsJson: JSON.stringify([{ ...LINE, taxRate: 5 }]),
			totalSource: 'computed',
		});
		expect(updated.totalAmount).toBe('104.79');
		expect(updated).not.toHaveProperty('taxRate');
	});
});

describe('replacing the whole invoice', () => {
	it('sends exactly what was entered, and the number as it is', async () => {
		const number = await invoicing.create(RICH);
		const updated = await update(number, {
			updateMode: 'replace',
			updateFields: { dueDate: '2031-06-30', currency: 'eur' },
			lineItemsSource: 'form',
			lineItems: { item: [LINE] },
			totalSource: 'computed',
		});
		expect(await put()).toEqual({
			invoiceInformation: { dueDate: '2031-06-30', invoiceNumber: number },
			orderInformation: {
				amountDetails: { currency: 'EUR', totalAmount: '99.80' },
				lineItems: [{ ...LINE, quantity: 2, totalAmount: '99.80' }],
			},
		});
		expect(updated.currency).toBe('EUR');
		expect(updated).not.toHaveProperty('companyName');
		expect(updated).not.toHaveProperty('description');
		expect(updated.changedFields).toContain('Company Name');
	});

	it('names everything that is missing, before the invoice is read', async () => {
		const number = await invoicing.create(RICH);
		await invoicing.sandbox.control.clearRequests();
		const error = await invoicing.refusal('update', {
			...byNumber(number),
			updateMode: 'replace',
			lineItemsSource: 'json',
			lineItemsJson: '[{"productName":"x"}]',
		});
		expect(wordsOf(error)).toBe(
			'4 problems: Due Date: is required; Currency: is required; Total Amount: is required; Line item 1, Product SKU: is required for every line item; Nothing was sent to the service.',
		);
		expect(await invoicing.sandbox.control.requests()).toEqual([]);
	});
});

it('a wrong row is found before any invoice is changed', async () => {
	const numbers = [await invoicing.create(), await invoicing.create()];
	await invoicing.sandbox.control.clearRequests();
	const error = await invoicing.refusal(
		'update',
		{
			...byNumber('={{ $json.number }}'),
			updateFields: { dueDate: '={{ $json.due }}' },
		},
		{
			input: [
				{ number: numbers[0], due: '2031-06-30' },
				{ number: numbers[1], due: 'soon' },
				{ number: '', due: 'later' },
			],
		},
	);
	expect(wordsOf(error)).toBe(
		'2 of 3 rows cannot be used: Row 2 of 3, Due Date: must be a date written like 2026-12-31, not "soon"; Row 3 of 3, Invoice: is required; Row 3 of 3, Due Date: must be a date written like 2026-12-31, not "later"; Nothing was sent to the service.',
	);
	expect(await invoicing.sandbox.control.requests()).toEqual([]);
});

it('the total cannot be computed for an invoice without line items', async () => {
	const { invoiceNumber } = await invoicing.invoice('create', AMOUNT_ONLY);
	const parameters = { ...byNumber(invoiceNumber), totalSource: 'computed' };
	expect((await invoicing.refusal('update', parameters)).message).toBe(
		'Total Amount: cannot be computed without line items. Enter it',
	);
});
