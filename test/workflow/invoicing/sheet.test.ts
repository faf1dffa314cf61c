import type { IDataObject } from 'n8n-workflow';
import type { NodeRun } from '../../support/engine';
import { json, startServer } from '../../support/server';
import { byNumber, ITEMIZED, jsonOf, LINE, type RunSettings, useInvoicing } from './invoicing';

const invoicing = useInvoicing('each');

/** "Bill each row of my sheet", as a person maps its columns. */
const SHEET: IDataObject = {
	...ITEMIZED,
	invoiceNumber: '={{ $json.order }}',
	customerName: '={{ $json.name }}',
	customerEmail: '={{ $json.email }}',
	dueDate: '={{ $json.due }}',
	lineItems: { item: [{ ...LINE, quantity: '1', unitPrice: '={{ $json.price }}' }] },
};
const rows = (due: string) =>
	['ann', 'bob', 'cy', 'di', 'ed'].map((name, index) => ({
		order: `A${index + 1}`,
		name,
		email: `${name}@example.com`,
		due,
		price: `${index + 1}9.99`,
	}));

const SIMPLIFIED = { output: 'simplified' };
const bill = async (input: IDataObject[], options: IDataObject = {}, more: RunSettings = {}) =>
	await invoicing.run('invoice', 'create', SHEET, {
		input,
		options: { ...SIMPLIFIED, ...options },
		...more,
	});
const said = ({ items }: NodeRun) => jsonOf(items).map(({ outcome, reason }) => [outcome, reason]);
const emails = async () =>
	(await invoicing.sandbox.control.outbox())
		.filter(({ kind }) => kind === 'invoice')
		.map(({ to }) => to);

it('Check Only that is on for some rows says what was done for the others', async () => {
	const checkOnly = '={{ $json.order === "A1" || $json.order === "A2" }}';
	const input = rows('2030-12-31').slice(0, 3);
	const checked = await bill([input[0], { ...input[1], email: 'bob' }, input[2]], { checkOnly });
	expect(checked.hints).toEqual([
		'Check Only is on for some rows: 1 would be created, 1 would fail, 1 emailed.',
	]);
	expect(await emails()).toEqual(['cy@example.com']);
});

