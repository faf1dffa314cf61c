import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';
import type { Bytes } from '../report/bytes';
import { ReportProblem } from '../report/problem';
import type { ReportBytes } from '../report/readReport';
import { readReport } from '../report/readReport';
import { RowsSink } from '../report/rowsSink';
import { TotalsSink } from '../report/totalsSink';
import type { ContentChoices } from './choices';
import { leftOutNotice, notify } from './notices';
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
	try {
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
	} catch (error) {
		throw toNodeError(context, error);
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

function toNodeError(context: ReportContext, error: unknown): unknown {
	if (!(error instanceof ReportProblem)) return error;
	const { message, description } = error;
	return new NodeOperationError(context.getNode(), message, { description });
}
