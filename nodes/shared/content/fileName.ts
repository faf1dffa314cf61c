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
	}),
);

/** "text/csv; charset=utf-8" is "text/csv". */
export const plainMimeType = (mimeType: string): string =>
	mimeType.split(';', 1)[0].trim().toLowerCase();

/**
 * A name that a file system, a mail attachment and a drive take: no folders, no characters that
 * Windows forbids, and the extension of the content.
 */
export function safeFileName(name: string, mimeType: string): string {
	const base = name
		.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-')
		.replace(/^[\s.-]+|[\s.]+$/g, '')
		.slice(0, 200);
	const extension = EXTENSIONS.get(plainMimeType(mimeType));
	const named = base === '' ? 'report' : base;
	if (extension === undefined || named.toLowerCase().endsWith(`.${extension}`)) return named;
	return `${named}.${extension}`;
}