it('a sheet is billed once, whatever happens to it and to its invoices', async () => {
	const sheet = rows('2030-12-31');
	const wrong = sheet.map((row) => (row.order === 'A3' ? { ...row, email: 'cy' } : row));

	// Check Only: nothing is sent, and each row says what would be, or what is wrong.
	const checked = await bill(wrong, { checkOnly: true });
	expect(checked.error).toBeUndefined();
	expect(jsonOf(checked.items)).toMatchObject([
		{ row: 1, outcome: 'wouldCreate', invoiceNumber: 'A1', totalAmount: '19.99' },
		{
			row: 2,
			outcome: 'wouldCreate',
			customerName: 'bob',
			totalAmount: '29.99',
			currency: 'USD',
			dueDate: '2030-12-31',
			reason: 'Would be created',
		},
		{
			row: 3,
			outcome: 'failed',
			reason: 'Customer Email: must be an email address such as ann@example.com, not "cy"',
			customerName: 'cy',
			totalAmount: '39.99',
			currency: 'USD',
			dueDate: '2030-12-31',
			calculation: '1 x 39.99 = 39.99',
		},
		{ row: 4, outcome: 'wouldCreate', calculation: '1 x 49.99 = 49.99' },
		{ row: 5, outcome: 'wouldCreate', invoiceNumber: 'A5' },
	]);
	expect(checked.hints).toEqual([
		'Check Only is on, so nothing was changed: 4 would be created, 1 would fail.',
	]);
	expect(await invoicing.changes()).toEqual([]);

	// Without it, the wrong row is refused before anybody is billed.
	expect((await bill(wrong)).error?.message).toContain('Row 3 of 5, Customer Email');
	expect(await emails()).toEqual([]);

	// Corrected and run: each is billed once, and each item has what the sheet needs.
	const billed = await bill(sheet);
	expect(jsonOf(billed.items)).toEqual(
		sheet.map(({ order, name, price, due }, index) => ({
			row: index + 1,
			outcome: 'created',
			invoiceNumber: order,
			status: 'SENT',
			customerName: name,
			totalAmount: price,
			currency: 'USD',
			dueDate: due,
			paymentLink: expect.stringMatching(/^http/) as string,
			calculation: `1 x ${price} = ${price}`,
			reason: '',
		})),
	);
	const receivers = sheet.map(({ email }) => email);
	expect(await emails()).toEqual(receivers);

	expect(billed.items[0].json).not.toHaveProperty('reason');

	// Run again: nothing happens, and the output says so once.
	const again = await bill(sheet);
	expect(said(again)).toEqual(sheet.map(() => ['alreadyThere', '']));
	expect(again.hints).toEqual(['5 already there.']);
	const asked = await bill(sheet, { checkOnly: true });
	expect(jsonOf(asked.items).map(({ outcome, reason }) => [outcome, reason])).toEqual(
		sheet.map(() => ['alreadyThere', '']),
	);

	// One row changed: it fails with both values, and the others go through.
	const changed = sheet.map((row) => (row.order === 'A2' ? { ...row, price: '39.99' } : row));
	const { error } = await bill(changed);
	expect(error?.message).toContain('Invoice A2 already exists with other values. ');
	expect(error?.message).toContain('Total Amount: 29.99 → 39.99');
	expect(error?.description).toContain('Row 2 of 5 failed.');
	expect(error?.description).toContain('Done: row 1 (A1), row 3 (A3), row 4 (A4), row 5 (A5).');
	expect(error?.description).toContain('Use Create or Update to change it');
	const foreseen = await bill(changed, { checkOnly: true });
	expect(jsonOf(foreseen.items)[1]).toMatchObject({
		outcome: 'failed',
		invoiceNumber: 'A2',
		customerName: 'bob',
		totalAmount: '39.99',
		reason: error?.message,
	});

	// A colleague cancels one, another is paid, and the next day the due dates are other ones.
	await invoicing.invoice('cancel', byNumber('A1'));
	await invoicing.pay('A4');
	const nextDay = await bill(rows('2031-01-01'), {}, { continueOnFail: true });
	const note = 'It stays as it is. Due Date: 2030-12-31 → 2031-01-01';
	expect(said(nextDay)).toEqual([
		['failed', 'Invoice A1 already exists and has the status CANCELED'],
		['alreadyThere', note],
		['alreadyThere', note],
		['alreadyThere', note],
		['alreadyThere', note],
	]);
	expect(jsonOf(nextDay.items)[0]).toMatchObject({
		row: 1,
		order: 'A1',
		name: 'ann',
		invoiceNumber: 'A1',
		status: 'CANCELED',
		paymentLink: jsonOf(billed.items)[0].paymentLink,
	});
	expect(jsonOf(nextDay.items)[3]).toMatchObject({ invoiceNumber: 'A4', status: 'PAID' });

	// A month later the due dates have passed: nothing is wrong with what is billed already.
	const late = await bill(rows('2020-01-01').slice(1));
	expect(said(late).map(([outcome]) => outcome)).toEqual(Array(4).fill('alreadyThere'));
	expect(late.hints).toEqual(['4 already there.']);

	expect(await emails()).toEqual(receivers);
	expect(await invoicing.count()).toBe(5);
});

describe('above the output', () => {
	const [ann, bob] = rows('2030-12-31');

	it.each([
		['emailDraft', 'saved as draft'],
		['share', 'published'],
	])('stands that nobody was emailed: %s', async (delivery, words) => {
		const unsent = { ...SHEET, delivery };
		const run = await invoicing.run('invoice', 'create', unsent, { input: [ann, bob] });
		expect(run.hints).toEqual([`2 ${words}. Nobody was emailed.`]);
	});

	it('stands how many failed and how many were skipped', async () => {
		const failed = await bill([ann, { ...bob, email: 'bob' }], {}, { continueOnFail: true });
		expect(failed.hints).toEqual(['1 emailed, 1 failed.']);
		expect(failed.items[0].json).toHaveProperty('reason', 'Emailed');
		const parameters = { ...byNumber('A1'), sentSince: '2020-01-01' };
		const skipped = await invoicing.run('invoice', 'send', parameters);
		expect(skipped.hints).toEqual(['1 skipped. Nobody was emailed.']);
	});
});

