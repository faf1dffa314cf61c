import { GeneratedTransaction, mix, type Transaction } from '../ledger/transaction';
import type { ReportWriter } from './layout';

/** How large a report made by order is: a number of rows, or whole rows of at least a number of bytes. */
export type BulkSize = { rows: number } | { bytes: number };

const BLOCK_ROWS = 512;
/** The last digits of an identifier count the rows. */
const COUNTER_DIGITS = 12;
const ID_START = '7700000000';

interface Block {
	bytes: Buffer;
	/** Where each row ends. */
	ends: number[];
	/** Where the counters of identifiers stand: row by row, their offsets. */
	counters: number[][];
}

/**
 * A file of any size. Writing each row again cannot keep up with a disk, so a block of rows is written
 * once and repeated with the counters in its identifiers moved on: every row stays one of its own.
 */
export function* bulkChunks(
	writer: ReportWriter,
	size: BulkSize,
	organizationId: string,
	time: number,
	seed: number,
): Generator<Buffer> {
	const transaction = (row: number): Transaction => {
		const id = ID_START + String(row).padStart(COUNTER_DIGITS, '0');
		return new GeneratedTransaction(organizationId, time, id, mix(seed, row));
	};
	const head = Buffer.from(writer.head() + writer.transition(transaction(0)));
	yield head;
	const enough = 'rows' in size ? size : { bytes: size.bytes - head.length };
	const block = writeBlock(writer, transaction, enough);
	const tail = Buffer.from(writer.tail());
	let left = 'rows' in size ? size.rows : rowsFor(size.bytes - head.length - tail.length, block);
	for (let first = 0; left > 0; first += BLOCK_ROWS) {
		const rows = Math.min(left, BLOCK_ROWS);
		yield numbered(block, first, rows);
		left -= rows;
	}
	yield tail;
}

/** As many rows as a block has, or fewer where fewer are enough. */
function writeBlock(
	writer: ReportWriter,
	transaction: (row: number) => Transaction,
	enough: BulkSize,
): Block {
	const rows: Buffer[] = [];
	const ends: number[] = [];
	const counters: number[][] = [];
	let length = 0;
	const isEnough = (): boolean =>
		'rows' in enough ? rows.length >= enough.rows : length >= enough.bytes;
	while (rows.length < BLOCK_ROWS && !isEnough()) {
		const next = transaction(rows.length);
		const row = Buffer.from(writer.row(next));
		const begin = length;
		counters.push(offsetsOf(row, next.requestId).map((at) => begin + at));
		length += row.length;
		ends.push(length);
		rows.push(row);
	}
	return { bytes: Buffer.concat(rows), ends, counters };
}

function offsetsOf(row: Buffer, id: string): number[] {
	const found: number[] = [];
	for (let at = row.indexOf(id); at >= 0; at = row.indexOf(id, at + id.length)) {
		found.push(at + ID_START.length);
	}
	return found;
}

/** Every repetition is as long as the block, so the number of rows follows from the number of bytes. */
function rowsFor(bytes: number, { bytes: block, ends }: Block): number {
	if (bytes <= 0) return 0;
	if (ends.length < BLOCK_ROWS) return ends.findIndex((end) => end >= bytes) + 1;
	const repetitions = Math.floor(bytes / block.length);
	const rest = bytes - repetitions * block.length;
	const more = rest === 0 ? 0 : ends.findIndex((end) => end >= rest) + 1;
	return repetitions * BLOCK_ROWS + more;
}

function numbered(block: Block, first: number, rows: number): Buffer {
	const copy = Buffer.from(block.bytes.subarray(0, block.ends[rows - 1]));
	if (first === 0) return copy;
	for (let row = 0; row < rows; row++) {
		for (const at of block.counters[row]) {
			let number = first + row;
			for (let digit = COUNTER_DIGITS - 1; number > 0; digit--) {
				copy[at + digit] = 48 + (number % 10);
				number = Math.floor(number / 10);
			}
		}
	}
	return copy;
}
