import type { IDataObject } from 'n8n-workflow';
import { byNumber, Invoicing, ITEMIZED, jsonOf, LINE } from './invoicing';

let invoicing: Invoicing;
beforeEach(async () => {
	invoicing = await Invoicing.start();
});
afterEach(() => invoicing.stop());

const CREATE = { method: 'POST', path: '/invoicing/v2/invoices' } as const;

/** What a user enters who leaves the number to its default. */
const EMAILED: IDataObject = { ...ITEMIZED, numberSource: 'content' };
const PER_ROW: IDataObject = {
	...EMAILED,
	customerName: '={{ $json.name }}',
	customerEmail: '={{ $json.name }}@example.com',
};
const CUSTOMERS = ['ann', 'bob', 'cy'].map((name) => ({ name }));

const emails = async () => (await invoicing.sandbox.control.outbox()).map(({ to }) => to);
const useDialect = async (dialect: object) =>
	await invoicing.sandbox.control.send('PUT', '/dialect', { dialect });

describe('with the defaults', () => {
	it('a run that failed in the middle bills nobody twice when it is started again', async () => {
		await invoicing.sandbox.control.fault({ ...CREATE, kind: 'status', status: 400, skip: 2 });
		const { description } = await invoicing.refusal('create', PER_ROW, { input: CUSTOMERS });
		expect(description).toMatch(/^Row 3 of 3 failed. Done: row 1 \(N8N\w+\), row 2 \(N8N\w+\)\./);

		const { items } = await invoicing.run('invoice', 'create', PER_ROW, { input: CUSTOMERS });
		expect(jsonOf(items).map(({ outcome }) => outcome)).toEqual([
			'alreadyThere',
			'alreadyThere',
			'made',
		]);
		expect(await invoicing.count()).toBe(3);
		expect(await emails()).toEqual(CUSTOMERS.map(({ name }) => `${name}@example.com`));
	});

	it.each([
		[1, '^Invoice'],
		[2, '^Row 2: Invoice'],
	])('what was there already of %s rows is shown above the output', async (rows, start) => {
		const input = Array.from({ length: rows }, () => ({}));
		await invoicing.run('invoice', 'create', EMAILED, { input });
		const { items, run } = await invoicing.run('invoice', 'create', EMAILED, { input });
		expect(items[0].json).toMatchObject({ outcome: 'alreadyThere' });
		const [task] = run.data.resultData.runData['Merchant Invoicing'];
		const hints = task.hints?.map(({ message }) => message) ?? [];
		expect(hints).toHaveLength(rows);
		expect(hints.at(-1)).toMatch(
			new RegExp(
				`${start} N8N\\w+ had been created already, and was not created again. A row with the same content counts as the same invoice: for another one, enter a Key$`,
			),
		);
	});

	it('equal rows of one run are different invoices, and the same ones in the next run', async () => {
		const input = [{ name: 'ann' }, { name: 'ann' }];
		const numbers = async () =>
			jsonOf((await invoicing.run('invoice', 'create', PER_ROW, { input })).items).map(
				({ invoiceNumber }) => invoiceNumber,
			);
		const first = await numbers();
		expect(new Set(first).size).toBe(2);
		expect(await numbers()).toEqual(first);
		expect(await invoicing.count()).toBe(2);
	});

	it.each<[string, IDataObject]>([
		['the amount in other words', { lineItems: { item: [{ ...LINE, unitPrice: '49.900' }] } }],
		['another spelling of the address', { customerEmail: 'ANN@example.com ' }],
	])('%s is the same invoice', async (_name, other) => {
		await invoicing.invoice('create', EMAILED);
		expect(await invoicing.invoice('create', { ...EMAILED, ...other })).toMatchObject({
			outcome: 'alreadyThere',
		});
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'a SKU',
			{ lineItems: { item: [{ ...LINE, productSku: '1.10' }] } },
			{ lineItems: { item: [{ ...LINE, productSku: '1.1' }] } },
		],
		[
			'a customer ID',
			{ additionalFields: { merchantCustomerId: '007' } },
			{ additionalFields: { merchantCustomerId: '7' } },
		],
	])('%s is text: other digits make another invoice', async (_name, one, other) => {
		await invoicing.invoice('create', { ...EMAILED, ...one });
		expect((await invoicing.invoice('create', { ...EMAILED, ...other })).outcome).toBe('made');
		expect((await invoicing.invoice('create', { ...EMAILED, ...one })).outcome).toBe(
			'alreadyThere',
		);
	});

	it('another due date is another invoice', async () => {
		await invoicing.invoice('create', EMAILED);
		const other = await invoicing.invoice('create', { ...EMAILED, dueDate: '2031-01-31' });
		expect(other.outcome).toBe('made');
		expect(await invoicing.count()).toBe(2);
	});

	it('a key of the user tells equal invoices apart, and refuses another one under the same key', async () => {
		const keyed = (numberKey: string, more = {}) => ({ ...EMAILED, numberKey, ...more });
		await invoicing.invoice('create', keyed('order-1'));
		expect((await invoicing.invoice('create', keyed('order-2'))).outcome).toBe('made');
		expect((await invoicing.invoice('create', keyed('order-1'))).outcome).toBe('alreadyThere');
		const { message } = await invoicing.refusal(
			'create',
			keyed('order-1', { dueDate: '2031-01-31' }),
		);
		expect(message).toContain('exists already, and differs from what you entered in Due Date');
		expect(await invoicing.count()).toBe(2);
	});
});

