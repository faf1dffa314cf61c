import type { IBinaryData } from 'n8n-workflow';
import { refusal } from '../problem';
import { number } from '../report/refusals';
import type { ReportContext, ReportSource } from './source';

const EXTENSIONS = new Map(
	Object.entries({
		'text/csv': 'csv',
		'application/csv': 'csv',
		'application/xml': 'xml',
		'text/xml': 'xml',
		'application/json': 'json',
		'application/hal+json': 'json',
		'application/gzip': 'gz',
		'application/x-gzip': 'gz',
		'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
	}),
);

/** "text/csv; charset=utf-8" is "text/csv". */
const plainMimeType = (mimeType: string): string => mimeType.split(';', 1)[0].trim().toLowerCase();

/**
 * A name that a file system, a mail attachment and a drive take: no folders, no characters that
 * Windows forbids, and the extension of the content.
 */
function safeFileName(name: string, mimeType: string): string {
	const base = name
		.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-')
		.replace(/^[\s.-]+|[\s.]+$/g, '')
		.slice(0, 200);
	const extension = EXTENSIONS.get(plainMimeType(mimeType));
	const named = base === '' ? 'report' : base;
	if (extension === undefined || named.toLowerCase().endsWith(`.${extension}`)) return named;
	return `${named}.${extension}`;
}

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
		throw refusal(
			`The report was cut off: ${number(size)} of ${number(contentLength)} bytes arrived`,
			'Download it again. If it happens each time, ask the service.',
		);
	}
	return stored;
}
