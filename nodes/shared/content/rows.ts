import { type IDataObject, type INodeExecutionData, sleep } from 'n8n-workflow';
import { RowsSink } from '../report/rowsSink';
import type { ContentChoices } from './choices';
import type { HandedOver } from './controlTotal';
import { begun, notify, readAll, type ReportSources } from './reading';
import { SavedSize } from './savedSize';
import type { ReportContext } from './source';
import { timeTextOf, zoneOf } from './zone';

/** One item for each row. */
export async function rows(
	context: ReportContext,
	sources: ReportSources,
	{ read }: Pick<ContentChoices, 'read'>,
): Promise<HandedOver> {
	const items: INodeExecutionData[] = [];
	const size = new SavedSize('item');
	const { first, all } = await begun(sources);
	const facts = first?.metadata ?? {};
	const sink = new RowsSink(
		{ ...read, timeZone: zoneOf(read, facts) },
		{},
		(row: IDataObject) => {
			size.see(row);
			// The loop over input items sets pairedItem: with room for it, the item need not grow.
			items.push({ json: row, pairedItem: undefined });
		},
		timeTextOf(read, facts),
	);
	const control = await readAll(context, all, { read }, sink);
	await complete(sink.finish(), (row, upgraded) => {
		items[row].json = upgraded(items[row].json);
	});
	// The end of the last row is what may be missing.
	Object.assign(items.at(-1)?.json ?? {}, sink.ending);
	notify(context, size.warning());
	return { items, control };
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