describe('an invoice that exists', () => {
	const again = async (delivery: string, options: IDataObject = {}) =>
		await invoicing.run('invoice', 'create', { ...EMAILED, delivery }, { options });

	it('as canceled is no success', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', EMAILED);
		await invoicing.invoice('cancel', byNumber(invoiceNumber));
		const { error } = await again('emailNow');
		expect(error?.message).toBe(
			`Invoice ${invoiceNumber} exists already and has the status CANCELED`,
		);
	});

	it('as a draft is no success when it was to be emailed', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', {
			...EMAILED,
			delivery: 'emailDraft',
		});
		const { error } = await again('emailNow');
		expect(error?.message).toBe(
			`Invoice ${invoiceNumber} exists already and is a draft that was not emailed`,
		);
		expect(await emails()).toEqual([]);
	});

	it('as a draft is emailed when the user wants to carry on', async () => {
		await invoicing.invoice('create', { ...EMAILED, delivery: 'emailDraft' });
		const { items } = await again('emailNow', { whenDraft: 'carryOn' });
		expect(items[0].json).toMatchObject({ outcome: 'alreadyThere', status: 'SENT' });
		expect(items[0].json.warnings).toContain('It was a draft, and has now been sent');
		expect(await emails()).toEqual(['ann@example.com']);
		expect(await invoicing.count()).toBe(1);
	});
});

describe('an answer without the invoice', () => {
	it.each(['201-empty', '202-notice', '202-empty', '202-invoice'])(
		'(%s) is filled by reading it',
		async (createAnswer) => {
			await useDialect({ createAnswer });
			const created = await invoicing.invoice('create', EMAILED);
			expect(created).toMatchObject({ outcome: 'made', status: 'SENT', totalAmount: '99.80' });
			expect(created.paymentLink).toMatch(/^http/);
			expect(await invoicing.count()).toBe(1);
		},
	);

	it.each(['200-empty', '204-empty'])(
		'(%s) of a move or an update is filled too',
		async (actionAnswer) => {
			await useDialect({ actionAnswer });
			const { invoiceNumber } = await invoicing.invoice('create', {
				...EMAILED,
				delivery: 'emailDraft',
			});
			const updateFields = { description: 'New' };
			expect(
				await invoicing.invoice('update', { ...byNumber(invoiceNumber), updateFields }),
			).toMatchObject({ description: 'New' });
			expect(await invoicing.invoice('send', byNumber(invoiceNumber))).toMatchObject({
				status: 'SENT',
				emailSent: true,
			});
			expect(await invoicing.invoice('cancel', byNumber(invoiceNumber))).toMatchObject({
				status: 'CANCELED',
			});
		},
	);

	it.each(['201-empty', '202-empty', '202-notice'] as const)(
		'and without a number is found in the list: %s',
		async (createAnswer) => {
			await useDialect({ createAnswer });
			const input = [{}, {}];
			const { items } = await invoicing.run('invoice', 'create', ITEMIZED, { input });
			const made = items.map(({ json }) => json);
			expect(made[0]).toMatchObject({ totalAmount: '99.80', outcome: 'made', warnings: '' });
			expect(made[0].invoiceNumber).not.toBe(made[1].invoiceNumber);
		},
	);

	it('and without a number says that the service accepted it, where the list does not show it', async () => {
		await useDialect({ createAnswer: '202-empty', invoiceEntries: 'bare' });
		const { message } = await invoicing.refusal('create', ITEMIZED);
		expect(message).toContain('the service accepted the invoice, but did not say its number');
	});
});

