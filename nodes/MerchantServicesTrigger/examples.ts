import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Transport } from '../shared/transport';
import { calendarAt, passedDates } from './events/invoiceStatus/dates';
import type { InvoiceEvent } from './events/invoiceStatus/events';
import { eventsOf } from './events/invoiceStatus/events';
import { examine } from './events/invoiceStatus/examine';
import { FINISHED, OPEN } from './events/invoiceStatus/invoice';
import type { InvoiceService } from './events/invoiceStatus/service';
import type { Change, InvoiceSettings } from './events/invoiceStatus/settings';
import { fetchReports } from './events/newReport/fetchReports';
import { organizationWords, verifyOrganization } from './events/newReport/organization';
import { selectReports } from './events/newReport/select';
import type { ReportSettings } from './events/newReport/settings';
import type { ReportOutput } from './reportItems';

/** What "Fetch Test Event" shows: something real and recent, without touching the state. */

const DAYS_TO_LOOK_BACK = 31;
const INVOICES_TO_TRY = 5;

export async function exampleReport(
	context: IPollFunctions,
	transport: Transport,
	organizationId: string,
	settings: ReportSettings,
	output: ReportOutput,
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const from = now - DAYS_TO_LOOK_BACK * 86_400_000;
	const { reports, nothingFound } = await fetchReports(transport, organizationId, from, now);
	if (nothingFound) await verifyOrganization(context, transport, organizationId);
	const every: ReportSettings = { ...settings, start: { kind: 'everything' }, limit: Infinity };
	const newest = selectReports(undefined, reports, from, now, every).events.at(-1);
	if (newest !== undefined) return await output(newest);

	const { names, statuses } = settings.filters;
	throw new NodeOperationError(context.getNode(), 'No report to show as an example', {
		description: `Looked for reports of ${organizationWords(organizationId)} of the last ${DAYS_TO_LOOK_BACK} days with status ${statuses.join(' or ')}${
			names.length === 0 ? '' : ` named ${names.join(' or ')}`
		} that match the filters; the service listed ${reports.length} in that time. Loosen the filters, or activate the workflow and wait for the next report.`,
	});
}

const STATUS_OF: Partial<Record<Change, string>> = {
	paid: 'PAID',
	partlyPaid: 'PARTIAL',
	canceled: 'CANCELED',
	pendingReview: 'PENDING',
	sent: 'SENT',
	published: 'CREATED',
	drafted: 'DRAFT',
};

export async function exampleInvoice(
	context: IPollFunctions,
	service: InvoiceService,
	settings: InvoiceSettings,
): Promise<InvoiceEvent> {
	for await (const id of idsToTry(service, settings)) {
		const event = await latestEvent(service, id, settings);
		if (event !== undefined) return event;
	}
	const { changes, customers } = settings.filters;
	throw new NodeOperationError(context.getNode(), 'No invoice to show as an example', {
		description: `Looked among ${
			settings.numbers ? `the invoices ${settings.numbers.join(', ')}` : 'the newest invoices'
		} for one of these changes: ${changes.join(', ')}${
			customers.length === 0 ? '' : `, of the customers ${customers.join(', ')}`
		}. Loosen the filters, or activate the workflow and wait for the next change.`,
	});
}

async function* idsToTry(
	service: InvoiceService,
	{ numbers, filters }: InvoiceSettings,
): AsyncGenerator<string> {
	if (numbers !== undefined) {
		yield* numbers;
		return;
	}
	for (const status of statusesFor(filters.changes)) yield* await newest(service, status);
}

function statusesFor(changes: readonly Change[]): string[] {
	const wanted = Object.entries(STATUS_OF)
		.filter(([change]) => changes.includes(change as Change))
		.map(([, status]) => status);
	const dated = changes.includes('overdue') || changes.includes('expiresSoon');
	const any = changes.includes('otherStatus') ? [...FINISHED, ...OPEN] : [];
	return [...new Set([...wanted, ...(dated ? ['SENT', 'CREATED', 'PARTIAL'] : []), ...any])];
}

async function newest(service: InvoiceService, status: string): Promise<string[]> {
	const { invoices } = await service.page(status, 0, 50);
	return invoices
		.sort((a, b) => (b.created ?? 0) - (a.created ?? 0))
		.slice(0, INVOICES_TO_TRY)
		.map(({ id }) => id);
}

async function latestEvent(
	service: InvoiceService,
	id: string,
	settings: InvoiceSettings,
): Promise<InvoiceEvent | undefined> {
	const invoice = await service.details(id);
	if (invoice === undefined) return undefined;
	const { steps } = examine(undefined, invoice, { since: -1, settled: 0 });
	const calendar = calendarAt(Date.now(), settings.zone);
	const passed = passedDates(undefined, invoice, settings.filters, calendar, -1);
	return eventsOf(invoice, steps, passed, { ...settings, steps: 'each' }).at(-1);
}
