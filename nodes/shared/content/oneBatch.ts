import type { IDataObject } from 'n8n-workflow';
import { BatchSink } from '../report/batchSink';
import type { BatchChoices, ContentChoices } from './choices';
import type { HandedOver } from './controlTotal';
import { FollowedFile, isGone, refuseOtherReport, writeCursor } from './cursor';
import { asItCame, begun, named, notify, readAll, type ReportSources } from './reading';
import { complete } from './rows';
import { SavedSize } from './savedSize';
import type { ReportContext } from './source';
import { timeTextOf, zoneOf } from './zone';

/** One item with the rows that follow the cursor, and the cursor for what follows them. */
export async function oneBatch(
	context: ReportContext,
	sources: ReportSources,
	{ batchSize, cursor, options, read }: BatchChoices & Pick<ContentChoices, 'read'>,
): Promise<HandedOver> {
	const { first: source } = await begun(sources);
	if (source === undefined && cursor !== undefined) throw isGone();
	if (source !== undefined && cursor !== undefined) {
		await named(source, async () => refuseOtherReport(source, cursor));
	}
	const { rowsRead, rows: before, beginning } = cursor ?? { rowsRead: 0, rows: 0 };
	const rows: IDataObject[] = [];
	const size = new SavedSize('listed');
	const file = new FollowedFile(beginning);
	const facts = source?.metadata ?? {};
	const sink = new BatchSink(
		{ ...read, timeZone: zoneOf(read, facts) },
		(row) => {
			size.see(row);
			rows.push(row);
		},
		{ batchSize, passOver: rowsRead, mayStop: () => file.isKnown },
		timeTextOf(read, facts),
	);
	const reports = source === undefined ? [] : [source];
	const control = await readAll(context, reports, { read }, sink, (report) => {
		const came = asItCame(report);
		return { ...came, bytes: file.follow(came.bytes) };
	});
	file.insist();
	notify(context, size.warning());
	await complete(sink.finish({ isEnd: !sink.hasMore }), (row, upgraded) => {
		rows[row] = upgraded(rows[row]);
	});
	const lastRow = before + rows.length;
	const nextCursor =
		source !== undefined && sink.hasMore
			? writeCursor(source, {
					options,
					rowsRead: rowsRead + sink.rowsMet,
					rows: lastRow,
					beginning: file.beginning,
				})
			: null;
	// The rows come last: in the editor, what follows them is far below.
	const json = {
		firstRow: rows.length === 0 ? null : before + 1,
		lastRow: rows.length === 0 ? null : lastRow,
		done: nextCursor === null,
		nextCursor,
		...sink.ending,
		rows,
	};
	return { items: [{ json }], control };
}