describe('a row that the service refuses', () => {
	const REFUSED = { kind: 'status', status: 400, method: 'POST', path: '/invoicing/v2/invoices' };

	it('does not hold back the others, and every row is named', async () => {
		await invoicing.invoice('create', { ...ITEMIZED, invoiceNumber: 'A1' });
		await invoicing.invoice('cancel', byNumber('A1'));
		const { error, items } = await bill(rows('2030-12-31'), { concurrency: 2 });
		expect(items).toEqual([]);
		expect(error?.description).toMatch(/^Row 1 of 5 failed\. Done: row 2 \(A2\), .*row 5 \(A5\)\./);
		expect(await invoicing.count()).toBe(5);
	});

	it.each<[string, IDataObject, string]>([
		['an outage', { status: 503, times: 99 }, 'No other row was done. Not tried: rows 2-5.'],
		['a wrong token', { status: 401 }, 'No other row was done. Not tried: rows 2-5.'],
	])('stops the run where it is %s', async (_name, fault, words) => {
		await invoicing.sandbox.control.fault({ ...REFUSED, ...fault } as never);
		const { error } = await bill(rows('2030-12-31'));
		expect(error?.description).toContain(words);
	});

	it('leaves out the rows after ten that failed, with Continue, and says so', async () => {
		await invoicing.sandbox.control.fault({ ...REFUSED, status: 401, times: 99 } as never);
		const [row] = rows('2030-12-31');
		const orders = Array.from({ length: 12 }, (_, n) => ({ ...row, order: `N${n}` }));
		const { hints } = await bill(orders, {}, { continueOnFail: true });
		expect(hints).toEqual(['10 failed, 2 not tried.']);
	});

	it('stops the run where the service numbers the invoices', async () => {
		await invoicing.sandbox.control.fault({ ...REFUSED, skip: 1 } as never);
		const { error } = await bill(rows('2030-12-31'), { serviceNumbers: true });
		expect(error?.description).toContain('Done: row 1');
		expect(error?.description).toContain('Not tried: rows 3-5.');
		expect(await invoicing.count()).toBe(1);
	});
});

