import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { type Bytes, peek } from '../report/bytes';
import { FileEnd } from '../report/fileEnd';
import { refuseNoReport } from '../report/notAReport';
import { isProven } from '../ending';
import { PassingRefusal } from '../problem';
import { readReport, type Check, type ReportBytes } from '../report/readReport';
import { RowsSink } from '../report/rowsSink';
import { TotalsSink } from '../report/totalsSink';
import type { OwnBytes } from '../spreadsheet/zip';
import type { ContentChoices } from './choices';
import { Control, type HandedOver } from './controlTotal';
import { ReportCsv, ReportWorkbook } from './reportSpreadsheet';
import { oneBatch } from './oneBatch';
import { BatchItems, RowItems } from './rowItems';
import { SavedSize } from './savedSize';
import {
	asItCame,
	inTurn,
	END_NOTICES,
	named,
	notify,
	type Open,
	readAll,
	type ReportSources,
	streamLike,
	unclearNotice,
} from './reading';
import { isNothing, type ReportContext, type ReportSource } from './source';
import { storeFile } from './storeFile';

const PIECE = 1 << 18;

/** Makes of a downloaded report what the user chose: a file, rows, batches, totals, a spreadsheet. */
export async function handOver(
	context: ReportContext,
	source: ReportSource,
	choices: ContentChoices,
): Promise<INodeExecutionData[]> {
	return (await handOverAll(context, [source], choices)).items;
}

/** Their items are no rows, so that the control total can stand on them. */
const NO_ROWS: ReadonlyArray<ContentChoices['output']> = [
	'file',
	'batches',
	'oneBatch',
	'workbook',
	'spreadsheetCsv',
];

/** The same for a report that comes in parts: they are read one after the other, as one. */
export async function handOverAll(
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
	{ countFileRows = false } = {},
): Promise<HandedOver> {
	const { items, control } = await make(context, sources, choices, countFileRows);
	if (NO_ROWS.includes(choices.output)) {
		for (const { json } of items) json.controlTotal = { ...control };
	}
	return { items, control };
}

async function make(
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
	countFileRows: boolean,
): Promise<HandedOver> {
	switch (choices.output) {
		case 'file':
			return await files(context, sources, choices, countFileRows);
		case 'rows':
			return await rows(context, sources, choices, new RowItems());
		case 'batches':
			return await rows(context, sources, choices, new BatchItems(choices.batchSize));
		case 'oneBatch':
			return await oneBatch(context, sources, choices);
		case 'rowsAndFile':
			return await rowsAndFiles(context, sources, choices);
		case 'totals': {
			const sink = new TotalsSink(choices.read, choices.totals);
			const control = await readAll(context, sources, choices, sink);
			const items = sink.totals().map((json) => ({ json: { ...json, ...sink.ending } }));
			for (const note of sink.notes()) notify(context, `${note}.`);
			return { items: control.parts === 0 ? [] : items, control };
		}
		case 'workbook':
			return await spreadsheet(context, sources, choices, new ReportWorkbook(choices));
		case 'spreadsheetCsv':
			return await spreadsheet(context, sources, choices, new ReportCsv(choices));
	}
}

async function rows(
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
	collected: RowItems | BatchItems,
	open?: Open,
): Promise<HandedOver> {
	const size = new SavedSize(collected instanceof RowItems ? 'item' : 'listed');
	const sink = new RowsSink(choices.read, {}, (row: IDataObject) => {
		size.see(row);
		collected.add(row);
	});
	const control = await readAll(context, sources, choices, sink, open);
	const items = await collected.complete(sink);
	for (const note of sink.notes()) notify(context, `${note}.`);
	notify(context, size.warning());
	return { items, control };
}

