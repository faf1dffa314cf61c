import { addDays, startOfDay } from './dates';
import { hasExpired, type Invoice } from './invoice';
import { mailReminder } from './mails';
import type { Merchant } from './merchant';

const DAYS_FROM_DUE_DATE = [-5, 1];

/** Lets the clock remind the customer, unless by then the invoice is paid, gone, or due on another day. */
export function scheduleReminders(merchant: Merchant, invoice: Invoice): void {
	const { dueDate } = invoice.content.invoiceInformation;
	for (const days of DAYS_FROM_DUE_DATE) {
		const moment = addDays(startOfDay(dueDate as string) as number, days);
		if (moment <= merchant.now()) continue;
		merchant.sandbox.clock.at(moment, () => {
			if (invoice.content.invoiceInformation.dueDate === dueDate) remind(merchant, invoice, moment);
		});
	}
}

function remind(merchant: Merchant, invoice: Invoice, moment: number): void {
	const awaitsPayment = invoice.status === 'SENT' || invoice.status === 'PARTIAL';
	const { customerInformation, invoiceInformation } = invoice.content;
	const byEmail = invoiceInformation.deliveryMode === 'email' && customerInformation.email;
	const remindedAlready = invoice.history.some(
		({ event, time }) => event === 'REMINDER' && time === moment,
	);
	if (!merchant.settings.current.enableReminders || !awaitsPayment || !byEmail) return;
	if (remindedAlready || hasExpired(invoice, moment)) return;
	invoice.history.push({ event: 'REMINDER', time: moment });
	mailReminder(merchant, invoice);
}
