import type { IBinaryData } from 'n8n-workflow';
import { storeBytes } from '../node/storeBytes';
import { PassingRefusal } from '../problem';
import { endsAsWhole } from '../report/fileEnd';
import { refuseNothing, type ReportContext, type ReportSource } from './source';

/** Streams the report to n8n's binary store; nothing of it is held in memory. */
export async function storeFile(
	context: ReportContext,
	{ stream, mimeType, fileName }: ReportSource,
): Promise<IBinaryData> {
	let stored: IBinaryData;
	try {
		stored = await storeBytes(context, { bytes: stream.bytes, fileName, mimeType });
	} catch (error) {
		throw stream.broken?.(error) ?? error;
	}
	const { ending, edges } = stream;
	refuseNothing(stream);
	if (ending?.() === 'unknown' && edges !== undefined && !endsAsWhole(edges())) {
		throw new PassingRefusal(
			'The report was cut off: its last line or element has no end',
			'Download it again. If it happens each time, ask the service.',
		);
	}
	return stored;
}
