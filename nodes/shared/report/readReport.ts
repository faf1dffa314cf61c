import { type Bytes, openReport } from './bytes';
import type { ReadChoices } from './choices';
import { readCsv } from './csv/csvReader';
import type { Redact } from './notAReport';
import type { RowSink } from './rowSink';
import { type LeftOut, NOTHING_LEFT_OUT } from './xml/wrappers';
import { readXml } from './xml/xmlReader';

export interface ReportBytes {
	bytes: Bytes;
	mimeType: string;
	/** As the service announced it, of the bytes as they come. */
	contentLength?: number;
	/** How the connection shows that they are all; to be asked after the last one. */
	ending?: () => Ending;
	/** Hides secrets in what an error shows of it. */
	redact?: Redact;
}

/**
 * `length`: as many bytes as announced; `chunks`: the last chunk says so; `twice`: and a second download ended in
 * the same way; `unknown`: it looks like a cut.
 */
type Ending = 'length' | 'chunks' | 'twice' | 'unknown';

/** How it is known that a report is whole; `json`: one that is cut off cannot be read as JSON at all. */
export type Check = 'length' | 'checksum' | 'endTag' | 'lineEnd' | 'json';

export interface Read {
	/** What of it was not a row. */
	leftOut: LeftOut;
	checks: Check[];
	/** Whether nothing shows that there was no more: neither the connection nor the report. */
	mayBeCut: boolean;
	/** The only line of it, where that may be the names of columns or a message. */
	unclear?: string;
}

/** Reads a CSV or XML report, zipped or not, to its end or until the sink has enough. */
export async function readReport(
	{ bytes, mimeType, contentLength, ending, redact }: ReportBytes,
	choices: ReadChoices,
	sink: RowSink,
): Promise<Read> {
	const hasLength = () =>
		ending === undefined ? contentLength !== undefined : ending() === 'length';
	const isProven = () => hasLength() || ending?.() === 'twice';
	const report = await openReport(bytes, { mimeType, contentLength, isProven, redact });
	const isXml = report.format === 'xml';
	const leftOut = isXml ? await readXml(report, choices, sink) : NOTHING_LEFT_OUT;
	const unclear = isXml ? undefined : await readCsv(report, choices, sink);
	const checks: Check[] = [];
	if (hasLength()) checks.push('length');
	if (report.isZipped) checks.push('checksum');
	if (isXml) checks.push('endTag');
	else if (!report.endIsProven() && choices.openEnd !== 'accept') checks.push('lineEnd');
	const mayBeCut = !isXml && !report.isZipped && ending?.() === 'unknown';
	return { leftOut, checks, mayBeCut, unclear };
}
