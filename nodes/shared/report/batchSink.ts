import type { IDataObject } from 'n8n-workflow';
import type { ReadChoices } from './choices';
import type { TimeText } from './outputColumns';
import { RowsSink } from './rowsSink';

interface Batch {
	batchSize: number;
	/** How many rows belong to the batches before. */
	passOver: number;
	/** Whether the report was read far enough to end where the batch does. */
	mayStop: () => boolean;
}

/** Takes so many rows and stops at the first one that does not belong to them. */
export class BatchSink extends RowsSink {
	/** Whether a row follows the batch. */
	hasMore = false;
	private before: number;

	constructor(
		choices: ReadChoices,
		emit: (row: IDataObject) => void,
		private readonly batch: Batch,
		timeText?: TimeText,
	) {
		super(choices, {}, emit, timeText);
		this.before = batch.passOver;
	}

	override get isFull(): boolean {
		return this.hasMore;
	}

	/** The last batch refuses what no row had: the reader of the first one should know it before. */
	override get missingNotice(): string | undefined {
		const isFirst = this.batch.passOver === 0;
		return isFirst && this.hasMore ? this.missing(() => true) : super.missingNotice;
	}

	override accepts(): boolean {
		if (this.before > 0) {
			this.before--;
			return false;
		}
		return this.hasMore || super.accepts();
	}

	override row(): boolean {
		if (this.rows < this.batch.batchSize) return super.row();
		if (!this.hasMore) this.rowsMet--;
		this.hasMore = true;
		return !this.batch.mayStop();
	}
}
