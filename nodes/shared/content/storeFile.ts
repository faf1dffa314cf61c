import type { IBinaryData } from 'n8n-workflow';
import { ReportProblem } from '../report/problem';
import { plainMimeType, safeFileName } from './fileName';
import type { ReportContext, ReportSource } from './source';

/** Streams the report to n8n's binary store; nothing of it is held in memory. */
export async function storeFile(
	context: ReportContext,
	source: ReportSource,
): Promise<IBinaryData> {
	const { bytes, contentLength } = source.stream;
	const mimeType = plainMimeType(source.mimeType);
	const stored = await context.helpers.prepareBinaryData(
		bytes,
		safeFileName(source.fileName, mimeType),
		mimeType,
	);
	if (contentLength !== undefined && stored.bytes !== undefined && stored.bytes !== contentLength) {
		throw new ReportProblem(
			`The report was cut off: ${stored.bytes} of ${contentLength} bytes arrived`,
			'Download it again. If it happens each time, ask the service.',
		);
	}
	return stored;
}
