import { OWED } from '../../../shared/invoice/simplify';
import { refusal } from '../../../shared/problem';
import { readable } from '../../../shared/text';
import { calendarAt, eventsOf, isChosen, passedDates } from './events';
import { allSteps } from './examine';
import { changeTo, FINISHED, OPEN } from './invoice';
import type { InvoiceEvent } from './item';
import type { PollInput } from './service';

const INVOICES_TO_TRY = 5;

/** The latest change that fits the settings, of an invoice that is there. */
export async function exampleOf({ service, settings, now }: PollInput): Promise<InvoiceEvent> {
	const calendar = calendarAt(now, settings.zone);
	const { changes } = settings.filters;
	const lists = [...FINISHED, ...OPEN.toReversed()];
	const telling = lists.filter((status) => changes.includes(changeTo(status)));
	// What leads to no list of its own shows on an unpaid invoice.
	for (const status of new Set([...telling, ...OWED])) {
		const page = await service.page(status, 0, 50);
		const newest = (page?.entries ?? [])
			.filter(({ id }) => isChosen(id, settings.filters))
			.sort((a, b) => (b.created ?? 0) - (a.created ?? 0));
		for (const { id } of newest.slice(0, INVOICES_TO_TRY)) {
			const invoice = await service.details(id);
			if (invoice === undefined) continue;
			const passed = passedDates(undefined, invoice, settings.filters, calendar, -1);
			const all = eventsOf(invoice, allSteps(invoice), passed, settings);
			if (all.length > 0) return all[all.length - 1];
		}
	}
	throw refusal(
		'No invoice to show as an example',
		`Looked among the newest invoices for one of these changes: ${changes.map(readable).join(', ')}. Choose more changes, remove some filters, or publish the workflow and wait for the next change.`,
	);
}
