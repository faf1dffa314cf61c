import type { IBinaryData, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { ByteStream } from '../transport/stream';

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
 * Windows forbids or that turn the direction of the text, and the extension of the content.
 */
function safeFileName(name: string, mimeType: string): string {
	const base = name
		.slice(0, 200)
		.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff<>:"/\\|?*]+/gu, '-')
		.replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '');
	const extension = EXTENSIONS.get(plainMimeType(mimeType));
	const named = base === '' ? 'report' : base;
	if (extension === undefined || named.toLowerCase().endsWith(`.${extension}`)) return named;
	return `${named}.${extension}`;
}

export interface BytesToStore {
	bytes: ByteStream | Buffer;
	fileName: string;
	mimeType: string;
}

/** Streams a file to n8n's binary store; nothing of it is held in memory. */
export async function storeBytes(
	{ helpers }: IExecuteFunctions | IPollFunctions,
	{ bytes, fileName, mimeType }: BytesToStore,
): Promise<IBinaryData> {
	const type = plainMimeType(mimeType);
	return await helpers.prepareBinaryData(bytes, safeFileName(fileName, type), type);
}
