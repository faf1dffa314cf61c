import { DateTime } from 'luxon';

import { DAY } from '../../../shared/period/times';
import { invoiceRow, isOwed } from '../../../shared/invoice/simplify';
import { compare, toDecimal } from '../../../shared/money';
import { fits } from '../../../shared/text';

import type { Step } from './history';
import { changeTo, type InvoiceDetails, type ListedInvoice } from './invoice';
import type { InvoiceEvent } from './item';
import type { InvoiceFilters, InvoiceSettings } from './settings';
import type { Known, ReportedDates } from './state';

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
	if (!isOwed(status)) return [];
	const passed: PassedDate[] = [];
	const pass = (change: keyof ReportedDates, date: string, atOf: () => number) => {
		// Only a later date than the reported one counts: an old page may show an old date again.
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
	settings: InvoiceSettings,
): InvoiceEvent[] {
	if (!isWanted(invoice, settings.filters)) return [];
	const { id, status, raw } = invoice;
	const { changes, within = { from: -Infinity, until: Infinity } } = settings.filters;
	const { from, until } = within;
	// Of what has no time, the trigger may know when it was reported, and the invoice that it is newer.
	const isWithin = ({ at, reportedAt }: { at?: number; reportedAt?: number }) => {
		const moment = at ?? reportedAt ?? invoice.created ?? from;
		return moment >= from && moment < until;
	};
	const ofSteps = steps
		.filter(isWithin)
		.map(({ kind, previousStatus, newStatus, at, ordinal, payment }) => {
			const moment =
				at === undefined ? `after-${previousStatus ?? 'nothing'}` : new Date(at).toISOString();
			const eventId = `${id}:${newStatus}:${moment}:${ordinal}`;
			const isExpired = newStatus === 'EXPIRED' && changes.includes('expired');
			const change = kind ?? (isExpired ? 'expired' : changeTo(newStatus));
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

/** Whether the user watches an invoice of this number. */
export const isChosen = (id: string, { numbers }: InvoiceFilters): boolean => isOneOf(numbers, id);

function isWanted({ id, total, raw }: InvoiceDetails, filters: InvoiceFilters): boolean {
	const { customerName, customerEmail, merchantCustomerId, currency } = invoiceRow(raw, '');
	if (!isChosen(id, filters)) return false;
	if (!isOneOf(filters.customers, customerName, customerEmail, merchantCustomerId)) return false;
	if (filters.currency && normalized(currency) !== normalized(filters.currency)) return false;
	const minimum = toDecimal(filters.minimumAmount);
	const maximum = toDecimal(filters.maximumAmount);
	// Where nothing can be compared, what may be wanted is not kept back.
	if (total === undefined) return true;
	return !(minimum && compare(total, minimum) < 0) && !(maximum && compare(total, maximum) > 0);
}

/** Whether one of the values fits one of the patterns; without patterns, all do. */
const isOneOf = (patterns: readonly string[], ...values: unknown[]): boolean =>
	patterns.length === 0 ||
	patterns.some((pattern) => values.some((value) => fits(normalized(pattern), normalized(value))));

const normalized = (value: unknown): string =>
	typeof value === 'string' ? value.trim().normalize('NFC').toLowerCase() : '';
