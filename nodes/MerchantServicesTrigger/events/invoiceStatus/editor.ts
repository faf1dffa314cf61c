import { refusal } from '../../../shared/problem';
import type { Calendar } from './events';
import { eventsOf, isChosen, passedDates } from './events';
import { allSteps } from './examine';
import { FINISHED, isOfStatus, OPEN, type Change } from './invoice';
import type { InvoiceEvent } from './item';
import type { InvoiceService } from './service';
import type { InvoiceFilters, InvoiceSettings } from './settings';

const INVOICES_TO_TRY = 5;

const STATUS_OF: Partial<Record<Change, string>> = {
	paid: 'PAID',
	partlyPaid: 'PARTIAL',
	canceled: 'CANCELED',
	pendingReview: 'PENDING',
	sent: 'SENT',
	published: 'CREATED',
	drafted: 'DRAFT',
};

/** The latest change that fits the settings, of an invoice that is there. */
export async function exampleOf(
	service: InvoiceService,
	settings: InvoiceSettings,
	calendar: Calendar,
): Promise<InvoiceEvent> {
	const { changes, customers, numbers } = settings.filters;
	for (const status of statusesFor(changes)) {
		for (const id of await newest(service, status, settings.filters)) {
			const event = await latestEvent(service, id, settings, calendar);
			if (event !== undefined) return event;
		}
	}
	throw refusal(
		'No invoice to show as an example',
		`Looked among the newest invoices for one of these changes: ${changes.join(', ')}${
			numbers.length === 0 ? '' : `, of the invoices ${numbers.join(', ')}`
		}${
			customers.length === 0 ? '' : `, of the customers ${customers.join(', ')}`
		}. Remove some filters, or publish the workflow and wait for the next change.`,
	);
}

function statusesFor(changes: readonly Change[]): string[] {
	const wanted = Object.entries(STATUS_OF)
		.filter(([change]) => changes.includes(change as Change))
		.map(([, status]) => status);
	const dated = changes.some((change) => !isOfStatus(change));
	const any = changes.includes('otherStatus') ? [...FINISHED, ...OPEN] : [];
	return [...new Set([...wanted, ...(dated ? ['SENT', 'CREATED', 'PARTIAL'] : []), ...any])];
}

async function newest(
	service: InvoiceService,
	status: string,
	filters: InvoiceFilters,
): Promise<string[]> {
	const { entries } = await service.page(status, 0, 50);
	return entries
		.filter(({ id }) => isChosen(id, filters))
		.sort((a, b) => (b.created ?? 0) - (a.created ?? 0))
		.slice(0, INVOICES_TO_TRY)
		.map(({ id }) => id);
}

async function latestEvent(
	service: InvoiceService,
	id: string,
	settings: InvoiceSettings,
	calendar: Calendar,
): Promise<InvoiceEvent | undefined> {
	const invoice = await service.details(id);
	if (invoice === undefined) return undefined;
	const steps = allSteps(invoice);
	const passed = passedDates(undefined, invoice, settings.filters, calendar, -1);
	return eventsOf(invoice, steps, passed, { ...settings, steps: 'each' }).at(-1);
}
