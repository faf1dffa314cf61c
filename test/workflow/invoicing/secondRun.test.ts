import type { IDataObject } from 'n8n-workflow';
import {
	ignoreColumnsOption,
	serviceNumbersOption,
	commonOptions,
} from '../../../nodes/MerchantInvoicing/actions/options';
import { byNumber, ITEMIZED, LINE, type RunSettings, useInvoicing } from './invoicing';

const invoicing = useInvoicing('each');

const CREATE = { method: 'POST', path: '/invoicing/v2/invoices' } as const;

const EMAILED: IDataObject = { ...ITEMIZED, invoiceNumber: 'ORDER7' };
const SERVICE = { options: { serviceNumbers: true } };
const PER_ROW: IDataObject = {
	...EMAILED,
	customerName: '={{ $json.name }}',
	customerEmail: '={{ $json.name }}@example.com',
	invoiceNumber: '={{ $json.name }}1',
};
const CUSTOMERS = ['ann', 'bob', 'cy'].map((name) => ({ name }));

const emails = async () => (await invoicing.sandbox.control.outbox()).map(({ to }) => to);
const useDialect = async (dialect: object) =>
	await invoicing.sandbox.control.send('PUT', '/dialect', { dialect });

it('an empty cell for Check Only is refused, and bills nobody', async () => {
	const options = { checkOnly: '={{ $json.dry }}' };
	const input = [{ dry: '' }];
	const { message } = await invoicing.refusal('create', EMAILED, { input, options });
	expect(message).toContain('Check Only: "" is neither true nor false');
	expect(await invoicing.count()).toBe(0);
});

const ALWAYS_SHOWN = commonOptions.filter((option) => option !== ignoreColumnsOption);

it.each([...ALWAYS_SHOWN, serviceNumbersOption])(
	'$displayName without a value is refused among the fields, where an empty field is left out',
	async ({ name }) => {
		const input = [{ nothing: null }];
		const additionalFields = { companyName: '={{ $json.nothing }}' };
		const parameters = { ...EMAILED, additionalFields };
		const options = { [name]: '={{ $json.nothing }}' };
		const refused = await invoicing.refusal('create', parameters, { input, options });
		expect(refused.message).toMatch(/^(.*): has no value$/);
		expect(await invoicing.count()).toBe(0);
		await invoicing.invoice('create', parameters, { input });
		expect(await invoicing.count()).toBe(1);
	},
);

describe('a number of the user', () => {
	it.each([90071992547409931, 1e21, 0.5, 'INV-undefined', 'INV-null', 'INV-[object Object]'])(
		'is refused where two orders could have it: %p',
		async (invoiceNumber) => {
			const { message } = await invoicing.refusal('create', { ...EMAILED, invoiceNumber });
			expect(message).toContain('Invoice Number: is');
			expect(await invoicing.count()).toBe(0);
		},
	);

	it.each<[string, IDataObject, string]>([
		['a SKU', { lineItems: { item: [{ ...LINE, productSku: '1.1' }] } }, 'Line Items: CH-1'],
		['a name in other letters', { customerName: 'ANN LEE' }, 'Customer Name: Ann Lee → ANN LEE'],
	])('%s makes it another one, which is refused with both values', async (_name, other, words) => {
		await invoicing.invoice('create', EMAILED);
		const { message, description } = await invoicing.refusal('create', { ...EMAILED, ...other });
		expect(message).toContain('Invoice ORDER7 already exists with other values. ');
		expect(message).toContain(words);
		expect(description).toContain('Use Create or Update to change it');
		expect(await invoicing.count()).toBe(1);
	});
});

it('an answer without the invoice and without a number is unknown, in words', async () => {
	await useDialect({ createAnswer: '202-empty' });
	const { message, description } = await invoicing.refusal('create', ITEMIZED, SERVICE);
	expect(message).toContain('the service accepted the invoice, but did not say its number');
	expect(description).toContain('The invoice may have been created. It was not sent again');
	expect(await invoicing.count()).toBe(1);
});

it.each([
	{ invoiceText: 'tidied' },
	{ invoiceAmounts: 'text' },
	{ invoiceDates: 'day-first' },
	{ invoiceDerivedAmounts: 'calculated' },
	{ duplicate: '409-conflict' },
	{ duplicate: '422-unprocessable' },
])('a second run meets its own invoice, whatever the service makes of it: %j', async (dialect) => {
	await useDialect(dialect);
	const own = {
		...EMAILED,
		customerName: 'Zoé & Sons "Chairs"',
		customerEmail: 'Zoe@Example.com',
		additionalFields: {
			taxRate: '10%',
			discountPercent: '5%',
			invoiceDescription: 'Chair '.repeat(40),
		},
	};
	await invoicing.invoice('create', own);
	expect(await invoicing.invoice('create', own)).toMatchObject({ outcome: 'alreadyThere' });
	expect(await invoicing.count()).toBe(1);
});

