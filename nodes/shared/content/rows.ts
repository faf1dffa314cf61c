import { type IDataObject, type INodeExecutionData, sleep } from 'n8n-workflow';

import { number } from '../text';
import { RowsSink } from '../report/rowsSink';
import type { ContentChoices } from './choices';
import {
	begun,
	notify,
	readAll,
	type ReportContext,
	type ReportSources,
	timeTextOf,
} from './reading';
import type { HandedOver } from './controlTotal';

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
	const control = await readAll(context, all, { read }, sink);
	await complete(sink.finish(), (row, upgraded) => {
		items[row].json = upgraded(items[row].json);
	});
	// The end of the last row is what may be missing.
	Object.assign(items.at(-1)?.json ?? {}, sink.ending);
	notify(context, sizeNotice(items.length, items.at(0)?.json));
	notify(context, sink.moneyNotice);
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

/**
 * n8n saves an execution as one string, and JavaScript has none of more than 537 million characters. A cell and its
 * name take about 40 of them, and each node that passes the rows on saves them again.
 */
const MANY_CELLS = 6_400_000;
/** What n8n writes around the cells of a row. */
const BESIDE_CELLS = 2;

/** A warning where saving is going to fail, or will once other nodes pass the rows on. */
export function sizeNotice(rows: number, first: IDataObject = {}): string | undefined {
	if (rows * (Object.keys(first).length + BESIDE_CELLS) < MANY_CELLS) return undefined;
	return (
		`This report makes ${number(rows)} rows. n8n may fail to save them ("Invalid string length", "Map maximum size exceeded"), and each further node that passes them on adds to it. ` +
		'Choose File, Totals or One Batch of Rows as Output, keep fewer columns, or turn off saving this execution.'
	);
}
