import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { Refusal } from '../problem';
import { type Bytes, peek } from '../report/bytes';
import { refuseNoReport } from '../report/notAReport';
import { readReport, type Check, type ReportBytes } from '../report/readReport';
import { number } from '../report/refusals';
import { RowsSink } from '../report/rowsSink';
import { TotalsSink } from '../report/totalsSink';
import type { LeftOut } from '../report/xml/wrappers';
import type { ContentChoices } from './choices';
import { Control, type ControlTotal } from './controlTotal';
import { BatchItems, RowItems } from './rowItems';
import { SavedSize } from './savedSize';
import { refuseNothing, type ReportContext, type ReportSource, type ReportStream } from './source';
import { storeFile } from './storeFile';
import { SpreadsheetCsv } from './workbook/spreadsheetCsv';
import type { TableSink } from './workbook/tableSink';
import { Workbook } from './workbook/workbook';
import type { OwnBytes } from './workbook/zip';

const PIECE = 1 << 18;

/** Of a line in a notice. */
const LONGEST_LINE = 200;
/** In a notice; further ones are left out. */
const MOST_NAMED = 20;

const MAY_BE_CUT =
	'The service did not say how long the report is, so rows may be missing at its end. Compare it with what you expect, or download it again.';

/** Makes of a downloaded report what the user chose: a file, rows, batches, totals, a spreadsheet. */
export async function handOver(
	context: ReportContext,
	source: ReportSource,
	choices: ContentChoices,
): Promise<INodeExecutionData[]> {
	return (await handOverAll(context, [source], choices)).items;
}

export type ReportSources = Iterable<ReportSource> | AsyncIterable<ReportSource>;

export interface HandedOver {
	items: INodeExecutionData[];
	control: ControlTotal;
}

/** Their items are no rows, so that the control total can stand on them. */
const NO_ROWS: ReadonlyArray<ContentChoices['output']> = [
	'file',
	'batches',
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
		case 'rowsAndFile':
			return await rowsAndFiles(context, sources, choices);
		case 'totals': {
			const sink = new TotalsSink(choices.read, choices.totals);
			const control = await readAll(context, sources, choices, sink);
			for (const note of sink.counting?.notes() ?? []) notify(context, `${note}.`);
			return { items: sink.totals().map((json) => ({ json })), control };
		}
		case 'workbook':
			return await spreadsheet(context, sources, choices, new Workbook(choices));
		case 'spreadsheetCsv':
			return await spreadsheet(context, sources, choices, new SpreadsheetCsv(choices));
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
	notify(context, size.warning());
	return { items: await collected.complete(sink), control };
}

/** How the bytes of a report are come by. */
type Open = (source: ReportSource) => ReportBytes | Promise<ReportBytes>;

/** Reads all reports into one sink, as far as it wants. */
async function readAll(
	context: ReportContext,
	sources: ReportSources,
	{ read }: ContentChoices,
	sink: RowsSink | TotalsSink | TableSink,
	open: Open = asItCame,
): Promise<ControlTotal> {
	const control = new Control();
	const elements = new Map<string, number>();
	const attributes = new Set<string>();
	for await (const source of sources) {
		sink.nextReport(source.metadata);
		const { checks, ...report } = await named(source, async () => {
			const done = await readReport(await open(source), read, sink);
			refuseNothing(source.stream);
			return done;
		});
		control.add(checks);
		if (report.mayBeCut && !sink.isFull) notify(context, MAY_BE_CUT);
		notify(context, unclearNotice(source.stream, report.unclear));
		for (const [name, times] of report.leftOut.elements) {
			elements.set(name, (elements.get(name) ?? 0) + times);
		}
		for (const name of report.leftOut.attributes) attributes.add(name);
		if (sink.isFull) break;
	}
	notify(context, elementsNotice(elements));
	// Whoever names the columns knows which ones there are.
	if (read.columns.length === 0) notify(context, attributesNotice(attributes));
	return control.total(sink);
}

async function named<T>({ part, stream }: ReportSource, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		stream.bytes.destroy();
		throw inPart(error, part);
	}
}

