import { DateTime } from 'luxon';

import type { ListedInvoice } from './invoice';
import type { InvoiceFilters } from './settings';
import type { Known } from './state';

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
	change: 'overdue' | 'expiresSoon';
	date: string;
	/** When it passed. */
	at: number;
}

/** The dates of an invoice that passed since the trigger watches it and were not told yet. */
export function passedDates(
	known: Known | undefined,
	{ status, due, expires, created }: ListedInvoice,
	{ changes, expiresWithinDays }: InvoiceFilters,
	calendar: Calendar,
	since: number,
): PassedDate[] {
	if (!AWAITING_PAYMENT.includes(status)) return [];
	const passed: PassedDate[] = [];
	// Only a later date than the one told counts: an old page may show an old date again.
	if (changes.includes('overdue') && due && due < calendar.today && due > (known?.overdue ?? '')) {
		const at = DateTime.fromISO(due, { zone: calendar.zone }).plus({ days: 1 }).toMillis();
		passed.push({ change: 'overdue', date: due, at });
	}
	if (changes.includes('expiresSoon') && expires && expires > (known?.expiring ?? '')) {
		const at = Date.parse(`${expires}T00:00:00Z`) - expiresWithinDays * DAY;
		if (at <= calendar.now) passed.push({ change: 'expiresSoon', date: expires, at });
	}
	return passed.filter(({ at }) => Math.max(at, created ?? 0) > since);
}

export function markTold(known: Known, passed: readonly PassedDate[]): Known {
	const marked = { ...known };
	for (const { change, date } of passed) {
		if (change === 'overdue') marked.overdue = date;
		else marked.expiring = date;
	}
	return marked;
}
