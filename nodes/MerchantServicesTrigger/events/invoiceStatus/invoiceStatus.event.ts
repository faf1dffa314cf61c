import { Invoicing } from '../../../shared/service/invoicing';
import { event } from '../../event';
import { calendarAt } from './dates';
import { invoiceItem } from './events';
import { exampleOf } from './example';
import { expiresSoonOption, fields, pageSizeOption, partialChecksOption } from './fields';
import { serviceOf } from './service';
import { readSettings, type InvoiceStatusSettings } from './settings';
import { isInvoiceState, type InvoiceState } from './state';
import { pollInvoices } from './watch';

export const invoiceStatusChanged = event<InvoiceStatusSettings, InvoiceState>({
	value: 'invoiceStatusChanged',
	name: 'Invoice Status Changed',
	description: 'An invoice was sent, paid, cancelled, became overdue and so on',
	existing: 'invoices created',
	fields,
	options: [expiresSoonOption, pageSizeOption, partialChecksOption],
	prepare: readSettings,
	origin: ({ filters, numbers }) => [{ ...filters, expiresWithinDays: undefined }, numbers],
	isState: (value, { numbers }): value is InvoiceState =>
		isInvoiceState(value) && (value.ledgers === undefined) === (numbers !== undefined),

	async example(settings, { transport, now }) {
		const service = serviceOf(new Invoicing(transport));
		const calendar = calendarAt(now, settings.zone);
		const shown = await exampleOf(service, settings, calendar);
		return [invoiceItem(shown, settings.output, calendar)];
	},

	async poll(state, settings, { transport, now, outOfTime }) {
		const service = serviceOf(new Invoicing(transport));
		const watch = { service, settings, now, outOfTime };
		const { events, state: next } = await pollInvoices(state, watch);
		const calendar = calendarAt(now, settings.zone);
		return {
			items: events.map((each) => invoiceItem(each, settings.output, calendar)),
			state: next,
		};
	},
});
