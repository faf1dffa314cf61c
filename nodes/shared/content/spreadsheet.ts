import type { IBinaryData } from 'n8n-workflow';

import type { Classified } from '../catalog/kinds';
import { storeBytes } from '../node/storeBytes';
import { number } from '../text';
import type { ReadChoices } from '../report/choices';
import { Classifier } from '../report/classifier';
import type { Check } from '../report/readReport';
import type { Gate } from '../spreadsheet/besideReading';
import { WARNINGS } from '../spreadsheet/findings';
import { moneyLayout } from '../spreadsheet/moneyTotal';
import { type CsvFormat, SpreadsheetCsv } from '../spreadsheet/spreadsheetCsv';
import type { Fact } from '../spreadsheet/totalsSheet';
import { momentText, SpreadsheetTimes } from '../spreadsheet/values';
import { orNone, type Subject, Workbook, type WorkbookSummary } from '../spreadsheet/workbook';
import type { OwnBytes } from '../spreadsheet/zip';
import type { ContentChoices, SpreadsheetChoices } from './choices';
import {
	begun,
	daysOf,
	fileNameOf,
	isSent,
	notify,
	readAll,
	type ReportContext,
	type ReportSource,
	type ReportSources,
	streamLike,
} from './reading';
import { Control, type HandedOver } from './controlTotal';
import { TableSink } from './tableSink';

/** One file made of all reports, written as they stream by. Without any, it says so. */
export async function spreadsheet(
	context: ReportContext,
	sources: ReportSources,
	choices: SpreadsheetChoices & Pick<ContentChoices, 'read'>,
): Promise<HandedOver> {
	const { read, format, groupBy, binaryPropertyName } = choices;
	const { first, all, zoned } = await begun(sources, read);
	const { definition, isAcceptedOnly } = first ?? {};
	const days = first === undefined ? '' : daysOf({ ...first.metadata, ...first.whole });
	const table = { read: zoned, groupBy, days, definition, isAcceptedOnly };
	const made = format === 'xlsx' ? new ReportWorkbook(table) : new ReportCsv(table, format);
	made.sink.whole = first?.whole;
	let control = new Control().total();
	const bytes = made.bytes(async (gate) => {
		control = await readAll(context, all, choices, made.sink, { gate });
		return control.checked;
	});
	const { mimeType } = made;
	const file = await store(context, first, bytes, mimeType);
	for (const notice of made.notices) notify(context, `${notice}.`);
	const json = { ...made.sink.details, ...made.summary };
	return { items: [{ json, binary: { [binaryPropertyName]: file } }], control };
}

async function store(
	context: ReportContext,
	first: ReportSource | undefined,
	bytes: OwnBytes,
	mimeType: string,
): Promise<IBinaryData> {
	const fileName = first === undefined ? REPORT_SHEET : fileNameOf(first);
	// Without a download there is nothing to take Node's streams from, and the rows are in memory anyway.
	const toStream = first !== undefined && isSent(first) ? streamLike(first.stream) : undefined;
	return await storeBytes(context, { bytes, toStream, fileName, mimeType });
}

/** What a spreadsheet is made by; the zone is that of its times. */
export interface ReportTableChoices extends Pick<SpreadsheetChoices, 'groupBy'> {
	read: ReadChoices;
	/** What it covers, for the name of the sheet. */
	days?: string;
	/** The type of the report, where it is known. */
	definition?: string;
	isAcceptedOnly?: boolean;
}

/** Reads the reports, through the gate, into the sink of the file; tells what was checked. */
type ReadThrough = (gate: Gate) => Promise<readonly Check[]>;

const REPORT_SHEET = 'Report';

const CHECKS: Record<Check, string> = {
	length: 'as many bytes arrived as the service announced',
	checksum: 'the checksum of the compressed data is right',
	endTag: 'the XML is closed to its last element',
	lineEnd: 'the last line has its end',
	json: 'the JSON could be read to its end',
};

