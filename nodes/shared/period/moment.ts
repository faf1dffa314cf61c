import { DateTime } from 'luxon';

/** A day has no time of day: whether it stands for its first or its last instant is for the reader to say. */
export type DayOrInstant = { kind: 'day' | 'instant'; at: DateTime };

const DAY = /^\d{4}-\d{2}-\d{2}$|^\d{8}$/;
/** How the date picker writes a day: a moment at midnight is written with its offset. */
const PICKED_DAY = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?$/;
const DAY_AND_TIME = /^(?:\d{4}-\d{2}-\d{2}|\d{8})[T ]\d{2}/;
const MILLISECONDS = /^\d{12,13}$/;

/** n8n may hand over a DateTime of its own copy of luxon, which `instanceof` does not know. */
const isDateTime = (value: unknown): value is { toMillis(): number } =>
	typeof value === 'object' &&
	value !== null &&
	'toMillis' in value &&
	typeof value.toMillis === 'function';

const fromText = (text: string, zone: string): DayOrInstant | undefined => {
	const day = PICKED_DAY.exec(text)?.[1] ?? text;
	if (DAY.test(day)) return { kind: 'day', at: DateTime.fromISO(day, { zone }) };
	if (DAY_AND_TIME.test(text)) {
		// Shops export 2026-12-31 23:59:59 -0500.
		const iso = text.replace(' ', 'T').replace(' ', '');
		return { kind: 'instant', at: DateTime.fromISO(iso, { zone }) };
	}
	if (MILLISECONDS.test(text))
		return { kind: 'instant', at: DateTime.fromMillis(Number(text), { zone }) };
	return undefined;
};

/**
 * Reads a date, an ISO 8601 date and time, a Date or a luxon DateTime. Text without an offset is a time
 * on the clock of the zone. Undefined when the value is none of these.
 */
export const readMoment = (value: unknown, zone: string): DayOrInstant | undefined => {
	let moment: DayOrInstant | undefined;
	if (isDateTime(value)) {
		moment = { kind: 'instant', at: DateTime.fromMillis(value.toMillis(), { zone }) };
	} else if (value instanceof Date) {
		moment = { kind: 'instant', at: DateTime.fromJSDate(value, { zone }) };
	} else if (typeof value === 'string' || typeof value === 'number') {
		moment = fromText(String(value).trim(), zone);
	}
	return moment?.at.isValid ? moment : undefined;
};

/** The value as the user would recognize it in a message. */
export const showInput = (value: unknown): string => {
	if (value === undefined || value === null || value === '') return 'an empty value';
	const shown = JSON.stringify(value);
	// A date that is none: luxon and Date write it so.
	return shown === 'null' ? 'an invalid date' : shown;
};
