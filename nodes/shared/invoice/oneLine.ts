import { textOf } from '../record';
import { invoiceRow } from './simplify';

/** An invoice as a person picks it from a list: number, customer, amount, status and due date. */
export function inOneLine(invoiceNumber: string, invoice: unknown): string {
	const { customerName, totalAmount, currency, status, dueDate } = invoiceRow(invoice, '');
	const amount = [totalAmount, currency].map(textOf).join(' ').trim();
	const due = textOf(dueDate) && `due ${textOf(dueDate)}`;
	return [invoiceNumber, textOf(customerName), amount, textOf(status), due]
		.filter(Boolean)
		.join(' · ');
}
