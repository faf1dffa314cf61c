import type { IDataObject } from 'n8n-workflow';
import { readRowOptions } from '../../../nodes/shared/content/choices';
import type { TotalChoices } from '../../../nodes/shared/report/choices';
import { type Read, readReport } from '../../../nodes/shared/report/readReport';
import type { ReportMetadata } from '../../../nodes/shared/report/rowSink';
import { RowsSink } from '../../../nodes/shared/report/rowsSink';
import { TotalsSink } from '../../../nodes/shared/report/totalsSink';

export interface Reading {
	/** The bytes come in pieces of this size; in one piece if it is left out. */
	chunk?: number;
	contentLength?: number;
	mimeType?: string;
	metadata?: ReportMetadata;
	/** The connection breaks after the last byte. */
	breaks?: Error;
}

async function* pieces(bytes: Uint8Array, { chunk = bytes.length, breaks }: Reading) {
	for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
	if (breaks !== undefined) throw breaks;
}

const source = (report: string | Uint8Array, reading: Reading) => {
	const bytes = typeof report === 'string' ? Buffer.from(report) : report;
	return {
		bytes: pieces(bytes, reading),
		contentLength: reading.contentLength,
		mimeType: reading.mimeType ?? 'text/csv',
	};
};

/** The rows of a report, as a user's node would put them out. */
export async function rowsOf(
	report: string | Uint8Array,
	options: IDataObject = {},
	reading: Reading = {},
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	const choices = readRowOptions(options);
	const sink = new RowsSink(choices, reading.metadata ?? {}, (row) => rows.push(row));
	await readReport(source(report, reading), choices, sink);
	const { rows: early, upgraded } = sink.finish();
	return rows.map((row, index) => (index < early ? upgraded(row) : row));
}

/** What the reader says of a report. */
export async function readOf(
	report: string | Uint8Array,
	options: IDataObject = {},
	reading: Reading = {},
): Promise<Read> {
	const choices = readRowOptions(options);
	const sink = new RowsSink(choices, {}, () => undefined);
	return await readReport(source(report, reading), choices, sink);
}

async function summedUp(
	report: string | Uint8Array,
	totals: Partial<TotalChoices>,
	options: IDataObject,
): Promise<TotalsSink> {
	const choices = readRowOptions(options);
	const sink = new TotalsSink(choices, { groupBy: [], sumColumns: [], ...totals });
	await readReport(source(report, {}), choices, sink);
	return sink;
}

export async function totalsOf(
	report: string | Uint8Array,
	totals: Partial<TotalChoices> = {},
	options: IDataObject = {},
): Promise<IDataObject[]> {
	return (await summedUp(report, totals, options)).totals();
}

/** What is said of the totals of a report. */
export async function notesOf(
	report: string,
	options: IDataObject = {},
	totals: Partial<TotalChoices> = {},
): Promise<string[]> {
	const sink = await summedUp(report, totals, options);
	sink.totals();
	return sink.notes();
}

/** What the error of a failed reading says. */
export async function problemOf(reading: Promise<unknown>): Promise<string> {
	try {
		await reading;
	} catch (error) {
		return (error as Error).message;
	}
	throw new Error('The report was read without an error');
}
