import { DateTime } from 'luxon';

import type { ListedInvoice } from './invoice';
import type { InvoiceFilters } from './settings';
import type { Known, ReportedDates } from './known';

const DAY = 86_400_000;
const AWAITING_PAYMENT = ['CREATED', 'SENT', 'PARTIAL'];

/** Today, as the dates of invoices are compared with it. */
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
	/** When it passed. */
	at: number;
}

/** The dates of an invoice that passed since the trigger watches it and were not reported yet, wanted or not. */
export function passedDates(
	known: Known | undefined,
	{ status, due, expires, created }: ListedInvoice,
	{ expiresWithinDays, dueWithinDays }: Pick<InvoiceFilters, 'expiresWithinDays' | 'dueWithinDays'>,
	{ now, today, zone }: Calendar,
	since: number,
): PassedDate[] {
	if (!AWAITING_PAYMENT.includes(status)) return [];
	const passed: PassedDate[] = [];
	const pass = (change: keyof ReportedDates, date: string, at: number) => {
		// Only a later date than the reported one counts: an old page may show an old date again.
		if (at <= now && date > (known?.reported?.[change] ?? '')) passed.push({ change, date, at });
	};
	const inZone = (date: string, days: number) =>
		DateTime.fromISO(date, { zone }).plus({ days }).toMillis();
	if (due !== undefined && due < today) {
		if (due > (known?.reported?.overdue ?? '')) pass('overdue', due, inZone(due, 1));
	} else if (due !== undefined && Date.parse(due) - (dueWithinDays + 1) * DAY <= now) {
		if (due > (known?.reported?.dueSoon ?? '')) pass('dueSoon', due, inZone(due, -dueWithinDays));
	}
	if (expires !== undefined) {
		const end = Date.parse(`${expires}T00:00:00Z`);
		pass('expiresSoon', expires, end - expiresWithinDays * DAY);
		pass('expired', expires, end);
	}
	return passed.filter(({ at }) => Math.max(at, created ?? 0) > since);
}

export function markReported(known: Known, passed: readonly PassedDate[]): Known {
	if (passed.length === 0) return known;
	const reported = { ...known.reported };
	for (const { change, date } of passed) reported[change] = date;
	return { ...known, reported };
}
