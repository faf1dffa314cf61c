import { openReport } from './bytes';
import type { Bytes } from './bytes';
import type { ReadChoices } from './choices';
import { readCsv } from './csv/csvReader';
import type { RowSink } from './rowSink';

export interface ReportBytes {
	bytes: Bytes;
	mimeType: string;
	/** As the service announced it, of the bytes as they come. */
	contentLength?: number;
}

/** Reads a CSV or XML report, zipped or not, to its end or until the sink has enough. */
export async function readReport(
	{ bytes, mimeType, contentLength }: ReportBytes,
	choices: ReadChoices,
	sink: RowSink,
): Promise<void> {
	const report = await openReport(bytes, { mimeType, contentLength });
	if (report.format === 'csv') await readCsv(report, choices, sink);
}
