import { type IDataObject, type INodeExecutionData, sleep } from 'n8n-workflow';

import { RowsSink } from '../report/rowsSink';
import type { ContentChoices } from './choices';
import {
	begun,
	type HandedOver,
	notify,
	readAll,
	type ReportContext,
	type ReportSources,
	timeTextOf,
} from './reading';

/** One item for each row. */
export async function rows(
	context: ReportContext,
	sources: ReportSources,
	{ read }: Pick<ContentChoices, 'read'>,
): Promise<HandedOver> {
	const items: INodeExecutionData[] = [];
	const { first, all, zoned } = await begun(sources, read);
	const sink = new RowsSink(
		zoned,
		(row: IDataObject) => {
			// The loop over input items sets pairedItem: with room for it, the item need not grow.
			items.push({ json: row, pairedItem: undefined });
		},
		timeTextOf(read, zoned),
		first?.definition,
		first?.json !== undefined,
	);
	const done = await readAll(context, all, sink);
	await complete(sink.finish(), (row, upgraded) => {
		items[row].json = upgraded(items[row].json);
	});
	// The end of the last row is what may be missing.
	Object.assign(items.at(-1)?.json ?? {}, sink.ending);
	notify(context, sink.moneyNotice);
	return { items, ...done };
}

/** In milliseconds. */
const LONGEST_TURN = 20;

/** Gives the first rows the columns that were met after them, without holding up the event loop. */
export async function complete(
	{ rows, upgraded }: ReturnType<RowsSink['finish']>,
	replace: (row: number, upgraded: (row: IDataObject) => IDataObject) => void,
): Promise<void> {
	let turn = performance.now();
	for (let row = 0; row < rows; row++) {
		replace(row, upgraded);
		if (performance.now() - turn < LONGEST_TURN) continue;
		await sleep(0);
		turn = performance.now();
	}
}
