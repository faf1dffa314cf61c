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

/** Collects rows as items that hold many each. */
export class BatchItems {
	private readonly batches: IDataObject[][] = [];

	constructor(private readonly batchSize: number) {}

	readonly add = (row: IDataObject): void => {
		const last = this.batches.at(-1);
		if (last === undefined || last.length === this.batchSize) this.batches.push([row]);
		else last.push(row);
	};

	async complete(sink: RowsSink): Promise<INodeExecutionData[]> {
		await complete(sink.finish(), (row, upgraded) => {
			const batch = this.batches[Math.floor(row / this.batchSize)];
			batch[row % this.batchSize] = upgraded(batch[row % this.batchSize]);
		});
		return this.batches.map((batch, index) => {
			const firstRow = index * this.batchSize + 1;
			const lastRow = firstRow + batch.length - 1;
			return { json: { batch: index + 1, firstRow, lastRow, rows: batch } };
		});
	}
}
