import type { IDataObject } from 'n8n-workflow';
import { wordsOf } from '../../support/engine';
import { byNumber, ITEMIZED, jsonOf, LINE, type RunSettings, useInvoicing } from './invoicing';

const invoicing = useInvoicing('each');

/** A sheet with one row for each line, as shops export it. */
const SHEET: IDataObject = {
	...ITEMIZED,
	delivery: 'emailNow',
	invoiceNumber: '={{ $json.order }}',
	customerName: '={{ $json.name }}',
	customerEmail: '={{ $json.email }}',
	lineItems: {
		item: [
			{
				productName: '={{ $json.item }}',
				productSku: '={{ $json.item }}',
				quantity: '={{ $json.qty }}',
				unitPrice: '={{ $json.price }}',
				taxRate: '={{ $json.tax }}',
			},
		],
	},
	additionalFields: { freightAmount: '={{ $json.shipping }}' },
};

const ANN = { order: 'A1', name: 'Ann Lee', email: 'ann@example.com' };
const row = (item: string, price: string | number, more: IDataObject = {}): IDataObject => ({
	item,
	qty: 1,
	price,
	tax: '',
	shipping: '',
	...more,
});
const BOB = row('Bed', 7, { order: 'B1', name: 'Bob', email: 'bob@example.com' });

const bill = async (input: IDataObject[], settings: RunSettings = {}, operation = 'create') =>
	await invoicing.run('invoice', operation, SHEET, { input, ...settings });
const emails = async () => (await invoicing.sandbox.control.outbox()).length;

describe('rows with one number', () => {
	it('are one invoice, in order, paired with all its rows', async () => {
		const { items, error } = await bill([
			row('Chair', 10, { ...ANN, shipping: 5 }),
			BOB,
			row('Table', 85, { order: 'A1', name: '', shipping: '5.00', tax: 10 }),
			row('Lamp', 5, { order: 'A1 ' }),
		]);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([
			{ row: '1, 3-4', outcome: 'created', invoiceNumber: 'A1', totalAmount: '113.50' },
			{ row: 2, outcome: 'created', invoiceNumber: 'B1', totalAmount: '7.00' },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }, { item: 3 }],
			{ item: 1 },
		]);
		const { orderInformation } = await invoicing.record('A1');
		const { lineItems } = orderInformation as { lineItems: IDataObject[] };
		expect(lineItems.map(({ productName }) => productName)).toEqual(['Chair', 'Table', 'Lamp']);
		expect(await emails()).toBe(2);
	});

	it.each<[string, IDataObject]>([
		[
			'Tax Calculation',
			{ taxCalculation: '={{ $json.item === "Chair" ? "included" : "afterDiscount" }}' },
		],
		[
			'Custom Field Values',
			{ customFields: { field: [{ definitionId: '1', value: '={{ $json.item }}' }] } },
		],
	])('are refused if an expression gives them two values: %s', async (field, options) => {
		const rows = [row('Chair', 10, { ...ANN, tax: 10 }), row('Table', 5, { order: 'A1', tax: 10 })];
		const { error } = await bill(rows, { options });
		expect(wordsOf(error!)).toContain(`${field}: the rows of one invoice have different values`);
		expect(await invoicing.count()).toBe(0);
	});

	it.each<[string, IDataObject[], string]>([
		[
			'contradict each other',
			[row('Chair', 10, ANN), row('Table', 5, { ...ANN, email: 'eve@example.com' })],
			'Customer Email: is ann@example.com in row 1 and eve@example.com in row 2',
		],
		[
			'have one line, written in two ways',
			[row('Chair', 10, ANN), row('Chair', '10.00', { order: 'A1', name: '', email: '', tax: 0 })],
			'Line Items: rows 1 and 2 have the same line',
		],
		[
			'cannot be read in one of them',
			[row('Chair', 10, ANN), row('Table', 'ten', ANN)],
			'A1, row 2, Unit Price: must be a number',
		],
	])('that %s are refused, and the others are billed with Continue', async (...given) => {
		const [, rows, message] = given;
		const refused = await bill([...rows, BOB]);
		expect(wordsOf(refused.error!)).toContain(message);
		expect(await invoicing.changes()).toEqual([]);
		const { items } = await bill([...rows, BOB], { continueOnFail: true });
		expect(jsonOf(items)).toMatchObject([
			{ row: `1-${rows.length}`, outcome: 'failed', invoiceNumber: 'A1' },
			{ row: rows.length + 1, outcome: 'created', invoiceNumber: 'B1' },
		]);
		expect(await emails()).toBe(1);
	});

	it('are all refused, with the number that their problems are about', async () => {
		const wrong = [row('Table', 'ten', ANN), row('Bed', 'two', ANN)];
		const { error } = await bill([row('Chair', 10, ANN), ...wrong, BOB]);
		expect(error?.message).toBe('3 of 4 rows cannot be used');
		expect(error?.description).toMatch(/^<ul><li>A1, row 2, Unit Price: .*<li>A1, row 3, Unit/);
		expect(error?.description).toContain('set On Error to Continue');
	});

	it('in merged cells are not billed in part', async () => {
		const merged = { order: '', name: '', email: '' };
		const input = [BOB, row('Chair', 10, ANN), row('Table', 5, merged), row('Bed', 85, merged)];
		const { items } = await bill(input, { continueOnFail: true });
		expect(jsonOf(items).map(({ outcome }) => outcome)).toEqual([
			'created',
			'failed',
			'failed',
			'failed',
		]);
		expect(items[1].json.error).toContain('Invoice Number: row 3 has no number');
		const other = { ...ANN, order: '' };
		const own = await bill([row('Chair', 10, ANN), row('Table', 5, other)], {
			continueOnFail: true,
		});
		expect(jsonOf(own.items).map(({ outcome }) => outcome)).toEqual(['created', 'failed']);
	});

	it('are refused by Duplicate, which makes one invoice of each row', async () => {
		const parameters = { ...byNumber('ANY'), invoiceNumber: 'SAME' };
		const { message } = await invoicing.refusal('add', parameters, { input: [{}, {}] });
		expect(message).toBe('SAME, New Invoice Number: rows 1-2 have the same. Keep one of them');
	});

	it('are each an invoice if the service numbers them', async () => {
		const options = { serviceNumbers: true };
		const { items } = await bill([row('Chair', 10, ANN), row('Chair', 10, ANN)], { options });
		expect(items).toHaveLength(2);
	});
});

