import type { Ending } from '../ending';
import type { ReportSink } from './reportSink';
import { type Bytes, openReport } from './bytes';
import { CsvReader } from './csv/csvReader';
import type { Redact } from './refusals';
import { XmlReader } from './xml/xmlReader';

export interface ReportBytes {
	bytes: Bytes;
	mimeType: string;
	/** How the connection shows that they are all; to be asked after the last one. */
	ending?: () => Ending;
	/** Hides secrets in what an error shows of it. */
	redact?: Redact;
}

export interface ReadResult {
	/** What may be missing, as far as neither the connection nor the report shows that it is all there. */
	mayLack?: 'rows' | 'endOfLine';
	/** Whether it has not a single byte. */
	isNothing: boolean;
}

/** Reads a CSV or XML report to its end, or until the sink has enough. */
export async function readReport(
	{ bytes, mimeType, ending, redact }: ReportBytes,
	sink: ReportSink,
): Promise<ReadResult> {
	const report = await openReport(bytes, { mimeType, redact });
	const { isNothing } = report;
	if (report.format === 'xml') {
		await new XmlReader(sink, report.noReport).read(report.bytes);
		return { isNothing };
	}
	const reader = new CsvReader(sink, report, () => ending?.() === 'length');
	await reader.read(report.bytes);
	const mayLack = ending?.() === 'unknown' ? 'rows' : reader.hasOpenEnd ? 'endOfLine' : undefined;
	return { mayLack, isNothing };
}
