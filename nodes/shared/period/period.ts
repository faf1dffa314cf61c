import { DateTime } from 'luxon';
import { error, readAll, refusal, throwIfErrors } from '../problem';
import { isRecord } from '../text';

/** Up to, but not including, `end`; both in the chosen zone. */
export interface Period {
	start: DateTime;
	end: DateTime;
}

export type PeriodPreset =
	| 'today'
	| 'yesterday'
	| 'lastNDays'
	| 'lastWeek'
	| 'monthToDate'
	| 'lastMonth'
	| 'lastQuarter'
	| 'custom';

export interface PeriodChoice {
	preset: PeriodPreset;
	zone: string;
	/** For lastNDays. */
	days?: number;
	/** For lastWeek: the first day of a week, 1 (Monday) to 7 (Sunday). */
	weekStart?: number;
	/** For custom. An end without a time includes its day. */
	from?: unknown;
	to?: unknown;
}

const ACCEPTED =
	'Use a date (2026-03-31), an ISO 8601 date and time (2026-03-31T08:00:00+02:00) or a DateTime';

const daysBefore = (today: DateTime, days: number): Period => ({
	start: today.minus({ days }).startOf('day'),
	end: today,
});

const unitBefore = (now: DateTime, unit: 'month' | 'quarter'): Period => {
	const end = now.startOf(unit);
	return { start: end.minus({ [unit]: 1 }).startOf(unit), end };
};

/** At midnight, nothing has passed yet: the first second stands for it. */
const untilNow = (start: DateTime, now: DateTime): Period => ({
	start,
	end: now > start ? now : start.plus({ seconds: 1 }),
});

const lastWeek = (today: DateTime, weekStart: number): Period => {
	const end = today.minus({ days: (today.weekday - weekStart + 7) % 7 }).startOf('day');
	return { start: end.minus({ days: 7 }).startOf('day'), end };
};

function momentIn(field: string, value: unknown, zone: string): DayOrInstant {
	const moment = parseDateInput(value, zone);
	if (moment !== undefined) return moment;
	throw refusal(`${quoteDateInput(value)} is not a date. ${ACCEPTED}`, undefined, field);
}

function custom({ from, to, zone }: PeriodChoice): Period {
	const { start, end } = readAll({
		start: () => momentIn('Start', from, zone),
		end: () => momentIn('End', to, zone),
	});
	return {
		start: start.at,
		end: end.kind === 'day' ? end.at.plus({ days: 1 }).startOf('day') : end.at,
	};
}

function preset({ preset, days = 7, weekStart = 1 }: PeriodChoice, now: DateTime): Period {
	const today = now.startOf('day');
	switch (preset) {
		case 'today':
			return untilNow(today, now);
		case 'lastNDays':
			return daysBefore(today, days);
		case 'lastWeek':
			return lastWeek(today, weekStart);
		case 'monthToDate':
			return untilNow(now.startOf('month'), now);
		case 'lastMonth':
			return unitBefore(now, 'month');
		case 'lastQuarter':
			return unitBefore(now, 'quarter');
		default:
			return daysBefore(today, 1);
	}
}

const show = (at: DateTime): string => at.toFormat("yyyy-MM-dd HH:mm:ss 'UTC'ZZ");

export function resolvePeriod(
	choice: PeriodChoice,
	at: DateTime,
	{ maxDays }: { maxDays?: number },
): Period {
	const now = at.setZone(choice.zone);
	if (!now.isValid) {
		throw refusal(`"${choice.zone}" is not a known time zone`, undefined, 'Time Zone');
	}
	const period = choice.preset === 'custom' ? custom(choice) : preset(choice, now);
	const { start, end } = period;
	const problems = [
		end <= start && `the end (${show(end)}) must be after the start (${show(start)})`,
		start > now && `the start (${show(start)}) is in the future`,
		maxDays !== undefined &&
			end > start.plus({ days: maxDays }) &&
			`${show(start)} to ${show(end)} is longer than ${maxDays} days. Choose a shorter one`,
	];
	throwIfErrors(problems.flatMap((message) => (message ? error('Period', message) : [])));
	return period;
}

/** Windows of at most `days` calendar days, each beginning at the instant at which the one before it ends. */
export const splitPeriod = ({ start, end }: Period, days: number): Period[] => {
	const windows: Period[] = [];
	// From the start of the period: a clock change must not shift later windows.
	for (let from = start, n = 1; from < end; n++) {
		const to = DateTime.min(start.plus({ days: n * days }), end);
		windows.push({ start: from, end: to });
		from = to;
	}
	return windows;
};

/** 2026-03-31T06:00:00.000Z */
export const formatUtc = (at: DateTime): string =>
	at.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'");

/** 2026-03-31T08:00:00.000+02:00, where the service wants an offset. */
export const formatIso = (at: DateTime): string => at.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ");

/** The caller decides whether a day is its first or its last instant. */
type DayOrInstant = { kind: 'day' | 'instant'; at: DateTime };

const DAY = /^\d{4}-\d{2}-\d{2}$|^\d{8}$/;
/** The date picker writes a day as midnight without an offset. */
const PICKED_DAY = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?$/;
const DAY_AND_TIME = /^(?:\d{4}-\d{2}-\d{2}|\d{8})[T ]\d{2}/;
const MILLISECONDS = /^\d{12,13}$/;

/** n8n may pass a DateTime of its own copy of luxon, which `instanceof` doesn't know. */
const isDateTime = (value: unknown): value is { toMillis(): number } =>
	isRecord(value) && typeof value.toMillis === 'function';

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

/** A date, an ISO 8601 date and time, a Date or a luxon DateTime. Text without an offset is in the zone. */
export const parseDateInput = (value: unknown, zone: string): DayOrInstant | undefined => {
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

export const quoteDateInput = (value: unknown): string => {
	if (value === undefined || value === null || value === '') return 'an empty value';
	const shown = JSON.stringify(value);
	// As luxon and Date write an invalid date.
	return shown === 'null' ? 'an invalid date' : shown;
};
