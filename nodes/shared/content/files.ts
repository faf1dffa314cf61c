import { type IBinaryData, type INodeExecutionData, sleep } from 'n8n-workflow';

import { storeBytes } from '../node/storeBytes';
import { PassingRefusal } from '../problem';
import { type Bytes, peek, startsAsGzip, unzipped } from '../report/bytes';
import { refuseNoReport } from '../report/refusals';
import { type Check, readReport, type ReportBytes } from '../report/readReport';
import { RowsSink } from '../report/rowsSink';
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
	withErrorsInWords,
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
	const counter = countRows ? new RowsSink(read, () => undefined) : undefined;
	for await (const source of sources) {
		if (!isSent(source)) continue;
		const { file, checks: seen, endNotice } = await storeReport(context, source);
		notify(context, endNotice);
		counter?.nextReport(source.metadata);
		const before = counter?.rowsMet ?? 0;
		const checks =
			counter === undefined
				? seen
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
): Promise<{ file: IBinaryData; checks: Check[]; endNotice?: string }> {
	const { stream, mimeType } = source;
	const { head, isAll, isBroken, bytes } = await peek(withErrorsInWords(stream));
	await named(source, async () => {
		if (isAll && !isBroken && head.length === 0) throw isNothing();
		refuseNoReport(head, isAll, stream.redact);
	});
	const end = new FileEnd(head);
	const file = await storeBytes(context, {
		bytes: end.follow(bytes),
		toStream: streamLike(stream),
		fileName: fileNameOf({ ...source, whole: undefined }),
		mimeType,
	});
	const { kind } = end;
	if (kind === 'cut') {
		throw new PassingRefusal(
			'The report was cut off: its last element has no end',
			'Download it again. If it happens each time, ask the service.',
		);
	}
	const ending = stream.ending?.() ?? 'length';
	const checks: Check[] = [
		...(ending === 'length' ? (['length'] as const) : []),
		...(kind === 'closed' ? (['endTag'] as const) : []),
	];
	if (ending === 'length' || kind === 'closed' || end.isZipped) return { file, checks };
	if (ending === 'unknown') return { file, checks, endNotice: END_NOTICES.rows };
	return { file, checks, endNotice: kind === 'openLine' ? END_NOTICES.endOfLine : undefined };
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

/** More than a comment or a signature after the last element has. */
const KEPT = 1 << 13;
const LINE_ENDS = [10, 13];
const MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;
const BEFORE_ROOT = /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->|<![^>]*>)*/;
const ROOT = /^<([^\s/>]+)/;
const EMPTY_ROOT = /^<[^>]*\/>/;

/** Without its zeros, UTF-16 reads like ASCII. */
const textOf = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '');

/** XML without the comments and instructions at its end. */
function untilLastElement(text: string): string {
	const rest = text.trimEnd();
	const opening = rest.endsWith('-->') ? '<!--' : rest.endsWith('?>') ? '<?' : '';
	const start = opening === '' ? -1 : rest.lastIndexOf(opening);
	return start < 0 ? rest : untilLastElement(rest.slice(0, start));
}

/** Passes a file on as it is, and remembers how it ends. A zipped one that does not come to its end is an error. */
class FileEnd {
	readonly isZipped: boolean;
	/** Of what the file holds, unzipped. */
	private first = Buffer.alloc(0);
	private last = Buffer.alloc(0);

	/** `head`: how the file begins. */
	constructor(head: Buffer) {
		this.isZipped = startsAsGzip(head);
	}

	async *follow(file: Bytes): Bytes {
		for await (const chunk of this.isZipped ? this.unzipping(file) : file) {
			if (!this.isZipped) this.see(chunk);
			yield chunk;
		}
	}

	/** `closed`: it is XML, and its last element is closed; `cut`: it is not; else: CSV with or without a line end. */
	get kind(): 'closed' | 'cut' | 'lineEnd' | 'openLine' {
		const start = textOf(this.first).replace(MARK, '').replace(BEFORE_ROOT, '');
		if (start.startsWith('<')) {
			const root = ROOT.exec(start)?.[1] ?? '';
			const end = untilLastElement(textOf(this.last));
			const isClosed = end.endsWith('>') && end.slice(0, -1).trimEnd().endsWith(`</${root}`);
			return isClosed || EMPTY_ROOT.test(start) ? 'closed' : 'cut';
		}
		const byte = this.last.findLast((one) => one !== 0);
		return byte === undefined || LINE_ENDS.includes(byte) ? 'lineEnd' : 'openLine';
	}

	private see(content: Uint8Array): void {
		if (this.first.length < KEPT)
			this.first = Buffer.concat([this.first, content.subarray(0, KEPT)]);
		this.last = Buffer.concat([this.last.subarray(-KEPT), content.subarray(-KEPT)]);
	}

	/** A zipped file as it is; it is unzipped on its way, only to see that it comes to its end. */
	private async *unzipping(file: Bytes): Bytes {
		let passed: Uint8Array[] = [];
		const seen = async function* (): Bytes {
			for await (const chunk of file) {
				passed.push(chunk);
				yield chunk;
			}
		};
		for await (const piece of unzipped(seen())) {
			this.see(piece);
			yield* passed;
			passed = [];
		}
		yield* passed;
	}
}
