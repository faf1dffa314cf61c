import type { IBinaryData } from 'n8n-workflow';
import { number, ReportProblem } from '../report/problem';
import { plainMimeType, safeFileName } from './fileName';
import type { ReportContext, ReportSource } from './source';

/** Streams the report to n8n's binary store; nothing of it is held in memory. */
export async function storeFile(
	context: ReportContext,
	{ stream, mimeType, fileName }: ReportSource,
): Promise<IBinaryData> {
	const type = plainMimeType(mimeType);
	let stored: IBinaryData;
	try {
		stored = await context.helpers.prepareBinaryData(
			stream.bytes,
			safeFileName(fileName, type),
			type,
		);
	} catch (error) {
		throw stream.broken?.(error) ?? error;
	}
	const { contentLength = 0 } = stream;
	// More than announced is what was zipped on its way.
	if (stored.bytes !== undefined && stored.bytes < contentLength) {
		throw new ReportProblem(
			`The report was cut off: ${number(stored.bytes)} of ${number(contentLength)} bytes arrived`,
			'Download it again. If it happens each time, ask the service.',
		);
	}
	return stored;
}
