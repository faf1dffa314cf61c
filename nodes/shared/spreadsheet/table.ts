import type { OtherZone } from './values';
import type { ByteChunks } from './zip';

export interface TableColumn {
	/** Its name where the rows come from. */
	name: string;
	heading: string;
	/** An amount has a currency, a number has none. */
	kind: 'text' | 'amount' | 'number' | 'time';
	/** -1 where there is no such column. */
	slot: number;
	/** Where the currency of its amounts stands; -1 where there is none. */
	currencySlot: number;
	/** What its amounts are among those of the row; they are added up together, unless each has its own totals. */
	role?: 'main' | 'instead' | 'refund' | 'fee' | 'adjustment' | 'each';
	/** Where it stands how many transactions its amounts are of, where rows are summaries. */
	countSlot?: number;
	otherZone?: OtherZone;
	/** What there is to say of its currency, where it is only likely. */
	currencyNote?: string;
}

export interface TablePlan {
	columns: readonly TableColumn[];
	/** The columns to total by, and those to add up. */
	by: readonly TableColumn[];
	summed: readonly TableColumn[];
}

export interface Table {
	/** Begins, or goes on with more columns than before. The first rows are a sample of those that follow. */
	begin(plan: TablePlan, firstRows: ReadonlyArray<readonly string[]>): void;
	row(cells: readonly string[]): void;
}

/** A file that is made of rows as they stream by. What there is to say of it is known when its last byte has been taken. */
export interface TableFile extends Table {
	readonly mimeType: string;
	/** `read` fills it. */
	bytes(read: (gate: Gate) => Promise<void>): ByteChunks;
	/** `differences`: what is not as where the rows come from, and what is only likely. */
	readonly summary: { rows: number; sheets?: number; differences: string[] };
}

export const textIn = ({ slot }: TableColumn, cells: readonly string[]): string =>
	slot < 0 ? '' : cells[slot];

/** The code of the currency of a column's amount in this row; empty where there is none. */
export const currencyIn = ({ currencySlot }: TableColumn, cells: readonly string[]): string =>
	currencySlot < 0 ? '' : cells[currencySlot].trim().toUpperCase();

/** The first rows wait, so that the columns and their widths are known by then. */
export const MOST_WAITING_ROWS = 1000;

/** Lets through what is read, as fast as what is made of it is taken. */
export type Gate = <Read>(source: AsyncIterable<Read>) => AsyncIterable<Read>;

/**
 * What something is made into while it is read: `read` fills `made`, and gets the next of what it
 * reads through the gate when everything made so far has been taken.
 */
export async function* besideReading<Piece>(
	made: Piece[],
	read: (gate: Gate) => Promise<void>,
): AsyncIterable<Piece> {
	const { readable, writable } = new TransformStream<Piece, Piece>();
	const writer = writable.getWriter();
	const passOn = async () => {
		for (const piece of made.splice(0)) await writer.write(piece);
	};
	const gate: Gate = async function* (source) {
		for await (const read of source) {
			yield read;
			await passOn();
		}
	};
	const run = async () => {
		try {
			await read(gate);
			await passOn();
			await writer.close();
		} catch (error) {
			// The reader of the pieces gets the error. One that has stopped needs none.
			await writer.abort(error);
		}
	};
	void run();
	yield* readable;
}
