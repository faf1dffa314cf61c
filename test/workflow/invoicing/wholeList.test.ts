import type { IDataObject } from 'n8n-workflow';
import { json, startServer } from '../../support/server';
import { AMOUNT_ONLY, byNumber, Invoicing, ITEMIZED, jsonOf, LINE } from './invoicing';

let invoicing: Invoicing;
beforeEach(async () => {
	invoicing = await Invoicing.start();
});
afterEach(() => invoicing.stop());

const useDialect = async (dialect: object) =>
	await invoicing.sandbox.control.send('PUT', '/dialect', { dialect });

/** Runs an action of lists, and gives what it puts out and what stands above the output. */
async function list(
	operation: string,
	parameters: IDataObject = {},
	options: IDataObject = {},
	address = invoicing.sandbox.address,
) {
	const { items, error, run } = await invoicing.run(
		'invoice',
		operation,
		{ returnAll: true, itemOutput: 'simplified', ...parameters },
		{ options, address },
	);
	if (error !== undefined) throw error;
	const [task] = run.data.resultData.runData['Merchant Invoicing'];
	return { rows: jsonOf(items), hints: (task.hints ?? []).map(({ message }) => message) };
}

type Answering = Parameters<typeof startServer>[0];

/** An entry of the service's list. */
const entry = (id: string, amountDetails: IDataObject = { totalAmount: 10, currency: 'EUR' }) => ({
	id,
	status: 'SENT',
	customerInformation: { name: 'Ann Lee' },
	invoiceInformation: { dueDate: '2030-12-31' },
	orderInformation: { amountDetails },
});

/** A service with these entries in its list, which says that there are so many. */
const service = (entries: IDataObject[], totalInvoices = entries.length): Answering => {
	return ({ url }, response) => {
		const { pathname, searchParams } = new URL(url, 'http://service');
		const number = pathname.split('/invoices/').at(1);
		if (number !== undefined) {
			const found = entries.find(({ id }) => id === number);
			if (found && !number.startsWith('GONE')) json(response, 200, found);
			else json(response, 404, { reason: 'NOTFOUND', message: 'No such invoice' });
			return;
		}
		const offset = Number(searchParams.get('offset'));
		const invoices = entries.slice(offset, offset + Number(searchParams.get('limit')));
		json(response, 200, { totalInvoices, invoices });
	};
};

async function atService<T>(answering: Answering, work: (address: string) => Promise<T>) {
	const server = await startServer(answering);
	try {
		return await work(server.address);
	} finally {
		await server.stop();
	}
}

