import type { Gate } from './besideReading';
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
	/** Where its times are not in the zone of the report, if they name none. */
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

/** How columns are named in the first row: in words, or as where the rows come from. */
export type HeadingStyle = 'readable' | 'report';

export const textIn = ({ slot }: TableColumn, cells: readonly string[]): string =>
	slot < 0 ? '' : cells[slot];

/** The code of the currency of a column's amount in this row; empty where there is none. */
export const currencyIn = ({ currencySlot }: TableColumn, cells: readonly string[]): string =>
	currencySlot < 0 ? '' : cells[currencySlot].trim().toUpperCase();

/** The first rows wait, so that the columns and their widths are known by then. */
export const MOST_WAITING_ROWS = 1000;
