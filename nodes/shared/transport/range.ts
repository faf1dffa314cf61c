import type { Headers, FilePart, Version } from './stream';

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/i;
const WEAK = /^W\//;

/** Asks for a part, if the file is still the version that is known. */
export function rangeHeaders({ from, version }: FilePart): Record<string, string> {
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

/** A service may call the same version weak in one answer and strong in another. */
const tagOf = ({ etag }: Version): string | undefined => etag?.replace(WEAK, '');

/** What two answers about a file say otherwise: "its ETag as … before and as … now". */
export function differenceOf(before: Version, now: Version): string | undefined {
	const facts: Array<[string, string | number | undefined, string | number | undefined]> = [
		['ETag', tagOf(before), tagOf(now)],
		['Last-Modified', before.lastModified, now.lastModified],
		['size in bytes', before.size, now.size],
	];
	const other = facts.find(
		([, then, since]) => then !== undefined && since !== undefined && then !== since,
	);
	return other && `its ${other[0]} as ${other[1]} before and as ${other[2]} now`;
}

/** What is known of a file, from its last answer where that says it. */
export const newest = (now: Version = {}, before: Version = {}): Version => ({
	size: now.size ?? before.size,
	etag: now.etag ?? before.etag,
	lastModified: now.lastModified ?? before.lastModified,
});

/** What an answer says about the file that it is of. */
export function versionOf(headers: Headers): Version {
	const length = headers['content-length'];
	return {
		size: sentRange(headers)?.size ?? (length === undefined ? undefined : Number(length)),
		etag: headers.etag,
		lastModified: headers['last-modified'],
	};
}
