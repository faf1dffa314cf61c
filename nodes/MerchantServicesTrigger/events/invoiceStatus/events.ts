import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { amountOrText, invoiceRow, isOwedStatus } from '../../../shared/invoice/invoice';
import {
	type OutputChoice,
	pickColumnsOrNull,
	pickOutputFields,
} from '../../../shared/node/output';
import { DAY } from '../../../shared/period/times';
import { textOrEmpty } from '../../../shared/text';
import {
	changeToStatus,
	type InvoiceChange,
	type InvoiceDetails,
	type KnownInvoice,
	type ListedInvoice,
	type ReportedDeadlines,
	type StatusStep,
} from './invoice';
import type { InvoiceEventSettings } from './service';

export interface InvoiceEvent extends Omit<StatusStep, 'ordinal' | 'kind'> {
	/** The same event always has the same identifier. */
	eventId: string;
	change: InvoiceChange;
	id: string;
	invoice: IDataObject;
}

export interface LocalNow {
	now: number;
	today: string;
	zone: string;
}

export const toLocalNow = (now: number, zone: string): LocalNow => ({
	now,
	zone,
	today: DateTime.fromMillis(now, { zone }).toISODate() ?? '',
});

interface PassedDate {
	change: keyof ReportedDeadlines;
	date: string;
	at: number;
}

/** Those that weren't reported yet, whether the user watches them or not. */
export function findPassedDates(
	known: KnownInvoice | undefined,
	{ status, due, expires, created }: ListedInvoice,
	{ dueWithinDays }: Pick<InvoiceEventSettings, 'dueWithinDays'>,
	{ now, today, zone }: LocalNow,
	since: number,
): PassedDate[] {
	if (!isOwedStatus(status)) return [];
	const passed: PassedDate[] = [];
	const pass = (change: keyof ReportedDeadlines, date: string, atOf: () => number) => {
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
		pass('expired', expires, () => Date.parse(`${expires}T00:00:00Z`));
	}
	return passed.filter(({ at }) => Math.max(at, created ?? 0) > since);
}

export function markReported(known: KnownInvoice, passed: readonly PassedDate[]): KnownInvoice {
	if (passed.length === 0) return known;
	const reported = { ...known.reported };
	for (const { change, date } of passed) reported[change] = date;
	return { ...known, reported };
}

export function buildEvents(
	invoice: InvoiceDetails,
	steps: readonly StatusStep[],
	passed: readonly PassedDate[],
	{ changes, within }: Pick<InvoiceEventSettings, 'changes' | 'within'>,
): InvoiceEvent[] {
	const { id, status, raw } = invoice;
	const isWithin = ({ at, reportedAt }: Partial<StatusStep>) => {
		const moment = at ?? reportedAt ?? 0;
		return !within || (moment >= within.from && moment < within.until);
	};
	const ofSteps = steps
		.filter(isWithin)
		.map(({ kind, previousStatus, newStatus, at, ordinal, payment }) => {
			const before = `after-${previousStatus ?? 'nothing'}`;
			const moment = at === undefined ? before : new Date(at).toISOString();
			const eventId = `${id}:${newStatus}:${moment}:${ordinal}`;
			const change = kind ?? changeToStatus(newStatus);
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

function eventRow(
	{ eventId, change, id, previousStatus, newStatus, at, payment, invoice }: Partial<InvoiceEvent>,
	{ zone, today }: Omit<LocalNow, 'now'>,
): IDataObject {
	const row: IDataObject = { ...invoiceRow(invoice, today), invoiceNumber: id };
	const { customerName, totalAmount, balanceAmount, currency, dueDate } = row;
	return {
		invoiceNumber: id,
		customerName,
		change,
		totalAmount,
		balanceAmount,
		currency,
		paymentAmount: amountOrText(payment?.amount, currency),
		dueDate,
		changedAt: at === undefined ? null : DateTime.fromMillis(at, { zone }).toISO(),
		eventId,
		previousStatus,
		newStatus,
		paymentTransactionId: textOrEmpty(payment?.transactionId) || null,
		...row,
	};
}

export const ALL_EVENT_COLUMNS = Object.keys(eventRow({}, { zone: 'utc', today: '' }));

const OWN = ['eventId', 'change', 'invoiceNumber', 'previousStatus', 'newStatus', 'changedAt'];

export function eventItem(
	event: InvoiceEvent,
	output: OutputChoice,
	day: Omit<LocalNow, 'now'>,
): INodeExecutionData {
	const row = eventRow(event, day);
	if (output.kind !== 'raw') return { json: pickOutputFields(row, output) };
	const { payment, invoice } = event;
	// A service may write 20 and 20.50. All amounts get the same form.
	const { paymentAmount: amount } = row;
	const paid = amount === null ? payment : { ...payment, amount };
	const change = pickColumnsOrNull(row, OWN);
	return { json: { ...change, ...(payment && { payment: paid }), invoice } };
}
