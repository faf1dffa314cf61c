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

/**
 * Reads a CSV or XML report, zipped or not, to its end or until the sink has enough. Tells what
 * of it was not a row.
 */
export async function readReport(
	{ bytes, mimeType, contentLength }: ReportBytes,
	choices: ReadChoices,
	sink: RowSink,
): Promise<LeftOut> {
	const report = await openReport(bytes, { mimeType, contentLength });
	if (report.format === 'xml') return await readXml(report.bytes, choices, sink);
	await readCsv(report, choices, sink);
	return new Map();
}
