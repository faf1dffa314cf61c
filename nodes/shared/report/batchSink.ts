import type { IDataObject } from 'n8n-workflow';
import type { ReadChoices } from './choices';
import type { TimeText } from './outputColumns';
import { RowsSink } from './rowsSink';

/** Takes so many rows and stops at the first one that does not belong to them. */
export class BatchSink extends RowsSink {
	/** Whether a row follows the batch. */
	hasMore = false;

	/** `rowsTaken`: how many rows of the first row element belong to the batch before. */
	constructor(
		choices: ReadChoices,
		emit: (row: IDataObject) => void,
		private readonly batchSize: number,
		private rowsTaken = 0,
		private readonly isFirst = true,
		timeText?: TimeText,
	) {
		super(choices, {}, emit, timeText);
	}

	override get isFull(): boolean {
		return this.hasMore;
	}

	/** The last batch refuses what no row had: the reader of the first one should know it before. */
	override get missingNotice(): string | undefined {
		return this.isFirst && this.hasMore ? this.missing(() => true) : super.missingNotice;
	}

	override accepts(): boolean {
		if (this.rowsTaken > 0) {
			this.rowsTaken--;
			return false;
		}
		return super.accepts();
	}

	override row(): boolean {
		if (this.rows < this.batchSize) return super.row();
		this.rowsMet--;
		this.hasMore = true;
		return false;
	}
}
