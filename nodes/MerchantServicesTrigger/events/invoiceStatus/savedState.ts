import { isListOf, isRecord } from '../../../shared/record';
import { readEarlier } from './earlierState';
import { isIdLine } from './ids';
import { isFinishedLine, isKnownLine } from './lines';
import type { InvoiceState } from './state';

/** The saved state, of this release or the one before; undefined where it was changed by hand. */
export function readInvoiceState(value: unknown): InvoiceState | undefined {
	if (!isRecord(value) || !isCommon(value)) return undefined;
	if (typeof value.turn === 'string') return readEarlier(value);
	const isSound =
		isNumber(value.ahead) &&
		isListOf(value.open, isKnownLine) &&
		isListOf(value.finished, isFinishedLine) &&
		isRecord(value.turns) &&
		typeof value.turns.partlyPaid === 'string' &&
		typeof value.turns.unlisted === 'string' &&
		(value.shelves === undefined || isShelves(value.shelves)) &&
		(value.reading === undefined || isReading(value.reading)) &&
		(value.failing === undefined || isFailing(value.failing)) &&
		(value.habits === undefined || isRecord(value.habits)) &&
		[value.historyEvents, value.historyLacks].every(
			(events) => events === undefined || isListOf(events, (event) => typeof event === 'string'),
		);
	return isSound ? (value as unknown as InvoiceState) : undefined;
}

const isNumber = (value: unknown): boolean => Number.isFinite(value);

const isCommon = (value: Record<string, unknown>): boolean =>
	[value.since, value.activated].every(isNumber) &&
	isListOf(value.backlog, isIdLine) &&
	Array.isArray(value.open) &&
	Array.isArray(value.finished);

const isShelves = (value: unknown): boolean =>
	isRecord(value) && [value.PAID, value.CANCELED].every(isShelf);

const isShelf = (value: unknown): boolean =>
	isRecord(value) &&
	isRecord(value.ended) &&
	Object.values(value.ended).every((text) => typeof text === 'string') &&
	[value.surplus, value.position, value.length, value.left, value.odd].every(isNumber);

const isReading = (value: unknown): boolean =>
	isRecord(value) &&
	typeof value.status === 'string' &&
	isNumber(value.offset) &&
	isListOf(value.unmet, isIdLine);

export const isFailing = (value: unknown): boolean =>
	isRecord(value) &&
	Object.values(value).every(
		(each) => isRecord(each) && isNumber(each.times) && isNumber(each.until),
	);
