import type { IDataObject } from 'n8n-workflow';
import { BatchSink } from '../report/batchSink';
import { readReport } from '../report/readReport';
import type { BatchChoices, ContentChoices } from './choices';
import type { HandedOver } from './controlTotal';
import { cursorAt, refuseOtherReport, writeCursor } from './cursor';
import { asItCame, notify, readAll, type ReportSources } from './reading';
import { complete } from './rowItems';
import { SavedSize } from './savedSize';
import type { ReportContext, ReportSource } from './source';

async function all(sources: ReportSources): Promise<Array<ReportSource | undefined>> {
	const list: ReportSource[] = [];
	for await (const source of sources) list.push(source);
	return list;
}

/** One item with the rows that follow the cursor, and the cursor for what follows them. */
export async function oneBatch(
	context: ReportContext,
	sources: ReportSources,
	choices: BatchChoices & Pick<ContentChoices, 'read'>,
): Promise<HandedOver> {
	const { batchSize, cursor, read } = choices;
	const [source] = await all(sources);
	const before = cursor?.rows ?? 0;
	const rows: IDataObject[] = [];
	const size = new SavedSize('listed');
	const place = cursor?.place;
	const wanted = read.firstRows === 0 ? 0 : read.firstRows - before;
	const sink = new BatchSink(
		{ ...read, firstRows: wanted },
		(row) => {
			size.see(row);
			rows.push(row);
		},
		batchSize,
		(place?.csv ?? place?.xml)?.rowsTaken ?? 0,
	);
	let next: typeof place;
	const reports = source === undefined ? [] : [source];
	const control = await readAll(context, reports, choices, sink, asItCame, async (report) => {
		if (source !== undefined && cursor !== undefined) refuseOtherReport(source, cursor);
		const done = await readReport(report, read, sink, { place });
		next = done.place;
		return done;
	});
	notify(context, size.warning());
	await complete(sink.finish({ isEnd: !sink.hasMore }), (row, upgraded) => {
		rows[row] = upgraded(rows[row]);
	});
	for (const note of sink.notes()) notify(context, `${note}.`);
	const lastRow = before + rows.length;
	const nextCursor =
		source !== undefined && sink.hasMore && next !== undefined
			? writeCursor(cursorAt(source, read, lastRow, next))
			: null;
	const json = {
		firstRow: rows.length === 0 ? null : before + 1,
		lastRow: rows.length === 0 ? null : lastRow,
		rows,
		done: nextCursor === null,
		nextCursor,
	};
	return { items: source === undefined ? [] : [{ json }], control };
}
