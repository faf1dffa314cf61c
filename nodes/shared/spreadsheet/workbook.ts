import { DateTime } from 'luxon';
import { besideReading, type Gate } from './besideReading';
import {
	CHART_RELATION,
	chartXml,
	contentTypesXml,
	DRAWING_RELATION,
	drawingXml,
	type NamedSheet,
	relationsXml,
	rootRelations,
	sheetPath,
	workbookRelations,
	workbookXml,
} from './packageParts';
import { type SheetList, SheetNames, type SheetPiece } from './sheets';
import type { TableColumn } from './table';
import type { Total } from './tableTotals';
import { type Layout, Totals } from './totals';
import { aboutSheet, type Fact, type TotalsBlock, totalsSheet } from './totalsSheet';
import { type Subject, WorkbookTable } from './workbookTable';
import { DECLARATION, stylesXml } from './cells';
import { type OwnBytes, zipped, type ZipPart } from './zip';

export interface WorkbookChoices<Own> {
	/** By how many columns there are totals. */
	groupColumns: number;
	/** What its totals show. */
	layout: Layout<Own>;
	/** Whether there are several tables, each on a sheet of its own. */
	hasSeveral: boolean;
	/** For the time at which it was made; UTC where it is empty. */
	zone: string;
}

export interface WorkbookSummary {
	rows: number;
	sheets: number;
	differences: string[];
}

const TOTALS_SHEET = 'Totals';
const ABOUT_SHEET = 'About';
const BETWEEN_TABLES: Fact = ['', ''];

async function* inOnePiece(xml: string): OwnBytes {
	yield Buffer.from(DECLARATION + xml);
}

const part = (path: string, xml: string): ZipPart => ({ path, bytes: inOnePiece(xml) });

/** An Excel workbook, made of rows as they stream by. */
export class Workbook<Own extends Total> {
	readonly mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
	private readonly list: SheetList = {
		names: new SheetNames([TOTALS_SHEET, ABOUT_SHEET]),
		pieces: [],
		done: [],
		all: [],
	};
	private readonly tables: Array<WorkbookTable<Own>> = [];
	private readonly missing: string[] = [];
	private readonly depths: readonly number[];

	constructor(private readonly choices: WorkbookChoices<Own>) {
		const { groupColumns } = choices;
		this.depths = [...new Set([0, Math.min(1, groupColumns), groupColumns])];
	}

	/** The next table. It counts once it is kept. */
	table(subject: Subject): WorkbookTable<Own> {
		return new WorkbookTable(subject, this.list, this.depths, this.choices.layout);
	}

	keep(table: WorkbookTable<Own>): void {
		table.finish();
		this.tables.push(table);
	}

	/** A table that was interrupted: what was written of it stays in the file, where nothing leads to it. */
	drop(table: WorkbookTable<Own>): void {
		table.finish();
	}

	/** Something that should be a table in here, and why it is not. */
	isMissing(what: string): void {
		this.missing.push(what);
	}

	/** The file. `read` fills the tables; what else there is to say of them is known when the last byte has been taken. */
	bytes(read: (gate: Gate) => Promise<void>): OwnBytes {
		return zipped(this.parts(read));
	}

	get summary(): WorkbookSummary {
		return {
			rows: this.tables.reduce((sum, { rows }) => sum + rows, 0),
			sheets: this.tables.reduce((sum, { written }) => sum + written.length, 0),
			differences: this.differences,
		};
	}

	/** What is not in the sheets as it is where the rows come from. */
	get differences(): string[] {
		return this.tables.flatMap((table) => table.differences.map(this.naming(table)));
	}

	/** Says of which table it is, where there are several. */
	private naming(table: WorkbookTable<Own>): (words: string) => string {
		return (words) => (this.choices.hasSeveral ? `${table.name}: ${words}` : words);
	}

