import { fieldNamesOfColumn } from '../catalog/fields';
import type { Completeness } from '../completeness';
import { error, TransientRefusal, Refusal, refusal } from '../problem';
import { formatInteger } from '../text';

/** Counted from 1. */
export interface RowPosition {
	row: number;
	byte?: number;
}

const inReport = ({ row, byte }: RowPosition): string =>
	`row ${formatInteger(row)}${byte === undefined ? '' : `, byte ${formatInteger(byte)}`}`;

/** Within one row; the code that counts the rows adds which one. */
export class UnlocatedRefusal extends Refusal {
	constructor(message: string, advice: string) {
		super([error('', message)], advice);
	}

	at(place: RowPosition): Refusal {
		return refusal(`At ${inReport(place)}: ${this.message}`, this.advice);
	}
}

export const notUtf8 = (what: string): UnlocatedRefusal =>
	new UnlocatedRefusal(
		`${what} is not valid UTF-8`,
		'The report has another encoding, or it was damaged in transit. Download it as a file to look at it.',
	);

/** For a report that nothing proves complete. */
export function openEndNotice(
	hasOpenEnd: boolean,
	completeness?: Completeness,
): string | undefined {
	const what =
		completeness === 'unknown'
			? 'The service did not say how long the report is, so rows may be missing at its end.'
			: hasOpenEnd &&
				'The last line of the report has no line end, and the service did not say how long the report is. The end of that line may be missing.';
	return what ? `${what} Compare it with what you expect, or download it again.` : undefined;
}

const AGAIN = 'Download the report again. If it happens each time, ask the service.';

export const cutOff = (end: RowPosition, reason: string, advice = AGAIN): Refusal =>
	new TransientRefusal(`The report was cut off at ${inReport(end)}: ${reason}`, advice);

/** The connection broke, or its compressed data is damaged. */
export function interruptedRefusal(cause: unknown, end: RowPosition): Error {
	if (cause instanceof Refusal) return cause;
	const message = cause instanceof Error ? cause.message : String(cause);
	// The transport may know better advice, such as a longer Timeout.
	const { description } = (cause ?? {}) as { description?: unknown };
	return cutOff(end, message, (typeof description === 'string' && description) || AGAIN);
}

const MAX_QUOTE_LENGTH = 300;
/** Secrets are hidden before the text is cut: half of one would not be found. */
const MAX_SEARCHED_LENGTH = 4000;

const PROLOG = /^(?:\s|<\?[^>]*>|<!doctype(?!\s+html\b)[^>]*>|<!--(?:(?!-->)[^])*-->)*/i;
const HTML = /^<(?:!doctype\s+html|html|head|body)\b/i;
const ROOT = /^<(?:[^\s<>/:!?]+:)?([^\s<>/:!?]+)/;
const ERROR_ROOT =
	/^(?:error|errors|fault|exception|envelope|apierror|errorresponse|errormessage|errorinformation)$/i;

export type Redact = (text: string) => string;

export function notAReport(body: string, redact: Redact = (text) => text): Refusal {
	const text = redact(body.slice(0, MAX_SEARCHED_LENGTH)).replace(/\s+/g, ' ').trim();
	const quote = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
	return new TransientRefusal(
		text === ''
			? 'The service sent blank lines instead of a report'
			: `The service did not send a report. It sent: ${quote}`,
		'It may be an error page of the service or of a proxy. Try again later, or ask the service.',
	);
}

const MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;
const withoutProlog = (text: string): string => text.replace(MARK, '').replace(PROLOG, '');

/** Without zeros, UTF-16 reads like ASCII. */
export const decodeForSniffing = (bytes: Buffer): string =>
	bytes.toString('latin1').replaceAll('\0', '');

/** Empty if it isn't XML. */
export const findRootName = (beginning: string): string =>
	ROOT.exec(withoutProlog(beginning))?.[1] ?? '';

function isNoReport(beginning: string): boolean {
	if (beginning.trim() === '') return beginning !== '';
	return HTML.test(withoutProlog(beginning)) || ERROR_ROOT.test(findRootName(beginning));
}

/** RequestID, request_id, Request.ID: no message is written like this. */
export const COMPOUND_NAME = /^(?=\S*(?:[a-z][A-Z]|\w[._]\w))\S+$/;

/** Whether the only line of a body is a header, and not a message. */
export function areHeaderCells(cells: readonly string[]): boolean {
	const isKnown = (cell: string) =>
		COMPOUND_NAME.test(cell.trim()) || fieldNamesOfColumn(cell.trim()).length > 0;
	const areWords = cells.length > 1 && cells.every((cell) => !/\S\s+\S/.test(cell));
	return areWords || cells.some(isKnown);
}

export const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;

export function requireReport(
	{ head, isAll, isBroken }: { head: Buffer; isAll: boolean; isBroken: boolean },
	redact?: Redact,
): void {
	if (isBroken || isGzip(head)) return;
	if (isAll && head.length === 0) {
		throw new TransientRefusal(
			'The service sent a file with nothing in it, not even column names',
			'The report may not be ready yet. Try again later, or ask the service.',
		);
	}
	const text = decodeForSniffing(head).replace(MARK, '');
	const [line = '', ...more] = text.split(/[\r\n]+/).filter((each) => each.trim() !== '');
	const isOnlyLine = isAll && line !== '' && more.length === 0 && !/^\s*[<{["]/.test(line);
	if (isNoReport(text) || (isOnlyLine && !areHeaderCells(line.split(/[,;\t|]/)))) {
		throw notAReport(head.toString('utf8'), redact);
	}
}
