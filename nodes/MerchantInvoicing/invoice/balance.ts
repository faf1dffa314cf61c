import type { IDataObject } from 'n8n-workflow';

import { BALANCE_PATH, INVOICE_FIELDS, valueAt } from '../../shared/invoice/fields';
import { isOwed, statusOf } from '../../shared/invoice/simplify';
import type { Decimal } from '../../shared/money';
import { format, serviceAmount, ZERO } from '../../shared/money';
import { put } from './fieldValues';

/** What is still to be paid. Undefined where nothing tells, as in a list of partly paid invoices. */
export function balanceOf(invoice: unknown): Decimal | undefined {
	const status = statusOf(invoice);
	// Nobody owes anything on a draft, and nobody any more on what is paid or canceled.
	if (!isOwed(status) && status !== 'PENDING') return ZERO;
	const given = valueAt(invoice, BALANCE_PATH);
	if (given !== undefined) return serviceAmount(given);
	return status === 'PARTIAL'
		? undefined
		: serviceAmount(valueAt(invoice, INVOICE_FIELDS.totalAmount.path));
}

/** The invoice with its balance where the service does not show it. */
export function withBalance(invoice: IDataObject): IDataObject {
	const balance = balanceOf(invoice);
	if (balance === undefined || valueAt(invoice, BALANCE_PATH) !== undefined) return invoice;
	const filled = structuredClone(invoice);
	put(filled, BALANCE_PATH, format(balance));
	return filled;
}
