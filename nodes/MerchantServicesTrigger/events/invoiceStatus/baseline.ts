import { startMoment } from '../../common';
import type { Finished, ListedInvoice } from './invoice';
import { FINISHED } from './invoice';
import type { Count } from './ledger';
import { openLedger } from './ledger';
import type { Listing } from './listing';
import { readOpen, readPages } from './listing';
import type { InvoiceService } from './service';
import type { InvoiceSettings } from './settings';
import type { InvoiceState } from './state';
import { NOT_LOOKED_UP, writeIds, writeKnown } from './state';

/** The open lists are read again while the reading and the counts disagree, but not for ever. */
const READINGS = 4;

/** A page of a list that has become shorter is asked for again, as it is old. */
const ATTEMPTS_PER_PAGE = 10;

type Counts = Record<Finished, Required<Count>>;

/** Reads what exists: it is known from now on, or waits in the backlog to be handed over. */
export async function takeBaseline(
	service: InvoiceService,
	settings: InvoiceSettings,
	now: number,
): Promise<InvoiceState> {
	const { counts, listing } = await readWhatIsOpen(service, settings.pageSize);
	const activated = listing.at || now;
	const since = Math.max(0, startMoment(settings.start, activated));
	const isWaiting = ({ created }: ListedInvoice) =>
		settings.start.kind !== 'now' && (created ?? activated) > since;

	const existing = [...listing.invoices.values()];
	const waiting = existing.filter(isWaiting);
	if (settings.start.kind !== 'now') {
		for (const status of FINISHED) {
			const { invoices, count } = await readFinished(service, status, settings.pageSize);
			counts[status] = count;
			for (const invoice of invoices) {
				if (!listing.invoices.has(invoice.id) && isWaiting(invoice)) waiting.push(invoice);
			}
		}
	}
	return {
		since,
		activated,
		open: existing.map((invoice) =>
			writeKnown(invoice.id, isWaiting(invoice) ? NOT_LOOKED_UP : { status: invoice.status }),
		),
		finished: [],
		backlog: writeIds(
			waiting.sort((a, b) => (a.created ?? 0) - (b.created ?? 0)).map(({ id }) => id),
		),
		ledgers: {
			PAID: openLedger(counts.PAID, since),
			CANCELED: openLedger(counts.CANCELED, since),
		},
		turn: '',
	};
}

/** What one reading overlooks because pages are old or shift, the next one is likely to show. */
async function readWhatIsOpen(
	service: InvoiceService,
	pageSize: number,
): Promise<{ counts: Counts; listing: Listing }> {
	const overlap = Math.floor(pageSize / 10);
	let counts = await countFinished(service);
	const listing = await readOpen(service, pageSize, overlap);
	for (let readings = 1, reading = listing; readings < READINGS; readings++) {
		const after = await countFinished(service);
		const isQuiet = FINISHED.every((status) => after[status].total === counts[status].total);
		if (isQuiet && reading.isWhole) break;
		counts = {
			PAID: later(counts.PAID, after.PAID),
			CANCELED: later(counts.CANCELED, after.CANCELED),
		};
		reading = await readOpen(service, pageSize, overlap);
		for (const [id, invoice] of reading.invoices) listing.invoices.set(id, invoice);
		listing.at = Math.max(listing.at, reading.at);
	}
	return { counts, listing };
}

/** The list only grows: of two answers the longer one is the newer. */
const later = (a: Required<Count>, b: Required<Count>): Required<Count> => ({
	total: Math.max(a.total, b.total),
	at: Math.max(a.at, b.at),
});

const countFinished = async (service: InvoiceService): Promise<Counts> => ({
	PAID: await countOne(service, 'PAID'),
	CANCELED: await countOne(service, 'CANCELED'),
});

async function countOne(service: InvoiceService, status: Finished): Promise<Required<Count>> {
	const { total = 0, at } = await service.page(status, 0, 1);
	return { total, at };
}

/** Every invoice of a finished status: read until as many were met as the service says there are. */
async function readFinished(
	service: InvoiceService,
	status: Finished,
	pageSize: number,
): Promise<{ invoices: ListedInvoice[]; count: Required<Count> }> {
	const list = growing(service, await countOne(service, status));
	const invoices = new Map<string, ListedInvoice>();
	for (let readings = 0; readings < READINGS; readings++) {
		for await (const page of readPages(list, status, pageSize)) {
			for (const invoice of page.entries) invoices.set(invoice.id, invoice);
		}
		if (invoices.size >= list.count.total) break;
	}
	return { invoices: [...invoices.values()], count: list.count };
}

/** A list that only grows, through a service that sometimes answers an old page. */
const growing = (service: InvoiceService, count: Required<Count>) => ({
	count,
	async page(...asked: Parameters<InvoiceService['page']>) {
		for (let attempts = 1; ; attempts++) {
			const page = await service.page(...asked);
			const { total = count.total, at } = page;
			if (total < count.total && attempts < ATTEMPTS_PER_PAGE) continue;
			Object.assign(count, { total, at });
			return page;
		}
	},
});
