import { DateTime } from 'luxon';
import { utcText } from '../../period/period';
import type { ReadChoices, TotalChoices } from '../../report/choices';
import { signed } from '../../report/counting';
import type { Check } from '../../report/readReport';
import { number } from '../../report/refusals';
import { ReportTimes } from '../../report/times';
import { aboutSheet, type Fact } from './aboutSheet';
import { besideReading, type Gate } from './besideReading';
import { chartXml, drawingXml } from './chart';
import { Findings } from './findings';
import {
	CHART_RELATION,
	contentTypesXml,
	DRAWING_RELATION,
	type NamedSheet,
	relationsXml,
	rootRelations,
	sheetPath,
	workbookRelations,
	workbookXml,
} from './packageParts';
import { type SheetPiece, Sheets } from './sheets';
import { stylesXml } from './styles';
import { type Headings, type Table, type TablePlan, TableSink } from './tableSink';
import { type TotalRow, Totals, textIn } from './totals';
import { totalsSheet } from './totalsSheet';
import { amountOf, momentText, SpreadsheetTimes } from './values';
import { DECLARATION } from './xml';
import { type OwnBytes, zipped, type ZipPart } from './zip';

export interface WorkbookChoices {
	read: ReadChoices;
	totals: TotalChoices;
	headings: Headings;
	chart: boolean;
}

const REPORT_SHEET = 'Report';
const TOTALS_SHEET = 'Totals';
const ABOUT_SHEET = 'About';
const UNKNOWN = 'Not known';

const CHECKS: Record<Check, string> = {
	length: 'as many bytes arrived as the service announced',
	checksum: 'the checksum of the zipped report is right',
	endTag: 'the XML is closed to its last element',
	lineEnd: 'the last line has its end',
	json: 'the JSON could be read to its end',
};

async function* inOnePiece(xml: string): OwnBytes {
	yield Buffer.from(DECLARATION + xml);
}

const part = (path: string, xml: string): ZipPart => ({ path, bytes: inOnePiece(xml) });

/** Reads the reports, through the gate, into the sink of the file; tells what was checked. */
export type ReadThrough = (gate: Gate) => Promise<readonly Check[]>;

/** An Excel workbook, made of a report as it streams by. */
export class Workbook implements Table {
	readonly mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
	private readonly findings = new Findings();
	private readonly times: SpreadsheetTimes;
	private readonly sheets: Sheets;
	readonly sink: TableSink;
	private readonly totals: Totals[];
	private plan: TablePlan = { columns: [], by: [], summed: [] };
	private checks: readonly Check[] = [];

	constructor(private readonly choices: WorkbookChoices) {
		const { read, totals, headings, chart } = choices;
		this.times = new SpreadsheetTimes(new ReportTimes(read.timeZone), read.timeZone);
		this.sheets = new Sheets(this.findings, this.times, read.currency);
		this.sink = new TableSink(read, totals, headings, this);
		const by = totals.groupBy.length;
		const depths = new Set([0, ...(chart && by > 0 ? [1] : []), by]);
		this.totals = [...depths].map((depth) => new Totals(depth));
	}

	/** The file. What else there is to say of it is known when the last byte has been taken. */
	bytes(read: ReadThrough): OwnBytes {
		return zipped(this.parts(read));
	}

	get summary(): { rows: number; sheets: number; differences: string[]; totalsNotes?: string[] } {
		const { rows, written } = this.sheets;
		return {
			rows,
			sheets: written.length,
			differences: this.differences,
			...(this.sink.counting === undefined ? {} : { totalsNotes: this.notes }),
		};
	}

	/** What is not in the sheets as it stands in the report. */
	get differences(): string[] {
		return this.findings.inWords();
	}

	/** What of the rows is not in the totals, or in doubt. */
	get notes(): string[] {
		return this.sink.counting?.notes() ?? [];
	}

	begin(plan: TablePlan, firstRows: ReadonlyArray<readonly string[]>): void {
		this.plan = plan;
		this.sheets.begin(plan, firstRows);
	}

	row(cells: readonly string[]): void {
		this.sheets.row(cells);
		const { by, summed } = this.plan;
		const sign = this.sink.counting?.signOf(cells) ?? 1;
		if (sign === 0) return;
		for (const column of summed) {
			const text = textIn(column, cells);
			if (text === '') continue;
			const amount = amountOf(text);
			if (amount === 'notANumber') {
				if (column.kind !== 'amount')
					this.findings.add('notTotaled', this.sheets.rows, column.heading);
				continue;
			}
			const digits = typeof amount === 'string' ? text.trim() : amount.digits;
			const currency = this.sheets.currencyOf(column, cells);
			for (const totals of this.totals) {
				totals.add(by, cells, { column: column.heading, currency, digits: signed(digits, sign) });
			}
		}
	}

