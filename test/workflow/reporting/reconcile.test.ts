import type { IDataObject } from 'n8n-workflow';
import { read, utils } from 'xlsx';
import { json as answerJson, startServer } from '../../support/server';
import type { NodeRunOptions } from '../../support/engine';
import { json, refusal, useBench } from './harness';

const bench = useBench();

/** October: its last three days are those of what may be pending. */
const OCTOBER = {
	period: 'custom',
	periodStart: '2026-10-01',
	periodEnd: '2026-10-31',
	periodTimeZone: 'GMT',
};

const reconcile = async (
	input: IDataObject[],
	parameters: IDataObject = {},
	more: Partial<NodeRunOptions> = {},
) => await bench.act('reconciliation', 'get', { ...OCTOBER, ...parameters }, { input, ...more });

const all = { reconcileOutput: 'all' };

/** Compares with one request of a service that answers so, under the reference A. */
const reconcileRequest = async (
	lists: Record<string, IDataObject[]>,
	input: IDataObject[],
	limit = 2000,
	period: IDataObject = {},
) => {
	const own = Object.entries({ requestDetails: [{ merchantReferenceNumber: 'A' }], ...lists });
	const answer = Object.fromEntries(
		own.map(([name, list]) => [name, list.map((entry) => ({ requestId: '7', ...entry }))]),
	);
	const server = await startServer((_request, response) =>
		answerJson(response, 200, { limit, ...answer }),
	);
	const run = await reconcile(input, { ...all, ...period }, { address: server.address });
	await server.stop();
	return run;
};

const settlement = (amount: string, more: IDataObject = {}) => ({
	...{ transactionType: 'Sale', amount, currencyCode: 'USD' },
	...more,
});

interface Paid {
	merchantReferenceNumber: string;
	amount: string;
	currency?: string;
	kind?: 'sale' | 'refund';
	isSettled?: boolean;
	time?: string;
}

/** Payments at the service, settled unless they say otherwise. */
const pay = async (...payments: Paid[]) => {
	let last = { requestId: '' };
	for (const payment of payments) {
		last = await bench.sandbox.control.send('POST', '/payments', {
			...{ currency: 'USD', isSettled: true, time: '2026-10-15T12:00:00Z', ...payment },
		});
	}
	return last;
};

/** A service without payments, for each test. */
beforeEach(async () => await bench.sandbox.control.send('POST', '/reset'));

const lines = (items: IDataObject[]) => items.filter(({ result }) => result !== 'summary');
const resultsOf = (items: IDataObject[]): Record<string, unknown> =>
	Object.fromEntries<unknown>(
		lines(items).map(({ reference, result }) => [reference as string, result]),
	);

const invoice = (invoiceNumber: string, totalAmount: string, more: IDataObject = {}) => ({
	invoiceNumber,
	totalAmount,
	currency: 'USD',
	...more,
});