describe('Get Many', () => {
	it.each([
		{},
		{ invoicePageSize: '20-untold' },
		{ invoiceOffset: 'pages' },
		{ invoiceTotal: 'missing' },
		{ invoiceTotal: 'of-page', invoicePageSize: '20-told' },
		{ invoicePaging: 'repeated' },
		{ invoiceBeyondEnd: 'not-found' },
	])('is whole, each invoice once, whatever the pages are like: %j', async (dialect) => {
		await invoicing.sandbox.control.send('POST', '/invoices', { count: 57 });
		await useDialect(dialect);
		const { rows, hints } = await list('getAll', {}, { pageSize: 10 });
		const numbers = rows.map(({ invoiceNumber }) => invoiceNumber);
		expect(new Set(numbers).size).toBe(57);
		expect(numbers).toHaveLength(57);
		expect(hints).toEqual([]);
	});

	it('says which of the selected fields the list does not show', async () => {
		const selected = { itemOutput: 'selected', itemFields: ['paymentLink', 'dueDate', 'history'] };
		await atService(service([entry('A-1')]), async (address) => {
			const { hints } = await list('getAll', selected, {}, address);
			expect(hints).toEqual([
				'The list of the service does not show Payment Link, History. Turn on Full Details in the options to read each invoice in full',
			]);
			const shown = { ...selected, itemFields: ['dueDate'] };
			expect((await list('getAll', shown, {}, address)).hints).toEqual([]);
			expect((await list('getAll', selected, { details: true }, address)).hints).toEqual([]);
		});
	});

	it('says nothing of fields that are empty, in each invoice in full or in the list', async () => {
		const selected = { itemOutput: 'selected', itemFields: ['description'] };
		const filters = { customerEmail: 'ann' };
		const byEmail = service([{ ...entry('A-1'), customerInformation: { email: 'ann@x.test' } }]);
		await atService(byEmail, async (address) => {
			const { rows, hints } = await list('getAll', { ...selected, filters }, {}, address);
			expect(rows).toEqual([{ invoiceNumber: 'A-1' }]);
			expect(hints).toEqual([]);
		});
		const shown = {
			...entry('A-1'),
			invoiceInformation: { dueDate: '2030-01-01', description: null },
		};
		await atService(service([shown]), async (address) => {
			expect((await list('getAll', selected, {}, address)).hints).toEqual([]);
		});
	});

	it.each([
		['1.5E3', '1500.00'],
		['.5', '0.50'],
		['1,234.50', '1,234.50'],
		['12 or so', '12 or so'],
	])('reads the amount "%s", or shows it unchanged', async (totalAmount, shown) => {
		const entries = [entry('A-1', { totalAmount, currency: 'USD' })];
		await atService(service(entries), async (address) => {
			const { rows } = await list('getAll', {}, {}, address);
			expect(rows).toMatchObject([{ totalAmount: shown }]);
		});
	});

	it('says so where the service says that there are more than it gives', async () => {
		const entries = ['1', '2', '3'].map((id) => entry(id));
		const { rows, hints } = await atService(service(entries, 5), async (address) => {
			return await list('getAll', {}, {}, address);
		});
		expect(rows).toHaveLength(3);
		expect(hints).toEqual(['The service says that its list has 5 entries, but gave 3 of them.']);
	});

	it('keeps what the list says of an invoice that is gone, and the rest in full', async () => {
		const entries = [entry('1'), entry('GONE-2'), entry('3')];
		const { rows, hints } = await atService(service(entries), async (address) => {
			return await list('getAll', {}, { details: true }, address);
		});
		expect(rows.map(({ invoiceNumber, totalAmount }) => [invoiceNumber, totalAmount])).toEqual([
			['1', '10.00'],
			['GONE-2', '10.00'],
			['3', '10.00'],
		]);
		expect(hints).toEqual([
			'Invoice GONE-2 is in the list, but could not be found. Only what the list says is shown',
		]);
	});

	it('asks for as many at a time as Page Size says', async () => {
		await invoicing.sandbox.control.send('POST', '/invoices', { count: 7 });
		await invoicing.sandbox.control.clearRequests();
		expect((await list('getAll', {}, { pageSize: 3 })).rows).toHaveLength(7);
		const queries = (await invoicing.sandbox.control.requests()).map(
			({ url }) => url.split('?')[1],
		);
		expect(queries).toEqual(['offset=0&limit=3', 'offset=3&limit=3', 'offset=6&limit=3']);
	});

	it.each([0, 1001, 2.5, 'many'])('refuses the page size %p before it asks', async (pageSize) => {
		await invoicing.sandbox.control.clearRequests();
		const { message } = await invoicing.refusal('getAll', {}, { options: { pageSize } });
		expect(message).toContain('Page Size');
		expect(await invoicing.sandbox.control.requests()).toEqual([]);
	});
});

