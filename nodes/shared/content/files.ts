import { type IBinaryData, type INodeExecutionData, sleep } from 'n8n-workflow';

import { storeBytes } from '../node/storeBytes';
import { PassingRefusal } from '../problem';
import { type Bytes, peek, startsAsGzip, unzipped } from '../report/bytes';
import { refuseNoReport } from '../report/refusals';
import { type Check, isProven, readReport, type ReportBytes } from '../report/readReport';
import { RowsSink } from '../report/rowsSink';
import type { OwnBytes } from '../spreadsheet/zip';
import type { ContentChoices } from './choices';
import {
	END_NOTICES,
	fileNameOf,
	isNothing,
	isSent,
	named,
	notify,
	type ReportContext,
	type ReportSources,
	type SentReport,
	streamLike,
} from './reading';
import { Control, type HandedOver } from './controlTotal';

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
		if (!isSent(source)) continue;
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
async function storeReport(
	context: ReportContext,
	source: SentReport,
): Promise<{ file: IBinaryData; endNotice?: string }> {
	const { stream } = source;
	const { head, isAll, isBroken, bytes } = await peek(stream.bytes as Bytes);
	await named(source, async () => {
		if (isAll && !isBroken && head.length === 0) throw isNothing();
		refuseNoReport(head, isAll, stream.redact);
	});
	const end = new FileEnd(head);
	const whole = streamLike(stream, end.follow(bytes) as OwnBytes);
	const fileName = fileNameOf({ ...source, whole: undefined });
	const file = await storeFile(context, {
		...source,
		fileName,
		stream: { ...stream, bytes: whole },
	});
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
	{ stream, mimeType, fileName }: SentReport,
): Promise<IBinaryData> {
	try {
		return await storeBytes(context, { bytes: stream.bytes, fileName, mimeType });
	} catch (error) {
		throw stream.broken?.(error) ?? error;
	}
}

/** n8n keeps small files, or all where it is so configured, as text in the item itself. */
async function asStored(
	context: ReportContext,
	{ mimeType, stream }: SentReport,
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

const KEPT = 1024;
const LINE_ENDS = [10, 13];
const MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;
const BEFORE_ROOT = /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->|<![^>]*>)*/;
const ROOT = /^<([^\s/>]+)/;
const EMPTY_ROOT = /^<[^>]*\/>/;

/** Without its zeros, UTF-16 reads like ASCII. */
const textOf = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '');

/** Without the blanks and comments after the root. */
function withoutTrailer(text: string): string {
	const end = text.trimEnd();
	const comment = end.endsWith('-->') ? end.lastIndexOf('<!--') : -1;
	return comment < 0 ? end : withoutTrailer(end.slice(0, comment));
}

/** Passes a file on as it is, and remembers how it ends. A zipped one that does not come to its end is an error. */
class FileEnd {
	private last = Buffer.alloc(0);

	/** `head`: how the file begins. */
	constructor(private readonly head: Buffer) {}

	async *follow(file: Bytes): Bytes {
		for await (const chunk of startsAsGzip(this.head) ? insistingOnEnd(file) : file) {
			this.last = Buffer.concat([this.last.subarray(-KEPT), chunk.subarray(-KEPT)]);
			yield chunk;
		}
	}

	/** `whole`: the file itself shows its end; `cut`: it is XML, and does not; else: CSV with or without a line end. */
	get kind(): 'whole' | 'cut' | 'lineEnd' | 'openLine' {
		if (startsAsGzip(this.head)) return 'whole';
		const start = textOf(this.head).replace(MARK, '').replace(BEFORE_ROOT, '');
		if (start.startsWith('<')) {
			const root = ROOT.exec(start)?.[1] ?? '';
			const end = withoutTrailer(textOf(this.last));
			return end.endsWith(`</${root}>`) || EMPTY_ROOT.test(start) ? 'whole' : 'cut';
		}
		const byte = this.last.findLast((one) => one !== 0);
		return byte === undefined || LINE_ENDS.includes(byte) ? 'lineEnd' : 'openLine';
	}
}

/** A zipped file as it is; it is unzipped on its way, only to see that it comes to its end. */
async function* insistingOnEnd(file: Bytes): Bytes {
	let passed: Uint8Array[] = [];
	const seen = async function* (): Bytes {
		for await (const chunk of file) {
			passed.push(chunk);
			yield chunk;
		}
	};
	const pieces = unzipped(seen())[Symbol.asyncIterator]();
	for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
		yield* passed;
		passed = [];
	}
	yield* passed;
}
