import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { ReportMetadata } from '../report/metadata';

/** Whatever n8n runs us in: both can store files, only a run can show hints. */
export type ReportContext = IExecuteFunctions | IPollFunctions;

/** n8n's own type of a stream; its module must not be imported by a community node. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Uint8Array
>;

export interface ReportStream {
	bytes: ByteStream;
	contentType: string;
	contentLength?: number;
	fileName?: string;
}

export interface ReportSource {
	stream: ReportStream;
	fileName: string;
	mimeType: string;
	metadata: ReportMetadata;
}
