import { type Bytes, openReport } from './bytes';
import type { ReadChoices } from './choices';
import { readCsv } from './csv/csvReader';
import type { RowSink } from './rowSink';
import type { LeftOut } from './xml/wrappers';
import { readXml } from './xml/xmlReader';

export interface ReportBytes {
	bytes: Bytes;
	mimeType: string;
	/** As the service announced it, of the bytes as they come. */
	contentLength?: number;
}

/** How it is known that a report is whole. */
export type Check = 'length' | 'checksum' | 'endTag' | 'lineEnd';

export interface Read {
	/** What of it was not a row. */
	leftOut: LeftOut;
	checks: Check[];
}

/** Reads a CSV or XML report, zipped or not, to its end or until the sink has enough. */
export async function readReport(
	{ bytes, mimeType, contentLength }: ReportBytes,
	choices: ReadChoices,
	sink: RowSink,
): Promise<Read> {
	const report = await openReport(bytes, { mimeType, contentLength });
	const isXml = report.format === 'xml';
	const leftOut: LeftOut = isXml ? await readXml(report.bytes, choices, sink) : new Map();
	if (!isXml) await readCsv(report, choices, sink);
	const checks: Check[] = [];
	if (contentLength !== undefined) checks.push('length');
	if (report.isZipped) checks.push('checksum');
	if (isXml) checks.push('endTag');
	else if (!report.endIsProven && choices.openEnd !== 'accept') checks.push('lineEnd');
	return { leftOut, checks };
}
