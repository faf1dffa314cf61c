import type { OutputChoice } from '../../../shared/node/output';
import type { InvoicePage, Invoicing } from '../../../shared/service/invoicing';
import { fetchPages } from '../../../shared/service/paging';
import { catchFailure } from '../../../shared/transport/transport';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { type CommonSettings, affectsAllRequests, type ReplayRange } from '../../event';
import {
	type InvoiceChange,
	type InvoiceDetails,
	type KnownInvoice,
	type LearnedLists,
	type ListedInvoice,
	OPEN_STATUSES,
	readInvoiceDetails,
	readListedInvoice,
} from './invoice';

/** Due dates end with the day in the time zone. */
export interface InvoiceEventSettings extends CommonSettings {
	changes: InvoiceChange[];
	dueWithinDays: number;
	/** Only changes of this time, for a replay. */
	within?: ReplayRange;
	pageSize: number;
	/** How many invoices are checked in turns in one poll. */
	checks: number;
	output: OutputChoice;
}

export type ListedPage = InvoicePage<ListedInvoice>;

export interface InvoiceService {
	page(status: string, offset: number, limit: number): Promise<ListedPage | undefined>;
	/** Undefined if the service finds none. */
	details(id: string): Promise<InvoiceDetails | undefined>;
}

export interface PollInput {
	service: InvoiceService;
	settings: InvoiceEventSettings;
	/** n8n's clock. */
	now: number;
	outOfTime: () => boolean;
	/** What the trigger knows, if this is a replay. */
	replayOf?: Partial<Record<string, KnownInvoice>>;
}

export const createInvoiceService = (invoicing: Invoicing): InvoiceService => ({
	async page(status, offset, limit) {
		const page = await invoicing.page(status, offset, limit, 'Watch invoices');
		if (page === undefined) return undefined;
		const entries = page.entries.map(readListedInvoice);
		// Without a number an invoice cannot be looked up.
		return { ...page, entries: entries.filter(({ id }) => id !== '') };
	},
	async details(id) {
		const invoice = await invoicing.find(id, `Look up invoice ${id}`);
		return invoice && { ...readInvoiceDetails(invoice), id };
	},
});

interface PlacedPage extends ListedPage {
	/** The offset of the page after it. */
	next: number;
}

export const pagesFrom = (
	offset: number,
	status: string,
	{ service, settings: { pageSize } }: PollInput,
	learned: LearnedLists,
): AsyncGenerator<PlacedPage> =>
	fetchPages({
		pageSize,
		offset,
		learned,
		identify: ({ id }: ListedInvoice) => id,
		// An old response may have taught something wrong.
		onWarning: () => delete learned.offsetCounts,
		fetch: async (at, limit): Promise<PlacedPage | undefined> => {
			const page = await service.page(status, at, limit);
			if (page === undefined) return undefined;
			const isUndated = page.entries.some(({ created }) => created === undefined);
			if (isUndated) learned.isUndated = true;
			const step = learned.offsetCounts === 'pages' ? 1 : page.entries.length;
			return { ...page, next: at + step };
		},
	});

export interface OpenLists {
	isFirst: boolean;
	invoices: Map<string, ListedInvoice>;
	/** The service's clock; 0 if no list was read. */
	at: number;
	/** The statuses whose lists were read to the end. */
	whole: Set<string>;
	learned: LearnedLists;
	failure?: ServiceFailure;
}

/** If one list fails, the others are still read. */
export async function readOpenLists(
	input: PollInput,
	isFirst: boolean,
	before?: LearnedLists,
): Promise<OpenLists> {
	const lists: OpenLists = {
		isFirst,
		invoices: new Map(),
		at: 0,
		whole: new Set(),
		learned: { ...before },
	};
	const readList = async (status: string) => {
		for await (const { entries, at } of pagesFrom(0, status, input, lists.learned)) {
			for (const invoice of entries) lists.invoices.set(invoice.id, invoice);
			lists.at ||= at;
		}
		lists.whole.add(status);
	};
	// An invoice that moves from list to list is overlooked once, hardly twice.
	for (const status of isFirst ? [...OPEN_STATUSES, ...OPEN_STATUSES] : OPEN_STATUSES) {
		const failure = await catchServiceFailure(readList(status));
		if (failure === undefined) continue;
		lists.failure = failure;
		const isDown = lists.whole.size === 0 && (failure.status ?? 500) >= 500;
		if (isFirst || affectsAllRequests(failure) || isDown) break;
	}
	return lists;
}

export async function catchServiceFailure(
	reading: Promise<unknown>,
): Promise<ServiceFailure | undefined> {
	const done = await catchFailure(reading);
	return done instanceof ServiceFailure ? done : undefined;
}
