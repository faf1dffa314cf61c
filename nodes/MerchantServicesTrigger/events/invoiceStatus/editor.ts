import type { INodePropertyOptions } from 'n8n-workflow';

import { inOneLine } from '../../../shared/invoice/oneLine';
import { editorMethod } from '../../../shared/node/editor';
import { refusal } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import type { Calendar } from './events';
import { eventsOf, passedDates } from './events';
import { allSteps } from './examine';
import { FINISHED, isOfStatus, OPEN, type Change } from './invoice';
import type { InvoiceEvent } from './item';
import type { InvoiceService } from './service';
import type { InvoiceSettings } from './settings';

/** More than anyone looks through; others can be entered by number. */
const MOST_INVOICES = 1000;

/** The invoices to choose from: those that something can still happen to. */
export const getOpenInvoices = editorMethod(
	async ({ transport }): Promise<INodePropertyOptions[]> => {
		const invoicing = new Invoicing(transport);
		const options: INodePropertyOptions[] = [];
		for (const status of OPEN) {
			for await (const page of invoicing.all(status, { operation: 'List open invoices' })) {
				for (const invoice of page) {
					const value = invoiceNumberOf(invoice);
					options.push({ name: inOneLine(value, invoice), value });
				}
				if (options.length >= MOST_INVOICES) break;
			}
		}
		return options
			.slice(0, MOST_INVOICES)
			.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
	},
);

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
	for await (const id of idsToTry(service, settings)) {
		const event = await latestEvent(service, id, settings, calendar);
		if (event !== undefined) return event;
	}
	const { changes, customers } = settings.filters;
	throw refusal(
		'No invoice to show as an example',
		`Looked among ${
			settings.numbers ? `the invoices ${settings.numbers.join(', ')}` : 'the newest invoices'
		} for one of these changes: ${changes.join(', ')}${
			customers.length === 0 ? '' : `, of the customers ${customers.join(', ')}`
		}. Remove some filters, or publish the workflow and wait for the next change.`,
	);
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
	const dated = changes.some((change) => !isOfStatus(change));
	const any = changes.includes('otherStatus') ? [...FINISHED, ...OPEN] : [];
	return [...new Set([...wanted, ...(dated ? ['SENT', 'CREATED', 'PARTIAL'] : []), ...any])];
}

async function newest(service: InvoiceService, status: string): Promise<string[]> {
	const { entries } = await service.page(status, 0, 50);
	return entries
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
