import { type Cell, HEADING, HEADING_RIGHT, LABEL, rowXml, WRAPPED } from './cells';
import { PAGE_SETUP, sheetStart, withinWidths } from './sheets';
import type { Layout, TotalsTable } from './moneyTotal';
import type { Group } from './totals';

const ALL = 'All';
const NO_CURRENCY = '(none)';
const AMOUNT_WIDTH = 18;
const MOST_BARS = 50;
const MOST_CHARTS = 6;

/** Totals by the first columns that the user named. */
export interface TotalsBlock {
	depth: number;
	rows: readonly Group[];
	/** Whether the sums by the first of them get charts. */
	isCharted: boolean;
}

/** Cells of the sheet: rows are counted from 1, columns from 0. */
interface Range {
	rows: readonly [first: number, last: number];
	columns: readonly [first: number, last: number];
}

/** The sums of one column in one currency, each with what it is the sum of. */
export interface ChartData {
	title: string;
	labels: Range;
	sums: Range;
	/** Bars begin at zero, unless some go below it. */
	hasNegative: boolean;
}

export interface TotalsSheet {
	/** Up to where the sheet's data ends: what else belongs to it follows. */
	xml: string;
	columns: number;
	charts: ChartData[];
}

const titleOf = (by: readonly string[]) => (by.length === 0 ? 'All rows' : `By ${by.join(', ')}`);

interface TotalsContent {
	/** What to know of the figures. */
	notes: readonly string[];
	/** The headings of the columns to total by. */
	columns: readonly string[];
	blocks: readonly TotalsBlock[];
	/** The column whose sums get charts. */
	charted: string;
	layout: Layout;
	/** What stands where there is nothing to total. */
	empty: string;
}

export function totalsSheet({
	notes,
	columns,
	blocks,
	charted,
	layout,
	empty,
}: TotalsContent): TotalsSheet {
	const all = blocks.flatMap(({ rows }) => rows);
	const table = layout(all.map(({ total }) => total));
	const hasColumns = all.some(({ column }) => column !== '');
	const texts = [...(hasColumns ? ['Column'] : []), ...columns, 'Currency'];
	const textsOf = (group: Group): string[] => [
		...(hasColumns ? [group.column] : []),
		...valuesOf(group, columns.length),
		group.currency || NO_CURRENCY,
	];
	const headings = [...texts, ...table.headings];
	const charts: ChartData[] = [];
	let xml = '';
	let row = 0;
	const write = (cells: readonly Cell[]) => {
		row++;
		xml += rowXml(row, cells);
	};
	for (const text of notes) write([{ text }]);
	if (notes.length > 0) row++;
	for (const { depth, rows, isCharted } of blocks) {
		write([{ text: titleOf(columns.slice(0, depth)), style: LABEL }]);
		write(
			headings.map((text, index) => ({
				text,
				style: index < texts.length ? HEADING : HEADING_RIGHT,
			})),
		);
		const firstRow = row + 1;
		for (const group of rows) {
			const cells = textsOf(group).map((text) => ({ text }));
			write([...cells, ...table.cells(group.total, group.currency)]);
		}
		if (rows.length === 0) write([{ text: empty }]);
		if (isCharted && depth > 0) {
			const labels = Number(hasColumns);
			const sums = texts.length + table.charted;
			const title = charted || headings[sums];
			charts.push(
				...chartsOf(rows, charted, { title, by: columns[0], labels, sums }, firstRow, table),
			);
		} else if (isCharted && !hasColumns) {
			charts.push(...chartsOfAll(rows, texts.length, headings.length - 1, firstRow, table));
		}
		row++;
	}
	const widths = headings.map((heading, index) =>
		withinWidths(
			index < texts.length
				? all.reduce((most, one) => Math.max(most, textsOf(one)[index].length), heading.length) + 2
				: AMOUNT_WIDTH,
		),
	);
	return {
		xml: sheetStart(widths, false, true) + `${xml}</sheetData>${PAGE_SETUP}`,
		columns: headings.length,
		charts,
	};
}

/** What a total is of, under the heading of each column to total by. */
const valuesOf = ({ by }: Group, columns: number): string[] => [
	...by,
	...Array.from({ length: columns - by.length }, () => ALL),
];

/** One chart for each currency, as sums of two currencies do not compare. */
function chartsOf(
	rows: readonly Group[],
	charted: string,
	{ title, by, labels, sums }: { title: string; by: string; labels: number; sums: number },
	firstRow: number,
	table: TotalsTable,
): ChartData[] {
	const charts: ChartData[] = [];
	const currencies = new Set(
		rows.filter(({ column }) => column === charted).map(({ currency }) => currency),
	);
	for (const currency of currencies) {
		const isOfIt = (row: Group) => row.column === charted && row.currency === currency;
		const first = rows.findIndex(isOfIt);
		const bars = rows.filter(isOfIt);
		if (bars.length > MOST_BARS) continue;
		const top = firstRow + first;
		const bottom = top + bars.length - 1;
		charts.push({
			title: `${title} by ${by}, ${currency || NO_CURRENCY}`,
			labels: { rows: [top, bottom], columns: [labels, labels] },
			sums: { rows: [top, bottom], columns: [sums, sums] },
			hasNegative: bars.some(({ total }) => table.valueOf(total).startsWith('-')),
		});
	}
	return charts.slice(0, MOST_CHARTS);
}

/** One chart of all sums for each currency. */
function chartsOfAll(
	rows: readonly Group[],
	texts: number,
	last: number,
	firstRow: number,
	{ chartedFrom, valueOf }: TotalsTable,
): ChartData[] {
	if (chartedFrom === undefined) return [];
	const columns = [texts + chartedFrom, last] as const;
	return rows
		.map(({ currency, total }, index) => ({
			title: `Net ${valueOf(total)} ${currency || NO_CURRENCY}`,
			labels: { rows: [firstRow - 1, firstRow - 1] as const, columns },
			sums: { rows: [firstRow + index, firstRow + index] as const, columns },
			hasNegative: true,
		}))
		.slice(0, MOST_CHARTS);
}

const LABEL_WIDTH = 28;
const FACT_WIDTH = 80;

/** What is known of a workbook, each under its label; several facts may have the same label. */
export type Fact = readonly [label: string, ...facts: string[]];

export function aboutSheet(facts: readonly Fact[]): string {
	let row = 0;
	const rows = facts.flatMap(([label, ...texts]) =>
		texts.map((text, index) => {
			row++;
			const name = { text: index === 0 ? label : '', style: LABEL };
			return rowXml(row, [name, { text, style: WRAPPED }]);
		}),
	);
	return `${sheetStart([LABEL_WIDTH, FACT_WIDTH], false)}${rows.join('')}</sheetData>${PAGE_SETUP}</worksheet>`;
}
