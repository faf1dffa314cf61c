import type { INodeExecutionData } from 'n8n-workflow';

import { storeBytes } from '../node/storeBytes';
import { TransientRefusal } from '../problem';
import { type Bytes, peekStart } from '../report/bytes';
import {
	isGzip,
	openEndNotice,
	requireReport,
	findRootName,
	decodeForSniffing,
} from '../report/refusals';
import { streamClassOf } from '../transport/stream';
import type { ContentChoices } from './choices';
import {
	metadataInOwnZone,
	fileNameWithDays,
	type ItemsAndRowCount,
	isStreamed,
	addPartToErrors,
	showNotice,
	type ExecuteOrPoll,
	type ReportsWithZone,
	type StreamedReport,
	explainStreamErrors,
} from './reading';

export async function toFiles(
	context: ExecuteOrPoll,
	{ all }: ReportsWithZone,
	{ binaryPropertyName }: ContentChoices,
): Promise<ItemsAndRowCount> {
	const items: INodeExecutionData[] = [];
	for await (const source of all) {
		if (!isStreamed(source)) continue;
		const { file, endNotice } = await storeReport(context, source);
		showNotice(context, endNotice);
		const notice = endNotice === undefined ? {} : { endNotice };
		items.push({
			json: { ...metadataInOwnZone(source.metadata), ...notice },
			binary: { [binaryPropertyName]: file },
		});
	}
	return { items };
}

/** Refuses a file whose first or last bytes show that it isn't a whole report. */
async function storeReport(context: ExecuteOrPoll, source: StreamedReport) {
	const { stream, mimeType } = source;
	const first = await peekStart(explainStreamErrors(stream));
	const { head, bytes } = first;
	await addPartToErrors(source, async () => requireReport(first, stream.redact));
	let last: Uint8Array = Buffer.alloc(0);
	const followed = async function* (): Bytes {
		for await (const chunk of bytes) {
			last = chunk.length < KEPT ? Buffer.concat([last.subarray(-KEPT), chunk]) : chunk;
			yield chunk;
		}
	};
	const file = await storeBytes(context, {
		bytes: followed(),
		streamClass: streamClassOf(stream.bytes),
		fileName: fileNameWithDays({ ...source, whole: undefined }),
		mimeType,
	});
	const end = decodeForSniffing(Buffer.from(last.subarray(-KEPT)));
	const root = findRootName(decodeForSniffing(head));
	if (root !== '') refuseOpen(end.trimEnd(), root);
	const completeness = stream.completeness?.() ?? 'length';
	const hasOpenEnd = completeness !== 'length' && !isGzip(head) && !/[\r\n]$/.test(end);
	return { file, endNotice: root === '' ? openEndNotice(hasOpenEnd, completeness) : undefined };
}

/** More bytes than the last tag has. */
const KEPT = 1 << 13;

/** A whole report ends with the tag of its root. */
function refuseOpen(text: string, root: string): void {
	const closing = text.lastIndexOf('</');
	const last = text.slice(closing < 0 ? text.lastIndexOf('<') : closing);
	const name = /^<\/?(?:[^\s:>]*:)?([^\s/>]*)/.exec(last)?.[1];
	if (name === root && text.endsWith(closing < 0 ? '/>' : '>')) return;
	throw new TransientRefusal(
		'The report was cut off: its last element has no end',
		'Download it again. If it happens each time, ask the service.',
	);
}
