import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { RowsSink } from '../report/rowsSink';

const ROWS_AT_A_TIME = 5000;

/** Collects rows as items, one each. */
export class RowItems {
	readonly items: INodeExecutionData[] = [];

	readonly add = (row: IDataObject): void => {
		// The loop over input items sets pairedItem: with room for it, the item need not grow.
		this.items.push({ json: row, pairedItem: undefined });
	};

	/** Gives rows the columns that were met after them, without holding up the event loop. */
	async complete(sink: RowsSink): Promise<INodeExecutionData[]> {
		const { rows, upgraded } = sink.finish();
		for (let index = 0; index < rows; index++) {
			this.items[index].json = upgraded(this.items[index].json);
			if (index % ROWS_AT_A_TIME === 0) await sleep(0);
		}
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
		const { rows, upgraded } = sink.finish();
		for (let row = 0; row < rows; row++) {
			const batch = this.batches[Math.floor(row / this.batchSize)];
			batch[row % this.batchSize] = upgraded(batch[row % this.batchSize]);
			if (row % ROWS_AT_A_TIME === 0) await sleep(0);
		}
		return this.batches.map((batch, index) => {
			const firstRow = index * this.batchSize + 1;
			const lastRow = firstRow + batch.length - 1;
			return { json: { batch: index + 1, firstRow, lastRow, rows: batch } };
		});
	}
}
