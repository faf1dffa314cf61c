import { Invoicing } from '../../../shared/service/invoicing';
import { event } from '../../event';
import { exampleOf } from './editor';
import { calendarAt } from './events';
import { dueSoonOption, expiresSoonOption, fields } from './fields';
import { invoiceItem } from './item';
import { replayInvoices, type Progress } from './replay';
import { serviceOf } from './service';
import { readSettings, type InvoiceStatusSettings } from './settings';
import type { InvoiceState } from './state';
import { pollInvoices } from './watch';

export const invoiceStatusChanged = event<InvoiceStatusSettings, InvoiceState>({
	value: 'invoiceStatusChanged',
	name: 'Invoice Status Changed',
	description: 'An invoice was sent, paid, canceled, became overdue and so on',
	existing: 'invoices created',
	fields,
	options: [dueSoonOption, expiresSoonOption],
	prepare: readSettings,

	async example(settings, { transport, now }) {
		const service = serviceOf(new Invoicing(transport));
		const calendar = calendarAt(now, settings.zone);
		const shown = await exampleOf(service, settings, calendar);
		return [invoiceItem(shown, settings.output, calendar.today)];
	},

	async poll(state, settings, { transport, now, outOfTime }) {
		const service = serviceOf(new Invoicing(transport));
		const watch = { service, settings, now, outOfTime };
		const { events, ...rest } = await pollInvoices(state, watch);
		const calendar = calendarAt(now, settings.zone);
		return {
			items: events.map((each) => invoiceItem(each, settings.output, calendar.today)),
			...rest,
		};
	},

	condition: ({ left, failing }) => ({
		backlog: left,
		quarantine: Object.entries(failing).map(([name, { times, until, reason }]) => ({
			name,
			attempts: times,
			until,
			reason,
		})),
	}),

	async replay(
		progress: Progress | undefined,
		range,
		state,
		settings,
		{ transport, now, outOfTime },
	) {
		const service = serviceOf(new Invoicing(transport));
		const watch = { service, settings, now, outOfTime };
		const { events, ...rest } = await replayInvoices(progress, range, state, watch);
		const calendar = calendarAt(now, settings.zone);
		return {
			items: events.map((each) => invoiceItem(each, settings.output, calendar.today)),
			...rest,
		};
	},
});