/** A workbook of one report. */
export class ReportWorkbook implements Subject {
	readonly name: string;
	readonly source = 'the report';
	readonly empty = 'No transactions';
	readonly mimeType: string;
	readonly sink: TableSink;
	readonly groupColumns: number;
	readonly zone: string;
	readonly layout = moneyLayout(() => this.classifier);
	private readonly workbook: Workbook;
	private readonly classifier: Classifier;
	private readonly filters: ReadChoices['filters'];
	private checks: readonly Check[] = [];

	constructor({ read, groupBy, days = '', definition, isAcceptedOnly }: ReportTableChoices) {
		this.name = `${REPORT_SHEET} ${days}`.trim();
		this.classifier = new Classifier(definition, isAcceptedOnly);
		this.filters = read.filters;
		this.zone = read.timeZone;
		this.groupColumns = groupBy.length;
		this.workbook = new Workbook(this);
		this.mimeType = this.workbook.mimeType;
		this.sink = new TableSink(read, groupBy, true, this.workbook, this.classifier);
	}

	classify(cells: readonly string[]): Classified {
		return this.classifier.classify(cells);
	}

	/** What the user should know of the file. */
	get notices(): string[] {
		return [...this.workbook.warnings, ...this.classifier.notes()];
	}

	/** The file. What else there is to say of it is known when the last byte has been taken. */
	bytes(read: ReadThrough): OwnBytes {
		return this.workbook.bytes(async (gate) => {
			this.checks = await read(gate);
			this.sink.finish();
		});
	}

	get summary(): WorkbookSummary & { totalsNotes: string[] } {
		return { ...this.workbook.summary, totalsNotes: this.classifier.notes() };
	}

	/** What to know of the totals. */
	notes(): string[] {
		const { endNotice } = this.sink;
		return [...this.classifier.notes(), ...(endNotice === undefined ? [] : [endNotice])];
	}

	facts(rows: number): Fact[] {
		const { together: facts, whole, endNotice } = this.sink;
		const known = { ...facts, ...whole };
		const all: Array<readonly [string, ...Array<string | undefined>]> = [
			['Report', known.reportName],
			['Report ID', ...(whole?.reportIds ?? [facts.reportId])],
			['Report date', this.time(facts.reportDate)],
			['Start of period', this.time(known.periodStart)],
			['End of period', this.time(known.periodEnd)],
			[
				'Parts without transactions',
				...(whole === undefined ? [] : orNone(whole.partsWithoutData)),
			],
			['Organization', facts.organizationId],
			['Time zone of dates', this.zone],
			['Rows', number(rows)],
			['Row filter', ...this.filters.map(condition)],
			['End of the report', endNotice],
			['Checks made', ...this.checks.map((check) => CHECKS[check])],
		];
		// What is not known is left out.
		return all.flatMap(([label, ...texts]): Fact[] => {
			const given = texts.filter((text) => text !== undefined);
			return given.length === 0 ? [] : [[label, ...given]];
		});
	}

	private time(fact: string | undefined): string | undefined {
		if (fact === undefined) return undefined;
		const moment = new SpreadsheetTimes(this.zone).momentOf(fact);
		return typeof moment === 'string' ? fact : momentText(moment);
	}
}

const condition = ({ column, comparison, value }: ReadChoices['filters'][number]): string =>
	`${column} ${comparison} ${value}`.trim();

/** CSV for spreadsheets, of one report. */
export class ReportCsv {
	readonly mimeType: string;
	readonly sink: TableSink;
	private readonly csv: SpreadsheetCsv;

	constructor({ read }: ReportTableChoices, format: CsvFormat) {
		const { timeZone } = read;
		this.csv = new SpreadsheetCsv(new SpreadsheetTimes(timeZone), {
			format,
			zone: timeZone,
		});
		this.mimeType = this.csv.mimeType;
		this.sink = new TableSink(read, [], true, this.csv);
	}

	get notices(): string[] {
		return this.csv.findings.inWords(WARNINGS);
	}

	get summary(): { rows: number; differences: string[] } {
		return { rows: this.csv.rows, differences: this.csv.findings.inWords() };
	}

	bytes(read: ReadThrough): OwnBytes {
		return this.csv.bytes(async (gate) => {
			await read(gate);
			this.sink.finish();
		});
	}
}