	private async *parts(read: (gate: Gate) => Promise<void>): AsyncIterable<ZipPart> {
		yield* this.tableSheets(read);
		const { length } = this.list.all;
		const totals = this.totalsXml();
		const { charts } = totals;
		yield part(sheetPath(length), totals.xml);
		if (charts.length > 0) {
			const drawing = { type: DRAWING_RELATION, target: '../drawings/drawing1.xml' };
			yield part(`xl/worksheets/_rels/sheet${length + 1}.xml.rels`, relationsXml([drawing]));
			yield part('xl/drawings/drawing1.xml', drawingXml(charts, totals.columns + 1));
			const targets = charts.map((_, index) => ({
				type: CHART_RELATION,
				target: `../charts/chart${index + 1}.xml`,
			}));
			yield part('xl/drawings/_rels/drawing1.xml.rels', relationsXml(targets));
			for (const [index, chart] of charts.entries()) {
				yield part(`xl/charts/chart${index + 1}.xml`, chartXml(chart, TOTALS_SHEET));
			}
		}
		yield part(sheetPath(length + 1), aboutSheet(this.facts()));
		const sheets: NamedSheet[] = [
			...this.tables
				.flatMap(({ written }) => written)
				.map((filtered) => ({
					name: filtered.name,
					number: this.list.all.indexOf(filtered),
					filtered,
				})),
			{ name: TOTALS_SHEET, number: length },
			{ name: ABOUT_SHEET, number: length + 1 },
		];
		yield part('xl/styles.xml', stylesXml);
		yield part('xl/workbook.xml', workbookXml(sheets));
		yield part('xl/_rels/workbook.xml.rels', workbookRelations(sheets));
		yield part('_rels/.rels', rootRelations);
		yield part('[Content_Types].xml', contentTypesXml(sheets, charts.length));
	}

	/** The sheets follow each other, and rows are read only once: each sheet ends where the next begins. */
	private async *tableSheets(read: (gate: Gate) => Promise<void>): AsyncIterable<ZipPart> {
		const { done } = this.list;
		const pieces = besideReading(this.list.pieces, read)[Symbol.asyncIterator]();
		try {
			let next = await pieces.next();
			const rest = async function* (sheet: number): OwnBytes {
				for (; !next.done && next.value.sheet === sheet; next = await pieces.next()) {
					const { bytes }: SheetPiece = next.value;
					yield bytes;
					done.push(bytes);
				}
			};
			while (!next.done) {
				const { sheet }: SheetPiece = next.value;
				yield { path: sheetPath(sheet), bytes: rest(sheet) };
			}
		} finally {
			await pieces.return?.();
		}
	}

	private totalsXml() {
		const { hasSeveral, layout } = this.choices;
		const deepest = this.depths[this.depths.length - 1];
		const by = this.tables.at(0)?.plan.by ?? [];
		const charted = this.tables.flatMap(({ plan }) => plan.summed).at(0);
		const blocks = this.depths.flatMap((depth, index): Array<TotalsBlock<Own>> => [
			{ ...this.block(index, false), isCharted: depth === 1 },
			...(hasSeveral && (depth === 0 || depth === deepest)
				? [{ ...this.block(index, true), isCharted: deepest === 0 }]
				: []),
		]);
		const notes = this.tables.flatMap((table) => table.subject.notes().map(this.naming(table)));
		const sheet = totalsSheet(
			notes,
			by.map(({ heading }) => heading),
			blocks,
			charted?.heading,
			layout,
		);
		const drawing = sheet.charts.length > 0 ? '<drawing r:id="rId1"/>' : '';
		return { ...sheet, xml: `${sheet.xml}${drawing}</worksheet>` };
	}

	private block(index: number, bySheet: boolean): Omit<TotalsBlock<Own>, 'isCharted'> {
		const totals = new Totals(this.depths[index], this.choices.layout);
		for (const table of this.tables) {
			totals.addAll(table.totals.totals[index], bySheet ? table.name : '');
		}
		return { depth: totals.depth, bySheet, rows: totals.rows() };
	}

	private facts(): Fact[] {
		const made = DateTime.now().setZone(this.choices.zone || 'UTC');
		const { hasSeveral } = this.choices;
		return [
			...this.tables.flatMap((table): Fact[] => [
				...(hasSeveral ? [['Sheet', ...table.written.map(({ name }) => name)] as const] : []),
				...factsOf(table),
				...(hasSeveral ? [BETWEEN_TABLES] : []),
			]),
			...(hasSeveral ? [['Missing', ...orNone(this.missing)] as const] : []),
			['Made', made.toFormat('yyyy-MM-dd HH:mm:ss')],
		];
	}
}

function factsOf<Own extends Total>({
	subject,
	rows,
	plan: { columns },
	differences,
}: WorkbookTable<Own>): Fact[] {
	const named = (kind: TableColumn['kind']) =>
		columns.filter((column) => column.kind === kind).map(({ heading }) => heading);
	const list = (names: string[]) => names.join(', ') || 'None';
	const numbers = named('number');
	return [
		...subject.facts(rows),
		['Amounts', list(named('amount'))],
		...(numbers.length > 0 ? [['Numbers', list(numbers)] as const] : []),
		['Dates', list(named('time'))],
		['All other columns', `Text, with every digit as in ${subject.source}`],
		[`Different from ${subject.source}`, ...orNone(differences)],
	];
}

export const orNone = (texts: readonly string[]): readonly string[] =>
	texts.length > 0 ? texts : ['None'];
