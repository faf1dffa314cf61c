import type { INodeProperties } from 'n8n-workflow';

import { OWED_STATUSES } from '../../../shared/invoice/invoice';
import { sortedByName } from '../../../shared/node/fields';
import { outputFieldsFor, readOutput } from '../../../shared/node/output';
import { type Parameters, readNumberField, readOptions } from '../../../shared/node/parameters';
import { refusal } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { toTitle, parseNames } from '../../../shared/text';
import type { CommonSettings, PollRun, PreparedEvent, TriggerEvent } from '../../event';
import {
	toLocalNow,
	ALL_EVENT_COLUMNS,
	buildEvents,
	eventItem,
	type InvoiceEvent,
	findPassedDates,
} from './events';
import { listStatusSteps } from './examine';
import {
	ALL_INVOICE_CHANGES,
	changeToStatus,
	changeFactsOf,
	FINISHED_STATUSES,
	type InvoiceChange,
	type InvoiceEventState,
	isStatusChange,
	OPEN_STATUSES,
} from './invoice';
import { type InvoiceEventSettings, type PollInput, createInvoiceService } from './service';
import { pollInvoices, replayInvoices } from './watch';

const FIELDS: INodeProperties[] = [
	{
		displayName: 'Changes',
		name: 'changes',
		type: 'multiOptions',
		default: [],
		description: 'Which changes start the workflow',
		hint: 'Leave empty for any change of status: sent, paid, canceled and so on',
		options: sortedByName(
			ALL_INVOICE_CHANGES.map((value) => ({
				name: toTitle(value),
				value,
				description: changeFactsOf(value).description,
			})),
		),
	},
	...outputFieldsFor(ALL_EVENT_COLUMNS),
];

const dueSoonOption: INodeProperties = {
	displayName: 'Due Soon Means (Days)',
	name: 'dueWithinDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 365 },
	default: 3,
	description: 'How many days before the due date to start the workflow',
};

const PAGE_SIZE = 100;
/** Look-ups in a poll. Each costs a request. */
const CHECKS = 50;

function readSettings(fields: Parameters, common: CommonSettings): InvoiceEventSettings {
	const chosen = parseNames(fields.parameter('changes', [])) as InvoiceChange[];
	return {
		...common,
		changes: chosen.length > 0 ? chosen : ALL_INVOICE_CHANGES.filter(isStatusChange),
		dueWithinDays: readNumberField(dueSoonOption, readOptions(fields).dueWithinDays),
		pageSize: PAGE_SIZE,
		checks: CHECKS,
		output: readOutput(fields),
	};
}

const inputOf = (settings: InvoiceEventSettings, run: PollRun): PollInput => ({
	service: createInvoiceService(new Invoicing(run.transport)),
	settings,
	now: run.now,
	outOfTime: run.outOfTime,
});

function itemsOf(events: readonly InvoiceEvent[], { settings, now }: PollInput) {
	const localNow = toLocalNow(now, settings.zone);
	return events.map((each) => eventItem(each, settings.output, localNow));
}

export const invoiceStatusChanged: TriggerEvent = {
	value: 'invoiceStatusChanged',
	name: 'Invoice Status Changed',
	description: 'An invoice was sent, paid, canceled, became overdue and so on',
	fields: FIELDS,
	options: [dueSoonOption],

	prepare(fields, common): PreparedEvent<InvoiceEventState> {
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
				const saved = progress as InvoiceEventState | undefined;
				const { events, ...rest } = await replayInvoices(saved, range, state, input);
				return { items: itemsOf(events, input), ...rest };
			},
		};
	},
};

const INVOICES_TO_TRY = 5;

async function exampleOf({ service, settings, now }: PollInput): Promise<InvoiceEvent> {
	const { changes } = settings;
	const localNow = toLocalNow(now, settings.zone);
	const lists = [...FINISHED_STATUSES, ...OPEN_STATUSES.toReversed()];
	const telling = lists.filter((status) => changes.includes(changeToStatus(status)));
	// A change that leads to no list of its own shows on an unpaid invoice.
	for (const status of new Set([...telling, ...OWED_STATUSES])) {
		const page = await service.page(status, 0, 50);
		const newest = (page?.entries ?? []).sort((a, b) => (b.created ?? 0) - (a.created ?? 0));
		for (const { id } of newest.slice(0, INVOICES_TO_TRY)) {
			const invoice = await service.details(id);
			if (invoice === undefined) continue;
			const passed = findPassedDates(undefined, invoice, settings, localNow, -1);
			const last = buildEvents(invoice, listStatusSteps(invoice), passed, settings).at(-1);
			if (last !== undefined) return last;
		}
	}
	throw refusal(
		'No invoice to show as an example',
		`None of the newest invoices has one of these changes: ${changes.map(toTitle).join(', ')}. Choose more changes.`,
	);
}
