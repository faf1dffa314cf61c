import type { IDataObject } from 'n8n-workflow';
import { wordsOf } from '../../support/engine';
import { AMOUNT_ONLY, byNumber, LINE, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');
beforeEach(() => invoicing.sandbox.control.clearRequests());

const RICH: IDataObject = {
	lineItems: { item: [LINE, { ...LINE, productSku: 'CH-2', quantity: '1' }] },
	additionalFields: {
		allowPartialPayments: true,
		companyName: 'Lee Ltd',
		invoiceDescription: 'Chairs',
		discountPercent: '10%',
		freightAmount: '5.00',
		merchantCustomerId: '0042',
		askFor: ['phone'],
		taxRate: '19%',
		taxType: 'vat',
	},
};

const duplicate = async (number: string, parameters: IDataObject = {}) =>
	await invoicing.invoice('add', { ...byNumber(number), ...parameters });
const refused = async (number: string, parameters: IDataObject = {}) =>
	await invoicing.refusal('add', { ...byNumber(number), ...parameters });
const whole = async (number: string) =>
	await invoicing.invoice('get', { ...byNumber(number), itemOutput: 'raw' });
const posted = async () => {
	const changes = await invoicing.changes();
	expect(changes.map(({ method }) => method)).toEqual(['POST']);
	return changes[0].body as IDataObject;
};

describe('Duplicate', () => {
	it('makes a draft with another number that says what the original says', async () => {
		const original = await invoicing.create(RICH);
		const copy = await duplicate(original);
		expect(copy).toMatchObject({ outcome: 'created', status: 'DRAFT', duplicateOf: original });
		const [one, other] = [await whole(original), await whole(copy.invoiceNumber)];
		expect(other.customerInformation).toEqual(one.customerInformation);
		expect(other.processingInformation).toEqual(one.processingInformation);
		expect(other.orderInformation).toEqual(one.orderInformation);
		expect(other.invoiceInformation).toMatchObject({
			description: 'Chairs',
			dueDate: '2030-12-31',
			deliveryMode: 'Email',
		});
	});

	it('copies nothing that belongs to the original: payments, status, history, link, unknown fields', async () => {
		const { control } = invoicing.sandbox;
		await control.send('PUT', '/dialect', { dialect: { invoiceUnknownFields: 'kept' } });
		const original = await invoicing.create(RICH);
		await invoicing.pay(original);
		const { paymentLink } = await invoicing.invoice('get', byNumber(original));
		await control.clearRequests();
		const copy = await duplicate(original, { dueDate: '2031-01-31' });
		await control.send('DELETE', '/dialect');
		expect(copy).toMatchObject({ status: 'DRAFT', balanceAmount: copy.totalAmount });
		expect(copy.paymentLink).not.toBe(paymentLink);
		expect(copy.history ?? '').not.toContain('PAYMENT');
		expect(await posted()).toEqual({
			customerInformation: expect.anything() as unknown,
			invoiceInformation: {
				allowPartialPayments: true,
				deliveryMode: 'email',
				description: 'Chairs',
				dueDate: '2031-01-31',
				invoiceNumber: copy.invoiceNumber,
				sendImmediately: false,
			},
			orderInformation: expect.anything() as unknown,
			processingInformation: { requestPhone: true, requestShipping: false },
		});
		expect(JSON.stringify(await posted())).not.toMatch(/balance|paymentLink|history|_links/i);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['a due date', { dueDate: '2031-06-30' }, { dueDate: '2031-06-30', totalAmount: '165.33' }],
		[
			'a customer',
			{ changes: { customerName: 'Bob Ray', customerEmail: 'bob@example.com' } },
			{ customerName: 'Bob Ray', customerEmail: 'bob@example.com', companyName: 'Lee Ltd' },
		],
		[
			'a line',
			{
				lineItemsMode: 'change',
				lineItems: { item: [{ productSku: 'CH-1', quantity: '1' }] },
			},
			{ lineItemCount: 2, totalAmount: '111.89' },
		],
		['a cleared field', { changes: { clearFields: ['discount'] } }, { totalAmount: '183.14' }],
	])('changes %s, and what follows from it', async (_name, parameters, expected) => {
		const original = await invoicing.create(RICH);
		expect(await duplicate(original, parameters)).toMatchObject({
			outcome: 'created',
			...expected,
		});
	});

	it('is emailed at once where that is asked for', async () => {
		const original = await invoicing.create({ delivery: 'emailDraft' });
		const copy = await duplicate(original, { delivery: 'emailNow' });
		expect(copy.status).toBe('SENT');
		const outbox = await invoicing.sandbox.control.outbox();
		expect(outbox.map(({ invoiceId }) => invoiceId)).toContain(copy.invoiceNumber);
	});

	it('takes the delivery of an original that is shared by its link', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', AMOUNT_ONLY);
		expect(await duplicate(invoiceNumber)).toMatchObject({
			status: 'DRAFT',
			deliveryMode: 'None',
			totalAmount: '100.00',
		});
	});

	it('warns of a due date in the past, and leaves out the expiration date', async () => {
		const original = await invoicing.create({
			dueDate: '2020-01-31',
			additionalFields: { expirationDate: '2030-02-28' },
		});
		const copy = await duplicate(original);
		expect(copy).not.toHaveProperty('expirationDate');
		expect(copy.reason).toBe('Due Date: 2020-01-31 is in the past');
		const mended = { dueDate: '2030-01-31', changes: { expirationDate: '2031-02-28' } };
		expect(await duplicate(original, mended)).toMatchObject({
			expirationDate: '2031-02-28',
			reason: '',
		});
	});

	it('names what is missing before anything is read', async () => {
		const error = await refused('={{ "" }}', {
			invoiceNumber: '={{ "" }}',
			dueDate: 'soon',
		});
		expect(wordsOf(error)).toContain('Invoice: is required');
		expect(wordsOf(error)).toContain('Due Date: must be a date');
		expect(wordsOf(error)).toContain('New Invoice Number: is required');
		expect(await invoicing.sandbox.control.requests()).toEqual([]);
	});

	it('creates nothing where the original lacks what the copy needs', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', AMOUNT_ONLY);
		await invoicing.sandbox.control.clearRequests();
		const error = await refused(invoiceNumber, { delivery: 'emailNow' });
		expect(wordsOf(error)).toContain('Customer Email: is required for an invoice that is emailed');
		expect(error.description).toContain(
			`Invoice ${invoiceNumber} was read, and nothing was created.`,
		);
		expect(await invoicing.changes()).toEqual([]);
	});
});

