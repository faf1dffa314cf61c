import type { INodeExecutionData } from 'n8n-workflow';

import { storeBytes } from '../node/storeBytes';
import { PassingRefusal } from '../problem';
import { type Bytes, peek } from '../report/bytes';
import { isZipped, openEndNotice, refuseNoReport, rootOf, textOf } from '../report/refusals';
import type { ContentChoices } from './choices';
import {
	factsInZone,
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

/** One item for each report, with its original file. */
export async function toFiles(
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
			json: { ...factsInZone(source.metadata), ...notice },
			binary: { [binaryPropertyName]: file },
		});
	}
	return { items };
}

/** Refuses a file whose first or last bytes show that it isn't a whole report. */
async function storeReport(context: ReportContext, source: SentReport) {
	const { stream, mimeType } = source;
	const first = await peek(withErrorsInWords(stream));
	const { head, bytes } = first;
	await withPartInError(source, async () => refuseNoReport(first, stream.redact));
	let last: Uint8Array = Buffer.alloc(0);
	const followed = async function* (): Bytes {
		for await (const chunk of bytes) {
			last = chunk.length < KEPT ? Buffer.concat([last.subarray(-KEPT), chunk]) : chunk;
			yield chunk;
		}
	};
	const file = await storeBytes(context, {
		bytes: followed(),
		toStream: nodeStreamFactory(stream),
		fileName: fileNameOf({ ...source, whole: undefined }),
		mimeType,
	});
	const end = textOf(Buffer.from(last.subarray(-KEPT)));
	const root = rootOf(textOf(head));
	if (root !== '') refuseOpen(end.trimEnd(), root);
	const ending = stream.ending?.() ?? 'length';
	const hasOpenEnd = ending !== 'length' && !isZipped(head) && !/[\r\n]$/.test(end);
	return { file, endNotice: root === '' ? openEndNotice(hasOpenEnd, ending) : undefined };
}

/** More bytes than the last tag has. */
const KEPT = 1 << 13;

/** A whole report ends with the tag of its root. */
function refuseOpen(text: string, root: string): void {
	const closing = text.lastIndexOf('</');
	const last = text.slice(closing < 0 ? text.lastIndexOf('<') : closing);
	const name = /^<\/?(?:[^\s:>]*:)?([^\s/>]*)/.exec(last)?.[1];
	if (name === root && text.endsWith(closing < 0 ? '/>' : '>')) return;
	throw new PassingRefusal(
		'The report was cut off: its last element has no end',
		'Download it again. If it happens each time, ask the service.',
	);
}
