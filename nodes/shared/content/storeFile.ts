import type { IBinaryData } from 'n8n-workflow';
import { storeBytes } from '../node/storeBytes';
import type { ReportContext, ReportSource } from './source';

/** Streams the report to n8n's binary store; nothing of it is held in memory. */
export async function storeFile(
	context: ReportContext,
	{ stream, mimeType, fileName }: ReportSource,
): Promise<IBinaryData> {
	try {
		return await storeBytes(context, { bytes: stream.bytes, fileName, mimeType });
	} catch (error) {
		throw stream.broken?.(error) ?? error;
	}
}
