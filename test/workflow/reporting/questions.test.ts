import { Decimal } from 'decimal.js';
import type { IDataObject } from 'n8n-workflow';
import { read, utils } from 'xlsx';
import { usualFields } from '../../../nodes/shared/catalog/money';
import { DEFINITION_BY_NAME } from '../../../sandbox/reporting/catalog/definitions';
import type { CARD_NAMES } from '../../../sandbox/reporting/ledger/transaction';
import { hintsOf, json, useBench } from './harness';

const bench = useBench({ quarter: true });
const GMT = { periodTimeZone: 'GMT' };

interface Entry {
	transactionType: 'Purchases' | 'Refunds';
	amount: string;
	currency: string;
	paymentSubtype: keyof typeof CARD_NAMES;
	settled: boolean;
	feeAmount: string;
	chargebackFee?: string;
}

type Sums = Record<string, string>;

/** What the books of the sandbox say. */
const ledger = async (startTime: string, endTime: string): Promise<Entry[]> => {
	const query = new URLSearchParams({ startTime, endTime }).toString();
	const path = `/transactions?${query}`;
	return (await bench.sandbox.control.send<{ transactions: Entry[] }>('GET', path)).transactions;
};

function sums(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => string,
	sumOf: (entry: Entry) => Decimal.Value,
): Sums {
	const found: Record<string, Decimal> = {};
	for (const entry of entries) {
		const key = keyOf(entry);
		found[key] = (found[key] ?? new Decimal(0)).plus(sumOf(entry));
	}
	return inCents(Object.entries(found));
}

const inCents = (entries: ReadonlyArray<readonly [string, unknown]>): Sums =>
	Object.fromEntries(
		[...entries]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, value]) => [key, new Decimal(value as Decimal.Value).toFixed(2)]),
	);

const byCurrency = ({ currency }: Entry) => currency;
const isRefund = ({ transactionType }: Entry) => transactionType === 'Refunds';
const net = (entry: Entry) => (isRefund(entry) ? `-${entry.amount}` : entry.amount);

/** The figures of the sheet Totals under a heading, by currency. */
function totalsIn(file: Buffer, heading: string): Sums {
	const rows = utils.sheet_to_json<unknown[]>(read(file).Sheets.Totals, { header: 1 });
	const [first] = rows.filter((row) => row.includes(heading));
	return inCents(
		rows
			.filter(([currency]) => /^[A-Z]{3}$/.test(String(currency)))
			.map((row) => [row[0] as string, row[first.indexOf(heading)]]),
	);
}

const FIELDS = usualFields(
	'TransactionRequestClass',
	DEFINITION_BY_NAME.get('TransactionRequestClass')?.attributes.map(({ id }) => id) ?? [],
);

const YESTERDAY = ['2026-11-09T00:00:00Z', '2026-11-10T00:00:00Z'] as const;
const LAST_WEEK = ['2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'] as const;

describe('A finance person asks, and gets the figure of the ledger', () => {
	test('What did I earn yesterday? A workbook of the latest daily report', async () => {
		await bench.sandbox.control.makeReport({ reportName: 'Daily', reportFields: FIELDS });
		const reportName = { __rl: true, mode: 'name', value: 'Daily' };
		const run = await bench.act('report', 'download', { reportName, output: 'workbook' });
		const file = await run.binary(run.items[0]);
		expect(totalsIn(file, 'Net')).toEqual(sums(await ledger(...YESTERDAY), byCurrency, net));
		expect(hintsOf(run)).toEqual([]);
		expect(run.items[0].binary?.data).toMatchObject({ fileName: 'Daily 2026-11-09.xlsx' });
	});

	test('What is in my bank? A workbook of net funding', async () => {
		const asked = { ...GMT, period: 'lastWeek' };
		const run = await bench.act('netFunding', 'get', { ...asked, output: 'workbook' });
		const file = await run.binary(run.items[0]);
		const funded = (heading: string) => totalsIn(file, heading);
		const settled = (await ledger(...LAST_WEEK)).filter((entry) => entry.settled);
		const sales = settled.filter((entry) => !isRefund(entry));
		expect(funded('Sales')).toEqual(sums(sales, byCurrency, ({ amount }) => amount));
		const fees = ({ feeAmount, chargebackFee = '0' }: Entry) =>
			new Decimal(feeAmount).plus(chargebackFee).negated();
		expect(funded('Fees')).toEqual(sums(settled, byCurrency, fees));
		const totals = json(await bench.act('netFunding', 'get', { ...asked, output: 'totals' }));
		expect(funded('Net')).toEqual(
			inCents(totals.map(({ currency, net: left }) => [currency as string, left])),
		);
		expect(hintsOf(run)).toEqual([]);
	});

	test('The sales of last week? A workbook and CSV of the batch summary', async () => {
		const ask = async (output: string, more: IDataObject = {}) =>
			await bench.act('paymentBatchSummary', 'get', {
				...{ ...GMT, period: 'lastWeek', output, ...more },
			});
		const run = await ask('workbook');
		const entries = await ledger(...LAST_WEEK);
		expect(totalsIn(await run.binary(run.items[0]), 'Net')).toEqual(sums(entries, byCurrency, net));
		expect(hintsOf(run)).toEqual([]);
		const file = await ask('workbook', { options: { spreadsheetFormat: 'commaAndPoint' } });
		const lines = (await file.binary(file.items[0])).toString().trimEnd().split('\r\n');
		expect(lines).toHaveLength(1 + json(await ask('rows')).length);
		expect((await ask('file')).error?.message).toContain('Output');
	});
});
