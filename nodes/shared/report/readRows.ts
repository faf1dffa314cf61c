import type { IDataObject } from 'n8n-workflow';

import type { Read } from './readReport';
import { RowRefusal } from './refusals';
import type { RowSink } from './rowSink';

type Rows = readonly IDataObject[];

const cellOf = (value: unknown): string =>
	typeof value === 'string' ? value : (value ?? null) === null ? '' : JSON.stringify(value);

/** Reads rows that came as JSON, to their end or until the sink has enough. */
export async function readRows(pieces: AsyncIterable<Rows>, sink: RowSink): Promise<Read> {
	const reader = new RowsReader(sink);
	for await (const piece of pieces) {
		if (!piece.every((row) => reader.take(row))) break;
	}
	return { leftOut: new Map(), checks: ['json'], isNothing: false };
}

class RowsReader {
	private readonly slots = new Map<string, number>();
	private row = 0;

	constructor(private readonly sink: RowSink) {}

	/** False when no more is wanted. */
	take(row: IDataObject): boolean {
		this.row++;
		try {
			this.meet(Object.keys(row).filter((key) => !this.slots.has(key)));
			for (const [key, slot] of this.slots) if (slot >= 0) this.sink.cells[slot] = cellOf(row[key]);
			return !this.sink.accepts() || this.sink.row();
		} catch (error) {
			throw error instanceof RowRefusal ? error.at({ row: this.row }) : error;
		}
	}

	private meet(fresh: string[]): void {
		if (fresh.length === 0) return;
		this.sink.columns(fresh).forEach((slot, index) => this.slots.set(fresh[index], slot));
	}
}