describe('in a loop', () => {
	const [first, second] = [row('Chair', 99.8, ANN), row('Table', 5, ANN)];
	const REFUSED = {
		method: 'POST',
		path: '/invoicing/v2/invoices',
		kind: 'status',
		status: 400,
	} as const;

	it.each(['create', 'upsert'])(
		'the second half of an order is refused by %s, and the first half stays',
		async (operation) => {
			const { error } = await bill([first], { laterBatches: [[second]] }, operation);
			expect(error?.message).toContain(
				'A1 came before: an earlier run of this node in this execution had other rows of it',
			);
			const { orderInformation } = await invoicing.record('A1');
			expect(orderInformation).toMatchObject({ amountDetails: { totalAmount: 99.8 } });
		},
	);

	it.each(['create', 'upsert'])(
		'no row is lost that differs in a column of no field: %s',
		async (operation) => {
			const days = ['11/02/2026', '11/09/2026'].map((day) => row('Lesson', 50, { ...ANN, day }));
			const settings = { laterBatches: [[days[1]]], continueOnFail: true };
			const { items } = await bill([days[0]], settings, operation);
			expect(jsonOf(items).map(({ outcome }) => outcome)).toEqual(['created', 'failed']);
		},
	);

	it.each([
		['has a row that cannot be read', [first, row('Lamp', 'abc', ANN)], {}],
		[
			'is past due',
			[first],
			{ dueDate: '={{ $json.item === "Chair" ? "2020-01-01" : "2099-01-01" }}' },
		],
		['is refused by the service', [first], {}],
	])('no other rows of an order are billed after its first half %s', async (why, half, fields) => {
		if (why.includes('service')) await invoicing.sandbox.control.fault(REFUSED);
		const { items } = await invoicing.run(
			'invoice',
			'create',
			{ ...SHEET, ...fields },
			{ input: half, laterBatches: [[second], [first]], continueOnFail: true },
		);
		expect(jsonOf(items).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
		expect(jsonOf(items)[1].error).toEqual(expect.stringContaining('had other rows of it'));
		for (const name of ['paymentLink', 'status']) expect(items[0].json).not.toHaveProperty(name);
		expect(await emails()).toBe(0);
	});

	it('other orders are billed, and the same rows can come again', async () => {
		await invoicing.sandbox.control.fault(REFUSED);
		const { items } = await bill([first], {
			laterBatches: [[BOB], [first], [first]],
			continueOnFail: true,
		});
		const outcomes = jsonOf(items).map(({ outcome }) => outcome);
		expect(outcomes).toEqual(['failed', 'created', 'created', 'alreadyThere']);
	});

	it('a retry of the node is the same run', async () => {
		await invoicing.sandbox.control.fault({ ...REFUSED, skip: 1, times: 1 });
		const { items, error } = await bill([first, second, BOB], { retryOnFail: true });
		expect(error).toBeUndefined();
		expect(jsonOf(items).map(({ outcome }) => outcome)).toEqual(['alreadyThere', 'created']);
	});
});

describe('an expression for a charge that gives nothing', () => {
	const TAXED: IDataObject = {
		...SHEET,
		lineItems: { item: [LINE] },
		additionalFields: { taxRate: '={{ $json["Tax %"] }}' },
	};
	const orders = (...taxes: unknown[]) =>
		taxes.map((tax, index) => ({
			...ANN,
			order: `A${index}`,
			none: '',
			// Extract From File leaves out an empty cell.
			...(tax === undefined ? {} : { 'Tax %': tax as string }),
		}));

	it.each(['create', 'upsert'])(
		'in every row is refused by %s, and bills nobody',
		async (operation) => {
			for (const continueOnFail of [false, true]) {
				const input = orders(undefined, undefined, undefined);
				const run = await invoicing.run('invoice', operation, TAXED, { input, continueOnFail });
				const words = JSON.stringify([run.error?.message, jsonOf(run.items)]);
				expect(words).toMatch(
					/Tax \(%\): .* gives nothing in any row of this run.* write \{\{ .* \?\? \\"\\" \}\}/,
				);
				expect(await invoicing.changes()).toEqual([]);
			}
		},
	);

	it.each([
		['Extract From File', orders(undefined, '10', undefined), ['99.80', '109.78', '99.80']],
		['Google Sheets in every row', orders('', ''), ['99.80', '99.80']],
	])('is an empty cell of %s', async (_name, input, totals) => {
		const { items, error } = await invoicing.run('invoice', 'create', TAXED, { input });
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject(totals.map((totalAmount) => ({ totalAmount, reason: '' })));
	});

	const DUE = { dueDate: '={{ $json.due }}' };

	it('is told of any field', async () => {
		const parameters = { ...TAXED, additionalFields: DUE };
		const error = await invoicing.refusal('create', parameters, { input: orders('', '') });
		expect(wordsOf(error)).toContain('Due Date: {{ $json.due }} gives nothing in any row');
	});

	it.each<[string, IDataObject, string]>([
		['a tax', {}, 'Tax (%): {{ $json["Tax %"] }} gives nothing'],
		['a due date', { dueDate: '', additionalFields: DUE }, 'Due Date: {{ $json.due }} gives'],
	])('for %s in a single row is a warning', async (_what, fields, words) => {
		const parameters = { ...TAXED, ...fields };
		const settings = { input: orders(undefined) };
		const created = await invoicing.invoice('create', parameters, settings);
		expect(created.reason).toContain(words);
		expect(created.dueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
	});

	const TAXED_LINE = { ...LINE, taxRate: '={{ $json["Tax %"] }}' };
	const withLines = (...item: IDataObject[]) => ({
		...TAXED,
		lineItems: { item },
		additionalFields: {},
	});
	it.each<[string, IDataObject]>([
		['of the invoice', TAXED],
		['of a line', withLines(TAXED_LINE)],
		[
			'of one of two lines with one SKU',
			withLines(
				{ ...LINE, productName: 'Gift', unitPrice: '0', taxRate: '={{ $json.none }}' },
				TAXED_LINE,
			),
		],
	])('never removes a charge %s with Create or Update', async (_name, parameters) => {
		const upsert = async (...taxes: unknown[]) =>
			await invoicing.run('invoice', 'upsert', parameters, {
				input: orders(...taxes),
				continueOnFail: true,
			});
		await upsert('10', '10');
		const { items } = await upsert(undefined, '10');
		expect(jsonOf(items)).toMatchObject([{ outcome: 'failed' }, { outcome: 'unchanged' }]);
		expect(items[0].json.error).toContain(
			'Tax (%): has no value here, and the invoice has 10. To remove it, enter 0',
		);
		expect(jsonOf((await upsert(0, '10')).items)).toMatchObject([
			{ outcome: 'updated', totalAmount: '99.80' },
			{ outcome: 'unchanged' },
		]);
	});
});

it('a line that is removed takes its tax with it', async () => {
	const line = { ...LINE, productName: '={{ $json.item }}', productSku: '={{ $json.item }}' };
	const lineItems = { item: [{ ...line, taxRate: '={{ $json.tax }}' }] };
	const upsert = async (input: IDataObject[]) =>
		await invoicing.run(
			'invoice',
			'upsert',
			{ ...SHEET, additionalFields: {}, lineItems },
			{ input },
		);
	// Extract From File leaves out an empty cell.
	const [taxed, untaxed] = [
		{ ...ANN, item: 'Chair', tax: 10 },
		{ ...ANN, item: 'Book' },
	];
	await upsert([taxed, untaxed]);
	const { items } = await upsert([untaxed, { ...BOB, tax: 5 }]);
	expect(jsonOf(items)).toMatchObject([
		{ outcome: 'updated', totalAmount: '99.80' },
		{ outcome: 'created' },
	]);
});

describe('a sheet as people write it', () => {
	const WRITTEN: IDataObject = {
		...SHEET,
		dueDate: '={{ $json.due }}',
		currency: { __rl: true, mode: 'code', value: '={{ $json.currency }}' },
		lineItems: {
			item: [
				{ productName: 'Oak chair', quantity: '={{ $json.qty }}', unitPrice: '={{ $json.price }}' },
			],
		},
		additionalFields: {},
	};
	const order = (price: unknown, due: unknown, more: IDataObject = {}) =>
		({ ...ANN, qty: '2.0', currency: 'USD', price, due, ...more }) as IDataObject;

	it.each<[unknown, unknown, IDataObject, IDataObject, string, string]>([
		[99.9, 47848, {}, {}, '199.80', '2030-12-31'],
		['$1,200.00', '12/31/2030', {}, { numberFormat: '', dateOrder: '' }, '2400.00', '2030-12-31'],
	])(
		'%p due %p with %j and %j is billed',
		async (price, due, more, options, totalAmount, dueDate) => {
			const input = [order(price, due, more)];
			const created = await invoicing.invoice('create', WRITTEN, { input, options });
			expect(created).toMatchObject({ totalAmount, dueDate });
		},
	);

	it.each<[unknown, unknown, string]>([
		['1,200', '2030-12-31', '"1,200" can mean 1200 or 1.200. Add Number Format to choose'],
		['5', '12/01/2030', '"12/01/2030" can mean 2030-01-12 or 2030-12-01. Add Date Order to choose'],
	])('%p due %p is refused: %s', async (price, due, message) => {
		// An option that was added, and not chosen, is as good as none.
		for (const options of [{}, { numberFormat: '', dateOrder: '' }]) {
			const settings = { input: [order(price, due)], options };
			const error = await invoicing.refusal('create', WRITTEN, settings);
			expect(wordsOf(error)).toContain(message);
		}
		expect(await invoicing.changes()).toEqual([]);
	});

	it.each(['create', 'upsert'])(
		'without a due date is due in 14 days with %s, and keeps its date afterwards',
		async (operation) => {
			const input = [order('5', '')];
			const created = await invoicing.invoice(operation, WRITTEN, { input });
			const days = (Date.parse(created.dueDate as string) - Date.now()) / 86_400_000;
			expect(Math.round(days)).toBeGreaterThanOrEqual(13);
			expect(Math.round(days)).toBeLessThanOrEqual(14);
			const options = { dueInDays: 30 };
			expect(await invoicing.invoice(operation, WRITTEN, { input, options })).toMatchObject({
				outcome: operation === 'create' ? 'alreadyThere' : 'unchanged',
				dueDate: created.dueDate,
				reason: '',
			});
			const other = await invoicing.invoice(operation, WRITTEN, {
				input: [order('5', '', { order: 'A2' })],
				options: { dueInDays: 30 },
			});
			expect((other.dueDate as string) > (created.dueDate as string)).toBe(true);
		},
	);
});
