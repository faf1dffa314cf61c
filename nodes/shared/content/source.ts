import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { PassingRefusal, type Refusal } from '../problem';
import type { ReportMetadata } from '../report/rowSink';
import type { ServiceStream } from '../transport/stream';

/** Whatever n8n runs us in: both can store files, only a run can show hints. */
export type ReportContext = IExecuteFunctions | IPollFunctions;

export interface ReportStream {
	bytes: ServiceStream['bytes'];
	contentType: string;
	ending?: ServiceStream['ending'];
	/** Hides secrets in what an error shows of the body. */
	redact?: ServiceStream['redact'];
	/** Puts an error of the connection into words. */
	broken?(error: unknown): Error;
}

/** What was ordered where it comes in parts. */
export interface WholeReport {
	reportName: string;
	startTime: string;
	endTime: string;
	/** Of the parts that there are. */
	reportIds: readonly string[];
	/** The names of the parts that have no transactions; known when all were asked for. */
	partsWithoutData: string[];
}

export interface ReportSource {
	stream: ReportStream;
	fileName: string;
	mimeType: string;
	metadata: ReportMetadata;
	/** How errors call it, where it is one of several: "part 2 of 5". */
	part?: string;
	/** What tells it from every other report, where it can be read in batches. */
	key?: string;
	/** What it is a part of. */
	whole?: WholeReport;
	/** Whether the service leaves out what was declined. */
	isAcceptedOnly?: boolean;
	/** Told how many rows it has, once it was read to the end. */
	onRead?: (rows: number) => void;
}

/** A report without rows has its column names or its root element at least. */
export const isNothing = (): Refusal =>
	new PassingRefusal(
		'The service sent a file with nothing in it, not even column names',
		'The report may not be ready yet. Try again later, or ask the service.',
	);
