import type { IDataObject } from 'n8n-workflow';
import { AMOUNT_ONLY, ITEMIZED, LINE, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');
beforeEach(() => invoicing.sandbox.control.clearRequests());

const INVOICES = '/invoicing/v2/invoices';

let made = 0;
/** What a user enters for an order that has not been billed yet. */
const order = (more: IDataObject = {}): Order => ({
	...ITEMIZED,
	...more,
	invoiceNumber: `ORDER-${++made}`,
});

interface Order extends IDataObject {
	invoiceNumber: string;
}

const upsert = async (parameters: IDataObject) => await invoicing.invoice('upsert', parameters);
const refused = async (parameters: IDataObject) => await invoicing.refusal('upsert', parameters);
const methods = async () => (await invoicing.changes()).map(({ method }) => method);
const emailsTo = async (number: unknown) =>
	(await invoicing.sandbox.control.outbox()).filter(({ invoiceId }) => invoiceId === number);
const useDialect = async (dialect: object) =>
	await invoicing.sandbox.control.send('PUT', '/dialect', { dialect });

describe('Create or Update', () => {
	it('creates an invoice whose number is not there', async () => {
		const entered = order();
		expect(await upsert(entered)).toMatchObject({
			invoiceNumber: entered.invoiceNumber,
			outcome: 'created',
			status: 'SENT',
			totalAmount: '99.80',
			calculation: '2 x 49.90 = 99.80',
			reason: '',
		});
		// How it was delivered stays as it is.
		expect(await upsert({ ...entered, delivery: 'share' })).toMatchObject({ outcome: 'unchanged' });
		expect(await methods()).toEqual(['POST']);
	});

	it('changes what is entered otherwise, and works the total out again', async () => {
		const entered = order({ additionalFields: { invoiceDescription: 'Chairs' } });
		await upsert(entered);
		await invoicing.sandbox.control.clearRequests();
		const changed = {
			...entered,
			dueDate: '2031-01-31',
			lineItems: { item: [{ ...LINE, quantity: '3' }] },
			additionalFields: {},
		};
		const reason = 'The customer was emailed another total. Use Send to email it again';
		expect(await upsert({ ...changed, checkOnly: true })).toMatchObject({
			outcome: 'wouldUpdate',
			reason,
			request: { invoiceInformation: { dueDate: '2031-01-31' } },
		});
		await invoicing.sandbox.control.clearRequests();
		expect(await upsert(changed)).toMatchObject({
			outcome: 'updated',
			status: 'SENT',
			dueDate: '2031-01-31',
			totalAmount: '149.70',
			description: 'Chairs',
			reason,
			changes: [{ field: 'Due Date' }, { field: 'Line Items' }, { field: 'Total Amount' }],
		});
		expect(await methods()).toEqual(['PUT']);
		expect(await emailsTo(entered.invoiceNumber)).toHaveLength(1);
		expect((await upsert(changed)).outcome).toBe('unchanged');
	});

	it.each<[IDataObject, string, IDataObject, string]>([
		[{ discountPercent: '10%' }, '89.82', { discountPercent: 0 }, 'Discount (%)'],
		[{ taxAmount: '5.00', taxType: 'vat' }, '104.80', { taxRate: 0 }, 'Tax Amount'],
		[
			{ freightAmount: '10', freightTaxRate: '10' },
			'110.80',
			{ freightAmount: 0 },
			'Freight Amount',
		],
	])('takes %j, %s away where %j is entered, and not where nothing is', async (...given) => {
		const [charge, before, none, label] = given;
		const entered = order({ additionalFields: { ...charge, invoiceDescription: 'Chairs' } });
		expect((await upsert(entered)).totalAmount).toBe(before);
		const { message } = await refused({ ...entered, additionalFields: {} });
		expect(message).toContain(`${label}: has no value here, and the invoice has `);
		expect(message).toContain('To remove it, enter 0');
		const later = { ...entered, additionalFields: none };
		expect(await upsert(later)).toMatchObject({
			outcome: 'updated',
			totalAmount: '99.80',
			description: 'Chairs',
		});
		const put = JSON.stringify((await invoicing.changes()).at(-1));
		expect(put).not.toMatch(/taxable|taxRate|"type"/);
		expect(await upsert(later)).toMatchObject({ outcome: 'unchanged', totalAmount: '99.80' });

		await invoicing.pay(entered.invoiceNumber);
		expect((await refused(entered)).message).toContain(`Total Amount: 99.80 → ${before}`);
	});

	it('updates an amount only invoice, but makes none of an itemized one', async () => {
		const amount = order({ ...AMOUNT_ONLY });
		await upsert(amount);
		expect(
			await upsert({
				...amount,
				additionalFields: { invoiceDescription: 'Consulting in May', totalAmount: '120.00' },
			}),
		).toMatchObject({
			outcome: 'updated',
			totalAmount: '120.00',
			changes: [{ field: 'Total Amount', before: '100.00', after: '120.00' }],
		});

		const itemized = order();
		await upsert(itemized);
		const { message } = await refused({
			...AMOUNT_ONLY,
			invoiceNumber: itemized.invoiceNumber,
		});
		expect(message).toContain('an invoice cannot become amount only');
	});
});

describe('an invoice that can no longer be changed', () => {
	it('is fine as long as nothing is to be changed, also with what the service does not show', async () => {
		const entered = order({
			additionalFields: {
				developerId: 'D-1',
				customFields: { field: [{ definitionId: '12', value: 'Blue' }] },
			},
		});
		await upsert(entered);
		await invoicing.pay(entered.invoiceNumber);
		await invoicing.sandbox.control.clearRequests();
		expect(await upsert(entered)).toMatchObject({ outcome: 'unchanged', status: 'PAID' });
		expect(await methods()).toEqual([]);
	});

	it.each<[string, string | undefined, IDataObject, string]>([
		['PAID', undefined, { customerName: 'Bo' }, 'Customer Name: Ann Lee → Bo'],
		['PARTIAL', '10.00', { dueDate: '2031-01-31' }, 'Due Date: 2030-12-31 → 2031-01-31'],
	])('is reported if something has to change: %s', async (status, amount, other, differs) => {
		const entered = order({ additionalFields: { allowPartialPayments: true } });
		await upsert(entered);
		await invoicing.pay(entered.invoiceNumber, amount);
		const { message } = await refused({ ...entered, ...other });
		expect(message).toContain(
			`Cannot update invoice ${entered.invoiceNumber} with status ${status}: `,
		);
		expect(message).toContain(differs);
	});

	it('is fine if it is paid, and only the due date is another one, as with $now', async () => {
		const entered = order();
		await upsert(entered);
		await invoicing.pay(entered.invoiceNumber);
		expect(await upsert({ ...entered, dueDate: '2020-01-31' })).toMatchObject({
			outcome: 'unchanged',
			status: 'PAID',
			reason: 'It stays as it is. Due Date: 2030-12-31 → 2020-01-31',
		});
	});
});

it('an agent can change what it has created', async () => {
	const asTool = { input: [{ due: '2030-12-31' }], laterBatches: [[{ due: '2031-01-31' }]] };
	const entered = order({ dueDate: '={{ $json.due }}' });
	const { items } = await invoicing.run('invoice', 'upsert', entered, { ...asTool, asTool: true });
	expect(items.map(({ json }) => json.outcome)).toEqual(['created', 'updated']);
});

it('a draft that should be emailed is reported, and not changed', async () => {
	const draft = order({ delivery: 'emailDraft' });
	await upsert(draft);
	await invoicing.sandbox.control.clearRequests();
	const entered = { ...draft, delivery: 'emailNow', dueDate: '2031-01-31' };
	const { message, description } = await refused(entered);
	expect(message).toContain('already exists and is a draft that was not emailed');
	expect(description).toContain('Use the action Send.');
	const checked = await upsert({ ...entered, checkOnly: true });
	expect(checked).toMatchObject({ outcome: 'failed', reason: message });
	expect(await methods()).toEqual([]);
});

it('a race with another program is won by the one that creates it, and then it is updated', async () => {
	const entered = order();
	const number = entered.invoiceNumber;
	// The look before finds nothing, as the other one is made only then.
	await invoicing.sandbox.control.fault({
		kind: 'status',
		status: 404,
		method: 'GET',
		path: `${INVOICES}/${number}`,
	});
	await invoicing.invoice('create', {
		...entered,
		customerName: 'Bob Ray',
	});
	expect(await upsert(entered)).toMatchObject({
		outcome: 'updated',
		customerName: 'Ann Lee',
		changes: [{ field: 'Customer Name' }],
	});
	expect(await emailsTo(number)).toHaveLength(1);
});

describe('a service that keeps or answers it in another way', () => {
	afterEach(() => invoicing.sandbox.control.send('DELETE', '/dialect'));

	it.each([
		{ invoiceText: 'tidied' },
		{ invoiceAmounts: 'text' },
		{ invoiceDates: 'day-first' },
		{ invoiceDerivedAmounts: 'calculated' },
		{ createAnswer: '201-empty' },
		{ createAnswer: '202-notice' },
		{ createAnswer: '202-empty' },
		{ createAnswer: '202-invoice' },
		{ actionAnswer: '204-empty' },
		{ duplicate: '409-conflict' },
		{ invoiceHistory: 'missing' },
	])('is not sent the same invoice again, and is sent another: %j', async (dialect) => {
		await useDialect(dialect);
		const ofLine = { item: [{ ...LINE, taxRate: '10%', discountRate: '5%' }, LINE] };
		for (const more of [
			{ additionalFields: { taxRate: '10%', discountPercent: '5%' } },
			{ lineItems: ofLine },
		]) {
			const entered = order({
				customerName: 'Zoé & Sons',
				customerEmail: 'Zoe@Example.com',
				...more,
			});
			expect((await upsert(entered)).outcome).toBe('created');
			await invoicing.sandbox.control.clearRequests();
			expect(await upsert(entered)).toMatchObject({ outcome: 'unchanged' });
			expect(await methods()).toEqual([]);
			const changed = { ...entered, dueDate: '2031-01-31' };
			expect(await upsert(changed)).toMatchObject({ outcome: 'updated', dueDate: '2031-01-31' });
			expect(await emailsTo(entered.invoiceNumber)).toHaveLength(1);
		}
	});
});