it('with On Error: Continue every row tells its outcome as data, with its own data', async () => {
	await invoicing.sandbox.control.fault({ ...CREATE, kind: 'status', status: 400, skip: 1 });
	const input = [...CUSTOMERS, { name: 'not an address' }];
	const { items } = await invoicing.run('invoice', 'create', PER_ROW, {
		input,
		continueOnFail: true,
	});
	expect(items[0].json).toMatchObject({ outcome: 'created' });
	expect(items[1].json).toMatchObject({
		name: 'bob',
		row: 2,
		outcome: 'failed',
		reason: items[1].json.error,
		details: { row: 2, outcome: 'failed', httpStatus: 400 },
	});
	expect(items[3].json).toMatchObject({
		name: 'not an address',
		details: { row: 4, outcome: 'failed', details: [{ field: 'Customer Email' }] },
	});
	expect(items.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
});

describe('sending', () => {
	it('does not repeat what was sent since the moment that the user gives', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', EMAILED);
		const since = (sentSince: string) => ({ ...byNumber(invoiceNumber), sentSince });
		expect(await invoicing.invoice('send', since('2020-01-01T00:00:00Z'))).toMatchObject({
			outcome: 'skipped',
			reason: 'Emailed since 2019-12-31 19:00',
			emailSent: false,
		});
		expect(await emails()).toHaveLength(1);
		const { message } = await invoicing.refusal('send', since('2999-01-01T00:00:00Z'));
		expect(message).toContain('Skip If Sent Since: is in the future');
		expect(await emails()).toHaveLength(1);
		expect(await invoicing.invoice('send', since(new Date().toISOString()))).toMatchObject({
			outcome: 'sent',
			emailSent: true,
		});
		expect(await emails()).toHaveLength(2);
	});

	it.each([
		['DateTime.fromISO($json.missing)', 'an invalid date'],
		['$json.missing', 'an empty value'],
		['""', 'an empty value'],
		['"soon"', '"soon"'],
		['{}', '{}'],
	])('is refused, and not done again, if the date is %s', async (expression, shown) => {
		const { invoiceNumber } = await invoicing.invoice('create', EMAILED);
		const { message } = await invoicing.refusal('send', {
			...byNumber(invoiceNumber),
			sentSince: `={{ ${expression} }}`,
		});
		expect(message).toBe(
			`Skip If Sent Since: must be a date and time such as 2026-12-31T09:00, not ${shown}`,
		);
		expect(await emails()).toHaveLength(1);
	});

	it.each<[string, RunSettings]>([
		['Retry On Fail', { retryOnFail: true }],
		['an AI agent', { asTool: true }],
	])('is refused together with %s, unless a repeat cannot email again', async (what, settings) => {
		const { invoiceNumber } = await invoicing.invoice('create', EMAILED);
		const { message } = await invoicing.refusal('send', byNumber(invoiceNumber), settings);
		expect(message).toContain(`Skip If Sent Since: is required with ${what}`);
		expect(await emails()).toHaveLength(1);
		const reminding = { ...settings, options: { remindOnDaysOverdue: '1' } };
		expect(await invoicing.invoice('send', byNumber(invoiceNumber), reminding)).toMatchObject({
			outcome: 'skipped',
			reason: 'Not overdue by 1 day',
		});
		const since = { ...byNumber(invoiceNumber), sentSince: new Date().toISOString() };
		expect(await invoicing.invoice('send', since, settings)).toMatchObject({ emailSent: true });
		const unnumbered = { ...settings, options: { serviceNumbers: true } };
		expect((await invoicing.refusal('create', EMAILED, unnumbered)).message).toContain(
			`Let the Service Number It: cannot be used with ${what}`,
		);
	});

	it('does nothing where the last request may have been an email', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', EMAILED);
		await useDialect({ invoiceHistory: 'missing' });
		const since = { ...byNumber(invoiceNumber), sentSince: '2020-01-01T00:00:00Z' };
		const { items, hints } = await invoicing.run('invoice', 'send', since);
		const reason = /^May have been emailed on \d{4}-\d\d-\d\d/;
		expect(items[0].json).toMatchObject({
			outcome: 'skipped',
			reason: expect.stringMatching(reason) as string,
		});
		expect(hints[0]).toMatch(reason);
		expect(await emails()).toHaveLength(1);
	});

	it('is no success if somebody cancels in the meantime', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', EMAILED);
		await invoicing.sandbox.control.fault({
			kind: 'delay',
			delayMilliseconds: 800,
			method: 'POST',
			path: `/invoicing/v2/invoices/${invoiceNumber}/delivery`,
		});
		const sending = invoicing.run('invoice', 'send', byNumber(invoiceNumber));
		const cancel = `/invoicing/v2/invoices/${invoiceNumber}/cancelation`;
		await new Promise((resolve) => setTimeout(resolve, 400));
		await invoicing.sandbox.call('POST', cancel, { body: {} });
		const { items, error } = await sending;
		expect(items).toEqual([]);
		expect(error).toBeDefined();
	});

	it('emails what Create makes by default', async () => {
		const byDefault: IDataObject = { ...EMAILED };
		delete byDefault.delivery;
		const { invoiceNumber, status } = await invoicing.invoice('create', byDefault);
		expect(status).toBe('DRAFT');
		expect(await invoicing.invoice('send', byNumber(invoiceNumber))).toMatchObject({
			emailSent: true,
		});
	});

	it('says in the editor that no email went out', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', { ...EMAILED, delivery: 'draft' });
		const { items, hints } = await invoicing.run('invoice', 'send', byNumber(invoiceNumber));
		expect(items[0].json).toMatchObject({ emailSent: false, status: 'CREATED' });
		expect(hints[0]).toContain('No email went out');
	});
});