describe('a copy is made once', () => {
	it('under each number, also if the due date is another one by then', async () => {
		const original = await invoicing.create();
		const copy = { invoiceNumber: 'MONTH-1', dueDate: '2031-01-31' };
		expect(await duplicate(original, copy)).toMatchObject({ outcome: 'created' });
		expect(await duplicate(original, copy)).toMatchObject({ outcome: 'alreadyThere', reason: '' });
		for (const checkOnly of [true, false]) {
			const later = { ...byNumber(original), ...copy, dueDate: '2031-02-28' };
			const options = { checkOnly };
			expect(await invoicing.invoice('add', later, { options })).toMatchObject({
				outcome: 'alreadyThere',
				dueDate: '2031-01-31',
				reason: 'It stays as it is. Due Date: 2031-01-31 → 2031-02-28',
			});
		}
		expect(await duplicate(original, { ...copy, invoiceNumber: 'MONTH-2' })).toMatchObject({
			outcome: 'created',
		});
	});

	it('and not over another invoice', async () => {
		const [original, other] = [await invoicing.create(), await invoicing.create(RICH)];
		const own = (invoiceNumber: string) => ({ invoiceNumber });
		expect((await refused(original, own(other))).message).toContain(
			`Invoice ${other} already exists with other values. `,
		);
		expect((await refused(original, own(original))).message).toBe(
			`New Invoice Number: ${original} is the number of the original. Enter another one`,
		);
	});

	it('and after a row that is refused no other one, where the service numbers the copies', async () => {
		const original = await invoicing.create();
		const count = await invoicing.count();
		const { error } = await invoicing.run('invoice', 'add', byNumber('={{ $json.of }}'), {
			input: [{ of: original }, { of: 'NONE' }, { of: original }],
			options: { serviceNumbers: true },
		});
		expect(error?.description).toContain('Done: row 1');
		expect(error?.description).toContain('Not tried: row 3.');
		expect(await invoicing.count()).toBe(count + 1);
	});
});
