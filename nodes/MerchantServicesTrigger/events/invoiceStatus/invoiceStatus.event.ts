import { Invoicing } from '../../../shared/service/invoicing';
import type { PollRun } from '../../event';
import { event } from '../../event';
import { calendarAt } from './events';
import { exampleOf } from './example';
import { EVENT_COLUMNS, invoiceItem, type InvoiceEvent } from './item';
import { serviceOf, type PollInput } from './service';
import { fieldsWith, options, readSettings, type InvoiceSettings } from './settings';
import type { InvoiceState } from './state';
import { pollInvoices, replayInvoices } from './watch';

const inputOf = (settings: InvoiceSettings, { transport, now, outOfTime }: PollRun): PollInput => ({
	service: serviceOf(new Invoicing(transport)),
	settings,
	now,
	outOfTime,
});

const itemsOf = (events: readonly InvoiceEvent[], { settings: { output, zone }, now }: PollInput) =>
	events.map((each) => invoiceItem(each, output, calendarAt(now, zone).today));

export const invoiceStatusChanged = event<InvoiceSettings, InvoiceState>({
	value: 'invoiceStatusChanged',
	name: 'Invoice Status Changed',
	description: 'An invoice was sent, paid, canceled, became overdue and so on',
	existing: 'invoices created',
	fields: fieldsWith(EVENT_COLUMNS),
	options,
	prepare: readSettings,

	async example(settings, run) {
		const input = inputOf(settings, run);
		return itemsOf([await exampleOf(input)], input);
	},

	async poll(state, settings, run) {
		const input = inputOf(settings, run);
		const { events, ...rest } = await pollInvoices(state, input);
		return { items: itemsOf(events, input), ...rest };
	},

	condition: ({ backlog, failing }) => ({
		backlog: backlog.filter((id) => !(id in failing)).length,
		quarantine: Object.entries(failing).map(([name, { times, ...rest }]) => {
			return { name, attempts: times, ...rest };
		}),
	}),

	async replay(progress: InvoiceState | undefined, range, state, settings, run) {
		const input = inputOf(settings, run);
		const { events, ...rest } = await replayInvoices(progress, range, state, input);
		return { items: itemsOf(events, input), ...rest };
	},
});
