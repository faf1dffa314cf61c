import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { RowChoices } from '../report/choices';
import { RowsSink, type FormatTime } from '../report/rowsSink';
import type { ContentChoices } from './choices';
import { FileStartCheck, requireSameReport, createCursor } from './cursor';
import {
	repeatYielding,
	showNotice,
	type ItemsAndRowCount,
	type ReportsWithZone,
	describeEmptyParts,
	readIntoSink,
	type ExecuteOrPoll,
	pickReportDates,
	type ReportSource,
	timeFormatterIfChosen,
	zoneIfValid,
} from './reading';

export async function toRows(
	context: ExecuteOrPoll,
	{ first, all, zoned }: ReportsWithZone,
	{ read }: ContentChoices,
): Promise<ItemsAndRowCount> {
	const items: INodeExecutionData[] = [];
	const sink = new RowsSink(
		zoned,
		(row: IDataObject) => {
			// The loop over input items sets pairedItem. With room for it, the item need not grow.
			items.push({ json: row, pairedItem: undefined });
		},
		timeFormatterIfChosen(read, zoned.timeZone, zoneIfValid(first?.metadata.timeZone)),
		first,
		first?.json !== undefined,
	);
	await readIntoSink(context, all, sink);
	for (const note of describeEmptyParts(first)) showNotice(context, `${note}.`);
	const { rows: early, upgraded } = sink.finish();
	await repeatYielding(early, (row) => {
		items[row].json = upgraded(items[row].json);
	});
	Object.assign(items.at(-1)?.json ?? {}, sink.ending);
	return { items, rowsRead: sink.rowsMet };
}

export async function toBatch(
	context: ExecuteOrPoll,
	{ first: source, zoned }: ReportsWithZone,
	{ batchSize, cursor, read }: ContentChoices,
): Promise<ItemsAndRowCount> {
	if (cursor !== undefined) requireSameReport(source, cursor);
	const { rowsRead, rows: before, beginning } = cursor ?? { rowsRead: 0, rows: 0 };
	const rows: IDataObject[] = [];
	const file = new FileStartCheck(beginning);
	const sink = new BatchSink(
		zoned,
		(row) => rows.push(row),
		{ batchSize, passOver: rowsRead, mayStop: () => file.isPastKnown },
		timeFormatterIfChosen(read, zoned.timeZone, zoneIfValid(source?.metadata.timeZone)),
		source,
	);
	const reports = source === undefined ? [] : [source];
	await readIntoSink(context, reports, sink, (source) => file.follow(source));
	file.requireSame();
	const { rows: early, upgraded } = sink.finish({ isEnd: !sink.hasMore });
	await repeatYielding(early, (row) => {
		rows[row] = upgraded(rows[row]);
	});
	const lastRow = before + rows.length;
	const nextCursor =
		source !== undefined && sink.hasMore
			? createCursor(source, {
					rowsRead: rowsRead + sink.rowsMet,
					rows: lastRow,
					beginning: file.beginning,
				})
			: null;
	// The rows come last, as the editor shows what follows them far below.
	const json = {
		firstRow: rows.length === 0 ? null : before + 1,
		lastRow: rows.length === 0 ? null : lastRow,
		done: nextCursor === null,
		nextCursor,
		...pickReportDates(sink.facts),
		...sink.ending,
		rows,
	};
	return { items: [{ json }], rowsRead: sink.rowsMet };
}

interface Batch {
	batchSize: number;
	/** The rows of earlier batches. */
	passOver: number;
	/** Whether the beginning of the file has been checked. */
	mayStop: () => boolean;
}

/** Stops at the first row after the batch, which shows that there are more. */
class BatchSink extends RowsSink {
	hasMore = false;
	private before: number;

	constructor(
		choices: RowChoices,
		emit: (row: IDataObject) => void,
		private readonly batch: Batch,
		timeText?: FormatTime,
		source?: ReportSource,
	) {
		super(choices, emit, timeText, source);
		this.before = batch.passOver;
	}

	override get isFull(): boolean {
		return this.hasMore;
	}

	/** The last batch refuses columns that no row had. The first one warns about them. */
	protected override get missingNotice(): string | undefined {
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
