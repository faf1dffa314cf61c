import { GeneratedTransaction, mix, type Transaction } from '../ledger/transaction';
import type { ReportWriter } from './writer';

/** How large a report made by order is: so many rows, or whole rows of at least so many bytes in all. */
export type BulkSize = { rows: number } | { bytes: number };

const BLOCK_ROWS = 2048;
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
 * A file of any size. Writing each row anew cannot keep up with a disk, so a block of rows is written
 * once and repeated with the counters in its identifiers moved on: every row stays one of its own.
 */
export function* bulkChunks(
	writer: ReportWriter,
	size: BulkSize,
	organizationId: string,
	time: number,
	seed: number,
): Generator<Buffer> {
	const transactions = blockTransactions(organizationId, time, seed);
	const head = Buffer.from(writer.head() + writer.transition(transactions[0]));
	yield head;
	const block = writeBlock(writer, transactions);
	const tail = Buffer.from(writer.tail());
	let left = 'rows' in size ? size.rows : rowsFor(size.bytes - head.length - tail.length, block);
	for (let first = 0; left > 0; first += BLOCK_ROWS) {
		const rows = Math.min(left, BLOCK_ROWS);
		yield numbered(block, first, rows);
		left -= rows;
	}
	yield tail;
}

function blockTransactions(organizationId: string, time: number, seed: number): Transaction[] {
	return Array.from({ length: BLOCK_ROWS }, (_, index) => {
		const id = ID_START + String(index).padStart(COUNTER_DIGITS, '0');
		return new GeneratedTransaction(organizationId, time, id, mix(seed, index));
	});
}

function writeBlock(writer: ReportWriter, transactions: readonly Transaction[]): Block {
	const ends: number[] = [];
	let length = 0;
	const rows = transactions.map((transaction) => {
		const row = Buffer.from(writer.row(transaction));
		length += row.length;
		ends.push(length);
		return row;
	});
	const counters = rows.map((row, index) => {
		const begin = index === 0 ? 0 : ends[index - 1];
		return offsetsOf(row, transactions[index].requestId).map((at) => begin + at);
	});
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