it.each([
	{ invoiceEmail: 'lower-case' },
	{ invoiceText: 'html-escaped' },
	{ invoiceText: 'cut-100' },
	{ invoiceText: 'nfc' },
	{ invoiceAmounts: 'text' },
	{ invoiceDates: 'day-first' },
	{ invoiceDerivedAmounts: 'tax-before-discount' },
	{ invoiceSubAmount: 'with-tax-and-freight' },
	{ duplicateInvoice: '409-conflict' },
	{ duplicateInvoice: '422-unprocessable' },
	{ errorStatus: 'always-200' },
])('a second run meets its own invoice, whatever the service makes of it: %j', async (dialect) => {
	await useDialect(dialect);
	const own = {
		...EMAILED,
		customerName: 'Zoe\u0301 & Sons "Chairs"',
		customerEmail: 'Zoe@Example.com',
		additionalFields: { taxRate: '10', discountPercent: '5', description: 'Chair '.repeat(40) },
	};
	await invoicing.invoice('create', own);
	expect(await invoicing.invoice('create', own)).toMatchObject({ outcome: 'alreadyThere' });
	expect(await invoicing.count()).toBe(1);
});

describe('with On Error: Continue', () => {
	it('every row tells its outcome as data, with its own data', async () => {
		await invoicing.sandbox.control.fault({ ...CREATE, kind: 'status', status: 400, skip: 1 });
		const input = [...CUSTOMERS, { name: 'not an address' }];
		const { items } = await invoicing.run('invoice', 'create', PER_ROW, {
			input,
			continueOnFail: true,
		});
		expect(items[0].json).toMatchObject({ outcome: 'made' });
		expect(items[1].json).toMatchObject({
			name: 'bob',
			details: { row: 2, outcome: 'notMade', httpStatus: 400 },
		});
		expect(items[3].json).toMatchObject({
			name: 'not an address',
			details: { row: 4, outcome: 'notMade', details: [{ field: 'Customer Email' }] },
		});
		expect(items.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
	});

	it('a lost answer is an unknown outcome', async () => {
		await invoicing.sandbox.control.fault({ ...CREATE, kind: 'drop', when: 'after' });
		const { items } = await invoicing.run('invoice', 'create', ITEMIZED, { continueOnFail: true });
		expect(items[0].json).toMatchObject({ details: { outcome: 'unknown' } });
	});
});

describe('sending', () => {
	it('does not repeat what was sent since the moment that the user gives', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', EMAILED);
		const since = (sentSince: string) => ({ ...byNumber(invoiceNumber), sentSince });
		expect(await invoicing.invoice('send', since('2020-01-01T00:00:00Z'))).toMatchObject({
			outcome: 'alreadyThere',
			emailSent: false,
		});
		expect(await emails()).toHaveLength(1);
		expect(await invoicing.invoice('send', since('2999-01-01T00:00:00Z'))).toMatchObject({
			outcome: 'made',
			emailSent: true,
			isResend: true,
		});
		expect(await emails()).toHaveLength(2);
	});

	it.each([
		['DateTime.fromISO($json.missing)', 'an invalid date'],
		['new Date($json.missing)', 'an invalid date'],
		['$json.missing', 'an empty value'],
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

	it('stops where the service does not say when it was sent', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', EMAILED);
		await useDialect({ invoiceHistory: 'missing' });
		const { message } = await invoicing.refusal('send', {
			...byNumber(invoiceNumber),
			sentSince: '2020-01-01T00:00:00Z',
		});
		expect(message).toContain('does not say when');
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
		delete byDefault.numberSource;
		const { invoiceNumber, status } = await invoicing.invoice('create', byDefault);
		expect(status).toBe('DRAFT');
		expect(await invoicing.invoice('send', byNumber(invoiceNumber))).toMatchObject({
			emailSent: true,
		});
	});

	it('says in the editor that no email went out', async () => {
		const { invoiceNumber } = await invoicing.invoice('create', { ...EMAILED, delivery: 'draft' });
		const { items, run } = await invoicing.run('invoice', 'send', byNumber(invoiceNumber));
		expect(items[0].json).toMatchObject({ emailSent: false, status: 'CREATED' });
		const [task] = run.data.resultData.runData['Merchant Invoicing'];
		expect(task.hints?.[0].message).toContain('No email went out');
	});
});

describe('what is entered', () => {
	it.each(['Create and Email Now', 'emailNow', 'email now'])(
		'may name What to Create as %j by an expression',
		async (what) => {
			const created = await invoicing.invoice(
				'create',
				{ ...EMAILED, delivery: '={{ $json.what }}' },
				{ input: [{ what }] },
			);
			expect(created.status).toBe('SENT');
		},
	);

	it.each<[string, IDataObject, string]>([
		[
			'What to Create',
			{ delivery: '={{ "fax" }}' },
			'What to Create: "fax" is not one of the choices',
		],
		['a date of two readings', { dueDate: '05-06-2030' }, 'with the day or the month first'],
		[
			'a customer that is NaN',
			{ customerName: '={{ Number("x") }}' },
			'Customer Name: must be text',
		],
	])('is refused: %s', async (_name, parameters, message) => {
		expect((await invoicing.refusal('create', { ...EMAILED, ...parameters })).message).toContain(
			message,
		);
		expect(await invoicing.changes()).toEqual([]);
	});
});
