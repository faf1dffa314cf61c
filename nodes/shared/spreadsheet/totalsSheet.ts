import type { Cell } from './cells';
import { rowXml } from './cells';
import { PAGE_SETUP, sheetStart, withinWidths } from './sheets';
import { HEADING, HEADING_RIGHT, LABEL } from './styles';
import type { TotalRow } from './totals';
import { amountOf } from './values';

const ALL = 'All';
const NO_CURRENCY = '(none)';
const HEADINGS_AFTER = ['Count', 'Sum', 'Smallest', 'Largest'];
const AMOUNT_WIDTH = 18;
const MOST_BARS = 50;
const MOST_CHARTS = 6;

/** Totals by the first columns that the user named, and by the sheet. */
export interface TotalsBlock {
	depth: number;
	bySheet: boolean;
	rows: readonly TotalRow[];
	/** Whether the sums by the first of them get charts. */
	isCharted: boolean;
}

/** The sums of one column in one currency, each with what it is the sum of. */
export interface ChartData {
	title: string;
	/** Rows and columns of the Totals sheet, counted from 1 and from A. */
	firstRow: number;
	lastRow: number;
	labels: number;
	sums: number;
	/** Bars begin at zero, unless some go below it. */
	hasNegative: boolean;
}

export interface TotalsSheet {
	/** Up to where the sheet's data ends: what else belongs to it follows. */
	xml: string;
	columns: number;
	charts: ChartData[];
}

const SHEET = 'Sheet';

const titleOf = (by: readonly string[]) => (by.length === 0 ? 'All rows' : `By ${by.join(', ')}`);

/** `columns`: the headings of the columns to total by; `charted`: the column whose sums get charts. */
export function totalsSheet(
	columns: readonly string[],
	blocks: readonly TotalsBlock[],
	charted: string | undefined,
): TotalsSheet {
	const hasSheets = blocks.some(({ bySheet }) => bySheet);
	const by = [...(hasSheets ? [SHEET] : []), ...columns];
	const headings = ['Column', 'Currency', ...by, ...HEADINGS_AFTER];
	const charts: ChartData[] = [];
	let xml = '';
	let row = 0;
	const write = (cells: readonly Cell[]) => {
		row++;
		xml += rowXml(row, cells);
	};
	for (const { depth, bySheet, rows, isCharted } of blocks) {
		const titled = [...(bySheet ? [SHEET] : []), ...columns.slice(0, depth)];
		write([{ text: titleOf(titled), style: LABEL }]);
		write(
			headings.map((text, index) => ({
				text,
				style: index < 2 + by.length ? HEADING : HEADING_RIGHT,
			})),
		);
		const firstRow = row + 1;
		for (const total of rows) write(cellsOf(total, valuesOf(total, by.length, hasSheets)));
		if (rows.length === 0) write([{ text: 'Nothing to add up' }]);
		if (isCharted && charted !== undefined) {
			const labels = 2 + (hasSheets && !bySheet ? 1 : 0);
			const sums = 2 + by.length + HEADINGS_AFTER.indexOf('Sum');
			charts.push(...chartsOf(rows, charted, { by: titled[0], labels, sums }, firstRow));
		}
		row++;
	}
	const texts = blocks.flatMap(({ rows }) =>
		rows.map((one) => [one.column, one.currency, ...valuesOf(one, by.length, hasSheets)]),
	);
	const widths = headings.map((heading, index) =>
		withinWidths(
			index < 2 + by.length
				? texts.reduce((most, row) => Math.max(most, row[index]?.length ?? 0), heading.length) + 2
				: AMOUNT_WIDTH,
		),
	);
	return {
		xml: sheetStart(widths, false) + `${xml}</sheetData>${PAGE_SETUP}`,
		columns: headings.length,
		charts,
	};
}

/** What a total is of, under the heading of each column to total by. */
function valuesOf({ sheet, by }: TotalRow, columns: number, hasSheets: boolean): string[] {
	const values = [...(hasSheets ? [sheet || ALL] : []), ...by];
	return [...values, ...Array.from({ length: columns - values.length }, () => ALL)];
}

const cellsOf = (total: TotalRow, values: readonly string[]): Cell[] => {
	const { column, currency, count } = total;
	const amount = (text: string): Cell => ({ amount: text, currency });
	return [
		...[column, currency || NO_CURRENCY, ...values].map((text) => ({ text })),
		{ count },
		...[total.sum, total.smallest, total.largest].map(amount),
	];
};

const isText = ({ sum }: TotalRow): boolean => typeof amountOf(sum) === 'string';
const NO_BARS = ' (without sums of more than 15 digits)';

/** One chart for each currency, as sums of two currencies do not compare. */
function chartsOf(
	rows: readonly TotalRow[],
	charted: string,
	{ by, labels, sums }: { by: string } & Pick<ChartData, 'labels' | 'sums'>,
	firstRow: number,
): ChartData[] {
	const charts: ChartData[] = [];
	const currencies = new Set(
		rows.filter(({ column }) => column === charted).map(({ currency }) => currency),
	);
	for (const currency of currencies) {
		const isOfIt = (row: TotalRow) => row.column === charted && row.currency === currency;
		const first = rows.findIndex(isOfIt);
		const bars = rows.filter(isOfIt);
		if (bars.length > MOST_BARS) continue;
		charts.push({
			title: `${charted} by ${by}, ${currency || NO_CURRENCY}${bars.some(isText) ? NO_BARS : ''}`,
			firstRow: firstRow + first,
			lastRow: firstRow + first + bars.length - 1,
			labels,
			sums,
			hasNegative: bars.some(({ sum }) => sum.startsWith('-')),
		});
	}
	return charts.slice(0, MOST_CHARTS);
}