describe('Check Only', () => {
	const check = async (operation: string, parameters: IDataObject) => {
		await invoicing.sandbox.control.clearRequests();
		const options = { checkOnly: true, ...SIMPLIFIED };
		const [row] = jsonOf(
			(await invoicing.run('invoice', operation, parameters, { options })).items,
		);
		expect(await invoicing.changes()).toEqual([]);
		return row;
	};

	it('says of Create or Update, Update and Duplicate what they would do', async () => {
		const number = await invoicing.create();
		expect(
			await check('upsert', { ...ITEMIZED, invoiceNumber: number, dueDate: '2031-01-31' }),
		).toMatchObject({ outcome: 'wouldUpdate', changes: 'Due Date: 2030-12-31 → 2031-01-31' });
		expect(await check('upsert', { ...ITEMIZED, invoiceNumber: number })).toMatchObject({
			outcome: 'unchanged',
		});
		expect(
			await check('update', { ...byNumber(number), changes: { discountPercent: '10%' } }),
		).toMatchObject({ outcome: 'wouldUpdate', totalAmount: '89.82' });
		expect(await check('add', { ...byNumber(number), invoiceNumber: 'COPY' })).toMatchObject({
			outcome: 'wouldCreate',
			invoiceNumber: 'COPY',
			duplicateOf: number,
		});
	});

	it('leaves no cell empty that others need, unless something is wrong with it', async () => {
		const sheet = rows('2030-12-31').slice(0, 3);
		await bill([{ ...sheet[0] }, { ...sheet[1], price: '19.00' }]);
		const wanted = [...sheet, { ...sheet[2], order: 'A4', due: 'soon' }];
		const { items, hints } = await invoicing.run('invoice', 'upsert', SHEET, {
			input: wanted,
			options: { checkOnly: true, ...SIMPLIFIED },
		});
		expect(hints.at(-1)).toContain(
			'1 unchanged, 1 would be updated, 1 would be created, 1 would fail.',
		);
		const told = jsonOf(items).map(({ reason, changes, dueDate, calculation }) => [
			reason,
			changes,
			dueDate,
			calculation,
		]);
		expect(told).toEqual([
			['Unchanged', 'None', '2030-12-31', '1 x 19.99 = 19.99'],
			[
				'The customer was emailed another total. Use Send to email it again',
				expect.stringContaining('19.00 → 29.99'),
				'2030-12-31',
				expect.anything(),
			],
			['Would be created', 'New invoice', '2030-12-31', '1 x 39.99 = 39.99'],
			[expect.stringMatching(/^Due Date: /), 'None', '', '1 x 39.99 = 39.99'],
		]);
		const done = await invoicing.run('invoice', 'upsert', SHEET, {
			input: sheet,
			options: SIMPLIFIED,
		});
		const columns = done.items.map(({ json }) => Object.keys(json).sort());
		expect(columns).toEqual([columns[0], columns[0], columns[0]]);
	});

	it('says of Send who would be emailed, who would be skipped, and why not', async () => {
		const draft = await invoicing.create({ delivery: 'emailDraft' });
		const link = await invoicing.create({ delivery: 'draft' });
		const sent = await invoicing.create({ delivery: 'emailNow' });
		await invoicing.sandbox.control.clearRequests();
		const checked = await invoicing.run(
			'invoice',
			'send',
			{ ...byNumber('={{ $json.number }}'), checkOnly: true, sentSince: '2020-01-01' },
			{ input: [draft, link, 'NONE', sent].map((number) => ({ number })), options: SIMPLIFIED },
		);
		expect(jsonOf(checked.items)).toMatchObject([
			{ outcome: 'wouldSend', customerEmail: 'ann@example.com', reason: 'Would be emailed' },
			{ outcome: 'wouldPublish', reason: 'Would be published' },
			{ outcome: 'failed', reason: expect.stringContaining('found nothing') as string },
			{ outcome: 'skipped', reason: expect.stringContaining('Emailed since') as string },
		]);
		expect(checked.hints).toEqual([
			'Check Only is on, so nothing was changed: 1 would be emailed, 1 would be published, 1 would fail, 1 skipped.',
		]);
		expect(await invoicing.changes()).toEqual([]);
	});

	it('says what is wrong with the state of an invoice, or that it is not there', async () => {
		const number = await invoicing.create();
		await invoicing.pay(number);
		const changes = { invoiceDescription: 'New' };
		expect(await check('update', { ...byNumber(number), changes })).toMatchObject({
			outcome: 'failed',
			reason: expect.stringContaining('it is fully paid') as string,
		});
		expect(await check('update', { ...byNumber('NONE'), changes })).toMatchObject({
			outcome: 'failed',
			invoiceNumber: 'NONE',
			reason: expect.stringContaining('found nothing') as string,
		});
		await invoicing.sandbox.control.fault({ kind: 'status', status: 401, method: 'GET' });
		const parameters = { ...byNumber(number), changes };
		const options = { checkOnly: true };
		const { message } = await invoicing.refusal('update', parameters, { options });
		expect(message).toContain('does not accept the token');
	});
});

