import type { Ending } from '../ending';
import type { Answer, Download } from './attempt';
import { sentRange, versionOf } from './range';
import type { ServiceRequest } from './request';
import { insistOnEnd, type ServiceStream } from './stream';

const PART = 206;

/** They come in the same way to a request for all of the file, or tell to wait. */
const NOT_OF_THE_PART = new Set([401, 408, 429, 502, 503, 504]);

/** A part that is not the one that was asked for, no such part, and services that take a wish for one as wrong. */
export const mayBeOfThePart = (status = 0): boolean =>
	status === PART || (status >= 400 && !NOT_OF_THE_PART.has(status));

/** "Accepted" and "no content": whatever comes with them, it is not the report. */
export const hasNoFile = (status: number): boolean => status === 202 || status === 204;

/** The file in an answer. `whole`: asks for all of it where this is a part. */
export function downloadIn(
	answer: Answer<Download>,
	{ part }: ServiceRequest,
	{ whole, redact, broken }: Pick<Required<ServiceStream>, 'whole' | 'redact' | 'broken'>,
): ServiceStream {
	const { headers, body, status } = answer;
	const isUnpacked = insistOnEnd(body.bytes);
	const isPart = status === PART;
	return {
		bytes: body.bytes,
		contentType: headers['content-type'] ?? '',
		from: isPart ? (part?.from ?? 0) : 0,
		version: versionOf(headers),
		whole: isPart ? whole : undefined,
		ending: () => endingOf(answer, isUnpacked?.()),
		redact,
		broken,
	};
}

/** Without a length and not in chunks, the end of a body looks like a cut. */
function endingOf({ headers, body }: Answer<Download>, isUnpacked: boolean | undefined): Ending {
	if (isUnpacked !== undefined) return isUnpacked ? 'unpacked' : 'unknown';
	const length = sentRange(headers)?.length ?? headers['content-length'];
	if (length !== undefined) return body.limit.received === Number(length) ? 'length' : 'unknown';
	return /\bchunked\b/i.test(headers['transfer-encoding'] ?? '') ? 'chunks' : 'unknown';
}
