import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Bytes } from '../report/bytes';
import { readReport, type ReportBytes } from '../report/readReport';
import { number } from '../report/refusals';
import { RowsSink } from '../report/rowsSink';
import { TotalsSink } from '../report/totalsSink';
import type { LeftOut } from '../report/xml/wrappers';
import type { ContentChoices } from './choices';
import { BatchItems, RowItems } from './rowItems';
import { SavedSize } from './savedSize';
import type { ReportContext, ReportSource, ReportStream } from './source';
import { storeFile } from './storeFile';

const PIECE = 1 << 18;

/** Makes of a downloaded report what the user chose: a file, rows, batches, totals. */
export async function handOver(
	context: ReportContext,
	source: ReportSource,
	choices: ContentChoices,
): Promise<INodeExecutionData[]> {
	switch (choices.output) {
		case 'file':
			return [
				{
					json: { ...source.metadata },
					binary: { [choices.binaryPropertyName]: await storeFile(context, source) },
				},
			];
		case 'rows':
			return await rows(context, source, choices, new RowItems(), asItCame(source));
		case 'batches': {
			const batches = new BatchItems(choices.batchSize);
			return await rows(context, source, choices, batches, asItCame(source));
		}
		case 'rowsAndFile': {
			const file = await storeFile(context, source);
			const bytes = await asStored(context, source, file);
			const items = await rows(context, source, choices, new RowItems(), bytes);
			// Without a row there is still the file.
			if (items.length === 0) items.push({ json: {} });
			items[0].binary = { [choices.binaryPropertyName]: file };
			return items;
		}
		case 'totals': {
			const sink = new TotalsSink(choices.read, choices.totals);
			const leftOut = await readReport(asItCame(source), choices.read, sink);
			notify(context, leftOutNotice(leftOut));
			return sink.totals().map((json) => ({ json }));
		}
	}
}

async function rows(
	context: ReportContext,
	{ metadata }: ReportSource,
	{ read }: ContentChoices,
	collected: RowItems | BatchItems,
	report: ReportBytes,
): Promise<INodeExecutionData[]> {
	const size = new SavedSize(collected instanceof RowItems ? 'item' : 'listed');
	const sink = new RowsSink(read, metadata, (row: IDataObject) => {
		size.see(row);
		collected.add(row);
	});
	const leftOut = await readReport(report, read, sink);
	notify(context, leftOutNotice(leftOut));
	notify(context, size.warning());
	return await collected.complete(sink);
}

const asItCame = ({ stream, mimeType }: ReportSource): ReportBytes => ({
	bytes: withErrorsInWords(stream),
	contentLength: stream.contentLength,
	mimeType,
});

async function* withErrorsInWords(stream: ReportStream): Bytes {
	try {
		yield* stream.bytes as Bytes;
	} catch (error) {
		throw stream.broken?.(error) ?? error;
	}
}

/** n8n keeps small files, or all where it is so configured, as text in the item itself. */
async function asStored(
	context: ReportContext,
	{ mimeType, stream }: ReportSource,
	file: IBinaryData,
): Promise<ReportBytes> {
	const bytes: Bytes =
		file.id === undefined
			? inPieces(Buffer.from(file.data, 'base64'))
			: ((await context.helpers.getBinaryStream(file.id)) as Bytes);
	return { bytes, mimeType, contentLength: stream.contentLength };
}

/** Piece by piece, so that the event loop gets its turns. */
async function* inPieces(bytes: Uint8Array): Bytes {
	for (let start = 0; start < bytes.length; start += PIECE) {
		yield bytes.subarray(start, start + PIECE);
		await sleep(0);
	}
}

/** What the user should know of the parts of an XML report that are in no row. */
function leftOutNotice(leftOut: LeftOut): string | undefined {
	if (leftOut.size === 0) return undefined;
	const elements = [...leftOut].map(([name, times]) => `${number(times)} × ${name}`).join(', ');
	return `The report also holds elements that are in no row: ${elements}. To read those, enter their name as Row Element under Report Options.`;
}

/** Shows the notice above the node's output, or writes it to the log where there is none to show it on. */
function notify(context: ReportContext, message: string | undefined): void {
	if (message === undefined) return;
	context.logger.warn(message);
	if ('addExecutionHints' in context) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}
