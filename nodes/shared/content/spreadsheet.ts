import type { IDataObject } from 'n8n-workflow';

import { withoutNothing } from '../node/output';
import { storeBytes } from '../node/storeBytes';
import type { ReadChoices } from '../report/choices';
import { Classifier } from '../report/classifier';
import type { Gate } from '../spreadsheet/besideReading';
import { WARNINGS } from '../spreadsheet/findings';
import { moneyFigures } from '../spreadsheet/moneyTotal';
import { type CsvFormat, SpreadsheetCsv } from '../spreadsheet/spreadsheetCsv';
import { momentText, SpreadsheetTimes } from '../spreadsheet/values';
import { Workbook } from '../spreadsheet/workbook';
import type { OwnBytes } from '../spreadsheet/zip';
import type { ContentChoices, SpreadsheetChoices } from './choices';
import {
	begun,
	daysOf,
	fileNameOf,
	type HandedOver,
	isSent,
	notify,
	readAll,
	type ReportContext,
	type ReportSources,
	streamLike,
} from './reading';
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
	let done = { reports: 0 };
	const file = await storeBytes(context, {
		bytes: made.bytes(async (gate) => {
			done = await readAll(context, all, made.sink, gate);
		}),
		// Without a download there is nothing to take Node's streams from, and the rows are in memory anyway.
		toStream: first !== undefined && isSent(first) ? streamLike(first.stream) : undefined,
		fileName: first === undefined ? REPORT_SHEET : fileNameOf(first),
		mimeType: made.mimeType,
	});
	for (const notice of made.notices()) notify(context, `${notice}.`);
	const json = { ...made.sink.details, ...withoutNothing(made.summary()) };
	return { items: [{ json, binary: { [binaryPropertyName]: file } }], ...done };
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

/** Reads the reports, through the gate, into the sink of the file. */
type ReadThrough = (gate: Gate) => Promise<void>;

const REPORT_SHEET = 'Report';

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
	const workbook: Workbook = new Workbook({
		name: `${REPORT_SHEET} ${days}`.trim(),
		empty: 'No transactions',
		groupColumns: groupBy.length,
		layout: (totals) => moneyFigures(totals, classifier),
		zone: read.timeZone,
		classify: (cells) => classifier.classify(cells),
		notes: () => [...about(sink, read), ...classifier.notes(), ...Object.values(sink.ending)],
	});
	const sink: TableSink = new TableSink(read, groupBy, true, workbook, classifier);
	return {
		sink,
		mimeType: workbook.mimeType,
		bytes: (readThrough) =>
			workbook.bytes(async (gate) => {
				await readThrough(gate);
				sink.finish();
			}),
		notices: () => [...workbook.warnings, ...classifier.notes()],
		summary: () => ({ ...workbook.summary, totalsNotes: classifier.notes() }),
	};
}

/** What the sheet Totals says of a report before its figures. */
function about({ together, whole }: TableSink, { timeZone, filters }: ReadChoices): string[] {
	const times = new SpreadsheetTimes(timeZone);
	const time = (fact = '') => {
		const moment = times.momentOf(fact);
		return typeof moment === 'string' ? fact : momentText(moment);
	};
	const { reportName, reportDate, periodStart, periodEnd } = { ...together, ...whole };
	const period = [time(periodStart), time(periodEnd)].filter(Boolean).join(' to ');
	return [
		[reportName, period || reportDate, timeZone].filter(Boolean).join(', '),
		...(whole?.partsWithoutData ?? []).map((part) => `No transactions: ${part}`),
		...filters.map((filter) => `Row filter: ${condition(filter)}`),
	];
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