describe('as a tool of an agent', () => {
	const asTool = { asTool: true };
	const customerOf = ({ customerName, customerEmail }: IDataObject) => [
		customerName,
		customerEmail,
	];

	it.each(['get', 'update'])(
		'%s masks who the customer is, unless that is wanted',
		async (operation) => {
			const number = await invoicing.create();
			const masked = await invoicing.invoice(operation, byNumber(number), asTool);
			expect(customerOf(masked)).toEqual(['A**', 'a**@example.com']);
			expect(masked.totalAmount).toBe('99.80');
			const wanted = { ...byNumber(number), showCustomer: true };
			const shown = await invoicing.invoice(operation, wanted, asTool);
			expect(customerOf(shown)).toEqual(['Ann Lee', 'ann@example.com']);
			expect(customerOf(await invoicing.invoice(operation, byNumber(number)))).toEqual([
				'Ann Lee',
				'ann@example.com',
			]);
		},
	);

	it('every other output and message masks it too', async () => {
		const description = 'For Ann Lee, ann@example.com';
		const number = await invoicing.create({
			additionalFields: {
				companyName: 'Acme',
				merchantCustomerId: 'C-77',
				invoiceDescription: description,
			},
		});
		expect(await invoicing.invoice('get', byNumber(number), asTool)).toMatchObject({
			companyName: 'A**',
			customerName: 'A**',
			merchantCustomerId: 'C**',
			paymentLink: 'h**',
			description: 'For A**, a**@example.com',
		});
		const raw = { ...byNumber(number), itemOutput: 'raw' };
		expect(await invoicing.invoice('get', raw, asTool)).toMatchObject({
			customerInformation: {
				name: 'A**',
				email: 'a**@example.com',
				company: { name: 'A**' },
				merchantCustomerId: 'C**',
			},
			invoiceInformation: { description: 'For A**, a**@example.com', paymentLink: 'h**' },
		});
		const other = { ...ITEMIZED, invoiceNumber: number, customerName: 'Bob Ray' };
		const { message } = await invoicing.refusal('create', other, asTool);
		expect(message).toContain('Customer Name: A** → B**');
		await invoicing.pay(number);
		const paid = await invoicing.refusal('upsert', other, asTool);
		expect(paid.message).toContain('Customer Name: A** → B**');
		const options = { checkOnly: true, output: 'raw' };
		expect(await invoicing.invoice('create', ITEMIZED, { ...asTool, options })).toMatchObject({
			request: { customerInformation: { name: 'A**', email: 'a**@example.com' } },
		});
	});

	it('messages of the service are masked where they repeat who the customer is', async () => {
		const details = [{ field: 'phone', reason: '+1 555 010 0200 of 203.0.113.7 is blocked' }];
		const message = 'Ann Lee <ann@example.com> has no account';
		const server = await startServer((_request, response) =>
			json(response, 400, { reason: 'INVALID', message, details }),
		);
		const settings = { ...asTool, address: server.address };
		const { message: shown, description } = await invoicing.refusal('create', ITEMIZED, settings);
		expect(shown).toContain('phone: +** of 2** is blocked');
		expect(description).toContain('A** &lt;a**@example.com> has no account');
		const [item] = jsonOf(
			(await invoicing.run('invoice', 'create', ITEMIZED, { ...settings, continueOnFail: true }))
				.items,
		);
		expect(JSON.stringify([item.error, item.details])).not.toMatch(/Ann Lee|ann@|555|203\.0/);
		await server.stop();
	});

	it('totals tell customers apart whose names begin alike, and know one of several currencies', async () => {
		const bill = async (customerName: string, currency: string, unitPrice: string) =>
			await invoicing.create({
				customerName,
				currency: { __rl: true, mode: 'code', value: currency },
				lineItems: { item: [{ ...LINE, quantity: '1', unitPrice }] },
			});
		await bill('Ann Lee', 'USD', '30.00');
		await bill('Amy Ray', 'USD', '20.00');
		await bill('Bo', 'USD', '10.00');
		await bill('Amy Ray', 'EUR', '5.00');
		const { items } = await invoicing.run('invoice', 'query', {}, asTool);
		expect(
			jsonOf(items).map(({ customerName, balanceAmount }) => [customerName, balanceAmount]),
		).toEqual([
			['A**', '5.00'],
			['A**2', '30.00'],
			['A**', '20.00'],
			['B**', '10.00'],
		]);
	});
});
