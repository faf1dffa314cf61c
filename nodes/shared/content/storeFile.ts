import type { IBinaryData } from 'n8n-workflow';
import { number, ReportProblem } from '../report/problem';
import { plainMimeType, safeFileName } from './fileName';
import type { ReportContext, ReportSource } from './source';

/** Older versions of n8n leave the exact size to their store. */
const sizeOf = async (context: ReportContext, { bytes, id, data }: IBinaryData): Promise<number> =>
	bytes ??
	(id === undefined
		? Buffer.byteLength(data, 'base64')
		: (await context.helpers.getBinaryMetadata(id)).fileSize);

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
	const size = await sizeOf(context, stored);
	// More than announced is what was zipped on its way.
	if (size < contentLength) {
		throw new ReportProblem(
			`The report was cut off: ${number(size)} of ${number(contentLength)} bytes arrived`,
			'Download it again. If it happens each time, ask the service.',
		);
	}
	return stored;
}
