import type { IBinaryData } from 'n8n-workflow';
import { refusal } from '../problem';
import { endsAsWhole } from '../report/fileEnd';
import { refuseNothing, type ReportContext, type ReportSource } from './source';

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
		.replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '')
		.slice(0, 200);
	const extension = EXTENSIONS.get(plainMimeType(mimeType));
	const named = base === '' ? 'report' : base;
	if (extension === undefined || named.toLowerCase().endsWith(`.${extension}`)) return named;
	return `${named}.${extension}`;
}

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
	const { ending, edges } = stream;
	refuseNothing(stream);
	if (ending?.() === 'unknown' && edges !== undefined && !endsAsWhole(edges())) {
		throw refusal(
			'The report was cut off: its last line or element has no end',
			'Download it again. If it happens each time, ask the service.',
		);
	}
	return stored;
}
