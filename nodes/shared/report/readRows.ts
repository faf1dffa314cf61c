import type { IDataObject } from 'n8n-workflow';

import type { ReportSink } from './reportSink';
import type { ReadResult } from './readReport';
import { ReportRowRefusal } from './refusals';

const cellOf = (value: unknown): string =>
	typeof value === 'string' ? value : (value ?? null) === null ? '' : JSON.stringify(value);

/** Rows that came as JSON, and their columns in the order in which they come out. */
export interface JsonReportRows {
	columns: readonly string[];
	rows: readonly IDataObject[];
}

/** Reads rows that came as JSON, to their end or until the sink has enough. */
export async function feedJsonRows(
	pieces: AsyncIterable<readonly IDataObject[]>,
	columns: JsonReportRows['columns'],
	sink: ReportSink,
): Promise<ReadResult> {
	const slots = sink.columns(columns);
	let number = 0;
	const take = (row: IDataObject): boolean => {
		number++;
		slots.forEach((slot, index) => {
			if (slot >= 0) sink.cells[slot] = cellOf(row[columns[index]]);
		});
		return !sink.accepts() || sink.row();
	};
	try {
		for await (const piece of pieces) if (!piece.every(take)) break;
	} catch (error) {
		throw error instanceof ReportRowRefusal ? error.at({ row: number }) : error;
	}
	return { isNothing: false };
}
