import { showHint } from '../node/hint';
import type { Bytes } from '../report/bytes';
import { number } from '../number';
import { Refusal } from '../problem';
import { type Read, readReport, type ReportBytes } from '../report/readReport';
import type { RowsSink } from '../report/rowsSink';
import type { LeftOut } from '../report/xml/wrappers';
import type { OwnBytes } from '../spreadsheet/zip';
import { secretsOf } from '../transport/secrets';
import type { ContentChoices } from './choices';
import { Control, type ControlTotal } from './controlTotal';
import { isNothing, type ReportContext, type ReportSource, type ReportStream } from './source';
import type { TableSink } from './tableSink';

/** What the user should know of a report whose end nothing proves. */
export const END_NOTICES: Record<NonNullable<Read['mayLack']>, string> = {
	rows: 'The service did not say how long the report is, so rows may be missing at its end. Compare it with what you expect, or download it again.',
	endOfLine:
		'The last line of the report has no line end, and the service did not say how long the report is. The end of that line may be missing. Compare it with what you expect, or download it again.',
};

export type ReportSources = Iterable<ReportSource> | AsyncIterable<ReportSource>;

/** How the bytes of a report are come by. */
export type Open = (source: ReportSource) => ReportBytes | Promise<ReportBytes>;

/** Reads all reports into one sink, as far as it wants. */
export async function readAll(
	context: ReportContext,
	sources: ReportSources,
	{ read }: Pick<ContentChoices, 'read'>,
	sink: RowsSink | TableSink,
	open: Open = asItCame,
): Promise<ControlTotal> {
	const control = new Control();
	const elements = new Map<string, number>();
	for await (const source of sources) {
		sink.nextReport(source.metadata);
		const before = sink.rowsMet;
		const { checks, mayLack, leftOut } = await named(source, async () => {
			const done = await readReport(await open(source), read, sink);
			if (done.isNothing) throw isNothing();
			return done;
		});
		const endNotice = mayLack && !sink.isFull ? END_NOTICES[mayLack] : undefined;
		control.add(checks, endNotice);
		source.onRead?.(sink.rowsMet - before);
		sink.endNotice ??= endNotice;
		notify(context, endNotice);
		for (const [name, times] of leftOut) {
			elements.set(name, (elements.get(name) ?? 0) + times);
		}
		if (sink.isFull) break;
	}
	notify(context, sink.missingNotice);
	notify(context, elementsNotice(elements));
	return control.total(sink);
}

export async function named<T>({ part, stream }: ReportSource, work: () => Promise<T>): Promise<T> {
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

/** The first report, if there is one, and all of them. */
export async function begun(
	sources: ReportSources,
): Promise<{ first?: ReportSource; all: AsyncGenerator<ReportSource> }> {
	const each = async function* () {
		yield* sources;
	};
	const others = each();
	const { done, value: first } = await others.next();
	const all = async function* () {
		if (first !== undefined) yield first;
		yield* others;
	};
	return { first: done ? undefined : first, all: all() };
}

/** n8n stores streams of Node, whose class community nodes may not import: the download has it. */
export const streamLike = ({ bytes }: ReportStream, made: OwnBytes): ReportStream['bytes'] =>
	(bytes.constructor as unknown as { from(made: OwnBytes): ReportStream['bytes'] }).from(made);

export const asItCame = ({ stream, mimeType }: ReportSource): ReportBytes => ({
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

/** What the user should know of the parts of an XML report that are in no row. */
function elementsNotice(elements: LeftOut): string | undefined {
	if (elements.size === 0) return undefined;
	const names = [...elements].map(([name, times]) => `${number(times)} × ${name}`).join(', ');
	return `The report also holds elements that are in no row: ${names}. To look at them, choose File as Output.`;
}

/** Shows the notice above the node's output, or writes it to the log where there is none to show it on. */
export function notify(context: ReportContext, message: string | undefined): void {
	if (message === undefined) return;
	context.logger.warn(secretsOf(context).hide(message));
	if ('addExecutionHints' in context) showHint(context, message);
}
