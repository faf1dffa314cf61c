import { DateTime, IANAZone } from 'luxon';

import { refusal } from '../problem';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/;
const TIME =
	/^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|GMT|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/i;

/** As most services write times; millions of them are read. */
const ISO_IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
const ZERO_CODE = 48;

function isDay(year: number, month: number, day: number): boolean {
	if (month < 1 || month > 12 || day < 1) return false;
	if (day <= 28) return true;
	return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const isTimeOfDay = (hour: number, minute: number, second: number) =>
	hour < 24 && minute < 60 && second <= 60;

const twoDigits = (text: string, at: number) =>
	(text.charCodeAt(at) - ZERO_CODE) * 10 + text.charCodeAt(at + 1) - ZERO_CODE;

const isRealTime = (iso: string) =>
	isDay(twoDigits(iso, 0) * 100 + twoDigits(iso, 2), twoDigits(iso, 5), twoDigits(iso, 8)) &&
	isTimeOfDay(twoDigits(iso, 11), twoDigits(iso, 14), twoDigits(iso, 17));

function isoOffset(zone: string): string {
	if (/^(Z|UTC|GMT)$/i.test(zone)) return 'Z';
	const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
	return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Reads the times of a report, whose zone is the given one where they name none. */
export class ReportTimes {
	constructor(private readonly zone: string) {
		if (zone !== '' && !IANAZone.isValidZone(zone)) {
			throw refusal(
				`"${zone}" is not a time zone`,
				'Enter one such as America/New_York, Europe/London or UTC.',
				'Time Zone',
			);
		}
	}

	/** ISO 8601 with its offset; a date without a time stays one. Undefined for anything else. */
	iso(text: string): string | undefined {
		if (ISO_IN_UTC.test(text)) return isRealTime(text) ? text : undefined;
		const date = DATE.exec(text);
		if (date !== null) {
			const [, year, month, day] = date;
			return isDay(Number(year), Number(month), Number(day))
				? `${year}-${month}-${day}`
				: undefined;
		}
		const time = TIME.exec(text);
		if (time === null) return undefined;
		const [, year, month, day, hour, minute, second = '00', fraction = '', zone = ''] = time;
		const parts = fraction === '' ? '' : `.${fraction}`;
		const local = `${year}-${month}-${day}T${hour}:${minute}:${second}${parts}`;
		if (!isRealTime(local)) return undefined;
		return local + (zone === '' ? this.offsetAt(local) : isoOffset(zone));
	}

	private offsetAt(local: string): string {
		if (this.zone === '' || this.zone === 'UTC') return 'Z';
		const toTheMinute = local.slice(0, 'yyyy-MM-ddTHH:mm'.length);
		return DateTime.fromISO(toTheMinute, { zone: this.zone }).toFormat('ZZ');
	}
}

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT[\d:.]+$/;

/** Milliseconds of an ISO 8601 time; the service's times are UTC where they name no zone. */
export function instant(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const time = Date.parse(WITHOUT_ZONE.test(value) ? `${value}Z` : value);
	return Number.isNaN(time) ? undefined : time;
}

/** The latest moment a time may stand for: a bare date says nothing of the hour. */
export function latestPossibleInstant(value: unknown): number | undefined {
	const time = instant(value);
	const bareDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
	return time !== undefined && bareDate ? time + DAY - 1 : time;
}
