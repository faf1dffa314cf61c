import { type Refusal, refusal } from '../problem';
import { isGzip, notAReport, notUtf8, type Redact, requireReport } from './refusals';

export type Bytes = AsyncIterable<Uint8Array>;

export interface ReportWithFormat {
	format: 'csv' | 'xml';
	/** The report as UTF-8, without a byte order mark. */
	bytes: Bytes;
	/** Of CSV, as a byte. */
	separator: number;
	/** The error if it turns out to be no report. */
	noReport: () => Refusal;
}

const HEAD = 1024;
const UTF8_MARK = [0xef, 0xbb, 0xbf];

interface Peeked {
	head: Buffer;
	/** Whether the connection broke within the head. */
	isBroken: boolean;
	isAll: boolean;
	bytes: Bytes;
}

/** Reads the first bytes, which `bytes` has too. */
export async function peekStart(source: Bytes): Promise<Peeked> {
	const iterator = source[Symbol.asyncIterator]();
	let head = Buffer.alloc(0);
	let failure: { error: unknown } | undefined;
	let isAll = false;
	try {
		while (head.length < HEAD) {
			const next = await iterator.next();
			if (next.done) {
				isAll = true;
				break;
			}
			head = Buffer.concat([head, next.value]);
		}
	} catch (error) {
		failure = { error };
	}
	const bytes = async function* (): Bytes {
		try {
			if (head.length > 0) yield head;
			// The reader knows where the report was cut off.
			if (failure !== undefined) throw failure.error;
			for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
				yield next.value;
			}
		} finally {
			await iterator.return?.();
		}
	};
	return { head, isBroken: failure !== undefined, isAll, bytes: bytes() };
}

/** The first piece has all of the mark. */
async function* withoutMark(source: Bytes): Bytes {
	let mark = UTF8_MARK.length;
	for await (const chunk of source) {
		yield chunk.subarray(mark);
		mark = 0;
	}
}

function formatOf(head: string, mimeType: string): ReportWithFormat['format'] {
	const text = head.trimStart();
	if (text.startsWith('<')) return 'xml';
	// An error may come under any type; no column is called {" or [{".
	if (mimeType.includes('json') ? /^[[{]/.test(text) : /^(\[\s*)?\{\s*"/.test(text)) {
		throw refusal(
			'The report came as JSON, which is not made into rows here',
			'Choose CSV or XML as its format, or File as Output.',
		);
	}
	return mimeType.includes('xml') ? 'xml' : 'csv';
}

const SEPARATORS = ['\t', '|', ';', ','];

/** The one in most lines, then the most frequent one: names of columns have no decimal commas. */
function separatorIn(head: string): number {
	const lines = head.replace(/"[^"]*(?:"|$)/g, '').split(/[\r\n]+/);
	// The last one may be cut.
	const whole = lines.length > 1 && head.length >= HEAD ? lines.slice(0, -1) : lines;
	const linesWith = (separator: string) => whole.filter((line) => line.includes(separator)).length;
	const times = (separator: string) => whole.join('\n').split(separator).length;
	const [most] = SEPARATORS.toSorted((a, b) => linesWith(b) - linesWith(a) || times(b) - times(a));
	return (linesWith(most) === 0 ? ',' : most).charCodeAt(0);
}

export async function detectReportFormat(
	source: Bytes,
	{ mimeType, redact }: { mimeType: string; redact?: Redact },
): Promise<ReportWithFormat> {
	const first = await peekStart(source);
	requireReport(first, redact);
	if (isGzip(first.head)) {
		throw refusal(
			'The report is a gzip file',
			'Choose File as Output, and unpack it with the Compression node.',
		);
	}
	const hasMark = UTF8_MARK.every((byte, index) => first.head[index] === byte);
	const head = hasMark ? first.head.subarray(UTF8_MARK.length) : first.head;
	const text = head.toString('latin1');
	// Every other byte of UTF-16 is 0 where the letters are plain.
	if (head.subarray(0, 4).includes(0)) throw notUtf8('its beginning');
	return {
		format: formatOf(text, mimeType),
		bytes: hasMark ? withoutMark(first.bytes) : first.bytes,
		separator: separatorIn(text),
		noReport: () => notAReport(head.toString('utf8'), redact),
	};
}
