import { Readable } from 'node:stream';
import type { IDataObject } from 'n8n-workflow';
import {
	metadataInOwnZone,
	withZoneOfFirst,
	timeFormatterIfChosen,
} from '../../../nodes/shared/content/reading';
import { readReport } from '../../../nodes/shared/report/readReport';
import { RowsSink } from '../../../nodes/shared/report/rowsSink';
import { choicesOf, problemOf, rowsOf, rowsWithNotices } from './read';

const one = async (column: string, cell: string, options: IDataObject) =>
	(await rowsOf(`${column},x\n"${cell}",y\n`, options))[0];

describe('Amounts', () => {
	test.each([
		['12.50', 12.5],
		['-0.01', -0.01],
		[' 7.50 ', 7.5],
		['1000000', 1_000_000],
		['999999999999.999', 999999999999.999],
		['', ''],
	])('%s become numbers on request', async (cell, number) => {
		expect(await one('Amount', cell, { amounts: 'number' })).toEqual({ Amount: number, x: 'y' });
	});

	test.each([
		['1234567890123456.78', 'has more digits than a number can hold'],
		['n/a', 'is not an amount'],
		['1E5', 'is not an amount'],
		['0012.50', 'is not an amount'],
		['-012.50', 'is not an amount'],
	])('%s is refused by row and column, and never made inexact', async (cell, message) => {
		const problem = await problemOf(one('Amount', cell, { amounts: 'number' }));
		expect(problem).toContain(`At row 1, byte 10: Amount is "${cell}"`);
		expect(problem).toContain(`${message}. Choose Text for Amounts.`);
	});
});

describe('Times', () => {
	test.each([
		['ChargebackTime', '2026-03-01T08:30:00Z', 'America/New_York', '2026-03-01 03:30:00'],
		['ChargebackTime', '2026-03-01T08:30:00.123+0100', 'UTC', '2026-03-01 07:30:00.123'],
		['ChargebackTime', '2026-07-01 08:30:00', 'America/New_York', '2026-07-01 08:30:00'],
		// The specification calls these UTC, whether they say so or not.
		['EventDate', '2026-03-01 08:30:00', 'America/New_York', '2026-03-01 03:30:00'],
		['ResolutionTime', '2026-03-01T08:30:00', 'Asia/Tokyo', '2026-03-01 17:30:00'],
		['Time', '2026-03-01T08:30:00', 'Asia/Tokyo', '2026-03-01 17:30:00'],
		['BatchDate', '20260301', 'America/New_York', '2026-03-01'],
		['EventDate', '2026-03-01', 'America/New_York', '2026-03-01'],
		// SettlementTimeZone says what this means.
		['SettlementTime', '2026-03-01T08:30:00', 'UTC', '2026-03-01T08:30:00'],
		['SettlementTime', '20260301T0830', 'UTC', '20260301T0830'],
		['SettlementTime', '2026-03-01T08:30:00Z', 'Asia/Tokyo', '2026-03-01 17:30:00'],
		['SettlementTime', '2026-03-01', 'Asia/Tokyo', '2026-03-01'],
		['EventDate', '20260301T0830', 'America/New_York', '2026-03-01 03:30:00'],
		['EventDate', '03/01/2026', 'UTC', '03/01/2026'],
		['EventDate', '2026-02-30', 'UTC', '2026-02-30'],
		['Name', '2026-03-01T08:30:00Z', 'Asia/Tokyo', '2026-03-01T08:30:00Z'],
	])('%s %s in %s comes out as %s', async (column, cell, zone, shown) => {
		const read = choicesOf({ showTimesIn: zone });
		const timeText = timeFormatterIfChosen(read, zone);
		const rows: IDataObject[] = [];
		const sink = new RowsSink(read, (row) => rows.push(row), timeText);
		const bytes = Readable.from([Buffer.from(`${column},x\n${cell},\n`)]);
		await readReport({ bytes, mimeType: 'text/csv' }, sink);
		expect(rows).toEqual([{ [column]: shown, x: '' }]);
		const unread = ['03/01/2026', '2026-02-30', '2026-03-01T08:30:00', '20260301T0830'];
		const isUnread = unread.includes(shown);
		const told = `Times that could not be read, kept as in the report: row 1, ${column}.`;
		expect(sink.ending.endNotice).toBe(isUnread ? told : undefined);
	});

	test('come out in the zone of the report where the user wants that, and else as they are', async () => {
		const text = async (showTimesIn: string, timeZone = 'Europe/Berlin') => {
			const read = choicesOf({ showTimesIn });
			const report = { fileName: '', mimeType: '', metadata: { timeZone } };
			const { zoned } = await withZoneOfFirst([report], read);
			return timeFormatterIfChosen(read, zoned.timeZone)?.('2026-03-01T08:30:00Z', 'Time');
		};
		expect(await text('')).toBeUndefined();
		expect(await text('report')).toBe('2026-03-01 09:30:00');
		expect(await text('Report', '')).toBe('2026-03-01 08:30:00');
		expect(await text('report', 'Mars/Olympus')).toBe('2026-03-01 08:30:00');
		expect(await text(' UTC ')).toBe('2026-03-01 08:30:00');
		await expect(text('Mars/Olympus')).rejects.toThrow('Show Times In: "Mars/Olympus" is');
	});
});

