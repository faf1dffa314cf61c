import { orFailure } from '../../../shared/service/once';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { Book, Draft } from './book';
import type { Calendar } from './events';
import { markReported, passedDates } from './events';
import { lastShown } from './examine';
import type { ListedInvoice } from './invoice';
import { isListed, OPEN } from './invoice';
import { concernsAll } from './lookUps';
import type { Pages } from './service';
import type { InvoiceFilters } from './settings';
import type { InvoiceState } from './state';

/** How many whose history lags are looked up again in a poll. */
const MOST_WAITING = 100;

/** The invoices to ask for, and when lists say that they were created. */
export class Questions {
	readonly created: Map<string, number | undefined>;

	constructor(backlog: readonly string[]) {
		this.created = new Map(backlog.map((id) => [id, undefined]));
	}

	add(id: string, created?: number): void {
		this.created.set(id, created ?? this.created.get(id));
	}

	oldestFirst(): string[] {
		return [...this.created].sort(([, a = 0], [, b = 0]) => a - b).map(([id]) => id);
	}
}

/** What a poll has read of the open lists. */
export interface OpenLists {
	invoices: Map<string, ListedInvoice>;
	/** The service's clock at the beginning and the end; 0 where it did not tell. */
	firstAt: number;
	at: number;
	/** The statuses whose lists were read to the end. */
	whole: Set<string>;
	notFound: string[];
	failure?: ServiceFailure;
}

/** Reads the open lists. One that fails costs its own part. */
export async function readOpenLists(
	pages: Pages,
	state: InvoiceState,
	{ open }: Draft,
	isFirst: boolean,
): Promise<OpenLists> {
	const lists: OpenLists = {
		invoices: new Map(),
		firstAt: 0,
		at: 0,
		whole: new Set(),
		notFound: [],
	};
	const had = new Set([...open.values()].map((known) => lastShown(known)));
	const readList = async (status: string) => {
		for await (const page of pages.from(status, 0)) {
			if (page.isNotFound) lists.notFound.push(status);
			// What was there a moment ago is asked for again.
			if (page.isNotFound && had.has(status) && !state.notFound.includes(status)) return;
			for (const invoice of page.entries) lists.invoices.set(invoice.id, invoice);
			lists.firstAt ||= page.at;
			lists.at = Math.max(lists.at, page.at);
		}
		lists.whole.add(status);
	};
	// What moves from list to list while they are read is overlooked once, hardly twice.
	for (const status of isFirst ? [...OPEN, ...OPEN] : OPEN) {
		if (concernsAll(lists.failure)) break;
		const done = await orFailure(readList(status));
		if (done instanceof ServiceFailure) lists.failure = done;
	}
	return lists;
}

/** A list only raises the question, as it may be old or read while things moved; the invoice itself answers it. */
export function askWhatChanged(
	book: Book,
	{ invoices }: OpenLists,
	questions: Questions,
	filters: InvoiceFilters,
	calendar: Calendar,
): void {
	const { open, finished } = book.draft;
	const waiting = [...open].filter(([, { waitingSince }]) => waitingSince !== undefined);
	waiting.sort(([, a], [, b]) => a.waitingSince! - b.waitingSince!);
	for (const [id] of waiting.slice(0, MOST_WAITING)) questions.add(id);
	for (const listed of invoices.values()) {
		const known = open.get(listed.id) ?? finished.get(listed.id);
		const passed = passedDates(known, listed, filters, calendar, book.newSince(listed));
		if (
			known === undefined ||
			lastShown(known) !== listed.status ||
			passed.some(({ change }) => filters.changes.includes(change))
		) {
			questions.add(listed.id, listed.created);
		} else if (passed.length > 0) {
			// Not wanted now, but reported all the same, in case the user later chooses other changes.
			open.set(listed.id, markReported(known, passed));
		}
	}
}

/** Those whose list does not show them any more. */
export const vanishedIn = ({ invoices, whole }: OpenLists, { open }: Draft): string[] =>
	[...open]
		.filter(([, known]) => known.goneSince === undefined && whole.has(lastShown(known)))
		.map(([id]) => id)
		.filter((id) => !invoices.has(id));

/** Those that no list shows: in a status without a list, or not there any more. */
export const unlistedIn = ({ open, listed }: Draft): string[] =>
	[...open]
		.filter(([, { status, goneSince }]) => !isListed(status) || goneSince !== undefined)
		.map(([id]) => id)
		.filter((id) => !listed?.has(id));

/** Invoices whose further changes no list reports: those with a payment, or any where such changes are wanted. */
export function toCheckInTurns({ open, listed }: Draft, { changes }: InvoiceFilters): string[] {
	const isAny = changes.includes('reminderSent') || changes.includes('updated');
	if (!isAny && !changes.includes('partlyPaid')) return [];
	return [...open]
		.filter(([, { status }]) => (isAny ? isListed(status) : status === 'PARTIAL'))
		.map(([id]) => id)
		.filter((id) => listed?.has(id));
}

/** In order, from the one after the last one of the previous poll on. */
export function startingAfter(ids: readonly string[], last: string): string[] {
	const sorted = [...ids].sort();
	const next = sorted.findIndex((id) => id > last);
	return next < 0 ? sorted : [...sorted.slice(next), ...sorted.slice(0, next)];
}
