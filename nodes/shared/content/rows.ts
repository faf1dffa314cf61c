import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { RowsSink } from '../report/rowsSink';
import type { ContentChoices } from './choices';
import {
	type OutputResult,
	validZone,
	type PeekedReports,
	readReports,
	type ReportContext,
	timeFormatterFor,
} from './reading';
import { inTurns } from './turns';

export async function rows(
	context: ReportContext,
	{ first, all, zoned }: PeekedReports,
	{ read }: ContentChoices,
): Promise<OutputResult> {
	const items: INodeExecutionData[] = [];
	const sink = new RowsSink(
		zoned,
		(row: IDataObject) => {
			// The loop over input items sets pairedItem: with room for it, the item need not grow.
			items.push({ json: row, pairedItem: undefined });
		},
		timeFormatterFor(read, zoned.timeZone, validZone(first?.metadata.timeZone)),
		first,
		first?.json !== undefined,
	);
	await readReports(context, all, sink);
	const { rows: early, upgraded } = sink.finish();
	await inTurns(early, (row) => {
		items[row].json = upgraded(items[row].json);
	});
	// The end of the last row is what may be missing.
	Object.assign(items.at(-1)?.json ?? {}, sink.ending);
	return { items, rowsRead: sink.rowsMet };
}