	private async *parts(read: ReadThrough): AsyncIterable<ZipPart> {
		yield* this.reportSheets(read);
		const { written } = this.sheets;
		const totals = this.totalsXml();
		const { charts } = totals;
		yield part(sheetPath(written.length), totals.xml);
		if (charts.length > 0) {
			const drawing = { type: DRAWING_RELATION, target: '../drawings/drawing1.xml' };
			yield part(
				`xl/worksheets/_rels/sheet${written.length + 1}.xml.rels`,
				relationsXml([drawing]),
			);
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
		yield part(sheetPath(written.length + 1), aboutSheet(this.facts()));
		const sheets: NamedSheet[] = [
			...written.map((filtered, index) => ({
				name: index === 0 ? REPORT_SHEET : `${REPORT_SHEET} ${index + 1}`,
				filtered,
			})),
			{ name: TOTALS_SHEET },
			{ name: ABOUT_SHEET },
		];
		yield part('xl/styles.xml', stylesXml);
		yield part('xl/workbook.xml', workbookXml(sheets));
		yield part('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length));
		yield part('_rels/.rels', rootRelations);
		yield part('[Content_Types].xml', contentTypesXml(sheets.length, charts.length));
	}

	/** The sheets follow each other, and a report is read only once: each sheet ends where the next begins. */
	private async *reportSheets(read: ReadThrough): AsyncIterable<ZipPart> {
		const pieces = besideReading(this.sheets.pieces, async (gate) => {
			this.checks = await read(gate);
			this.sink.finish();
			this.sheets.finish();
		})[Symbol.asyncIterator]();
		try {
			let next = await pieces.next();
			const rest = async function* (sheet: number): OwnBytes {
				for (; !next.done && next.value.sheet === sheet; next = await pieces.next()) {
					yield next.value.bytes;
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
		const { by, summed } = this.plan;
		const charted = this.choices.chart ? summed.at(0)?.heading : undefined;
		const blocks = this.totals.map((totals): { depth: number; rows: TotalRow[] } => ({
			depth: totals.depth,
			rows: totals.rows(),
		}));
		const sheet = totalsSheet(
			by.map(({ heading }) => heading),
			blocks,
			charted,
		);
		const drawing = sheet.charts.length > 0 ? '<drawing r:id="rId1"/>' : '';
		return { ...sheet, xml: `${sheet.xml}${drawing}</worksheet>` };
	}

	private facts(): Fact[] {
		const { facts } = this.sink;
		const { read } = this.choices;
		const { columns } = this.plan;
		const named = (kind: string) =>
			columns.filter((column) => column.kind === kind).map(({ heading }) => heading);
		const list = (names: string[]) => names.join(', ') || 'None';
		const checks = this.checks.map((check) => CHECKS[check]);
		const differences = this.differences;
		const zone = read.timeZone || 'UTC';
		return [
			['Report', facts.reportName ?? UNKNOWN],
			['Report ID', facts.reportId ?? UNKNOWN],
			['Report date', this.time(facts.reportDate)],
			['Start of period', this.time(facts.startTime)],
			['End of period', this.time(facts.endTime)],
			['Organization', facts.organizationId ?? UNKNOWN],
			['Time zone of dates', zone],
			['Rows', number(this.sheets.rows)],
			...(read.firstRows > 0 ? [['First rows only', number(read.firstRows)] as const] : []),
			...(read.filters.length > 0 ? [['Row filter', ...read.filters.map(condition)] as const] : []),
			['Checks made', ...orNone(checks)],
			['Amounts', list(named('amount'))],
			['Dates', list(named('time'))],
			['All other columns', 'Text, with every digit as in the report'],
			[
				'Totals count',
				...(this.sink.counting === undefined
					? ['All rows, as they are']
					: ['Accepted rows, refunds subtracted', ...this.notes]),
			],
			['Different from the report', ...orNone(differences)],
			['Made', this.time(utcText(DateTime.utc().startOf('second')))],
		];
	}

	private time(fact: string | undefined): string {
		if (fact === undefined) return UNKNOWN;
		const moment = this.times.momentOf(fact);
		return typeof moment === 'string' ? fact : momentText(moment);
	}
}

const orNone = (texts: readonly string[]): readonly string[] =>
	texts.length > 0 ? texts : ['None'];

const condition = ({ column, comparison, value }: ReadChoices['filters'][number]): string =>
	`${column} ${comparison} ${value}`.trim();
