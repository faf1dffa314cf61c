import { type IBinaryData, type IDataObject, type INodeExecutionData, sleep } from 'n8n-workflow';
import { RowsSink } from '../report/rowsSink';
import type { ContentChoices } from './choices';
import type { HandedOver } from './controlTotal';
import { asStored, storeReport } from './files';
import { begun, notify, type Open, readAll, type ReportSources } from './reading';
import { SavedSize } from './savedSize';
import type { ReportContext } from './source';
import { timeTextOf, zoneOf } from './zone';

type RowsChoices = Extract<ContentChoices, { output: 'rows' }>;

/** One item for each row; where the user wants it, with the file on the first one. */
export async function rows(
	context: ReportContext,
	sources: ReportSources,
	choices: RowsChoices,
): Promise<HandedOver> {
	const items: INodeExecutionData[] = [];
	const stored: Array<{ file: IBinaryData; firstRow: number }> = [];
	const { binaryPropertyName: name, read } = choices;
	const open: Open | undefined =
		name === undefined
			? undefined
			: async (source) => {
					const { file } = await storeReport(context, source);
					stored.push({ file, firstRow: items.length });
					return await asStored(context, source, file);
				};
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
	const control = await readAll(context, all, choices, sink, open);
	await complete(sink.finish(), (row, upgraded) => {
		items[row].json = upgraded(items[row].json);
	});
	// The end of the last row is what may be missing.
	Object.assign(items.at(-1)?.json ?? {}, sink.ending);
	notify(context, size.warning());
	if (name !== undefined) attach(items, stored, name);
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

/** Each file is on the first row of its report; one without rows is beside the first file of all. */
function attach(
	items: INodeExecutionData[],
	stored: ReadonlyArray<{ file: IBinaryData; firstRow: number }>,
	name: string,
): void {
	const hasRows = stored.map(
		({ firstRow }, index) => firstRow < (stored[index + 1]?.firstRow ?? items.length),
	);
	// Without a row there is still the file.
	if (items.length === 0 && stored.length > 0) items.push({ json: {} });
	stored.forEach(({ file, firstRow }, index) => {
		if (hasRows[index]) items[firstRow].binary = { [name]: file };
	});
	stored.forEach(({ file }, index) => {
		if (hasRows[index]) return;
		const { binary = {} } = items[0];
		items[0].binary = { ...binary, [name in binary ? `${name}_${index + 1}` : name]: file };
	});
}
