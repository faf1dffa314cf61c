import type { INodeExecutionData } from 'n8n-workflow';

import { storeBytes } from '../node/storeBytes';
import { PassingRefusal } from '../problem';
import { type Bytes, peek } from '../report/bytes';
import {
	emptyFileRefusal,
	isZipped,
	openEndNotice,
	refuseNoReport,
	rootOf,
	textOf,
} from '../report/refusals';
import type { ContentChoices } from './choices';
import {
	fileNameOf,
	type OutputResult,
	isSent,
	withPartInError,
	notify,
	type ReportContext,
	type PeekedReports,
	type SentReport,
	nodeStreamFactory,
	withErrorsInWords,
} from './reading';

/** One item for each report, with its file as it came. */
export async function files(
	context: ReportContext,
	{ all }: PeekedReports,
	{ binaryPropertyName }: ContentChoices,
): Promise<OutputResult> {
	const items: INodeExecutionData[] = [];
	for await (const source of all) {
		if (!isSent(source)) continue;
		const { file, endNotice } = await storeReport(context, source);
		notify(context, endNotice);
		const notice = endNotice === undefined ? {} : { endNotice };
		items.push({
			json: { ...source.metadata, ...notice },
			binary: { [binaryPropertyName]: file },
		});
	}
	return { items };
}

/** Stores a report as it comes, unless its first or last bytes show that it is none, or not all of one. */
async function storeReport(context: ReportContext, source: SentReport) {
	const { stream, mimeType } = source;
	const { head, isAll, isBroken, bytes } = await peek(withErrorsInWords(stream));
	await withPartInError(source, async () => {
		if (isAll && !isBroken && head.length === 0) throw emptyFileRefusal();
		refuseNoReport(head, isAll, stream.redact);
	});
	let last = Buffer.alloc(0);
	let lines = 0;
	const followed = async function* (): Bytes {
		for await (const chunk of bytes) {
			last = Buffer.concat([last.subarray(-KEPT), chunk.subarray(-KEPT)]);
			if (source.onLines !== undefined) {
				lines += textOf(Buffer.from(chunk)).split(/\r\n?|\n/).length - 1;
			}
			yield chunk;
		}
	};
	const file = await storeBytes(context, {
		bytes: followed(),
		toStream: nodeStreamFactory(stream),
		fileName: fileNameOf({ ...source, whole: undefined }),
		mimeType,
	});
	source.onLines?.(isZipped(head) ? Infinity : lines);
	const root = rootOf(textOf(head));
	if (root !== '') refuseOpen(textOf(last).trimEnd(), root);
	const ending = stream.ending?.() ?? 'length';
	const hasOpenEnd = ending !== 'length' && !isZipped(head) && !/[\r\n]$/.test(textOf(last));
	return { file, endNotice: root === '' ? openEndNotice(hasOpenEnd, ending) : undefined };
}

/** More than a comment or a signature after the last element has. */
const KEPT = 1 << 13;

/** Without the comments and instructions at its end. */
function withoutTrailers(text: string): string {
	const rest = text.trimEnd();
	const trailer = [['<!--', '-->'] as const, ['<?', '?>'] as const].find(([, end]) =>
		rest.endsWith(end),
	);
	const start = trailer === undefined ? -1 : rest.lastIndexOf(trailer[0]);
	return start < 0 ? rest : withoutTrailers(rest.slice(0, start));
}

const LAST_TAG = /^<(\/?)(?:[^\s<>/:]+:)?([^\s<>/:]+)(?:\s[^<>]*?)?(\/?)>$/;

function refuseOpen(text: string, root: string): void {
	const rest = withoutTrailers(text);
	const [, slash, name, end] = LAST_TAG.exec(rest.slice(rest.lastIndexOf('<'))) ?? [];
	if (name === root && slash + end === '/') return;
	throw new PassingRefusal(
		'The report was cut off: its last element has no end',
		'Download it again. If it happens each time, ask the service.',
	);
}
