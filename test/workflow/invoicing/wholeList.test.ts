import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { read, utils } from 'xlsx';
import { json, startServer } from '../../support/server';
import { AMOUNT_ONLY, byNumber, jsonOf, LINE, useInvoicing } from './invoicing';

const invoicing = useInvoicing('each');

/** Runs an action of lists, and gives what it puts out and what stands above the output. */
async function list(
	operation: string,
	parameters: IDataObject = {},
	options: IDataObject = {},
	address = invoicing.sandbox.address,
) {
	const { items, error, hints } = await invoicing.run(
		'invoice',
		operation,
		{ returnAll: true, ...(operation === 'getAll' && { itemOutput: 'simplified' }), ...parameters },
		{ options, address },
	);
	if (error !== undefined) throw error;
	return { rows: jsonOf(items), hints };
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

/** A service that says something else in its list than of each invoice. */
const listing = (listed: IDataObject[], read: IDataObject[]): Answering => {
	const [ofList, ofOne] = [service(listed), service(read)];
	return (request, ...more) => (request.url.includes('?') ? ofList : ofOne)(request, ...more);
};

async function atService<T>(answering: Answering, work: (address: string) => Promise<T>) {
	const server = await startServer(answering);
	try {
		return await work(server.address);
	} finally {
		await server.stop();
	}
}

const IN_LIST = [
	...['status', 'customerName', 'merchantCustomerId', 'createdDate', 'totalAmount', 'currency'],
	...['balanceAmount', 'dueDate', 'daysUntilDue', 'isOverdue', 'expirationDate'],
];

describe('Get Many', () => {
	it.each([
		[[...IN_LIST], 1],
		[['dueDate', 'description'], 3],
		[['paymentLink'], 3],
	])(
		'reads each invoice for a field that the list does not have: %j',
		async (itemFields, requests) => {
			const selected = { itemOutput: 'selected', itemFields };
			const server = await startServer(service([entry('A-1'), entry('A-2')]));
			const { rows } = await list('getAll', selected, {}, server.address);
			await server.stop();
			expect(rows).toMatchObject([{ invoiceNumber: 'A-1' }, { invoiceNumber: 'A-2' }]);
			expect(server.received).toHaveLength(requests);
		},
	);

	it.each([
		[{}, [undefined, undefined], 1],
		[{ balances: true }, ['10.00', '4.00'], 2],
	])('adds what is still to be paid with %j', async (options, balances, requests) => {
		const partly = { ...entry('2'), status: 'PARTIAL' };
		const { amountDetails } = partly.orderInformation;
		const full = {
			...partly,
			orderInformation: { amountDetails: { ...amountDetails, balanceAmount: 4 } },
		};
		const server = await startServer(listing([entry('1'), partly], [full]));
		const { rows } = await list('getAll', {}, options, server.address);
		await server.stop();
		expect(rows.map(({ balanceAmount }) => balanceAmount)).toEqual(balances);
		expect(server.received).toHaveLength(requests);
	});

	it('keeps what the list says of an invoice that is gone, and the rest in full', async () => {
		const entries = Array.from({ length: 45 }, (_, n) => entry(n === 30 ? 'GONE-30' : `${n}`));
		const { rows, hints } = await atService(service(entries), async (address) => {
			return await list('getAll', {}, { details: true }, address);
		});
		expect(rows.map(({ invoiceNumber, totalAmount }) => [invoiceNumber, totalAmount])).toEqual(
			entries.map(({ id }) => [id, '10.00']),
		);
		expect(hints).toEqual([
			'Invoice GONE-30 is in the list, but could not be found. Only what the list says is shown.',
		]);
	});
});

it('the line items of an invoice are a list that can be chosen, in each invoice of a list too', async () => {
	const number = await invoicing.create({
		lineItems: { item: [LINE, { ...LINE, productSku: 'CH-2', unitPrice: '10' }] },
	});
	const lineItems = [
		{ productSku: 'CH-1', quantity: '2', unitPrice: '49.90' },
		{ productSku: 'CH-2' },
	];
	const wanted = { itemOutput: 'selected', itemFields: ['lineItems'] };
	const { rows } = await list('get', { ...byNumber(number), ...wanted });
	expect(rows).toMatchObject([{ invoiceNumber: number, lineItems }]);
	expect((await list('getAll', wanted)).rows).toEqual(rows);
});

describe('Get Totals', () => {
	const bill = async (totalAmount: string, currency: string, more: IDataObject = {}) =>
		await invoicing.create({
			...AMOUNT_ONLY,
			lineItems: {},
			delivery: 'share',
			currency: { __rl: true, mode: 'code', value: currency },
			...more,
			additionalFields: { invoiceDescription: 'Advice', totalAmount },
		});

	it('is who owes what: the open invoices of each customer, with one more request for a partly paid one', async () => {
		const ann = { customerName: 'Ann Lee' };
		await bill('0.10', 'EUR', { ...ann, dueDate: '2020-01-31' });
		await bill('123456789012.34', 'EUR', ann);
		await bill('1000', 'JPY', { customerName: 'Bo' });
		await bill('5.00', 'EUR', { ...ann, delivery: 'draft' });
		await invoicing.pay(await bill('7.50', 'USD', ann));
		const partly = { additionalFields: { allowPartialPayments: true } };
		await invoicing.pay(await invoicing.create(partly), '10.00');
		await invoicing.sandbox.control.clearRequests();
		const { rows, hints } = await list('query');
		const row = (about: IDataObject, amounts: string[], oldestDueDate = '2030-12-31') => {
			const [totalAmount, paidAmount, balanceAmount, overdueAmount] = amounts;
			const sums = { totalAmount, paidAmount, balanceAmount, overdueAmount };
			const notes = { oldestDueDate, isComplete: true };
			return { merchantCustomerId: '', ...about, ...sums, ...notes };
		};
		expect(rows).toEqual([
			row(
				{ customerName: 'Ann Lee', currency: 'EUR', count: 2 },
				['123456789012.44', '0.00', '123456789012.44', '0.10'],
				'2020-01-31',
			),
			row({ customerName: 'Bo', currency: 'JPY', count: 1 }, ['1000', '0', '1000', '0']),
			row({ customerName: 'Ann Lee', currency: 'USD', count: 1 }, [
				'99.80',
				'10.00',
				'89.80',
				'0.00',
			]),
		]);
		expect(hints).toEqual([]);
		const details = (await invoicing.sandbox.control.requests()).filter(
			({ url }) => !url.includes('?'),
		);
		expect(details).toHaveLength(1);
	});

	it('says by age who is how late, as items and as a workbook', async () => {
		const today = DateTime.now().setZone('America/New_York');
		const days = [-1, 0, 1, 30, 31, 60, 61, 90, 91, 400];
		const late = (late: number, id: string, name: string, currency: string) => ({
			...entry(id, { totalAmount: `${2 ** days.indexOf(late)}.10`, currency }),
			customerInformation: { name },
			invoiceInformation: { dueDate: today.minus({ days: late }).toFormat('yyyy-MM-dd') },
		});
		const partly = { ...late(31, 'P', 'Bo', 'EUR'), status: 'PARTIAL' };
		partly.orderInformation.amountDetails.balanceAmount = '0.05';
		const invoices = [...days.map((each) => late(each, `A${each}`, 'Ann', 'EUR')), partly];
		const usd = late(61, 'U', 'Ann', 'USD');
		const expected = [
			['Ann', 'EUR', 10, '1024.00', ['3.20', '12.20', '48.20', '192.20', '768.20']],
			['Bo', 'EUR', 1, '0.05', ['0.00', '0.00', '0.05', '0.00', '0.00']],
			['Ann', 'USD', 1, '64.10', ['0.00', '0.00', '0.00', '64.10', '0.00']],
		] as const;
		await atService(service([...invoices, usd]), async (address) => {
			const status = { status: [], groupBy: 'age' };
			const { rows, hints } = await list('query', status, {}, address);
			expect(hints).toEqual([]);
			expect(rows).toMatchObject(
				expected.map(([customerName, currency, count, balanceAmount, ages]) => {
					const [notDueAmount, days1To30Amount, days31To60Amount, days61To90Amount] = ages;
					const early = { notDueAmount, days1To30Amount, days31To60Amount, days61To90Amount };
					const sums = { balanceAmount, ...early, over90DaysAmount: ages[4], isComplete: true };
					return { customerName, currency, count, ...sums };
				}),
			);
			const workbook = { ...status, itemOutput: 'workbook' };
			const done = await invoicing.run('invoice', 'query', workbook, { address });
			expect(done.items[0].json).toMatchObject({ rows: 3, isComplete: true });
			const { Sheets, SheetNames } = read(await done.binary(done.items[0]));
			expect(SheetNames).toEqual(['Invoice Totals', 'Totals']);
			const [headings, ...cells] = utils.sheet_to_json<unknown[]>(Sheets['Invoice Totals'], {
				header: 1,
			});
			expect(headings.slice(0, 9)).toEqual([
				...['Customer Name', 'Currency', 'Count', 'Balance Amount'],
				...['Not Due', '1-30 Days', '31-60 Days', '61-90 Days', 'Over 90 Days'],
			]);
			expect(cells.map((row) => row.slice(3, 9))).toEqual(
				expected.map(([, , , balance, ages]) => [balance, ...ages].map(Number)),
			);
		});
	});

	it('leaves out a partly paid invoice that is canceled before it is read', async () => {
		const listed = { ...entry('1'), status: 'PARTIAL' };
		const answering = listing([listed], [{ ...listed, status: 'CANCELED' }]);
		const { rows } = await atService(answering, async (address) => {
			return await list('query', {}, {}, address);
		});
		expect(rows).toEqual([]);
	});

	it.each(['customerInformation', 'invoiceInformation', 'orderInformation', 'status'])(
		'reads the invoices of a list that has no %s',
		async (name) => {
			const full = ['1', '2'].map((id) => entry(id));
			const listed = full.map((one) => ({ ...one, [name]: undefined }));
			const { rows } = await atService(listing(listed, full), async (address) => {
				return await list('query', { groupBy: 'age' }, {}, address);
			});
			const ofAnn = { customerName: 'Ann Lee', currency: 'EUR', count: 2 };
			expect(rows).toMatchObject([{ ...ofAnn, notDueAmount: '20.00', isComplete: true }]);
		},
	);

	it('says so once where it is not whole, in a workbook too', async () => {
		await atService(service([entry('1')], 2), async (address) => {
			const { rows, hints } = await list('query', { status: [] }, {}, address);
			expect(rows).toMatchObject([{ count: 1, totalAmount: '10.00', isComplete: false }]);
			expect(hints).toHaveLength(1);
			const workbook = { status: [], itemOutput: 'workbook' };
			const done = await invoicing.run('invoice', 'query', workbook, { address });
			const { Totals } = read(await done.binary(done.items[0])).Sheets;
			expect(utils.sheet_to_json<unknown[]>(Totals, { header: 1 }).flat()).toEqual(
				expect.arrayContaining(['All invoices of the list', rows[0].warnings]),
			);
		});
	});

	it('gives no sum where an amount or a currency cannot be read, and says whose', async () => {
		const entries = [
			entry('1', { totalAmount: '1.5E3', currency: 'EUR' }),
			entry('2', { totalAmount: '.5', currency: 'EUR' }),
			entry('3', { totalAmount: '1,234.50', currency: 'USD' }),
			entry('4', { totalAmount: 5 }),
		];
		const { rows } = await atService(service(entries), async (address) => {
			return await list('query', { groupBy: 'currency' }, {}, address);
		});
		const warnings =
			'Some sums are left out: no currency, due date, total or balance can be read of invoice 3, 4';
		expect(rows).toMatchObject([
			{ currency: '', count: 1, isComplete: false, warnings },
			{ currency: 'EUR', count: 2, totalAmount: '1500.50', balanceAmount: '1500.50' },
			{ currency: 'USD', count: 1 },
		]);
		expect(rows[0]).not.toHaveProperty('totalAmount');
		expect(rows[2]).not.toHaveProperty('totalAmount');
	});
});
