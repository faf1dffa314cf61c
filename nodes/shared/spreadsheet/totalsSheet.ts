import { toTitle } from '../text';
import { type Cell, HEADING_STYLE, RIGHT_HEADING_STYLE, LABEL_STYLE, rowXml } from './cells';
import { PAGE_SETUP_XML, sheetStartXml, limitWidth } from './sheets';
import {
	type ShownFigures,
	pickShownFigures,
	type TotalsGroup,
	type RowClassifier,
	type TotalsLevel,
} from './totals';

const ALL = 'All';
const NO_CURRENCY = '(none)';
const AMOUNT_WIDTH = 18;
const MAX_BARS = 50;
const MAX_CHARTS = 6;

/** Cells of the sheet: rows are counted from 1, columns from 0. */
interface Range {
	rows: readonly [first: number, last: number];
	columns: readonly [first: number, last: number];
}

export interface TotalsChart {
	title: string;
	labels: Range;
	sums: Range;
	/** Otherwise, bars begin at zero. */
	hasNegative: boolean;
}

interface TotalsContent {
	notes: readonly string[];
	columns: readonly string[];
	levels: readonly TotalsLevel[];
	charted: string;
	money?: RowClassifier;
	empty: string;
}

export function buildTotalsSheet({
	notes,
	columns,
	levels,
	charted,
	money,
	empty,
}: TotalsContent): { xml: string; columns: number; charts: TotalsChart[] } {
	const all = levels.flatMap(({ rows }) => rows);
	const figures = pickShownFigures(
		all.map(({ total }) => total),
		money,
	);
	const hasColumns = all.some(({ column }) => column !== '');
	const texts = [...(hasColumns ? ['Column'] : []), ...columns, 'Currency'];
	const textsOf = (group: TotalsGroup): string[] => [
		...(hasColumns ? [group.column] : []),
		...group.by,
		...Array.from({ length: columns.length - group.by.length }, () => ALL),
		group.currency || NO_CURRENCY,
	];
	const headings = [...texts, ...figures.names.map(toTitle)];
	const cellsOf = ({ currency, total }: TotalsGroup) =>
		figures.of(total).map((figure): Cell => {
			if (typeof figure === 'number') return { count: figure };
			return figure === null ? { text: '' } : { amount: figure, currency };
		});
	const charts: TotalsChart[] = [];
	let xml = '';
	let row = 0;
	const write = (cells: readonly Cell[]) => {
		row++;
		xml += rowXml(row, cells);
	};
	for (const text of notes) write([{ text }]);
	if (notes.length > 0) row++;
	for (const { depth, rows } of levels) {
		const by = columns.slice(0, depth).join(', ');
		write([{ text: by === '' ? 'All rows' : `By ${by}`, style: LABEL_STYLE }]);
		write(
			headings.map((text, index) => ({
				text,
				style: index < texts.length ? HEADING_STYLE : RIGHT_HEADING_STYLE,
			})),
		);
		const firstRow = row + 1;
		for (const group of rows) {
			const cells = textsOf(group).map((text) => ({ text }));
			write([...cells, ...cellsOf(group)]);
		}
		if (rows.length === 0) write([{ text: empty }]);
		if (depth === Math.min(1, columns.length)) {
			const place = { firstRow, texts: texts.length, labels: Number(hasColumns), figures };
			if (depth > 0) charts.push(...chartsOf(rows, charted, columns[0], place));
			else if (!hasColumns) charts.push(...chartsOfAll(rows, place));
		}
		row++;
	}
	const widths = headings.map((heading, index) =>
		limitWidth(
			index < texts.length
				? all.reduce((most, one) => Math.max(most, textsOf(one)[index].length), heading.length) + 2
				: AMOUNT_WIDTH,
		),
	);
	const drawing = charts.length > 0 ? '<drawing r:id="rId1"/>' : '';
	return {
		xml: `${sheetStartXml(widths, false, true)}${xml}</sheetData>${PAGE_SETUP_XML}${drawing}</worksheet>`,
		columns: headings.length,
		charts: charts.slice(0, MAX_CHARTS),
	};
}

interface ChartPlace {
	firstRow: number;
	/** How many columns stand before the figures, and which one has the labels. */
	texts: number;
	labels: number;
	figures: ShownFigures;
}

/** One chart for each currency. */
function chartsOf(
	rows: readonly TotalsGroup[],
	charted: string,
	by: string,
	{ firstRow, texts, labels, figures }: ChartPlace,
): TotalsChart[] {
	if (figures.charted === undefined) return [];
	const figure = figures.names.indexOf(figures.charted);
	const title = charted || toTitle(figures.charted);
	const own = rows.filter(({ column }) => column === charted);
	return [...new Set(own.map(({ currency }) => currency))].flatMap((currency) => {
		const bars = own.filter((row) => row.currency === currency);
		if (bars.length > MAX_BARS) return [];
		const top = firstRow + rows.indexOf(bars[0]);
		const range = (column: number): Range => ({
			rows: [top, top + bars.length - 1],
			columns: [column, column],
		});
		return {
			title: `${title} by ${by}, ${currency || NO_CURRENCY}`,
			labels: range(labels),
			sums: range(texts + figure),
			hasNegative: bars.some(({ total }) => String(figures.of(total)[figure]).startsWith('-')),
		};
	});
}

function chartsOfAll(
	rows: readonly TotalsGroup[],
	{ firstRow, texts, figures }: ChartPlace,
): TotalsChart[] {
	if (figures.charted !== 'net') return [];
	const net = figures.names.indexOf('net');
	const columns = [texts + net, texts + figures.names.length - 1] as const;
	return rows.map(({ currency, total }, index) => ({
		title: `Net ${figures.of(total)[net]} ${currency || NO_CURRENCY}`,
		labels: { rows: [firstRow - 1, firstRow - 1], columns },
		sums: { rows: [firstRow + index, firstRow + index], columns },
		hasNegative: true,
	}));
}
