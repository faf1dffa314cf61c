import { Invoicing } from '../../../shared/service/invoicing';
import { event } from '../../event';
import { calendarAt } from './dates';
import { invoiceItem } from './events';
import { exampleOf } from './example';
import {
	dueSoonOption,
	expiresSoonOption,
	fields,
	pageSizeOption,
	partialChecksOption,
	unknownNumbersOption,
} from './fields';
import { getOpenInvoices } from './lists';
import { replayInvoices } from './replay';
import { serviceOf } from './service';
import { readSettings, type Change, type InvoiceStatusSettings } from './settings';
import { readInvoiceState } from './savedState';
import type { InvoiceState } from './state';
import { pollInvoices } from './watch';

/** The release whose states are read still did not know these. */
const LATER_CHANGES: readonly Change[] = ['paymentRejected'];

export const invoiceStatusChanged = event<InvoiceStatusSettings, InvoiceState>({
	value: 'invoiceStatusChanged',
	name: 'Invoice Status Changed',
	description: 'An invoice was sent, paid, canceled, became overdue and so on',
	existing: 'invoices created',
	fields,
	options: [
		dueSoonOption,
		expiresSoonOption,
		pageSizeOption,
		partialChecksOption,
		unknownNumbersOption,
	],
	loadOptions: { getOpenInvoices },
	prepare: readSettings,
	earlierOrigin: ({ filters, numbers }) => [
		{
			...filters,
			changes: filters.changes.filter((change) => !LATER_CHANGES.includes(change)),
			expiresWithinDays: undefined,
			dueWithinDays: undefined,
		},
		numbers,
	],
	readState: readInvoiceState,

	async example(settings, { transport, now }) {
		const service = serviceOf(new Invoicing(transport));
		const calendar = calendarAt(now, settings.zone);
		const shown = await exampleOf(service, settings, calendar);
		return [invoiceItem(shown, settings.output, calendar)];
	},

	async poll(state, settings, { transport, now, outOfTime }) {
		const service = serviceOf(new Invoicing(transport));
		const watch = { service, settings, now, outOfTime };
		const { events, ...rest } = await pollInvoices(state, watch);
		const calendar = calendarAt(now, settings.zone);
		return {
			items: events.map((each) => invoiceItem(each, settings.output, calendar)),
			...rest,
		};
	},

	condition: ({ left = 0, failing = {} }) => ({
		backlog: left,
		quarantine: Object.entries(failing).map(([name, { times, until, reason }]) => ({
			name,
			attempts: times,
			until,
			reason,
		})),
	}),

	async replay(progress, range, state, settings, { transport, now, outOfTime }) {
		const service = serviceOf(new Invoicing(transport));
		const watch = { service, settings, now, outOfTime };
		const { events, ...rest } = await replayInvoices(progress, range, state, watch);
		const calendar = calendarAt(now, settings.zone);
		return {
			items: events.map((each) => invoiceItem(each, settings.output, calendar)),
			...rest,
		};
	},
});
