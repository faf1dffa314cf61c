import { DateTime } from 'luxon';

import { DAY } from '../../../shared/period/times';
import { isOwedStatus } from '../../../shared/invoice/simplify';

import type { Step } from './history';
import { changeTo, type InvoiceDetails, type ListedInvoice } from './invoice';
import type { InvoiceEvent } from './item';
import type { InvoiceSettings, SoonDays } from './settings';
import type { Known, ReportedDates } from './state';

export interface Calendar {
	now: number;
	today: string;
	zone: string;
}

export const calendarAt = (now: number, zone: string): Calendar => ({
	now,
	zone,
	today: DateTime.fromMillis(now, { zone }).toISODate() ?? '',
});

export interface PassedDate {
	change: keyof ReportedDates;
	date: string;
	at: number;
}

/** The dates that passed and were not reported yet, wanted or not. */
export function passedDates(
	known: Known | undefined,
	{ status, due, expires, created }: ListedInvoice,
	{ expiresWithinDays, dueWithinDays }: SoonDays,
	{ now, today, zone }: Calendar,
	since: number,
): PassedDate[] {
	if (!isOwedStatus(status)) return [];
	const passed: PassedDate[] = [];
	const pass = (change: keyof ReportedDates, date: string, atOf: () => number) => {
		// An old page may show an old date again.
		if (date <= (known?.reported?.[change] ?? '')) return;
		const at = atOf();
		if (at <= now) passed.push({ change, date, at });
	};
	const inZone = (date: string, days: number) =>
		DateTime.fromISO(date, { zone }).plus({ days }).toMillis();
	if (due !== undefined && due < today) {
		pass('overdue', due, () => inZone(due, 1));
	} else if (due !== undefined && Date.parse(due) - (dueWithinDays + 1) * DAY <= now) {
		pass('dueSoon', due, () => inZone(due, -dueWithinDays));
	}
	if (expires !== undefined) {
		const end = Date.parse(`${expires}T00:00:00Z`);
		pass('expiresSoon', expires, () => end - expiresWithinDays * DAY);
		pass('expired', expires, () => end);
	}
	return passed.filter(({ at }) => Math.max(at, created ?? 0) > since);
}

export function markReported(known: Known, passed: readonly PassedDate[]): Known {
	if (passed.length === 0) return known;
	const reported = { ...known.reported };
	for (const { change, date } of passed) reported[change] = date;
	return { ...known, reported };
}

export function eventsOf(
	invoice: InvoiceDetails,
	steps: readonly Step[],
	passed: readonly PassedDate[],
	{ changes, within }: Pick<InvoiceSettings, 'changes' | 'within'>,
): InvoiceEvent[] {
	const { id, status, raw } = invoice;
	const isWithin = ({ at, reportedAt }: Partial<Step>) => {
		const moment = at ?? reportedAt ?? 0;
		return !within || (moment >= within.from && moment < within.until);
	};
	const ofSteps = steps
		.filter(isWithin)
		.map(({ kind, previousStatus, newStatus, at, ordinal, payment }) => {
			const before = `after-${previousStatus ?? 'nothing'}`;
			const moment = at === undefined ? before : new Date(at).toISOString();
			const eventId = `${id}:${newStatus}:${moment}:${ordinal}`;
			const change = kind ?? changeTo(newStatus);
			return { eventId, change, previousStatus, newStatus, at, payment };
		});
	const ofDates = passed.filter(isWithin).map(({ change, date, at }) => {
		const eventId = `${id}:${change}:${date}`;
		return { eventId, change, previousStatus: status, newStatus: status, at };
	});
	return [...ofSteps, ...ofDates]
		.filter(({ change }) => changes.includes(change))
		.map((each) => ({ ...each, id, invoice: raw }));
}
