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
import { DECLARATION, stylesXml } from './cells';
import { Findings } from './findings';
import type { Money } from './moneyTotal';
import { type SheetList, type SheetPiece, Sheets } from './sheets';
import type { TableFile, TablePlan } from './table';
import { totalColumnName, TotalsCollector } from './totals';
import { totalsSheet } from './totalsSheet';
import { SpreadsheetTimes } from './values';
import { type ByteChunks, zipped, type ZipPart } from './zip';

interface WorkbookSettings {
	name: string;
	empty?: string;
	/** By how many columns there are totals. */
	groupColumns: number;
	/** Of its times; UTC where it is empty. */
	zone: string;
	/** Of times that name none, where it is another one. */
	ownZone?: string;
	money?: Money;
	/** What the sheet Totals says before the figures; asked at the end. */
	notes(): readonly string[];
}

const TOTALS_SHEET = 'Totals';

async function* inOnePiece(xml: string): ByteChunks {
	yield Buffer.from(DECLARATION + xml);
}

const part = (path: string, xml: string): ZipPart => ({ path, bytes: inOnePiece(xml) });

/** An Excel workbook, made of rows as they stream by: the rows in sheets, and their totals. */
export class Workbook implements TableFile {
	readonly mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
	readonly findings = new Findings();
	private readonly list: SheetList = { pieces: [], done: [], all: [] };
	private readonly sheets: Sheets;
	private readonly totals: TotalsCollector;
	private readonly currencyNotes = new Set<string>();

	constructor(private readonly subject: WorkbookSettings) {
		const { name, zone, ownZone, groupColumns } = subject;
		const depths = [...new Set([0, Math.min(1, groupColumns), groupColumns])];
		this.sheets = new Sheets(name, this.list, this.findings, new SpreadsheetTimes(zone, ownZone));
		this.totals = new TotalsCollector(depths, this.findings, subject.money);
	}

	bytes(read: (gate: Gate) => Promise<void>): ByteChunks {
		return zipped(
			this.parts(async (gate) => {
				await read(gate);
				this.sheets.finish(this.subject.empty);
			}),
		);
	}

	begin(plan: TablePlan, firstRows: ReadonlyArray<readonly string[]>): void {
		this.totals.begin(plan);
		for (const { currencyNote } of [...plan.columns, ...plan.summed]) {
			if (currencyNote !== undefined) this.currencyNotes.add(currencyNote);
		}
		this.sheets.begin(plan, firstRows);
	}

	row(cells: readonly string[]): void {
		this.sheets.row(cells);
		this.totals.row(cells);
	}

	get summary(): TableFile['summary'] {
		return {
			rows: this.sheets.rows,
			sheets: this.list.all.length,
			differences: [...this.findings.inWords(), ...this.currencyNotes],
		};
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
		const sheets: NamedSheet[] = [...this.list.all, { name: TOTALS_SHEET }];
		yield part('xl/styles.xml', stylesXml);
		yield part('xl/workbook.xml', workbookXml(sheets, length));
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
			const rest = async function* (sheet: number): ByteChunks {
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
		const { subject } = this;
		const { plan, blocks } = this.totals;
		const sheet = totalsSheet({
			notes: [...subject.notes(), ...this.summary.differences],
			columns: plan.by.map(({ heading }) => heading),
			blocks,
			charted: plan.summed.map(totalColumnName).at(0) ?? '',
			money: subject.money,
			empty: subject.empty ?? 'Nothing to add up',
		});
		const drawing = sheet.charts.length > 0 ? '<drawing r:id="rId1"/>' : '';
		return { ...sheet, xml: `${sheet.xml}${drawing}</worksheet>` };
	}
}
