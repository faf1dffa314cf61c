import { DAY, HOUR } from '../../../shared/period/times';
import type { Finished, ListedInvoice } from './invoice';
import { pagesFrom } from './service';
import type { FinishedMemory } from './state';
import type { InvoiceStore } from './store';

/**
 * Reads a finished list. It can be long, and its order is unknown. So a poll reads
 * the first page, and reads on if the total is above what is known. Old invoices may
 * leave the list while new ones come, so it is read to its end once a day, and once an
 * hour if its total is missing or below what is known. Those in `waiting` may be finished.
 */
export async function readFinished(
	status: Finished,
	store: InvoiceStore,
	waiting: readonly string[],
): Promise<void> {
	const { reading } = store;
	const { lists, calendar } = reading;
	const { learned } = lists;
	const memory = store.state.finishedLists[status];
	const mayBeNew = ({ id, created = Infinity }: ListedInvoice) => {
		const known = store.invoices.get(id);
		return known ? known.status !== status : created >= store.knownBefore(status);
	};
	const isOld = (one: ListedInvoice) => !store.invoices.has(one.id) && store.isOld(one);
	const asked = new Set<string>();
	let count = memory.position;
	let total: number | undefined;
	for await (const page of pagesFrom(memory.position, status, reading, learned)) {
		total = page.total ?? total;
		const candidates = page.entries.filter(mayBeNew);
		// These were finished before the activation.
		const old = memory.readAt === undefined ? candidates.filter(isOld) : [];
		for (const { id } of old) store.invoices.set(id, { status, finishedAt: calendar.now });
		const unknown = candidates.filter((invoice) => !old.includes(invoice));
		const added = unknown.filter((invoice) => store.ask(invoice));
		for (const { id } of unknown) asked.add(id);
		count += page.entries.length;
		memory.position = page.next;
		const found = new Set([...waiting, ...asked]).size;
		const isNewOnly = added.length === page.entries.length;
		if (!isNewOnly && isEnough(memory, total, found, calendar.now)) {
			memory.position = 0;
			return;
		}
		if (reading.outOfTime()) return;
	}
	memory.position = 0;
	const isAll = total === undefined || count >= total;
	memory.count = isAll ? count - asked.size : undefined;
	memory.readAt = calendar.now;
}

function isEnough(
	{ count, readAt = -Infinity }: FinishedMemory,
	total: number | undefined,
	found: number,
	now: number,
): boolean {
	const isCounted = total !== undefined && count !== undefined && total >= count;
	if (isCounted && total - count > found) return false;
	return now - readAt < (isCounted ? DAY : HOUR);
}