describe('Reconciliation', () => {
	it('gives one item for each reference and currency, after a summary of each currency', async () => {
		await pay(
			{ merchantReferenceNumber: 'INV-1', amount: '100.00' },
			{ merchantReferenceNumber: 'INV-2', amount: '40.00' },
			{ merchantReferenceNumber: 'INV-2', amount: '10.00', kind: 'refund' },
		);
		const items = json(await reconcile([invoice('INV-1', '100.00'), invoice('INV-2', '40')], all));
		const period = {
			periodStart: '2026-10-01T00:00:00.000+00:00',
			periodEnd: '2026-11-01T00:00:00.000+00:00',
		};
		expect(items).toEqual([
			{
				...{ result: 'summary', reference: 'All', currency: 'USD' },
				...{ expected: '140.00', settled: '140.00', refunded: '-10.00' },
				...{ fees: '-5.25', paidOut: '130.00', difference: '-10.00' },
				...{ agrees: false, isComplete: true, note: '' },
				...period,
			},
			{
				...{ result: 'amountDiffers', reference: 'INV-2', currency: 'USD' },
				...{ expected: '40.00', settled: '40.00', refunded: '-10.00' },
				...{ fees: '-2.05', paidOut: '30.00', difference: '-10.00' },
				...{ agrees: false, isComplete: true, note: 'Settled more or less than expected' },
				...period,
			},
			{
				...{ result: 'agrees', reference: 'INV-1', currency: 'USD' },
				...{ expected: '100.00', settled: '100.00', refunded: '0.00' },
				...{ fees: '-3.20', paidOut: '100.00', difference: '0.00' },
				...{ agrees: true, isComplete: true, note: 'Settled as expected' },
				...period,
			},
		]);
	});

	it('adds up input items with one reference, and counts refunds under it', async () => {
		await pay(
			{ merchantReferenceNumber: 'A', amount: '100.00' },
			{ merchantReferenceNumber: 'A', amount: '30.00', kind: 'refund' },
		);
		const rows = [invoice('A', '60'), invoice('A', '40'), invoice('A', '-30')];
		const run = await reconcile(rows, all);
		expect(json(run)[1]).toMatchObject({ result: 'agrees', expected: '70.00', difference: '0.00' });
		expect(json(run)[0].agrees).toBe(true);
		expect(run.items[1].pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	it.each<[string, string[], string, string]>([
		['a second payment', ['100.00', '100.00'], '100', 'duplicate'],
		['a second payment, written another way', ['100.0', '100.00'], '100', 'duplicate'],
		['four installments', ['25.00', '25.00', '25.00', '25.00'], '100', 'agrees'],
		['three of four installments', ['25.00', '25.00', '25.00'], '100', 'amountDiffers'],
		['five installments of four', ['25', '25', '25', '25', '25'], '100', 'duplicate'],
		['a tip beside two halves', ['50.00', '50.00', '10.00'], '100', 'amountDiffers'],
		['a cent too much', ['100.01'], '100', 'amountDiffers'],
	])('tells %s', async (_name, amounts, expected, result) => {
		await pay(...amounts.map((amount) => ({ merchantReferenceNumber: 'A', amount })));
		const [, line] = json(await reconcile([invoice('A', expected)], all));
		expect(line.result).toBe(result);
	});

	it('tells no duplicate where the second payment was paid back', async () => {
		const a = { merchantReferenceNumber: 'A', amount: '100.00' };
		await pay(a, a, { ...a, kind: 'refund' });
		expect(resultsOf(json(await reconcile([invoice('A', '100')], all)))).toEqual({ A: 'agrees' });
		const b = { ...a, merchantReferenceNumber: 'B' };
		await pay(b, b, { ...b, kind: 'refund' }, { ...b, kind: 'refund' });
		const rows = [invoice('A', '100'), invoice('B', '100')];
		expect(resultsOf(json(await reconcile(rows, all)))).toMatchObject({ B: 'amountDiffers' });
	});

	it('never compares one currency with another', async () => {
		const a = { merchantReferenceNumber: 'A', amount: '100' };
		await pay(a, { ...a, currency: 'JPY' });
		const input = ['eur', 'USD'].map((currency) => invoice('A', '100.00', { currency }));
		const items = json(await reconcile(input, all));
		expect(items).toMatchObject([
			{ result: 'summary', currency: 'EUR', difference: '-100.00', agrees: false },
			{ result: 'summary', currency: 'JPY', difference: '100', agrees: false },
			{ result: 'summary', currency: 'USD', difference: '0.00', agrees: true },
			{ result: 'notFound', currency: 'EUR' },
			{ result: 'notExpected', currency: 'JPY', settled: '100' },
			{ result: 'agrees', currency: 'USD' },
		]);
		const [workbook] = json(await reconcile(input, { reconcileOutput: 'workbook' }));
		expect(workbook).toMatchObject({ agrees: false, isComplete: true });
	});

	it.each<[string, string | number | undefined, string]>([
		['in the middle of the period', '2026-10-14', 'notSettled'],
		['on the last day that must be settled', '2026-10-28T23:59:59Z', 'notSettled'],
		['on the first of the last three days', '2026-10-29', 'pending'],
		['in the last second', '2026-10-31T23:59:59Z', 'pending'],
		['the day after', '2026-11-01', 'outOfPeriod'],
		['the day before', '2026-09-30', 'outOfPeriod'],
		['on the first day, as a spreadsheet counts', 46296, 'notSettled'],
		['at a time that nobody wrote down', undefined, 'notFound'],
	])('says of what was paid %s and has no settlement: %s: %s', async (_name, paidDate, result) => {
		await pay({ merchantReferenceNumber: 'B', amount: '5.00' });
		const input = [invoice('A', '100.00', { paidDate }), invoice('B', '5')];
		const items = json(await reconcile(input, all));
		expect(resultsOf(items)).toEqual({ A: result, B: 'agrees' });
		const isOut = result === 'outOfPeriod';
		expect(items[0]).toMatchObject({ agrees: isOut, expected: isOut ? '5.00' : '105.00' });
	});

	it.each<[string, IDataObject[], number[], string]>([
		['in each of its lines', [{ Total: '30.00' }, { Total: '30' }], [1], 'count once: 1 left out'],
		['in the first of its lines', [{ Total: '30.00' }, { Total: '' }], [0], ''],
		['of each line', [{ Amount: '15.00' }, { Amount: '15.0' }], [0, 1], ''],
	])(
		'expects the amount of an order that a shop writes %s',
		async (_name, amounts, items, hint) => {
			await pay({ merchantReferenceNumber: '1001', amount: '30.00' });
			const rows = amounts.map((own, line) => ({ 'Order Number': '1001', Sku: line, ...own }));
			const run = await reconcile(rows, { ...all, options: { currencyField: 'usd' } });
			expect(json(run)[1]).toMatchObject({ result: 'agrees', expected: '30.00', currency: 'USD' });
			expect(run.items[1].pairedItem).toEqual(items.map((item) => ({ item })));
			expect(run.hints).toEqual(hint === '' ? [] : [expect.stringContaining(hint)]);
		},
	);

	it('reads the dates of a column in the one order that it can have', async () => {
		await pay({ merchantReferenceNumber: 'B', amount: '5.00' });
		const dated = (name: string, paidDate: string) => invoice(name, '5', { paidDate });
		const results = async (b: string) =>
			resultsOf(json(await reconcile([dated('A', '11/10/2026 23:59:59'), dated('B', b)], all)));
		expect(await results('10-15-2026')).toEqual({ A: 'outOfPeriod', B: 'agrees' });
		expect(await results('15/10/2026')).toEqual({ A: 'notSettled', B: 'agrees' });
		const both = ['11/10/2026', '10-15-2026', '15/10/2026'].map((date) => dated('C', date));
		expect(refusal(await reconcile(both))).toMatch(/^Row 1 of 3, Date Field: must be a date/);
	});

	it('waits for as many days as are chosen', async () => {
		await pay({ merchantReferenceNumber: 'B', amount: '5.00' });
		const [first, last] = ['2026-10-12', '2026-10-26'].map((paidDate) =>
			invoice('A', '50.00', { paidDate }),
		);
		const input = [first, last, invoice('B', '5')];
		const resultIn = async (daysUntilSettled: unknown) =>
			resultsOf(json(await reconcile(input, { ...all, options: { daysUntilSettled } }))).A;
		expect(await resultIn(3)).toBe('notSettled');
		expect(await resultIn(6)).toBe('pending');
		const { error } = await reconcile(input, { options: { daysUntilSettled: 32 } });
		expect(error?.message).toContain('from 0 to 31');
	});

	it('knows by the clock of the chosen zone what was paid in the period', async () => {
		await pay({ merchantReferenceNumber: 'B', amount: '5.00' });
		const input = [invoice('A', '1', { paidAt: '2026-09-30T23:30:00' }), invoice('B', '5')];
		const run = await reconcile(input, { ...all, periodTimeZone: 'Asia/Tokyo' });
		expect(resultsOf(json(run)).A).toBe('outOfPeriod');
	});

	it('calls pending what the service has and has not settled yet', async () => {
		await pay({ merchantReferenceNumber: 'A', amount: '100.00', isSettled: false });
		await pay({ merchantReferenceNumber: 'B', amount: '100.00' });
		const rows = [invoice('A', '100.00', { paidDate: '2026-10-02' }), invoice('B', '100')];
		const items = json(await reconcile(rows));
		expect(items[1]).toMatchObject({ result: 'pending', settled: '0.00', difference: '-100.00' });
		// Fees come with the settlement.
		expect(items[0]).toMatchObject({ fees: '-3.20', paidOut: '100.00' });
	});

	it.each<[string, Partial<Paid>, string]>([
		['a refund', { kind: 'refund' }, '100'],
		['a second payment', {}, '100'],
		['the rest', {}, '200'],
	])('calls pending what is settled while %s waits', async (_name, waiting, expected) => {
		const a = { merchantReferenceNumber: 'A', amount: '100.00' };
		await pay(a, { ...a, isSettled: false, ...waiting });
		const items = json(await reconcile([invoice('A', expected)], all));
		expect(items.map(({ result, agrees }) => [result, agrees])).toEqual([
			['summary', false],
			['pending', false],
		]);
	});

	it.each<[string, string, IDataObject, IDataObject, string]>([
		['failed, whenever it was paid', 'FAILED', {}, { paidDate: '2026-09-30' }, 'notSettled'],
		['came back, at no known time', 'RETURNED', {}, {}, 'notSettled'],
		[
			'failed to pay it back',
			'FAILED',
			{ transactionType: 'Refund' },
			{ paidDate: '2026-09-30' },
			'outOfPeriod',
		],
		['failed in another currency', 'FAILED', { currencyCode: 'EUR' }, {}, 'notFound'],
		['failed by its own status', '', { status: 'F' }, {}, 'notSettled'],
		['failed, though its own status was better', 'FAILED', { status: 'S' }, {}, 'notSettled'],
		['is pending by its own status', '', { status: 'PENDING' }, {}, 'pending'],
	])('says of a settlement that %s: %s', async (_name, status, declined, input, result) => {
		const lists = { settlements: [settlement('1.00', declined)], settlementStatuses: [{ status }] };
		const run = await reconcileRequest(lists, [invoice('A', '1.00', input)]);
		expect(lines(json(run))).toMatchObject([{ result, settled: '0.00' }]);
	});

	it('lists the payments that the input does not have', async () => {
		const [a, b] = ['A', 'B'].map((one) => ({ merchantReferenceNumber: one, amount: '100.00' }));
		await pay(a, b, { ...b, merchantReferenceNumber: 'C' }, { ...b, currency: 'EUR' });
		await pay({ ...b, kind: 'refund', amount: '20.00' });
		// What was not settled is nothing to look into where nobody expects it.
		await pay({ ...a, merchantReferenceNumber: 'D', isSettled: false });
		const items = json(await reconcile([invoice('A', '100')]));
		expect(items).toMatchObject([
			{ result: 'summary', currency: 'EUR', agrees: false, settled: '100.00', expected: '0.00' },
			{ result: 'summary', currency: 'USD', agrees: false, difference: '180.00' },
			{ reference: 'B', currency: 'USD', settled: '100.00', refunded: '-20.00' },
			{ reference: 'C', currency: 'USD', settled: '100.00', result: 'notExpected' },
			{ reference: 'B', currency: 'EUR', settled: '100.00', agrees: false },
		]);
		expect(new Set(items.map((item) => Object.keys(item).join())).size).toBe(1);
	});

	it.each<[string, IDataObject, string | null, string | null]>([
		['are added up', { totalFeeCurrency: 'usd' }, '-3.00', '97.00'],
		['are not known if one cannot be read', { totalFeeAmount: 'n/a' }, null, '97.00'],
		['are not known if one is in another currency', { totalFeeCurrency: 'EUR' }, null, '97.00'],
		['count if only one entry has them', { fundingAmount: '' }, '-3.00', '60.00'],
	])('says fees and payouts of two entries %s', async (_name, second, fees, paidOut) => {
		const feeAndFundingDetails = [
			{ totalFeeAmount: '1.00', feeAmount: '0.30', fundingAmount: '60.00' },
			{ totalFeeAmount: '2.00', totalFeeCurrency: 'USD', fundingAmount: '37.00', ...second },
		];
		// They are of the request, not of each settlement.
		const lists = { settlements: [settlement('60.00'), settlement('40.00')], feeAndFundingDetails };
		const [line] = lines(json(await reconcileRequest(lists, [invoice('A', '100')])));
		expect([line.fees ?? null, line.paidOut ?? null]).toEqual([fees, paidOut]);
	});

	it('shows only differences by default, and a summary that agrees only if everything does', async () => {
		await pay(
			{ merchantReferenceNumber: 'A', amount: '10.00' },
			{ merchantReferenceNumber: 'B', amount: '20.00' },
		);
		const both = [
			invoice('A', '10'),
			invoice('B', '20'),
			invoice('C', '1', { paidDate: '2026-01-01' }),
		];
		const [summary, ...none] = json(await reconcile(both));
		expect([summary.agrees, none]).toEqual([true, []]);
		const items = json(await reconcile([invoice('A', '11'), invoice('B', '20')]));
		expect(items.map(({ result, agrees }) => [result, agrees])).toEqual([
			['summary', false],
			['amountDiffers', false],
		]);
	});

	it('leaves out fees and payouts where the service gives none', async () => {
		await pay({ merchantReferenceNumber: 'A', amount: '10.00' });
		const given = json(await reconcile([invoice('A', '10')]));
		expect(given[0]).toMatchObject({ fees: '-0.59', paidOut: '10.00' });
		const organizationId = 'merchant_two';
		const token = 'sandbox-token-merchant-two';
		await pay({ merchantReferenceNumber: 'A', amount: '10.00', organizationId } as Paid);
		const [none] = json(await reconcile([invoice('A', '10')], {}, { token }));
		expect(none).not.toHaveProperty('fees');
		expect(none).not.toHaveProperty('paidOut');
	});

	it('counts a payment once that the service has in two months', async () => {
		const named = { merchantReferenceNumber: 'A', currencyCode: 'usd' };
		const sale = { requestDetails: [], settlements: [settlement('10.00', named)] };
		const longer = { periodStart: '2026-09-15' };
		const run = await reconcileRequest(sale, [invoice('A', '10')], 2000, longer);
		expect(lines(json(run))).toMatchObject([{ result: 'agrees', settled: '10.00' }]);
	});

	it('asks once for all items, a month at a time, and for 90 days by default', async () => {
		await pay({ merchantReferenceNumber: 'A', amount: '10.00' });
		const quarter = { periodStart: '2026-08-01', periodEnd: '2026-10-31' };
		await reconcile([invoice('A', '10'), invoice('B', '1')], quarter);
		expect((await bench.received()).map(({ request }) => request.slice(0, 81))).toEqual(
			['08-01', '09-01', '10-02'].map(
				(day) =>
					`GET /reporting/v3/purchase-refund-details?startTime=2026-${day}T00%3A00%3A00.000Z&`,
			),
		);
		await bench.act('reconciliation', 'get', {}, { input: [invoice('A', '10')] });
		expect(await bench.received()).toHaveLength(3);
	});

	it.each<[string, IDataObject, string]>([
		[
			'no reference',
			{ totalAmount: '1', currency: 'USD' },
			'Reference Field: no value in invoiceNumber',
		],
		['no amount', { invoiceNumber: 'X', currency: 'USD' }, 'Amount Field: no value in totalAmount'],
		[
			'an amount in words',
			invoice('X', 'ten'),
			'Amount Field: must be an amount in USD like 1234, not "ten"',
		],
		[
			'two readings',
			invoice('X', '1,234', { currency: 'KWD' }),
			'Amount Field: must be an amount in KWD like 1234, not "1,234"',
		],
		[
			'no currency',
			{ invoiceNumber: 'X', totalAmount: '1' },
			'Currency Field: no value in currency',
		],
		[
			'a date in two orders',
			invoice('X', '1', { paidDate: '03/04/2026' }),
			'Date Field: must be a date like 2026-12-31, not "03/04/2026"',
		],
		[
			'a short year at either end',
			invoice('X', '1', { paidDate: '26/10/14' }),
			'Date Field: must be a date like 2026-12-31, not "26/10/14"',
		],
		[
			'a date of its own, and no amount',
			invoice('A', '', { paidDate: '2026-10-16' }),
			'Amount Field: no value in totalAmount',
		],
		[
			'no date at all',
			invoice('X', '1', { paidDate: 'soon' }),
			'Date Field: must be a date like 2026-12-31, not "soon"',
		],
	])('refuses a row with %s before it asks the service', async (_name, row, words) => {
		const run = await reconcile([invoice('A', '10'), row, invoice('C', '1')]);
		expect(refusal(run)).toBe(`Row 2 of 3, ${words}`);
		expect(await bench.received()).toEqual([]);
	});

	it('compares the other rows where errors are items', async () => {
		await pay({ merchantReferenceNumber: 'A', amount: '10.00' });
		const run = await reconcile([invoice('A', '10'), invoice('', '1')], all, {
			continueOnFail: true,
		});
		expect(run.items.map(({ json: { result, error } }) => result ?? error)).toEqual([
			'summary',
			'agrees',
			'Reference Field: no value in invoiceNumber',
		]);
		const note = 'Rows that failed are not compared: 1.';
		expect(json(run)[0]).toMatchObject({ agrees: false, isComplete: false, note });
	});

	it('leaves out empty rows, as a sheet ends with, but not an input that is empty', async () => {
		await pay({ merchantReferenceNumber: 'A', amount: '10.00' });
		const empty = { ...invoice('', ''), currency: '', row_number: 3 };
		expect(json(await reconcile([invoice('A', '10'), empty, {}]))).toMatchObject([
			{ agrees: true },
		]);
	});

	it('asks for a reference or an amount where nothing is connected', async () => {
		const { error } = await reconcile([{}]);
		expect(error?.message).toBe('Reference Field: no row has a reference or an amount');
	});

	it('takes the name of a column for no currency', async () => {
		const rows = [invoice('A', '10', { CCY: 'USD' }), invoice('B', '1', { CCY: '' })];
		const run = await reconcile(rows, { options: { currencyField: 'CCY' } });
		expect(refusal(run)).toBe('Row 2 of 2, Currency Field: no value in CCY');
	});

	it('expects nothing of a sale that was settled before the period and is paid back in it', async () => {
		const a = { merchantReferenceNumber: 'A', amount: '30.00' };
		await pay({ ...a, kind: 'refund' });
		const rows = [invoice('A', '100.00', { paidDate: '2026-09-15' })];
		expect(json(await reconcile(rows, all))[1]).toMatchObject({
			...{ result: 'amountDiffers', expected: '0.00', difference: '-30.00' },
		});
		await pay({ ...a, amount: '100.00' });
		expect(json(await reconcile(rows, all))[1]).toMatchObject({ expected: '100.00' });
	});

	it('has the fee of a settlement that failed', async () => {
		const lists = {
			settlements: [settlement('1.00')],
			settlementStatuses: [{ status: 'FAILED' }],
			feeAndFundingDetails: [{ totalFeeAmount: '1.50', totalFeeCurrency: 'USD' }],
		};
		const [line] = lines(json(await reconcileRequest(lists, [invoice('A', '1.00')])));
		expect(line).toMatchObject({ result: 'notSettled', fees: '-1.50' });
	});

	it.each<[string, string[], string, string]>([
		['the other', ['50.00'], 'agrees', '50.00'],
		['both', ['50.00', '50.00'], 'agrees', '100.00'],
		['none', [], 'notSettled', '50.00'],
	])(
		'expects installments of the period only, if %s of two was settled in it',
		async (_name, settled, result, expected) => {
			await pay(
				{ merchantReferenceNumber: 'B', amount: '1.00' },
				...settled.map((amount) => ({ merchantReferenceNumber: 'A', amount })),
			);
			const rows = ['2026-09-15', '2026-10-15'].map((paidDate) => invoice('A', '50', { paidDate }));
			const run = await reconcile([...rows, invoice('B', '1')], all);
			const line = lines(json(run)).find(({ reference }) => reference === 'A');
			expect(line).toMatchObject({ result, expected });
			expect(run.items.find(({ json: item }) => item.reference === 'A')?.pairedItem).toEqual([
				{ item: 0 },
				{ item: 1 },
			]);
		},
	);

	it.each<[string, IDataObject, IDataObject]>([
		[
			'a sheet',
			{
				'Order Number': 1001,
				Total: '$1,200.00',
				Currency: 'USD',
				'Paid Date': '10/15/2026 02:00 PM',
			},
			{},
		],
		[
			'an export of a shop',
			{
				...{ Number: '1001', Amount: '1000', Tax: '200', Total: '1200', Currency: 'USD' },
				'Paid at': '2026-10-15 12:00:00 -0400',
			},
			{},
		],
		[
			'any other fields',
			{ ref: { no: '1001' }, 'sum.net': '1.200,00', cur: 'USD' },
			{ options: { referenceField: 'ref.no', amountField: 'sum.net', currencyField: 'cur' } },
		],
	])('reads the rows of %s', async (_name, row, parameters) => {
		await pay({ merchantReferenceNumber: '1001', amount: '1200.00' });
		expect(json(await reconcile([row], parameters))).toMatchObject([{ agrees: true }]);
	});

	it('reads the best of the columns that could be meant, if it has a value', async () => {
		await pay({ merchantReferenceNumber: '1001', amount: '1200.00' });
		const columns = {
			'Invoice Number, Order Number, invoice_no, Reference, Order ID, Number': ['1001', '7'],
			'totalAmount, Total Price, order_total, Total, Amount': [1200, '7'],
			'Currency, currencyCode, Cur': ['usd', 'EUR'],
			'paidDate, Paid at, datePaid, Payment Date, transactionDate': ['2026-10-15', 'soon'],
		};
		for (let best = 0; best < 6; best++) {
			const cells = Object.entries(columns).flatMap(([list, [right, wrong]]) => {
				const names = list.split(', ');
				const at = Math.min(best, names.length - 1);
				return names.map((name, i) => [name, i < at ? '' : i === at ? right : wrong]).reverse();
			});
			const run = await reconcile([Object.fromEntries(cells) as IDataObject]);
			expect(json(run)).toMatchObject([{ agrees: true }]);
		}
	});

	it.each([
		['1.234', 'KWD', '1.234'],
		['¥12,345', 'JPY', '12345'],
		['1,234', 'USD', '1234.00'],
		['1 234,50 €', 'EUR', '1234.50'],
		// As a spreadsheet may add up cents.
		[59.900000000000006, 'USD', '59.90'],
	])('reads %s %s as %s', async (written, currency, amount) => {
		await pay({ merchantReferenceNumber: 'A', amount, currency });
		const rows = [invoice('A', '', { totalAmount: written, currency })];
		expect(json(await reconcile(rows))).toMatchObject([{ agrees: true, expected: amount }]);
	});

	it.each(['-$4.67', '($4.67)', '$-4.67', '(4.67)', '-4.67 USD'])(
		'reads %s as money that went back',
		async (written) => {
			const a = { merchantReferenceNumber: 'A', amount: '10.00' };
			await pay(a, { ...a, amount: '4.67', kind: 'refund' });
			const rows = [invoice('A', '10.00'), invoice('A', written)];
			expect(json(await reconcile(rows))).toMatchObject([{ agrees: true, expected: '5.33' }]);
		},
	);

	it('says which references do not match, and how to choose others, where none matches', async () => {
		await pay(
			...['P-1', 'P-2', 'P-3', 'P-4'].map((one) => ({
				merchantReferenceNumber: one,
				amount: '1.00',
			})),
		);
		const input = ['INV-1', 'INV-2', 'INV-3', 'INV-4'].map((one) =>
			invoice(one, '1', { reference: one.replace('INV', 'P') }),
		);
		const run = await reconcile(input);
		expect(run.error?.message).toBe(
			'Reference Field: no reference of the input matches one of the service. In the input: INV-1, INV-2, INV-3. At the service (merchantReferenceNumber): P-1, P-2, P-3',
		);
		expect(run.error?.description).toContain('Service Reference Field');
		expect(
			json(await reconcile(input, { options: { referenceField: 'reference' } }))[0].agrees,
		).toBe(true);
		const lists = { requestDetails: [], settlements: [settlement('1.00')] };
		expect(refusal(await reconcileRequest(lists, input))).toMatch(/Number\): \(empty\)$/);
	});

	it('takes another field of the service for the reference', async () => {
		const { requestId } = await pay({ merchantReferenceNumber: 'P-1', amount: '1.00' });
		const options = { serviceReference: 'requestId' };
		expect(json(await reconcile([invoice(requestId, '1')], { options }))).toMatchObject([
			{ agrees: true },
		]);
	});

	it.each([
		['nothing was settled at all', [], '2026-10-05', 'notSettled'],
		['all may be pending', ['P-1'], '2026-10-31', 'pending'],
		['all are of another time', ['P-1'], '2026-01-01', 'outOfPeriod'],
	])('needs no match where %s', async (_name, paid, date, result) => {
		await pay(...paid.map((one) => ({ merchantReferenceNumber: one, amount: '1.00' })));
		const items = json(await reconcile([invoice('INV-1', '1', { paidDate: date })], all));
		expect(resultsOf(items)['INV-1']).toBe(result);
	});

	it.each([
		['={{ $json.invoiceNumber }}', 'A'],
		['order.no', 'order.no'],
	])('refuses %s, which no item has as a field', async (referenceField, name) => {
		const input = ['A', 'B', 'C'].map((one) => invoice(one, '1', { order: { id: one } }));
		const run = await reconcile(input, { options: { referenceField } });
		expect(refusal(run)).toBe(`Rows 1-3 of 3, Reference Field: no value in ${name}`);
		expect(run.error?.description).toContain('enter that name under Options, not an expression');
	});

	it('agrees to nothing where the service could not list everything, and says so', async () => {
		const lists = { settlements: [settlement('1.00')] };
		const run = await reconcileRequest(lists, [invoice('A', '1.00')], 1);
		const words = 'the service gives the same results again';
		expect(json(run)).toMatchObject([
			{
				difference: '0.00',
				agrees: false,
				isComplete: false,
				note: expect.stringContaining(words) as string,
			},
			{ reference: 'A', difference: '0.00', agrees: false, isComplete: false },
		]);
		expect(run.hints).toEqual([expect.stringContaining(words)]);
	});

	it.each<[string, IDataObject, string[]]>([
		['a type', { transactionType: 'Barter' }, ['SETTLED']],
		['an amount', { amount: 'n/a' }, ['SETTLED']],
		['a currency', { currencyCode: '' }, ['SETTLED']],
		['a chargeback as its type', { transactionType: 'Chargeback' }, ['SETTLED']],
		['no request', { requestId: '' }, []],
		['a status', {}, ['Limbo']],
		['a status that is settled in part', {}, ['PARTIALLY SETTLED']],
		['one status of two', {}, ['FAILED', 'SETTLED']],
	])(
		'leaves out a settlement with %s that is not clear, and says so',
		async (_name, more, all_) => {
			const lists = {
				settlements: [
					...[settlement('60.00', more), settlement('40.00', more)],
					settlement('5.00', { requestId: '8', merchantReferenceNumber: 'A' }),
				],
				settlementStatuses: all_.map((status) => ({ status })),
			};
			const run = await reconcileRequest(lists, [invoice('A', '100')]);
			expect(json(run)[0]).toMatchObject({ agrees: false, isComplete: false, settled: '5.00' });
			expect(run.hints[0]).toMatch(/ 2, for example reference "A?", request "7?"\.$/);
		},
	);

	it('puts everything in one workbook, with totals of each result', async () => {
		const a = { merchantReferenceNumber: 'A', amount: '10.00' };
		await pay(a, { ...a, merchantReferenceNumber: 'D' });
		await pay({ ...a, merchantReferenceNumber: 'C', isSettled: false });
		const before = invoice('Z', '7', { paidDate: '2026-09-01' });
		const paid = [invoice('A', '10'), invoice('B', '2.50'), invoice('C', '10')];
		const rowsOfInput = [...paid, before, invoice('', '1')];
		const output = { reconcileOutput: 'workbook' };
		const run = await reconcile(rowsOfInput, output, { continueOnFail: true });
		const [item] = run.items;
		expect(item.json).toMatchObject({ agrees: false, isComplete: false, rows: 5 });
		expect(item.binary?.data.fileName).toBe('Reconciliation 2026-10-01 to 2026-10-31.xlsx');
		const { SheetNames, Sheets } = read(await run.binary(item));
		expect(SheetNames).toEqual(['Reconciliation', 'Totals']);
		expect(utils.sheet_to_csv(Sheets.Totals)).toContain('Rows that failed are not compared: 1.');
		const [heads, ...rows] = utils.sheet_to_json<unknown[]>(Sheets.Reconciliation, { header: 1 });
		expect(heads.slice(0, 5)).toEqual([
			...['Result', 'Reference', 'Currency', 'Difference', 'Expected'],
		]);
		expect(rows.map((cells) => cells.slice(0, 5))).toEqual([
			['notFound', 'B', 'USD', -2.5, 2.5],
			['pending', 'C', 'USD', -10, 10],
			['notExpected', 'D', 'USD', 10, 0],
			// It is in no sum, and the sheet adds the lines up.
			['outOfPeriod', 'Z', 'USD', 0, 0],
			['agrees', 'A', 'USD', 0, 10],
		]);
	});
});
