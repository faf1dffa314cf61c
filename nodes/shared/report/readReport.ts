import { type Ending, isProven } from '../ending';
import { type Announced, type Bytes, checked, type OpenReport, openReport } from './bytes';
import type { ReadChoices } from './choices';
import { readCsv } from './csv/csvReader';
import { notAReport, type Redact } from './notAReport';
import type { CsvPlace, ReportPlace, XmlPlace } from './place';
import { asReport, following, formatOf, Trail } from './place';
import { notTheSame } from './refusals';
import type { RowSink } from './rowSink';
import type { LeftOut } from './xml/wrappers';
import { readXml } from './xml/xmlReader';

export interface ReportBytes extends Announced {
	bytes: Bytes;
	mimeType: string;
	/** How the connection shows that they are all; to be asked after the last one. */
	ending?: () => Ending;
	/** Which byte of the report they begin with, where they are not all of it. */
	from?: number;
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
	/** The only line of it, where that may be the names of columns or a message. */
	unclear?: string;
	/** Where the row begins that the sink did not take; only where it was asked for. */
	place?: ReportPlace;
}

interface Batch {
	/** Where the one before ended. */
	place?: ReportPlace;
}

/** Reads a CSV or XML report, zipped or not, to its end or until the sink has enough. */
export async function readReport(
	source: ReportBytes,
	choices: ReadChoices,
	sink: RowSink,
	batch?: Batch,
): Promise<Read> {
	const { contentLength, ending } = source;
	const hasLength = () =>
		ending === undefined ? contentLength !== undefined : ending() === 'length';
	const endIsProven = () => (ending === undefined ? hasLength() : isProven(ending()));
	const place = batch?.place;
	const trail = batch === undefined ? undefined : new Trail(place);
	const report = await open(source, endIsProven, place, trail);
	const isXml = report.format === 'xml';
	const xml = isXml ? await readXml(report, choices, sink, place?.xml) : undefined;
	const csv = isXml ? undefined : await readCsv(report, choices, sink, place?.csv);
	const stop = (xml ?? csv)?.stop;
	const checks: Check[] = [];
	if (hasLength()) checks.push('length');
	if (report.isZipped || ending?.() === 'unpacked') checks.push('checksum');
	if (isXml) checks.push('endTag');
	else if (!report.endIsProven() && !csv?.hasOpenEnd) checks.push('lineEnd');
	const isUnknown = !isXml && !report.isZipped && ending?.() === 'unknown';
	return {
		leftOut: xml?.leftOut ?? new Map(),
		checks,
		mayLack: isUnknown ? 'rows' : csv?.hasOpenEnd ? 'endOfLine' : undefined,
		isNothing: report.isNothing,
		unclear: csv?.unclear,
		place: stop && trail && placeOf(stop, trail, report),
	};
}

const placeOf = (stop: CsvPlace | XmlPlace, trail: Trail, { lead }: OpenReport): ReportPlace => ({
	lead,
	...trail.marks(stop),
	...('tags' in stop ? { xml: stop } : { csv: stop }),
});

/** The report, from a place on where there is one. */
async function open(
	{ bytes, mimeType, contentLength, isExact, redact, from = 0 }: ReportBytes,
	endIsProven: () => boolean,
	place: ReportPlace | undefined,
	trail: Trail | undefined,
): Promise<OpenReport> {
	const isPart = place !== undefined && from > 0;
	const report: OpenReport = isPart
		? {
				format: formatOf(place),
				lead: place.lead,
				bytes: checked(bytes, { contentLength, isExact }),
				isZipped: false,
				isNothing: false,
				endIsProven,
				noReport: () => notAReport('', redact),
			}
		: await openReport(bytes, { mimeType, contentLength, isExact, isProven: endIsProven, redact });
	if (place === undefined) {
		return trail === undefined ? report : { ...report, bytes: trail.follow(report.bytes) };
	}
	if (report.format !== formatOf(place) || report.lead !== place.lead) throw notTheSame();
	const start = isPart ? from - (place.lead ?? 0) : 0;
	const rest = following(report.bytes, place, start);
	return { ...report, bytes: asReport(trail?.follow(rest) ?? rest, place) };
}
