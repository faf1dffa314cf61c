import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { invoiceRow, amountOrText } from '../../../shared/invoice/simplify';
import { rowOfColumns, shownFields, type Output } from '../../../shared/node/output';
import { textIn } from '../../../shared/text';
import type { Step } from './history';
import type { InvoiceChange } from './invoice';

export interface InvoiceEvent extends Omit<Step, 'ordinal' | 'kind'> {
	/** The same event always has the same identifier. */
	eventId: string;
	change: InvoiceChange;
	id: string;
	invoice: IDataObject;
}

/** When and where the workflow runs. */
interface Day {
	today: string;
	zone: string;
}

function eventRow(
	{ eventId, change, id, previousStatus, newStatus, at, payment, invoice }: Partial<InvoiceEvent>,
	{ zone, today }: Day,
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
		paymentTransactionId: textIn(payment?.transactionId) || null,
		...row,
	};
}

export const EVENT_COLUMNS = Object.keys(eventRow({}, { zone: 'utc', today: '' }));

const OWN = ['eventId', 'change', 'invoiceNumber', 'previousStatus', 'newStatus', 'changedAt'];

/** Some columns of a change, or the change and the whole invoice. */
export function invoiceItem(event: InvoiceEvent, output: Output, day: Day): INodeExecutionData {
	const row = eventRow(event, day);
	if (output.kind !== 'raw') return { json: shownFields(row, output) };
	const { payment, invoice } = event;
	// A service may write 20 and 20.50. All amounts get the same form.
	const { paymentAmount: amount } = row;
	const paid = amount === null ? payment : { ...payment, amount };
	const change = rowOfColumns(row, OWN);
	return { json: { ...change, ...(payment && { payment: paid }), invoice } };
}
