import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { isProven } from '../ending';
import { storeBytes } from '../node/storeBytes';
import { PassingRefusal } from '../problem';
import { type Bytes, peek } from '../report/bytes';
import { FileEnd } from '../report/fileEnd';
import { refuseNoReport } from '../report/notAReport';
import { type Check, readReport, type ReportBytes } from '../report/readReport';
import { RowsSink } from '../report/rowsSink';
import type { OwnBytes } from '../spreadsheet/zip';
import type { ContentChoices } from './choices';
import { Control, type HandedOver } from './controlTotal';
import { END_NOTICES, named, notify, type ReportSources, streamLike } from './reading';
import { isNothing, type ReportContext, type ReportSource } from './source';

const PIECE = 1 << 18;

/** One item for each report, with its file. */
export async function files(
	context: ReportContext,
	sources: ReportSources,
	{ binaryPropertyName, read }: Extract<ContentChoices, { output: 'file' }>,
	countRows: boolean,
): Promise<HandedOver> {
	const items: INodeExecutionData[] = [];
	const control = new Control();
	const counter = countRows ? new RowsSink(read, {}, () => undefined) : undefined;
	for await (const source of sources) {
		const { file, endNotice } = await storeReport(context, source);
		notify(context, endNotice);
		counter?.nextReport();
		const before = counter?.rowsMet ?? 0;
		const checks: Check[] =
			counter === undefined
				? source.stream.ending?.() === 'length'
					? ['length']
					: []
				: (await readReport(await asStored(context, source, file), read, counter)).checks;
		control.add(checks, endNotice);
		if (counter !== undefined) source.onRead?.(counter.rowsMet - before);
		const notice = endNotice === undefined ? {} : { endNotice };
		items.push({
			json: { ...source.metadata, ...notice },
			binary: { [binaryPropertyName]: file },
		});
	}
	return { items, control: control.total(counter) };
}

/** Stores a report as it comes, unless its first or last bytes show that it is none, or not all of one. */
export async function storeReport(
	context: ReportContext,
	source: ReportSource,
): Promise<{ file: IBinaryData; endNotice?: string }> {
	const { stream } = source;
	const { head, isAll, isBroken, bytes } = await peek(stream.bytes as Bytes);
	await named(source, async () => {
		if (isAll && !isBroken && head.length === 0) throw isNothing();
		refuseNoReport(head, isAll, stream.redact);
	});
	const end = new FileEnd(head);
	const whole = streamLike(stream, end.follow(bytes) as OwnBytes);
	const file = await storeFile(context, { ...source, stream: { ...stream, bytes: whole } });
	const ending = stream.ending?.() ?? 'length';
	if (isProven(ending) || end.kind === 'whole') return { file };
	if (end.kind === 'cut') {
		throw new PassingRefusal(
			'The report was cut off: its last element has no end',
			'Download it again. If it happens each time, ask the service.',
		);
	}
	if (ending === 'unknown') return { file, endNotice: END_NOTICES.rows };
	return { file, endNotice: end.kind === 'openLine' ? END_NOTICES.endOfLine : undefined };
}

/** Streams the report to n8n's binary store; nothing of it is held in memory. */
export async function storeFile(
	context: ReportContext,
	{ stream, mimeType, fileName }: ReportSource,
): Promise<IBinaryData> {
	try {
		return await storeBytes(context, { bytes: stream.bytes, fileName, mimeType });
	} catch (error) {
		throw stream.broken?.(error) ?? error;
	}
}

/** n8n keeps small files, or all where it is so configured, as text in the item itself. */
export async function asStored(
	context: ReportContext,
	{ mimeType, stream }: ReportSource,
	file: IBinaryData,
): Promise<ReportBytes> {
	const bytes: Bytes =
		file.id === undefined
			? inPieces(Buffer.from(file.data, 'base64'))
			: ((await context.helpers.getBinaryStream(file.id)) as Bytes);
	return { bytes, mimeType, ending: stream.ending, redact: stream.redact };
}

/** Piece by piece, so that the event loop gets its turns. */
async function* inPieces(bytes: Uint8Array): Bytes {
	for (let start = 0; start < bytes.length; start += PIECE) {
		yield bytes.subarray(start, start + PIECE);
		await sleep(0);
	}
}
