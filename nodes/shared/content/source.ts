import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { ReportMetadata } from '../report/rowSink';
import type { ServiceStream } from '../transport/stream';

/** Whatever n8n runs us in: both can store files, only a run can show hints. */
export type ReportContext = IExecuteFunctions | IPollFunctions;

export interface ReportStream {
	bytes: ServiceStream['bytes'];
	contentType: string;
	ending?: ServiceStream['ending'];
	edges?: ServiceStream['edges'];
	/** Puts an error of the connection into words. */
	broken?(error: unknown): Error;
}

export interface ReportSource {
	stream: ReportStream;
	fileName: string;
	mimeType: string;
	metadata: ReportMetadata;
	/** How errors call it, where it is one of several: "part 2 of 5". */
	part?: string;
}
