import type { Dialect } from './dialect';
import type { Group } from './leaves';

interface HistoryEntry {
	event: string;
	date?: string;
}

/** The answer with the history that the dialect tells. */
export function withHistory(dialect: Dialect, { invoiceHistory, ...rest }: Group): Group {
	const history = invoiceHistory as HistoryEntry[] | undefined;
	if (!history || dialect.is('invoiceHistory', 'missing')) return rest;
	return { ...rest, invoiceHistory: told(dialect, history) };
}

function told(dialect: Dialect, history: readonly HistoryEntry[]): readonly HistoryEntry[] {
	switch (dialect.reading('invoiceHistory')) {
		case 'without-times':
			return history.map((entry) => ({ ...entry, date: undefined }));
		case 'newest-first':
			return [...history].reverse();
		case 'unknown-events':
			return history.flatMap((entry) => [entry, { event: 'SYNCHRONIZED', date: entry.date }]);
		default:
			return history;
	}
}

/** The entry of the list with the fields that the dialect has. */
export function withEntryFields(dialect: Dialect, entry: Group): Group {
	switch (dialect.reading('invoiceEntries')) {
		case 'all':
			return entry;
		case 'no-customer':
			return { ...entry, customerInformation: undefined };
		case 'no-created-date':
			return { ...entry, createdDate: undefined };
		case 'no-amounts':
			return { ...entry, orderInformation: undefined };
		case 'bare':
			return { id: entry.id, status: entry.status };
	}
}
