import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { RowsSink } from '../report/rowsSink';

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

/** Collects rows as items, one each. */
export class RowItems {
	readonly items: INodeExecutionData[] = [];

	readonly add = (row: IDataObject): void => {
		// The loop over input items sets pairedItem: with room for it, the item need not grow.
		this.items.push({ json: row, pairedItem: undefined });
	};

	async complete(sink: RowsSink): Promise<INodeExecutionData[]> {
		await complete(sink.finish(), (row, upgraded) => {
			this.items[row].json = upgraded(this.items[row].json);
		});
		return this.items;
	}
}