/** An error within a part names the part. */
function inPart(error: unknown, part: string | undefined): unknown {
	if (part === undefined || !(error instanceof Refusal)) return error;
	const advice = [`This is in ${part}.`, error.advice].filter(Boolean).join(' ');
	return new Refusal(error.problems, advice);
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
		const file = await storeReport(context, source);
		if (source.stream.ending?.() === 'unknown') notify(context, MAY_BE_CUT);
		counter?.nextReport();
		const checks: Check[] =
			counter === undefined
				? source.stream.ending?.() === 'length'
					? ['length']
					: []
				: (await readReport(await asStored(context, source, file), read, counter)).checks;
		control.add(checks);
		items.push({ json: { ...source.metadata }, binary: { [binaryPropertyName]: file } });
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
		const file = await storeReport(context, source);
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
	made: Workbook | SpreadsheetCsv,
): Promise<HandedOver> {
	const parts = inTurn(sources);
	const first = await parts.next();
	let control = new Control().total();
	if (first.done) return { items: [], control };
	const all = async function* () {
		yield first.value;
		yield* parts;
	};
	const bytes = made.bytes(async (gate) => {
		control = await readAll(context, all(), choices, made.sink, (source) => {
			const report = asItCame(source);
			return { ...report, bytes: gate(report.bytes) };
		});
		return control.checked;
	});
	const { stream, fileName } = first.value;
	const file = await storeFile(context, {
		...first.value,
		fileName: fileName.replace(/\.(csv|xml|gz)$/i, ''),
		mimeType: made.mimeType,
		stream: { bytes: streamLike(stream, bytes), contentType: made.mimeType },
	});
	for (const difference of made.differences) notify(context, difference);
	for (const note of made.sink.counting?.notes() ?? []) notify(context, `${note}.`);
	const json = { ...made.sink.facts, ...made.summary };
	return { items: [{ json, binary: { [choices.binaryPropertyName]: file } }], control };
}

async function* inTurn(sources: ReportSources): AsyncGenerator<ReportSource> {
	yield* sources;
}

/** Stores a report as it comes, unless its first bytes show that it is none. */
async function storeReport(context: ReportContext, source: ReportSource): Promise<IBinaryData> {
	const { stream } = source;
	const { head, isAll, bytes } = await peek(stream.bytes as Bytes);
	await named(source, async () => {
		const unclear = refuseNoReport(head, isAll, stream.redact);
		notify(context, unclearNotice(stream, unclear));
	});
	const whole = streamLike(stream, bytes as OwnBytes);
	return await storeFile(context, { ...source, stream: { ...stream, bytes: whole } });
}

/** n8n stores streams of Node, whose class community nodes may not import: the download has it. */
const streamLike = ({ bytes }: ReportStream, made: OwnBytes): ReportStream['bytes'] =>
	(bytes.constructor as unknown as { from(made: OwnBytes): ReportStream['bytes'] }).from(made);

const asItCame = ({ stream, mimeType }: ReportSource): ReportBytes => ({
	bytes: withErrorsInWords(stream),
	ending: stream.ending,
	redact: stream.redact,
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
	return { bytes, mimeType, ending: stream.ending, redact: stream.redact };
}

/** Piece by piece, so that the event loop gets its turns. */
async function* inPieces(bytes: Uint8Array): Bytes {
	for (let start = 0; start < bytes.length; start += PIECE) {
		yield bytes.subarray(start, start + PIECE);
		await sleep(0);
	}
}

/** What the user should know of the parts of an XML report that are in no row. */
function elementsNotice(elements: LeftOut['elements']): string | undefined {
	if (elements.size === 0) return undefined;
	const names = [...elements].map(([name, times]) => `${number(times)} × ${name}`).join(', ');
	return `The report also holds elements that are in no row: ${names}. To read those, enter their name as Row Element under Report Options.`;
}

function attributesNotice(attributes: LeftOut['attributes']): string | undefined {
	if (attributes.size === 0) return undefined;
	const names = [...attributes].slice(0, MOST_NAMED).join(', ');
	const more = attributes.size > MOST_NAMED ? ', …' : '';
	return `Values of the elements around the rows are left out: ${names}${more}. To add them to each row, turn on Carry Wrapper Attributes under Report Options. To make rows of other elements, enter their name as Row Element.`;
}

function unclearNotice(
	{ redact = (text) => text }: ReportStream,
	line: string | undefined,
): string | undefined {
	if (line === undefined) return undefined;
	return `The report is one line and nothing else: "${redact(line).slice(0, LONGEST_LINE)}". Check whether those are column names or a message of the service.`;
}

/** Shows the notice above the node's output, or writes it to the log where there is none to show it on. */
function notify(context: ReportContext, message: string | undefined): void {
	if (message === undefined) return;
	context.logger.warn(message);
	if ('addExecutionHints' in context) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}
