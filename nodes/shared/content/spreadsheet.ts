import type { IDataObject } from 'n8n-workflow';

import { withoutNothing } from '../node/output';
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
import { orNone, Workbook } from '../spreadsheet/workbook';
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
	const made = format === 'xlsx' ? reportWorkbook(table) : reportCsv(table, format);
	made.sink.whole = first?.whole;
	let control = new Control().total();
	const file = await storeBytes(context, {
		bytes: made.bytes(async (gate) => {
			control = await readAll(context, all, choices, made.sink, { gate });
			return control.checked;
		}),
		// Without a download there is nothing to take Node's streams from, and the rows are in memory anyway.
		toStream: first !== undefined && isSent(first) ? streamLike(first.stream) : undefined,
		fileName: first === undefined ? REPORT_SHEET : fileNameOf(first),
		mimeType: made.mimeType,
	});
	for (const notice of made.notices()) notify(context, `${notice}.`);
	const json = { ...made.sink.details, ...withoutNothing(made.summary()) };
	return { items: [{ json, binary: { [binaryPropertyName]: file } }], control };
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

/** A file of one report. What there is to say of it is known when its last byte has been taken. */
interface ReportFile {
	sink: TableSink;
	mimeType: string;
	bytes: (read: ReadThrough) => OwnBytes;
	/** What the user should know of it. */
	notices: () => string[];
	summary: () => IDataObject;
}

export function reportWorkbook({
	read,
	groupBy,
	days = '',
	definition,
	isAcceptedOnly,
}: ReportTableChoices): ReportFile {
	const classifier = new Classifier(definition, isAcceptedOnly);
	let checks: readonly Check[] = [];
	const workbook: Workbook = new Workbook({
		name: `${REPORT_SHEET} ${days}`.trim(),
		source: 'the report',
		empty: 'No transactions',
		groupColumns: groupBy.length,
		layout: moneyLayout(() => classifier),
		zone: read.timeZone,
		classify: (cells) => classifier.classify(cells),
		notes: () => [...classifier.notes(), ...Object.values(sink.ending)],
		facts: (rows) => factsOf(sink, read, rows, checks),
	});
	const sink: TableSink = new TableSink(read, groupBy, true, workbook, classifier);
	return {
		sink,
		mimeType: workbook.mimeType,
		bytes: (readThrough) =>
			workbook.bytes(async (gate) => {
				checks = await readThrough(gate);
				sink.finish();
			}),
		notices: () => [...workbook.warnings, ...classifier.notes()],
		summary: () => ({ ...workbook.summary, totalsNotes: classifier.notes() }),
	};
}

/** What the sheet About says of a report; what is not known is left out. */
function factsOf(
	{ together: facts, whole, endNotice }: TableSink,
	{ timeZone, filters }: ReadChoices,
	rows: number,
	checks: readonly Check[],
): Fact[] {
	const times = new SpreadsheetTimes(timeZone);
	const time = (fact = '') => {
		const moment = times.momentOf(fact);
		return typeof moment === 'string' ? fact : momentText(moment);
	};
	const known = { ...facts, ...whole };
	const all: Array<readonly [string, ...Array<string | undefined>]> = [
		['Report', known.reportName],
		['Report ID', ...(whole?.reportIds ?? [facts.reportId])],
		['Report date', time(facts.reportDate)],
		['Start of period', time(known.periodStart)],
		['End of period', time(known.periodEnd)],
		['Parts without transactions', ...(whole === undefined ? [] : orNone(whole.partsWithoutData))],
		['Organization', facts.organizationId],
		['Time zone of dates', timeZone],
		['Rows', number(rows)],
		['Row filter', ...filters.map(condition)],
		['End of the report', endNotice],
		['Checks made', ...checks.map((check) => CHECKS[check])],
	];
	return all.flatMap(([label, ...texts]): Fact[] => {
		const given = texts.filter((text) => text !== undefined && text !== '') as string[];
		return given.length === 0 ? [] : [[label, ...given]];
	});
}

const condition = ({ column, comparison, value }: ReadChoices['filters'][number]): string =>
	`${column} ${comparison} ${value}`.trim();

/** CSV for spreadsheets. */
export function reportCsv({ read }: ReportTableChoices, format: CsvFormat): ReportFile {
	const { timeZone: zone } = read;
	const csv = new SpreadsheetCsv(new SpreadsheetTimes(zone), { format, zone });
	const sink = new TableSink(read, [], true, csv);
	return {
		sink,
		mimeType: csv.mimeType,
		bytes: (readThrough) =>
			csv.bytes(async (gate) => {
				await readThrough(gate);
				sink.finish();
			}),
		notices: () => csv.findings.inWords(WARNINGS),
		summary: () => ({ rows: csv.rows, differences: csv.findings.inWords() }),
	};
}
