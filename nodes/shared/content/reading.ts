import { DateTime, IANAZone } from 'luxon';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IPollFunctions,
	sleep,
} from 'n8n-workflow';

import { showHint } from '../node/output';
import { HOUR, parseTime } from '../period/times';
import { Refusal } from '../problem';
import type { Bytes } from '../report/bytes';
import type { RowChoices, ReportMetadata } from '../report/choices';
import { zoneSourceOfColumn } from '../report/columns';
import { readReport, readJsonReport } from '../report/readReport';
import type { ReportSink } from '../report/reportSink';
import type { FormatTime } from '../report/rowsSink';
import type { Throttle } from '../spreadsheet/table';
import { formatCellTime, SpreadsheetTimes } from '../spreadsheet/values';
import { secretsOfRun } from '../transport/secrets';
import type { Download } from '../transport/stream';

export type ReportSources = Iterable<ReportSource> | AsyncIterable<ReportSource>;

export interface ItemsAndRowCount {
	items: INodeExecutionData[];
	/** Before the filter. Undefined if rows weren't read. */
	rowsRead?: number;
}

/** Reads all reports into one sink. */
export async function readIntoSink(
	context: ExecuteOrPoll,
	sources: ReportSources,
	sink: ReportSink,
	throttle: Throttle = (source) => source,
): Promise<void> {
	for await (const source of sources) {
		const { json, metadata } = source;
		sink.nextReport(metadataInOwnZone(metadata));
		if (isStreamed(source)) {
			await addPartToErrors(source, async () => {
				const { stream, mimeType } = source;
				const bytes = throttle(explainStreamErrors(stream));
				await readReport({ ...stream, bytes, mimeType }, sink);
			});
		} else if (json !== undefined)
			await readJsonReport(throttle(inPieces(json.rows)), json.columns, sink);
	}
	for (const notice of sink.notices) showNotice(context, notice);
}

const ROWS_AT_ONCE = 500;

/** Gives the event loop its turns. */
async function* inPieces(rows: readonly IDataObject[]) {
	for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
		yield rows.slice(start, start + ROWS_AT_ONCE);
		await sleep(0);
	}
}

/** In milliseconds. */
const MAX_TURN = 20;

/** A loop that doesn't hold up the event loop. */
export async function repeatYielding(count: number, work: (index: number) => void): Promise<void> {
	let turn = performance.now();
	for (let index = 0; index < count; index++) {
		work(index);
		if (performance.now() - turn < MAX_TURN) continue;
		await sleep(0);
		turn = performance.now();
	}
}

export async function addPartToErrors(
	{ part, stream }: StreamedReport,
	work: () => Promise<void>,
): Promise<void> {
	try {
		await work();
	} catch (error) {
		stream.bytes.destroy();
		throw inPart(error, part);
	}
}

const inPart = (error: unknown, part?: string): unknown =>
	part !== undefined && error instanceof Refusal
		? new Refusal(error.problems, `This is in ${part}. ${error.advice ?? ''}`.trim())
		: error;

export interface ReportsWithZone {
	first?: ReportSource;
	all: AsyncIterable<ReportSource>;
	/** How to read them, with the zone of the output. */
	zoned: RowChoices;
}

export async function withZoneOfFirst(
	sources: ReportSources,
	read: RowChoices,
): Promise<ReportsWithZone> {
	const each = async function* () {
		yield* sources;
	};
	const others = each();
	const { done, value } = await others.next();
	const first = done ? undefined : value;
	const all = async function* () {
		if (first !== undefined) yield first;
		yield* others;
	};
	return {
		first,
		all: all(),
		zoned: { ...read, timeZone: zoneOf(read.timeZone, first?.metadata.timeZone) },
	};
}

export async function* explainStreamErrors(stream: ReportStream): Bytes {
	try {
		yield* stream.bytes as Bytes;
	} catch (error) {
		throw stream.broken?.(error) ?? error;
	}
}

export function showNotice(context: ExecuteOrPoll, message: string | undefined): void {
	if (message === undefined) return;
	context.logger.warn(secretsOfRun(context).hide(message));
	if ('addExecutionHints' in context) showHint(context, message);
}

/** Both can store files. Only a run can show hints. */
export type ExecuteOrPoll = IExecuteFunctions | IPollFunctions;