test.each([
	['2026-11-02T05:00:00Z', 'America/New_York', '2026-11-02T00:00:00.000-05:00'],
	['2026-11-02T05:00:00Z', undefined, '2026-11-02T05:00:00Z'],
	['2026-11-02', 'America/New_York', '2026-11-02'],
])('The period of a report that says %s is in its zone %s', (periodStart, timeZone, shown) => {
	const facts = (time: string) => ({ periodStart: time, reportCompletedTime: time, timeZone });
	expect(metadataInOwnZone(facts(periodStart))).toEqual(facts(shown));
});

describe('The row filter', () => {
	const REPORT =
		'id,Amount,Status,EventDate\n1,9.50,SETTLED,2026-03-01T10:00:00Z\n2,10.5,DECLINED,2026-03-02T00:00:00+02:00\n3,,SETTLED late,\n4,100,,2026-03-03\n';
	const ids = async (...conditions: Array<[string, string, string?]>) =>
		(
			await rowsOf(REPORT, {
				filters: {
					conditions: conditions.map(([column, comparison, value]) => ({
						column,
						comparison,
						value,
					})),
				},
			})
		).map(({ id }) => id);

	test.each<[string, string, string | undefined, string[]]>([
		['Status', 'equals', 'SETTLED', ['1']],
		['status', 'notEquals', 'SETTLED', ['2', '3', '4']],
		['Status', 'contains', 'SETTLED', ['1', '3']],
		['Status', 'contains', ' late', ['3']],
		['Status', 'notContains', 'SETTLED', ['2', '4']],
		['Status', 'startsWith', 'SET', ['1', '3']],
		['Status', 'empty', undefined, ['4']],
		['Status', 'notEmpty', undefined, ['1', '2', '3']],
		['Status', 'oneOf', 'DECLINED, SETTLED', ['1', '2']],
		['Amount', 'equals', ' 10.50 ', ['2']],
		['Amount', 'notEquals', '10.50', ['1', '3', '4']],
		['id', 'equals', '01', []],
		['EventDate', 'startsWith', '2026-03-01', ['1']],
		['Status', 'equals', 'settled', []],
	])('%s %s %s', async (column, comparison, value, expected) => {
		expect(await ids([column, comparison, value])).toEqual(expected);
	});

	test.each([
		['Amount', 'equals', '20,00', '20,00'],
		['Amount', 'oneOf', '1.50, 2.x', '2.x'],
	])('refuses a value that no cell can be compared with: %s %s %s', async (...condition) => {
		const [column, comparison, value, wrong] = condition;
		expect(await problemOf(ids([column, comparison, value]))).toBe(
			`Row Filter: the value "${wrong}" for Amount is not an amount. Write it like 1234.50, or choose Contains.`,
		);
		expect(await ids([column, 'notEquals', 'n/a'])).toHaveLength(4);
	});

	test('takes a value of Is One Of that has a comma in it in quotes', async () => {
		const report = 'id,Name\n1,"Smith, Inc."\n2,Smith\n3,Jones\n';
		const named = async (value: string) => {
			const filters = { conditions: [{ column: 'Name', comparison: 'oneOf', value }] };
			return (await rowsOf(report, { filters })).map(({ id }) => id);
		};
		expect(await named('"Smith, Inc.", Jones')).toEqual(['1', '3']);
		expect(await named('Smith, Inc., Jones')).toEqual(['2', '3']);
	});

	test('wants all conditions to hold', async () => {
		expect(await ids(['Status', 'contains', 'SETTLED'], ['Amount', 'notEmpty'])).toEqual(['1']);
	});

	test('refuses a column that is not there, and a condition without one', async () => {
		expect(await problemOf(ids(['Nope', 'equals', 'x']))).toBe(
			'Row Filter: the report has no column "Nope". Its columns are: id, Amount, Status, EventDate',
		);
		expect(await problemOf(ids(['', 'equals', 'x']))).toBe(
			'Row Filter, condition 1: Column is required. Enter a name as in the report, or remove the condition.',
		);
	});

	test('takes an element that a row of an XML report lacks for empty', async () => {
		const report = '<R><Rows><Row A="1"/><Row A="2" B="x"/></Rows></R>';
		const filters = { conditions: [{ column: 'B', comparison: 'empty' }] };
		expect(await rowsOf(report, { filters })).toEqual([{ A: '1', B: '' }]);
		const ofNone = await rowsWithNotices('<R><Rows></Rows></R>', { filters });
		expect(ofNone).toEqual({ rows: [], notices: [] });
	});
});
