import type { ReadChoices, TotalChoices } from '../report/choices';
import type { Check } from '../report/readReport';
import { number } from '../number';
import type { Fact } from '../spreadsheet/aboutSheet';
import type { Gate } from '../spreadsheet/besideReading';
import { SpreadsheetCsv, type SpreadsheetCsvChoices } from '../spreadsheet/spreadsheetCsv';
import type { Headings } from '../spreadsheet/table';
import { momentText, SpreadsheetTimes } from '../spreadsheet/values';
import { orNone, Workbook, type WorkbookSummary } from '../spreadsheet/workbook';
import type { Subject, WorkbookTable } from '../spreadsheet/workbookTable';
import type { OwnBytes } from '../spreadsheet/zip';
import { TableSink } from './tableSink';

export interface ReportWorkbookChoices {
	read: ReadChoices;
	totals: TotalChoices;
	headings: Headings;
	chart: boolean;
}

export interface ReportCsvChoices extends SpreadsheetCsvChoices {
	read: ReadChoices;
	headings: Headings;
}

/** Reads the reports, through the gate, into the sink of the file; tells what was checked. */
export type ReadThrough = (gate: Gate) => Promise<readonly Check[]>;

const REPORT_SHEET = 'Report';
const UNKNOWN = 'Not known';

const CHECKS: Record<Check, string> = {
	length: 'as many bytes arrived as the service announced',
	checksum: 'the checksum of the zipped report is right',
	endTag: 'the XML is closed to its last element',
	lineEnd: 'the last line has its end',
	json: 'the JSON could be read to its end',
};

/** A report as a table of a workbook. */
export class ReportTable implements Subject {
	readonly source = 'the report';
	readonly sink: TableSink;
	readonly times: SpreadsheetTimes;
	readonly currency: string;
	private readonly table: WorkbookTable;
	private readonly read: ReadChoices;
	private checks: readonly Check[] = [];

	constructor(
		readonly name: string,
		private readonly workbook: Workbook,
		{ read, totals, headings }: ReportWorkbookChoices,
	) {
		this.read = read;
		this.times = new SpreadsheetTimes(read.timeZone);
		this.currency = read.currency;
		this.table = workbook.table(this);
		this.sink = new TableSink(read, totals, headings, this.table);
	}

	/** Reads the report. One that cannot be read to its end is not in the workbook. */
	async fill(read: () => Promise<readonly Check[]>): Promise<void> {
		let isWhole = false;
		try {
			this.checks = await read();
			this.sink.finish();
			isWhole = true;
		} finally {
			if (isWhole) this.workbook.keep(this.table);
			else this.workbook.drop(this.table);
		}
	}

	signOf(cells: readonly string[]): 1 | -1 | 0 {
		return this.sink.counting?.signOf(cells) ?? 1;
	}

	/** What its first sheet is called, once it has one. */
	get sheet(): string {
		return this.table.name;
	}

	/** What of the rows is not in the totals, or is uncertain. */
	get notes(): string[] {
		return this.sink.counting?.notes() ?? [];
	}

	counted(): readonly string[] {
		return this.sink.counting === undefined
			? ['All rows, as they are']
			: ['Accepted rows, refunds subtracted', ...this.notes];
	}

	facts(rows: number): Fact[] {
		const { facts, whole, endNotice } = this.sink;
		const { firstRows, filters, timeZone } = this.read;
		return [
			['Report', whole?.reportName ?? facts.reportName ?? UNKNOWN],
			['Report ID', ...(whole?.reportIds ?? [facts.reportId ?? UNKNOWN])],
			['Report date', this.time(facts.reportDate)],
			['Start of period', this.time(whole?.startTime ?? facts.startTime)],
			['End of period', this.time(whole?.endTime ?? facts.endTime)],
			...(whole === undefined
				? []
				: [['Parts without transactions', ...orNone(whole.partsWithoutData)] as const]),
			['Organization', facts.organizationId ?? UNKNOWN],
			['Time zone of dates', timeZone || 'UTC'],
			['Rows', number(rows)],
			...(firstRows > 0 ? [['First rows only', number(firstRows)] as const] : []),
			...(filters.length > 0 ? [['Row filter', ...filters.map(condition)] as const] : []),
			...(endNotice === undefined ? [] : [['End of the report', endNotice] as const]),
			['Checks made', ...orNone(this.checks.map((check) => CHECKS[check]))],
		];
	}

	private time(fact: string | undefined): string {
		if (fact === undefined) return UNKNOWN;
		const moment = this.times.momentOf(fact);
		return typeof moment === 'string' ? fact : momentText(moment);
	}
}

const condition = ({ column, comparison, value }: ReadChoices['filters'][number]): string =>
	`${column} ${comparison} ${value}`.trim();

/** A workbook of one report. */
export class ReportWorkbook {
	readonly mimeType: string;
	private readonly workbook: Workbook;
	private readonly report: ReportTable;

	constructor(choices: ReportWorkbookChoices) {
		this.workbook = new Workbook({
			groupColumns: choices.totals.groupBy.length,
			chart: choices.chart,
			hasSeveral: false,
			zone: choices.read.timeZone,
		});
		this.mimeType = this.workbook.mimeType;
		this.report = new ReportTable(REPORT_SHEET, this.workbook, choices);
	}

	get sink(): TableSink {
		return this.report.sink;
	}

	get differences(): string[] {
		return this.workbook.differences;
	}

	/** The file. What else there is to say of it is known when the last byte has been taken. */
	bytes(read: ReadThrough): OwnBytes {
		return this.workbook.bytes(async (gate) => {
			await this.report.fill(async () => await read(gate));
		});
	}

	get summary(): WorkbookSummary & { totalsNotes?: string[] } {
		const { notes, sink } = this.report;
		return {
			...this.workbook.summary,
			...(sink.counting === undefined ? {} : { totalsNotes: notes }),
		};
	}
}

/** CSV for spreadsheets, of one report. */
export class ReportCsv {
	readonly mimeType: string;
	readonly sink: TableSink;
	private readonly csv: SpreadsheetCsv;

	constructor({ read, headings, ...choices }: ReportCsvChoices) {
		this.csv = new SpreadsheetCsv(new SpreadsheetTimes(read.timeZone), choices);
		this.mimeType = this.csv.mimeType;
		this.sink = new TableSink(read, { groupBy: [], sumColumns: [] }, headings, this.csv);
	}

	get differences(): string[] {
		return this.csv.findings.inWords();
	}

	get summary(): { rows: number; differences: string[] } {
		return { rows: this.csv.rows, differences: this.differences };
	}

	bytes(read: ReadThrough): OwnBytes {
		return this.csv.bytes(async (gate) => {
			await read(gate);
			this.sink.finish();
		});
	}
}
