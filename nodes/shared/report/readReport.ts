import type { Ending } from '../ending';
import type { AskingSink } from './askingSink';
import { type Bytes, openReport } from './bytes';
import type { ReadChoices } from './choices';
import { readCsv } from './csv/csvReader';
import type { Redact } from './refusals';
import type { LeftOut } from './xml/wrappers';
import { readXml } from './xml/xmlReader';

export interface ReportBytes {
	bytes: Bytes;
	mimeType: string;
	/** How the connection shows that they are all; to be asked after the last one. */
	ending?: () => Ending;
	/** Hides secrets in what an error shows of it. */
	redact?: Redact;
}

/** How it is known that a report is whole; `json`: one that is cut off cannot be read as JSON at all. */
export type Check = 'length' | 'checksum' | 'endTag' | 'lineEnd' | 'json';

export interface Read {
	/** What of it was not a row. */
	leftOut: LeftOut;
	checks: Check[];
	/** What may be missing, as far as neither the connection nor the report shows that it is all there. */
	mayLack?: 'rows' | 'endOfLine';
	/** Whether it has not a single byte. */
	isNothing: boolean;
}

/** Reads a CSV or XML report, zipped or not, to its end or until the sink has enough. */
export async function readReport(
	{ bytes, mimeType, ending, redact }: ReportBytes,
	choices: ReadChoices,
	sink: AskingSink,
): Promise<Read> {
	const isEndProven = () => ending?.() === 'length';
	const report = await openReport(bytes, { mimeType, isProven: isEndProven, redact });
	const { isNothing, isZipped } = report;
	const checks: Check[] = [];
	const connection = () => {
		if (ending?.() === 'length') checks.push('length');
		if (isZipped) checks.push('checksum');
	};
	if (report.format === 'xml') {
		const leftOut = await readXml(report, sink);
		connection();
		return { leftOut, checks: [...checks, 'endTag'], isNothing };
	}
	const hasOpenEnd = await readCsv(report, choices, sink);
	connection();
	if (!report.endIsProven() && !hasOpenEnd) checks.push('lineEnd');
	const isUnknown = !isZipped && ending?.() === 'unknown';
	const mayLack = isUnknown ? 'rows' : hasOpenEnd ? 'endOfLine' : undefined;
	return { leftOut: new Map(), checks, mayLack, isNothing };
}