async function files(
	context: ReportContext,
	sources: ReportSources,
	{ binaryPropertyName, read }: Extract<ContentChoices, { output: 'file' | 'rowsAndFile' }>,
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
		control.add(checks);
		if (counter !== undefined) source.onRead?.(counter.rowsMet - before);
		const notice = endNotice === undefined ? {} : { endNotice };
		items.push({ json: { ...source.metadata, ...notice }, binary: { [binaryPropertyName]: file } });
	}
	return { items, control: control.total(counter) };
}

/** Each file is on the first row of its report; one without rows is beside the first file of all. */
async function rowsAndFiles(
	context: ReportContext,
	sources: ReportSources,
	choices: Extract<ContentChoices, { output: 'file' | 'rowsAndFile' }>,
): Promise<HandedOver> {
	const { binaryPropertyName: name } = choices;
	const collected = new RowItems();
	const stored: Array<{ file: IBinaryData; firstRow: number }> = [];
	const { items, control } = await rows(context, sources, choices, collected, async (source) => {
		const { file } = await storeReport(context, source);
		stored.push({ file, firstRow: collected.items.length });
		return await asStored(context, source, file);
	});
	const hasRows = stored.map(
		({ firstRow }, index) => firstRow < (stored[index + 1]?.firstRow ?? items.length),
	);
	// Without a row there is still the file.
	if (items.length === 0 && stored.length > 0) items.push({ json: {} });
	stored.forEach(({ file, firstRow }, index) => {
		if (hasRows[index]) items[firstRow].binary = { [name]: file };
	});
	stored.forEach(({ file }, index) => {
		if (hasRows[index]) return;
		const { binary = {} } = items[0];
		items[0].binary = { ...binary, [name in binary ? `${name}_${index + 1}` : name]: file };
	});
	return { items, control };
}

/** One file made of all reports, written as they stream by. */
async function spreadsheet(
	context: ReportContext,
	sources: ReportSources,
	choices: Extract<ContentChoices, { output: 'workbook' | 'spreadsheetCsv' }>,
	made: ReportWorkbook | ReportCsv,
): Promise<HandedOver> {
	const parts = inTurn(sources);
	const first = await parts.next();
	let control = new Control().total();
	if (first.done) return { items: [], control };
	const all = async function* () {
		yield first.value;
		yield* parts;
	};
	made.sink.whole = first.value.whole;
	const bytes = made.bytes(async (gate) => {
		control = await readAll(context, all(), choices, made.sink, (source) => {
			const report = asItCame(source);
			return { ...report, bytes: gate(report.bytes) };
		});
		return control.checked;
	});
	const { stream, whole, fileName } = first.value;
	const file = await storeFile(context, {
		...first.value,
		fileName: (whole?.reportName ?? fileName).replace(/\.(csv|xml|gz)$/i, ''),
		mimeType: made.mimeType,
		stream: { bytes: streamLike(stream, bytes), contentType: made.mimeType },
	});
	for (const difference of made.differences) notify(context, difference);
	for (const note of made.sink.counting?.notes() ?? []) notify(context, `${note}.`);
	const json = { ...made.sink.details, ...made.summary };
	return { items: [{ json, binary: { [choices.binaryPropertyName]: file } }], control };
}

/** Stores a report as it comes, unless its first or last bytes show that it is none, or not all of one. */
async function storeReport(
	context: ReportContext,
	source: ReportSource,
): Promise<{ file: IBinaryData; endNotice?: string }> {
	const { stream } = source;
	const { head, isAll, isBroken, bytes } = await peek(stream.bytes as Bytes);
	await named(source, async () => {
		if (isAll && !isBroken && head.length === 0) throw isNothing();
		const unclear = refuseNoReport(head, isAll, stream.redact);
		notify(context, unclearNotice(stream, unclear));
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
	return { bytes, mimeType, ending: stream.ending, redact: stream.redact };
}

/** Piece by piece, so that the event loop gets its turns. */
async function* inPieces(bytes: Uint8Array): Bytes {
	for (let start = 0; start < bytes.length; start += PIECE) {
		yield bytes.subarray(start, start + PIECE);
		await sleep(0);
	}
}
