import { createHash } from 'crypto';
import { decodeWithChecksum, encodeWithChecksum } from '../untrusted';
import { TransientRefusal, refusal } from '../problem';
import type { ReportSource } from './reading';

/** The first bytes of a file, to recognize it by. */
interface Beginning {
	length: number;
	hash: string;
}

export interface BatchCursor {
	report: string;
	/** Rows read so far, before the filter. */
	rowsRead: number;
	/** Rows in all batches so far. */
	rows: number;
	beginning: Beginning;
}

const DIGEST = 12;
const FIELD = 'Cursor';
/** With its version. */
const KIND = 'cursor1';

const digest = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, DIGEST);

export const createCursor = (
	{ key = '' }: ReportSource,
	known: Omit<BatchCursor, 'report'>,
): string => encodeWithChecksum(KIND, { report: digest(key), ...known } satisfies BatchCursor);

/** `entered`: any value of an expression. Only an empty one means the first batch. */
export function decodeCursor(entered: unknown): BatchCursor | undefined {
	const given = entered ?? '';
	const text = typeof given === 'string' ? given.trim() : undefined;
	if (text === '') return undefined;
	const cursor = text && decodeWithChecksum<BatchCursor>(KIND, text);
	if (cursor) return cursor;
	throw refusal(
		'this is not a cursor, or a part of it is missing',
		'Use nextCursor of the last batch, or leave it empty for the first batch.',
		FIELD,
	);
}

export function requireSameReport(source: ReportSource | undefined, cursor: BatchCursor): void {
	if (source?.stream === undefined) {
		throw refusal(
			'The service sent no report, although more rows follow the last batch',
			'Check the report and the Organization ID, and run this batch again later. If it keeps failing, discard the batches so far, order the report again and start with an empty cursor.',
		);
	}
	if (cursor.report === digest(source.key ?? '')) return;
	source.stream.bytes.destroy();
	throw refusal(
		'it belongs to another report',
		'Use an empty cursor for the first batch of each report.',
		FIELD,
	);
}

/** Each batch downloads the file again. This refuses a file that doesn't begin as it did for the last batch. */
export class FileStartCheck {
	private readonly hash = createHash('sha256');
	private length = 0;
	private isOther = false;

	constructor(private readonly known: Beginning = { length: 0, hash: '' }) {}

	async *follow<Piece>(pieces: AsyncIterable<Piece>): AsyncIterable<Piece> {
		for await (const piece of pieces) {
			if (piece instanceof Uint8Array) this.take(piece);
			yield piece;
		}
	}

	get isPastKnown(): boolean {
		return this.length >= this.known.length;
	}

	get beginning(): Beginning {
		return { length: this.length, hash: this.hash.copy().digest('base64url') };
	}

	/** Call it at the end: a file that is shorter than before is another one. */
	requireSame(): void {
		if (!this.isOther && this.isPastKnown) return;
		throw new TransientRefusal(
			'The file does not begin as it did for the last batch',
			'The report changed, or the service sent something else. Run this batch again with the same cursor. If it keeps failing, discard the batches so far and start with an empty cursor.',
		);
	}

	private take(chunk: Uint8Array): void {
		const missing = this.isPastKnown ? 0 : this.known.length - this.length;
		this.length += chunk.length;
		this.hash.update(chunk.subarray(0, missing));
		this.isOther = missing > 0 && this.isPastKnown && this.beginning.hash !== this.known.hash;
		if (this.isOther) this.requireSame();
		this.hash.update(chunk.subarray(missing));
	}
}
