import { OWED_STATUSES } from '../../../shared/invoice/simplify';
import { refusal } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { readable } from '../../../shared/text';
import type { PollRun, PreparedEvent, TriggerEvent } from '../../event';
import {
	calendarAt,
	EVENT_COLUMNS,
	eventsOf,
	invoiceItem,
	type InvoiceEvent,
	passedDates,
} from './events';
import { allSteps } from './examine';
import { changeTo, FINISHED, OPEN } from './invoice';
import { serviceOf, type PollInput } from './service';
import { fieldsWith, options, readSettings, type InvoiceSettings } from './settings';
import type { InvoiceState } from './state';
import { pollInvoices, replayInvoices } from './watch';

const inputOf = (settings: InvoiceSettings, run: PollRun): PollInput => ({
	service: serviceOf(new Invoicing(run.transport)),
	settings,
	now: run.now,
	outOfTime: run.outOfTime,
});

function itemsOf(events: readonly InvoiceEvent[], { settings, now }: PollInput) {
	const calendar = calendarAt(now, settings.zone);
	return events.map((each) => invoiceItem(each, settings.output, calendar));
}

export const invoiceStatusChanged: TriggerEvent = {
	value: 'invoiceStatusChanged',
	name: 'Invoice Status Changed',
	description: 'An invoice was sent, paid, canceled, became overdue and so on',
	fields: fieldsWith(EVENT_COLUMNS),
	options,

	prepare(fields, common): PreparedEvent<InvoiceState> {
		const settings = readSettings(fields, common);
		return {
			async example(run) {
				const input = inputOf(settings, run);
				return itemsOf([await exampleOf(input)], input);
			},

			async poll(state, run) {
				const input = inputOf(settings, run);
				const { events, ...rest } = await pollInvoices(state, input);
				return { items: itemsOf(events, input), ...rest };
			},

			condition: ({ backlog, failing }) => ({
				backlog: backlog.filter((id) => !(id in failing)).length,
				quarantine: Object.entries(failing).map(([name, failure]) => ({ name, ...failure })),
			}),

			async replay({ state: progress, ...range }, state, run, limit) {
				const input = inputOf({ ...settings, limit }, run);
				const saved = progress as InvoiceState | undefined;
				const { events, ...rest } = await replayInvoices(saved, range, state, input);
				return { items: itemsOf(events, input), ...rest };
			},
		};
	},
};

const INVOICES_TO_TRY = 5;

async function exampleOf({ service, settings, now }: PollInput): Promise<InvoiceEvent> {
	const { changes } = settings;
	const calendar = calendarAt(now, settings.zone);
	const lists = [...FINISHED, ...OPEN.toReversed()];
	const telling = lists.filter((status) => changes.includes(changeTo(status)));
	// A change that leads to no list of its own shows on an unpaid invoice.
	for (const status of new Set([...telling, ...OWED_STATUSES])) {
		const page = await service.page(status, 0, 50);
		const newest = (page?.entries ?? []).sort((a, b) => (b.created ?? 0) - (a.created ?? 0));
		for (const { id } of newest.slice(0, INVOICES_TO_TRY)) {
			const invoice = await service.details(id);
			if (invoice === undefined) continue;
			const passed = passedDates(undefined, invoice, settings, calendar, -1);
			const last = eventsOf(invoice, allSteps(invoice), passed, settings).at(-1);
			if (last !== undefined) return last;
		}
	}
	throw refusal(
		'No invoice to show as an example',
		`None of the newest invoices has one of these changes: ${changes.map(readable).join(', ')}. Choose more changes.`,
	);
}
