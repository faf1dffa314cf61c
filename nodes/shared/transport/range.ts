import type { Headers, Part, Version } from './stream';

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/i;
const WEAK = /^W\//;

/** Asks for a part, if the file is still the version that is known. */
export function rangeHeaders({ from, version }: Part): Record<string, string> {
	const { etag, lastModified } = version;
	const isStrong = etag !== undefined && !WEAK.test(etag);
	const validator = isStrong ? etag : etag === undefined ? lastModified : undefined;
	return {
		Range: `bytes=${from}-`,
		...(validator === undefined ? {} : { 'If-Range': validator }),
	};
}

interface SentRange {
	from: number;
	length: number;
	size: number;
}

/** Which part an answer holds, if it goes to the end of the file. */
export function sentRange(headers: Headers): SentRange | undefined {
	const found = CONTENT_RANGE.exec(headers['content-range'] ?? '');
	if (found === null) return undefined;
	const [from, last, size] = found.slice(1).map(Number);
	if (last + 1 !== size || from > last) return undefined;
	return { from, length: size - from, size };
}

/** What an answer says about the file that it is of. */
export function versionOf(headers: Headers): Version {
	const length = headers['content-length'];
	return {
		size: sentRange(headers)?.size ?? (length === undefined ? undefined : Number(length)),
		etag: headers.etag,
		lastModified: headers['last-modified'],
	};
}
