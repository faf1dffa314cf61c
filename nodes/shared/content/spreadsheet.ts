import type { IBinaryData } from 'n8n-workflow';
import { storeBytes } from '../node/storeBytes';
import type { OwnBytes } from '../spreadsheet/zip';
import type { SpreadsheetChoices, ContentChoices } from './choices';
import { Control, type HandedOver } from './controlTotal';
import { storeFile } from './files';
import { asItCame, begun, notify, readAll, type ReportSources, streamLike } from './reading';
import { ReportCsv, ReportWorkbook } from './reportSpreadsheet';
import type { ReportContext, ReportSource } from './source';
import { zoneOf } from './zone';

/** One file made of all reports, written as they stream by. Without any, it says so. */
export async function spreadsheet(
	context: ReportContext,
	sources: ReportSources,
	choices: SpreadsheetChoices & Pick<ContentChoices, 'read'>,
): Promise<HandedOver> {
	const { read, format, groupBy, binaryPropertyName } = choices;
	const { first, all } = await begun(sources);
	const timeZone = zoneOf(read, first?.metadata ?? {});
	const { isAcceptedOnly } = first ?? {};
	const table = { read: { ...read, timeZone }, groupBy, isAcceptedOnly };
	const made = format === 'xlsx' ? new ReportWorkbook(table) : new ReportCsv(table, format);
	made.sink.whole = first?.whole;
	let control = new Control().total();
	const bytes = made.bytes(async (gate) => {
		if (first === undefined) return [];
		control = await readAll(context, all, choices, made.sink, (source) => {
			const report = asItCame(source);
			return { ...report, bytes: gate(report.bytes) };
		});
		return control.checked;
	});
	const { mimeType } = made;
	const file =
		first === undefined
			? await storeSmall(context, bytes, mimeType)
			: await store(context, first, bytes, mimeType);
	for (const notice of made.notices) notify(context, `${notice}.`);
	const json = { ...made.sink.details, ...made.summary };
	return { items: [{ json, binary: { [binaryPropertyName]: file } }], control };
}

async function store(
	context: ReportContext,
	source: ReportSource,
	bytes: OwnBytes,
	mimeType: string,
): Promise<IBinaryData> {
	const { stream, whole, fileName } = source;
	return await storeFile(context, {
		...source,
		fileName: (whole?.reportName ?? fileName).replace(/\.(csv|xml|gz)$/i, ''),
		mimeType,
		stream: { bytes: streamLike(stream, bytes), contentType: mimeType },
	});
}

/** Without a report there is no download to take Node's streams from; a file without rows is small. */
export async function storeSmall(
	context: ReportContext,
	bytes: OwnBytes,
	mimeType: string,
): Promise<IBinaryData> {
	const pieces: Uint8Array[] = [];
	for await (const piece of bytes) pieces.push(piece);
	return await storeBytes(context, { bytes: Buffer.concat(pieces), fileName: 'Report', mimeType });
}
