import { DateTime, IANAZone } from 'luxon';
import { refusal } from '../problem';

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/;
const TIME =
	/^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

function isDay(year: string, month: string, day: string): boolean {
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const isTimeOfDay = (hour: string, minute: string, second: string) =>
	Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;

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
		const date = DATE.exec(text);
		if (date !== null) {
			const [, year, month, day] = date;
			return isDay(year, month, day) ? `${year}-${month}-${day}` : undefined;
		}
		const time = TIME.exec(text);
		if (time === null) return undefined;
		const [, year, month, day, hour, minute, second = '00', fraction = '', zone = ''] = time;
		if (!isDay(year, month, day) || !isTimeOfDay(hour, minute, second)) return undefined;
		const parts = fraction === '' ? '' : `.${fraction}`;
		const local = `${year}-${month}-${day}T${hour}:${minute}:${second}${parts}`;
		return local + (zone === '' ? this.offsetAt(local) : isoOffset(zone));
	}

	/** Milliseconds since 1970, to compare times by. */
	instant(text: string): number | undefined {
		const iso = this.iso(text);
		return iso === undefined ? undefined : Date.parse(iso);
	}

	private offsetAt(local: string): string {
		if (this.zone === '' || this.zone === 'UTC') return 'Z';
		return DateTime.fromISO(local, { zone: this.zone }).toFormat('ZZ');
	}
}
