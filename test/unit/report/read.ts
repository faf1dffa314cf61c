import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { readContentChoices, readRowChoices } from '../../../nodes/shared/content/choices';
import type { ReportSource } from '../../../nodes/shared/content/reading';
import { toOutput } from '../../../nodes/shared/content/toOutput';
import type { RowChoices, ReportMetadata } from '../../../nodes/shared/report/choices';
import type { Completeness } from '../../../nodes/shared/completeness';
import { type Refusal, TransientRefusal } from '../../../nodes/shared/problem';
import { readReport } from '../../../nodes/shared/report/readReport';
import { RowsSink } from '../../../nodes/shared/report/rowsSink';

/** A reader looks at a report once so much of it has arrived. Only what comes after this is read in pieces. */
export const CSV_LEAD = '\n'.repeat(1 << 10);
export const XML_LEAD = `<!--${' '.repeat(1 << 18)}-->`;

export interface Reading {
	/** How the report begins: it arrives at once, before the pieces. */
	lead?: string;
	/** The bytes come in pieces of this size; in one piece if it is left out. */
	chunk?: number;
	/** How the connection shows that they are all. */
	completeness?: Completeness;
	mimeType?: string;
	metadata?: ReportMetadata;
	/** The connection breaks after the last byte. */
	breaks?: Error;
}

/** How a report is read with these options. */
export function choicesOf({ filters, metadataColumns, ...options }: IDataObject): RowChoices {
	const read = readRowChoices({ ...options, rowFilter: filters });
	return metadataColumns === undefined
		? read
		: { ...read, metadataColumns: metadataColumns as RowChoices['metadataColumns'] };
}

async function* pieces(bytes: Uint8Array, { lead, chunk = bytes.length, breaks }: Reading) {
	if (lead !== undefined) yield Buffer.from(lead);
	for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
	if (breaks !== undefined) throw breaks;
}

const source = (report: string | Uint8Array, reading: Reading) => {
	const bytes = typeof report === 'string' ? Buffer.from(report) : report;
	return {
		bytes: pieces(bytes, reading),
		completeness: reading.completeness && (() => reading.completeness as Completeness),
		mimeType: reading.mimeType ?? 'text/csv',
	};
};

/** The rows of a report, as a user's node would put them out. */
export async function rowsOf(
	report: string | Uint8Array,
	options: IDataObject = {},
	reading: Reading = {},
): Promise<IDataObject[]> {
	return (await rowsWithNotices(report, options, reading)).rows;
}

/** The same with what is said of them above the output. */
export async function rowsWithNotices(
	report: string | Uint8Array,
	options: IDataObject = {},
	reading: Reading = {},
): Promise<{ rows: IDataObject[]; notices: string[] }> {
	const rows: IDataObject[] = [];
	const about = { definition: options.definition as string };
	const sink = new RowsSink(choicesOf(options), (row) => rows.push(row), undefined, about);
	sink.nextReport(reading.metadata ?? {});
	await readReport(source(report, reading), sink);
	const { rows: early, upgraded } = sink.finish();
	return {
		rows: rows.map((row, index) => (index < early ? upgraded(row) : row)),
		notices: sink.notices.filter((notice) => notice !== undefined),
	};
}

/** What the reader says of the end of a report. */
export async function endNoticeOf(
	report: string | Uint8Array,
	options: IDataObject = {},
	reading: Reading = {},
): Promise<string | undefined> {
	const sink = new RowsSink(choicesOf(options), () => undefined);
	await readReport(source(report, reading), sink);
	return sink.ending.endNotice;
}

const withShortZeros = (total: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(total).map(([name, sum]) => [name, sum === '0.00' ? '0' : sum]),
	);

/** The totals of a report, where zeros have no decimals but for `exact`, and what is said of them above the output. */
export async function totaled(
	report: string | Uint8Array,
	groupBy: string[] = [],
	{ definition, isAcceptedOnly, ...options }: IDataObject = {},
): Promise<{ totals: IDataObject[]; exact: IDataObject[]; notices: string[] }> {
	const notices: string[] = [];
	const context = {
		logger: { warn: (notice: string) => notices.push(notice) },
	} as unknown as IExecuteFunctions;
	const { bytes, mimeType, completeness } = source(report, { completeness: 'length' });
	const stream = { bytes: Readable.from(bytes), contentType: mimeType, completeness };
	const about = { fileName: 'r', metadata: {}, definition, isAcceptedOnly };
	const reports = [{ stream, mimeType, ...about } as ReportSource];
	const usual = readContentChoices((_, fallback) => fallback);
	const choices = { ...usual, output: 'totals', read: choicesOf(options), groupBy } as const;
	const { items } = await toOutput(context, reports, choices);
	const exact = items.map(({ json }) => json);
	return { totals: exact.map(withShortZeros), exact, notices };
}

/** What the error of a failed reading says and advises, and whether another try may help. */
export async function problemOf(reading: Promise<unknown>): Promise<string> {
	try {
		await reading;
	} catch (error) {
		const { message, advice } = error as Refusal;
		return `${message}. ${advice}${error instanceof TransientRefusal ? ' (may pass)' : ''}`;
	}
	throw new Error('The report was read without an error');
}