describe('one item for each line item', () => {
	const LINES = { item: [LINE, { ...LINE, productSku: 'CH-2', quantity: '0.5', unitPrice: '10' }] };
	const byLines = { itemOutput: 'lineItems' };
	const sum = (rows: IDataObject[], column: string) =>
		rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);

	it('has the main columns of the invoice and those of the line, with the total once', async () => {
		const number = await invoicing.create({
			lineItems: LINES,
			additionalFields: { discountPercent: '10', freightAmount: '5' },
		});
		const { rows } = await list('get', { ...byNumber(number), ...byLines });
		const ofInvoice = {
			invoiceNumber: number,
			status: 'SENT',
			customerName: 'Ann Lee',
			customerEmail: 'ann@example.com',
			currency: 'USD',
			dueDate: '2030-12-31',
		};
		expect(rows).toEqual([
			{
				...ofInvoice,
				line: 1,
				productSku: 'CH-1',
				productName: 'Oak chair',
				quantity: '2',
				unitPrice: '49.90',
				lineTotalAmount: '99.80',
				invoiceTotalAmount: '99.32',
				invoiceBalanceAmount: '99.32',
				invoiceDiscountPercent: '10',
				invoiceFreightAmount: '5.00',
			},
			{
				...ofInvoice,
				line: 2,
				productSku: 'CH-2',
				productName: 'Oak chair',
				quantity: '0.5',
				unitPrice: '10.00',
				lineTotalAmount: '5.00',
			},
		]);
	});

	it('of many invoices reads each for its lines, and a sum over all rows is right', async () => {
		await invoicing.create({ lineItems: LINES });
		await invoicing.create();
		await invoicing.invoice('create', { ...AMOUNT_ONLY, totalAmount: '7.00' });
		const { rows } = await list('getAll', byLines, { amountsAs: 'number' });
		expect(rows).toHaveLength(4);
		expect(sum(rows, 'invoiceTotalAmount')).toBeCloseTo(104.8 + 99.8 + 7, 5);
		expect(sum(rows, 'lineTotalAmount')).toBeCloseTo(104.8 + 99.8, 5);
		const [amountOnly] = rows.filter((row) => !('line' in row));
		expect(amountOnly).toMatchObject({ currency: 'EUR', invoiceTotalAmount: 7 });
	});

	it('counts invoices, and not lines, for the limit', async () => {
		for (let count = 0; count < 3; count++) await invoicing.create({ lineItems: LINES });
		const { rows } = await list('getAll', { ...byLines, returnAll: false, limit: 2 });
		expect(rows).toHaveLength(4);
	});

	it('shows taxes and discounts of a line as its own', async () => {
		const number = await invoicing.create({
			lineItems: { item: [{ ...LINE, adjustments: { discountRate: '10', taxAmount: '9.48' } }] },
		});
		const { rows } = await list('get', { ...byNumber(number), ...byLines });
		expect(rows[0]).toMatchObject({
			lineDiscountRate: '10',
			lineTaxAmount: '9.48',
			lineTotalAmount: '99.30',
		});
	});
});

