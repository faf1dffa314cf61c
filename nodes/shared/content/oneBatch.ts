import type { IDataObject } from 'n8n-workflow';
import { BatchSink } from '../report/batchSink';
import { type Announced, type Bytes, peek } from '../report/bytes';
import { offsetOf, startsAt } from '../report/place';
import { readReport, type ReportBytes } from '../report/readReport';
import type { OwnBytes } from '../spreadsheet/zip';
import { newest } from '../transport/range';
import type { BatchChoices, ContentChoices } from './choices';
import type { HandedOver } from './controlTotal';
import {
	type Cursor,
	cursorAt,
	isGone,
	isSameVersion,
	refuseOtherFile,
	refuseOtherReport,
	refuseOtherVersion,
	writeCursor,
} from './cursor';
import { asItCame, begun, named, notify, readAll, type ReportSources, streamLike } from './reading';
import { complete } from './rowItems';
import { SavedSize } from './savedSize';
import type { ReportContext, ReportSource } from './source';
import { timeTextOf, zoneOf } from './zone';

/** In bytes: fewer are passed over in a moment. */
const MUCH = 1_000_000;

const FROM_THE_BEGINNING =
	'This batch downloaded the report from its beginning and passed over the earlier batches, so each batch takes longer than the one before it. Larger batches take less time in total.';

/**
 * The part that was asked for, if it is one of the report that is known. Otherwise all of the report: what it was
 * packed in on its way is not to be seen, and a part of that is none of the report.
 */
async function fitting(source: ReportSource, cursor: Cursor): Promise<ReportSource> {
	refuseOtherReport(source, cursor);
	const { stream } = source;
	const { head, isAll, isBroken, bytes } = await peek(stream.bytes as Bytes);
	const looked = { ...source, stream: { ...stream, bytes: streamLike(stream, bytes as OwnBytes) } };
	if (stream.whole === undefined) {
		if (!isBroken && !stream.from) refuseOtherFile(head, isAll, stream, cursor);
		return looked;
	}
	if (startsAt(head, cursor.place) && isSameVersion(source, cursor)) return looked;
	stream.bytes.destroy();
	const whole = { ...source, stream: await stream.whole() };
	return await named(whole, async () => await fitting(whole, cursor));
}

/**
 * How many bytes must arrive: those of the part, or as many as an earlier answer announced. Of a whole file with a
 * length of its own the connection is watched, and that is the length of the packed bytes where it was packed.
 */
function announced({ stream }: ReportSource, cursor: Cursor | undefined): Announced {
	const { from = 0, version } = stream;
	const { size } = newest(version, cursor?.version);
	if (size === undefined) return {};
	if (from > 0) return { contentLength: size - from, isExact: true };
	if (version?.size !== undefined || cursor?.isPacked) return {};
	return { contentLength: size, isExact: cursor?.isPacked === false };
}

const MORE_THAN_ANNOUNCED =
	'More bytes arrived than the service announced with an earlier batch. Either it compressed the report then and counted the compressed bytes, or the report changed. Compare the number of rows with that of the report.';

/** Counts what arrives. */
class Arrived {
	bytes = 0;

	async *see(source: Bytes): Bytes {
		for await (const chunk of source) {
			this.bytes += chunk.length;
			yield chunk;
		}
	}
}

/** One item with the rows that follow the cursor, and the cursor for what follows them. */
export async function oneBatch(
	context: ReportContext,
	sources: ReportSources,
	choices: BatchChoices & Pick<ContentChoices, 'read'>,
): Promise<HandedOver> {
	const { batchSize, cursor, options, read } = choices;
	const { first: sent } = await begun(sources);
	if (sent === undefined && cursor !== undefined) throw isGone();
	const source = sent && cursor ? await named(sent, async () => await fitting(sent, cursor)) : sent;
	const passedOver = cursor === undefined || source?.stream.from ? 0 : offsetOf(cursor.place);
	if (passedOver > MUCH) notify(context, FROM_THE_BEGINNING);
	const before = cursor?.rows ?? 0;
	const rows: IDataObject[] = [];
	const size = new SavedSize('listed');
	const place = cursor?.place;
	const facts = source?.metadata ?? {};
	const sink = new BatchSink(
		{ ...read, timeZone: zoneOf(read, facts) },
		(row) => {
			size.see(row);
			rows.push(row);
		},
		batchSize,
		(place?.csv ?? place?.xml)?.rowsTaken,
		place === undefined,
		timeTextOf(read, facts),
	);
	let next: typeof place;
	const reports = source === undefined ? [] : [source];
	const expected = source === undefined ? {} : announced(source, cursor);
	const arrived = new Arrived();
	const open = (report: ReportSource): ReportBytes => {
		const came = asItCame(report);
		return { ...came, ...expected, bytes: arrived.see(came.bytes) };
	};
	const control = await readAll(context, reports, choices, sink, open, async (report) => {
		if (source !== undefined && cursor !== undefined) refuseOtherVersion(source, cursor);
		const done = await readReport(report, read, sink, { place });
		next = done.place;
		return done;
	});
	const isMore = arrived.bytes > (expected.contentLength ?? Infinity);
	if (isMore && !sink.hasMore) notify(context, MORE_THAN_ANNOUNCED);
	notify(context, size.warning());
	await complete(sink.finish({ isEnd: !sink.hasMore }), (row, upgraded) => {
		rows[row] = upgraded(rows[row]);
	});
	const lastRow = before + rows.length;
	const nextCursor =
		source !== undefined && sink.hasMore && next !== undefined
			? writeCursor(
					cursorAt(source, { arrived: arrived.bytes, options, rows: lastRow, place: next }, cursor),
				)
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
