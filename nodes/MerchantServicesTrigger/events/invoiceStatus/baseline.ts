import { startMoment } from '../start';
import type { InvoiceState } from './book';
import type { ListedInvoice } from './invoice';
import { FINISHED, isFinished } from './invoice';
import { writeKnown } from './known';
import { openLedger } from './ledger';
import { pagesOf, readOpen } from './listing';
import type { InvoicePage, InvoiceService } from './service';
import type { InvoiceSettings } from './settings';

/** Repeated while invoices are finished during the reading, so that the count and the lists agree. */
const TRIES = 3;

/** Reads what exists: it is known from now on, or waits in the backlog to be handed over. */
export async function takeBaseline(
	service: InvoiceService,
	settings: InvoiceSettings,
): Promise<InvoiceState> {
	const { pageSize } = settings;
	const overlap = Math.floor(pageSize / 10);
	let counts = await countFinished(service);
	const listing = await readOpen(service, pageSize, overlap);
	for (let tries = 1; tries < TRIES; tries++) {
		const after = await countFinished(service);
		if (FINISHED.every((status) => after[status].total === counts[status].total)) break;
		counts = after;
		const again = await readOpen(service, pageSize, overlap);
		for (const id of listing.invoices.keys()) {
			if (!again.invoices.has(id) && !(await isOpen(service, id))) listing.invoices.delete(id);
		}
		for (const [id, invoice] of again.invoices) listing.invoices.set(id, invoice);
		listing.at = again.at;
	}
	const begun = Math.min(counts.PAID.at, counts.CANCELED.at);
	const since = Math.max(0, startMoment(settings.start, begun));
	const isWaiting = ({ created }: ListedInvoice) =>
		settings.start.kind !== 'now' && (created ?? begun) > since;

	const existing = [...listing.invoices.values()];
	const waiting = existing.filter(isWaiting);
	if (settings.start.kind !== 'now') {
		const finished = await readFinished(service, pageSize);
		waiting.push(...finished.filter(({ id }) => !listing.invoices.has(id)).filter(isWaiting));
	}
	const line = ({ id, status }: ListedInvoice) => writeKnown(id, { status });
	return {
		since,
		until: listing.at,
		counted: begun,
		open: existing.filter((invoice) => !isWaiting(invoice)).map(line),
		finished: [],
		backlog: waiting.sort((a, b) => (a.created ?? 0) - (b.created ?? 0)).map(line),
		ledgers: { PAID: openLedger(counts.PAID), CANCELED: openLedger(counts.CANCELED) },
		partialAfter: '',
	};
}

async function isOpen(service: InvoiceService, id: string): Promise<boolean> {
	const invoice = await service.details(id);
	return invoice !== undefined && !isFinished(invoice.status);
}

async function countFinished(
	service: InvoiceService,
): Promise<Record<'PAID' | 'CANCELED', InvoicePage>> {
	return {
		PAID: await service.page('PAID', 0, 1),
		CANCELED: await service.page('CANCELED', 0, 1),
	};
}

async function readFinished(service: InvoiceService, pageSize: number): Promise<ListedInvoice[]> {
	const invoices = new Map<string, ListedInvoice>();
	for (const status of FINISHED) {
		for await (const page of pagesOf(service, status, pageSize)) {
			for (const invoice of page.invoices) invoices.set(invoice.id, invoice);
		}
	}
	return [...invoices.values()];
}
