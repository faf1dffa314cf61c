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
import { ownTotals, type Total } from './tableTotals';
import type { Layout } from './totals';
import { aboutSheet, type Fact, type TotalsBlock, totalsSheet } from './totalsSheet';
import { type Subject, WorkbookTable } from './workbookTable';
import { DECLARATION, stylesXml } from './cells';
import { type OwnBytes, zipped, type ZipPart } from './zip';

export interface WorkbookChoices<Own> {
	/** By how many columns there are totals. */
	groupColumns: number;
	/** What its totals show. */
	layout: Layout<Own>;
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
	readonly table: WorkbookTable<Own>;
	private readonly depths: readonly number[];

	constructor(
		subject: Subject,
		private readonly choices: WorkbookChoices<Own>,
	) {
		const { groupColumns, layout } = choices;
		this.depths = [...new Set([0, Math.min(1, groupColumns), groupColumns])];
		this.table = new WorkbookTable(subject, this.list, this.depths, layout);
	}

	/** The file. `read` fills the table; what else there is to say of it is known when the last byte has been taken. */
	bytes(read: (gate: Gate) => Promise<void>): OwnBytes {
		return zipped(
			this.parts(async (gate) => {
				await read(gate);
				this.table.finish();
			}),
		);
	}

	get summary(): WorkbookSummary {
		const { rows, written, differences } = this.table;
		return { rows, sheets: written.length, differences };
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
			...this.table.written.map((filtered) => ({
				name: filtered.name,
				number: this.list.all.indexOf(filtered),
				filtered,
			})),
			{ name: TOTALS_SHEET, number: length },
			{ name: ABOUT_SHEET, number: length + 1 },
		];
		yield part('xl/styles.xml', stylesXml);
		yield part('xl/workbook.xml', workbookXml(sheets, sheets.length - 2));
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
		const { plan, subject, totals } = this.table;
		const blocks = totals.totals.map((own): TotalsBlock<Own> => ({
			depth: own.depth,
			rows: own.rows(),
			isCharted: own.depth === Math.min(1, this.choices.groupColumns),
		}));
		const sheet = totalsSheet(
			subject.notes(),
			plan.by.map(({ heading }) => heading),
			blocks,
			plan.summed.map(ownTotals).at(0) ?? '',
			this.choices.layout,
		);
		const drawing = sheet.charts.length > 0 ? '<drawing r:id="rId1"/>' : '';
		return { ...sheet, xml: `${sheet.xml}${drawing}</worksheet>` };
	}

	private facts(): Fact[] {
		const made = DateTime.now().setZone(this.choices.zone || 'UTC');
		return [...factsOf(this.table), ['Made', made.toFormat('yyyy-MM-dd HH:mm:ss')]];
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
