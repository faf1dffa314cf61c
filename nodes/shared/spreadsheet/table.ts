import type { SummedRole } from '../catalog/money';
import type { FallbackZone } from './values';
import type { ByteChunks } from './zip';

export interface TableColumn {
	name: string;
	heading: string;
	/** An amount has a currency, a number has none. */
	kind: 'text' | 'amount' | 'number' | 'time';
	/** -1 if there is no such column. */
	slot: number;
	/** -1 if its amounts have no currency. */
	currencySlot: number;
	role?: SummedRole;
	/** In summaries: how many transactions its amounts are of. */
	countSlot?: number;
	otherZone?: FallbackZone;
	/** If its currency is only likely. */
	currencyNote?: string;
}

export interface TablePlan {
	columns: readonly TableColumn[];
	/** The columns to total by, and those to add up. */
	by: readonly TableColumn[];
	summed: readonly TableColumn[];
}

export interface TableWriter {
	/** Begins, or continues with more columns. The first rows are a sample of those that follow. */
	begin(plan: TablePlan, firstRows: ReadonlyArray<readonly string[]>): void;
	row(cells: readonly string[]): void;
}

export interface FileWriter extends TableWriter {
	readonly mimeType: string;
	/** `read` fills it. */
	bytes(read: (throttle: Throttle) => Promise<void>): ByteChunks;
	/** Known at the end. `differences`: what is not as in the source, or only likely. */
	readonly summary: { rows: number; sheets?: number; differences: string[] };
}

export const textInColumn = ({ slot }: TableColumn, cells: readonly string[]): string =>
	slot < 0 ? '' : cells[slot];

export const currencyInColumn = (
	{ currencySlot }: TableColumn,
	cells: readonly string[],
): string => (currencySlot < 0 ? '' : cells[currencySlot].trim().toUpperCase());

/** The first rows wait until the columns and their widths are known. */
export const MAX_SAMPLE_ROWS = 1000;

/** Passes on what is read, as fast as what is made of it is taken. */
export type Throttle = <Read>(source: AsyncIterable<Read>) => AsyncIterable<Read>;

/** `read` fills `made`. It gets more to read through `throttle` once everything made so far has been taken. */
export async function* streamWhileReading<Piece>(
	made: Piece[],
	read: (throttle: Throttle) => Promise<void>,
): AsyncIterable<Piece> {
	const { readable, writable } = new TransformStream<Piece, Piece>();
	const writer = writable.getWriter();
	const passOn = async () => {
		for (const piece of made.splice(0)) await writer.write(piece);
	};
	const throttle: Throttle = async function* (source) {
		for await (const read of source) {
			yield read;
			await passOn();
		}
	};
	const run = async () => {
		try {
			await read(throttle);
			await passOn();
			await writer.close();
		} catch (error) {
			// The reader of the pieces gets the error.
			await writer.abort(error);
		}
	};
	void run();
	yield* readable;
}
