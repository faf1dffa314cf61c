import { DateTime, IANAZone } from 'luxon';

import { MAX_AMOUNT_LENGTH } from '../money';
import { DAY } from '../period/times';
import { formatInteger } from '../text';

/** Values that a spreadsheet can't have as they are in the report. */
const FINDINGS = {
	notANumber: 'Amounts that are not numbers, kept as text',
	tooLong: 'Amounts of more than 15 digits, kept as text with every digit',
	rounded:
		'Amounts of more than 15 digits, which a spreadsheet program rounds when it opens the file',
	notTotaled: 'Cells to add up that are not numbers, left out of the totals',
	notATime: 'Times that could not be read, kept as text',
	tooMuchText: 'Cells of more than 32,767 characters, cut to that length',
	badCharacters: 'Cells with characters that no spreadsheet takes, replaced by �',
} as const;

export type CellIssue = keyof typeof FINDINGS;

const MAX_NAME_LENGTH = 100;

export class CellIssues {
	private readonly found = new Map<CellIssue, { count: number; row: number; column: string }>();

	add(finding: CellIssue, row: number, column: string): void {
		const known = this.found.get(finding);
		if (known === undefined)
			this.found.set(finding, { count: 1, row, column: column.slice(0, MAX_NAME_LENGTH) });
		else known.count++;
	}

	/** "Times that could not be read, kept as text: 3 (first in row 7, Time)". */
	inWords(wanted: readonly CellIssue[] = [...this.found.keys()]): string[] {
		return [...this.found]
			.filter(([finding]) => wanted.includes(finding))
			.map(
				([finding, { count, row, column }]) =>
					`${FINDINGS[finding]}: ${formatInteger(count)} (first in row ${formatInteger(row)}, ${column})`,
			);
	}
}

/** As many as spreadsheets keep of a number. */
const MAX_DIGITS = 15;
/** Numbers with zeros in front are identifiers. */
const AMOUNT = /^\s*[+-]?(?:0|[1-9]\d*)(?:\.\d+)?\s*$/;

export interface CellAmount {
	/** With its point and minus sign. */
	digits: string;
	places: number;
}

/** An amount that a spreadsheet can hold exactly, or why it can't. */
export function cellAmountOrIssue(text: string): CellAmount | CellIssue {
	if (text.length > MAX_AMOUNT_LENGTH || !AMOUNT.test(text)) return 'notANumber';
	const trimmed = text.trim();
	const digits = trimmed.startsWith('+') ? trimmed.slice(1) : trimmed;
	const point = digits.indexOf('.');
	const places = point < 0 ? 0 : digits.length - point - 1;
	if (digits.length > MAX_DIGITS) {
		const [whole, fraction = ''] = digits.split('.');
		const significant = (whole + fraction.replace(/(?<!0)0+$/, '')).replace(/^-?0*/, '');
		if (significant.length > MAX_DIGITS || places > MAX_DIGITS) return 'tooLong';
	}
	return { digits, places };
}

export interface CellTime {
	/** Days since the end of 1899, as spreadsheets count. */
	serial: number;
	/** What is finer is cut. */
	precision: 'day' | 'second' | 'millisecond';
}

const DAYS_TO_1970 = 25_569;
/** March 1, 1900: before it, Excel counts a day that didn't exist. */
const FIRST_SERIAL = 61;
const AFTER_LAST_SERIAL = 2_958_466;
const QUARTER_HOUR = 900_000;
const MINUTE = 60_000;
const MAX_OFFSETS = 10_000;

const LENGTHS: Record<CellTime['precision'], number> = {
	day: 'yyyy-mm-dd'.length,
	second: 'yyyy-mm-dd hh:mm:ss'.length,
	millisecond: 'yyyy-mm-dd hh:mm:ss.000'.length,
};

/** As every spreadsheet reads it. */
export const formatCellTime = ({ serial, precision }: CellTime): string =>
	new Date(Math.round((serial - DAYS_TO_1970) * DAY))
		.toISOString()
		.replace('T', ' ')
		.slice(0, LENGTHS[precision]);

/** A fast path for what most services write. */
const ISO_IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
const TIME =
	/^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|UTC|GMT|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i;

/** February 30 is March 2 to Date.parse. */
function hasRealDay(iso: string): boolean {
	const date = iso.slice(0, LENGTHS.day);
	const day = Number(date.slice(-2));
	return day <= 28 || new Date(date).getUTCDate() === day;
}

function isoOffset(zone: string): string {
	if (!/^[+-]/.test(zone)) return 'Z';
	const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
	return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** The zone of times that name none, if it isn't that of the report: UTC, or in another cell of the row. */
export type FallbackZone = 'utc' | 'ofRow';

/** Turns times of a report into dates of a spreadsheet, in one zone. */
export class SpreadsheetTimes {
	private readonly zone: IANAZone | undefined;
	/** By quarter of an hour: no zone changes its clock in between. */
	private readonly offsets = new Map<number, number>();

	/** `own`: the zone of times that name none. An empty zone is UTC. */
	constructor(
		zone: string,
		private readonly own = zone,
	) {
		this.zone = zone === '' || zone === 'UTC' ? undefined : IANAZone.create(zone);
	}

	/** A date without a time stays that date. */
	momentOf(entered: string, otherZone?: FallbackZone): CellTime | CellIssue {
		const text = entered.trim();
		const iso = ISO_IN_UTC.test(text) ? text : this.isoOf(text, otherZone);
		if (iso === undefined || !hasRealDay(iso)) return 'notATime';
		const instant = Date.parse(iso);
		// JavaScript has no leap seconds.
		if (Number.isNaN(instant)) return 'notATime';
		const isDay = iso.length === LENGTHS.day;
		const local = isDay ? instant : instant + this.offsetAt(instant);
		const serial = local / DAY + DAYS_TO_1970;
		if (serial < FIRST_SERIAL || serial >= AFTER_LAST_SERIAL) return 'notATime';
		const precision = isDay ? 'day' : local % 1000 === 0 ? 'second' : 'millisecond';
		return { serial, precision };
	}

	private isoOf(text: string, otherZone?: FallbackZone): string | undefined {
		const found = TIME.exec(text);
		if (found === null) return undefined;
		const [, year, month, day, hour = '', minute, second = '00', fraction = '0', zone = ''] = found;
		const date = `${year}-${month}-${day}`;
		if (hour === '') return date;
		const toTheMinute = `${date}T${hour}:${minute}`;
		const local = `${toTheMinute}:${second}.${fraction}`;
		if (zone !== '') return local + isoOffset(zone);
		// Only another cell tells the instant.
		if (otherZone === 'ofRow') return undefined;
		if (otherZone === 'utc' || this.own === '' || this.own === 'UTC') return `${local}Z`;
		return local + DateTime.fromISO(toTheMinute, { zone: this.own }).toFormat('ZZ');
	}

	private offsetAt(instant: number): number {
		if (this.zone === undefined) return 0;
		const quarter = Math.floor(instant / QUARTER_HOUR);
		let offset = this.offsets.get(quarter);
		if (offset === undefined) {
			if (this.offsets.size === MAX_OFFSETS) this.offsets.clear();
			offset = this.zone.offset(instant) * MINUTE;
			this.offsets.set(quarter, offset);
		}
		return offset;
	}
}
