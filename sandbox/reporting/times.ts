import { DateTime } from 'luxon';

const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** A time in ISO 8601 with its offset, in milliseconds since 1970; undefined when it is none. */
export function readIsoTime(text: string): number | undefined {
	if (!ISO_WITH_OFFSET.test(text)) return undefined;
	const time = DateTime.fromISO(text);
	return time.isValid ? time.toMillis() : undefined;
}

export function writeIsoTime(time: number): string {
	return new Date(time).toISOString();
}

/** YYYY-MM-DD, as documented, or the eight digits of the samples; undefined when it is no such day. */
export function readReportDate(text: string): string | undefined {
	const match = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text);
	if (!match || (text.length !== 8 && text.length !== 10)) return undefined;
	const day = match.slice(1).join('-');
	return DateTime.fromISO(day).isValid ? day : undefined;
}

/** The day of a moment in a time zone, YYYY-MM-DD. */
export function dayIn(timezone: string, time: number): string {
	return DateTime.fromMillis(time, { zone: timezone }).toFormat('yyyy-MM-dd');
}