describe('Get Totals', () => {
	const WHOLE = { isComplete: true, warnings: '' };
	const bill = async (totalAmount: string, currency: string, delivery = 'share') =>
		(
			await invoicing.invoice('create', {
				...AMOUNT_ONLY,
				delivery,
				totalAmount,
				currency: { __rl: true, mode: 'code', value: currency },
			})
		).invoiceNumber;

	it('adds up by status and currency, exactly', async () => {
		for (const amount of ['0.10', '0.20', '123456789012.34']) await bill(amount, 'EUR');
		await bill('1000', 'JPY');
		await bill('5.00', 'EUR', 'draft');
		await invoicing.pay(await bill('7.50', 'USD'));
		expect((await list('getTotals')).rows).toEqual([
			{ status: 'DRAFT', currency: 'EUR', count: 1, totalAmount: '5.00', ...WHOLE },
			{ status: 'CREATED', currency: 'EUR', count: 3, totalAmount: '123456789012.64', ...WHOLE },
			{ status: 'CREATED', currency: 'JPY', count: 1, totalAmount: '1000', ...WHOLE },
			{ status: 'PAID', currency: 'USD', count: 1, totalAmount: '7.50', ...WHOLE },
		]);
	});

	it('adds up by currency alone, of the invoices that fit the filters', async () => {
		await bill('1.00', 'EUR');
		await bill('2.00', 'EUR', 'draft');
		await bill('4.00', 'USD');
		const both = { groupBy: 'currency' };
		expect((await list('getTotals', both)).rows).toMatchObject([
			{ currency: 'EUR', count: 2, totalAmount: '3.00' },
			{ currency: 'USD', count: 1, totalAmount: '4.00' },
		]);
		const published = { ...both, filters: { status: ['CREATED', 'SENT'] } };
		expect((await list('getTotals', published)).rows).toMatchObject([
			{ currency: 'EUR', count: 1, totalAmount: '1.00' },
			{ currency: 'USD', count: 1, totalAmount: '4.00' },
		]);
	});

	it('adds up what is still to be paid, if asked to', async () => {
		const partly = { ...ITEMIZED, additionalFields: { allowPartialPayments: true } };
		await invoicing.pay(await invoicing.create(partly), '10.00');
		await invoicing.pay(await invoicing.create(partly), '0.05');
		const { rows } = await list('getTotals', { balances: true }, { amountsAs: 'number' });
		expect(rows).toEqual([
			{
				status: 'PARTIAL',
				currency: 'USD',
				count: 2,
				totalAmount: 199.6,
				balanceAmount: 189.55,
				...WHOLE,
			},
		]);
	});

	it('counts all pages', async () => {
		await invoicing.sandbox.control.send('POST', '/invoices', { count: 57 });
		const { rows } = await list('getTotals', {}, { pageSize: 10 });
		expect(rows.reduce((count, row) => count + Number(row.count), 0)).toBe(57);
	});

	it('reads the invoices of a list that has no amounts', async () => {
		await bill('1.10', 'EUR');
		await bill('2.20', 'EUR');
		await useDialect({ invoiceEntries: 'bare' });
		expect((await list('getTotals')).rows).toMatchObject([
			{ currency: 'EUR', count: 2, totalAmount: '3.30', isComplete: true },
		]);
	});

	it('says so where it is not whole', async () => {
		const { rows, hints } = await atService(service([entry('1')], 2), async (address) => {
			return await list('getTotals', {}, {}, address);
		});
		expect(rows).toMatchObject([{ count: 1, totalAmount: '10.00', isComplete: false }]);
		expect(hints[0]).toContain('its list has 2 entries, but gave 1');
	});

	it('gives no total where an amount or a currency is missing, and says so', async () => {
		const entries = [
			entry('1'),
			entry('2', { currency: 'EUR' }),
			entry('3', { totalAmount: 5, currency: 'USD' }),
			entry('4', { totalAmount: 5 }),
		];
		const { rows } = await atService(service(entries), async (address) => {
			return await list('getTotals', { groupBy: 'currency' }, {}, address);
		});
		const warnings =
			'No total for invoices without a currency: the service does not give the amount of every invoice; No total for EUR: the service does not give the amount of every invoice';
		expect(rows).toEqual([
			{ count: 1, isComplete: false, warnings },
			{ currency: 'EUR', count: 2, isComplete: false, warnings },
			{ currency: 'USD', count: 1, totalAmount: '5.00', isComplete: false, warnings },
		]);
	});

	it('names an amount that cannot be read, and adds up those with an exponent', async () => {
		const entries = [
			entry('1', { totalAmount: '1.5E3', currency: 'EUR' }),
			entry('2', { totalAmount: '.5', currency: 'EUR' }),
			entry('3', { totalAmount: '1,234.50', currency: 'USD' }),
		];
		const { rows } = await atService(service(entries), async (address) => {
			return await list('getTotals', { groupBy: 'currency' }, {}, address);
		});
		const warnings = 'No total for USD: the amount "1,234.50" of invoice 3 cannot be read';
		expect(rows).toEqual([
			{ currency: 'EUR', count: 2, totalAmount: '1500.50', isComplete: false, warnings },
			{ currency: 'USD', count: 1, isComplete: false, warnings },
		]);
	});

	it('gives no row where there are no invoices', async () => {
		expect((await list('getTotals')).rows).toEqual([]);
	});
});