type ReportStream = Pick<Download, 'bytes'> & Partial<Download>;

export interface ReportSource {
	/** Undefined if it came as JSON, or if there are no transactions. */
	stream?: ReportStream;
	json?: { columns: readonly string[]; rows: readonly IDataObject[] };
	/** Without the period. */
	fileName: string;
	mimeType: string;
	metadata: ReportMetadata;
	/** For errors: "part 2 of 5". */
	part?: string;
	/** Identifies the report, if it can be read in batches. */
	key?: string;
	whole?: SplitReport;
	/** Its type, which says what an amount is. */
	definition?: string;
	/** Whether the service leaves out what was declined. */
	isAcceptedOnly?: boolean;
}

/** An order that comes in parts. */
export interface SplitReport {
	reportName: string;
	periodStart: string;
	periodEnd: string;
	reportIds: readonly string[];
	/** Complete when all parts have been read. */
	partsWithoutData: string[];
}

/** Call it when all parts have been read. */
export const describeEmptyParts = ({
	whole,
}: Partial<Pick<ReportSource, 'whole'>> = {}): string[] =>
	(whole?.partsWithoutData ?? []).map((part) => `No data: ${part}`);

export type StreamedReport = ReportSource & { stream: ReportStream };

export const isStreamed = (source: ReportSource): source is StreamedReport =>
	source.stream !== undefined;

export const USE_REPORT_ZONE = 'report';

export const zoneIfValid = (zone = ''): string | undefined =>
	IANAZone.isValidZone(zone) ? zone : undefined;

function zoneOf(chosen: string, own = ''): string {
	if (chosen !== '' && chosen !== USE_REPORT_ZONE) return chosen;
	return zoneIfValid(own) ?? 'UTC';
}

/** Without a zone, times stay as they are. */
export function timeFormatterIfChosen(
	read: RowChoices,
	zone: string,
	own?: string,
): FormatTime | undefined {
	if (read.timeZone === '') return undefined;
	const times = new SpreadsheetTimes(zone, own);
	return (text, column) => {
		const moment = times.momentOf(text, zoneSourceOfColumn(column));
		return typeof moment === 'string' ? undefined : formatCellTime(moment);
	};
}

/** A day may have 25 hours. */
const LONGEST_DAY = 25 * HOUR;

/** In the report's zone: "2026-11-16", "2026-11-09 to 2026-11-15", or '' if unknown. */
export function formatDayRange({
	periodStart,
	periodEnd,
	reportDate = '',
	timeZone,
}: ReportMetadata): string {
	const start = parseTime(periodStart);
	const end = parseTime(periodEnd);
	if (start === undefined || end === undefined) return reportDate;
	const zone = zoneOf('', timeZone);
	const dayOf = (time: number) => DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd');
	const first = dayOf(start);
	const last = end - start > LONGEST_DAY ? dayOf(end - 1) : first;
	return first === last ? first : `${first} to ${last}`;
}

export function fileNameWithDays({ fileName, whole, metadata }: ReportSource): string {
	const days = formatDayRange({ ...metadata, ...whole });
	const name = (whole?.reportName ?? fileName).replace(/\.(csv|xml|gz)$/i, '');
	return name.includes(days) ? name : `${name} ${days}`;
}

export const REPORT_DATE_FIELDS = [
	'periodStart',
	'periodEnd',
	'reportDate',
	'reportCompletedTime',
] as const;

export const pickReportDates = (metadata: ReportMetadata): IDataObject =>
	Object.fromEntries(
		REPORT_DATE_FIELDS.filter((name) => metadata[name] !== undefined).map((name) => [
			name,
			metadata[name],
		]),
	);

export function metadataInOwnZone(metadata: ReportMetadata): ReportMetadata {
	const zone = zoneIfValid(metadata.timeZone);
	const inZone = (text: string): string => {
		const time = /T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? parseTime(text) : undefined;
		return time === undefined ? text : (DateTime.fromMillis(time, { zone }).toISO() ?? text);
	};
	const own = { ...metadata };
	for (const name of REPORT_DATE_FIELDS)
		if (zone && metadata[name]) own[name] = inZone(metadata[name]);
	return own;
}
