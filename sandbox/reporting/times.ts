import { DateTime } from 'luxon';
import { z } from 'zod';

export function writeIsoTime(time: number): string {
	return new Date(time).toISOString();
}

/** YYYY-MM-DD, as documented, or the eight digits of the samples. */
export const reportDay = z
	.string()
	.transform((written) => written.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
	.refine(
		(day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && DateTime.fromISO(day).isValid,
		'must be a day written YYYY-MM-DD',
	);

/** The day of a moment in a time zone, YYYY-MM-DD. */
export function dayIn(timezone: string, time: number): string {
	return DateTime.fromMillis(time, { zone: timezone }).toFormat('yyyy-MM-dd');
}
