import type { IDataObject } from 'n8n-workflow';
import { exactIfAmount, sameKeys } from './rows';

/** The six lists of an answer, and what stands before the columns that each gives to a row. */
const LISTS = {
	requestDetails: '',
	settlements: 'settlement_',
	authorizations: 'authorization_',
	feeAndFundingDetails: 'feeAndFunding_',
	others: 'other_',
	settlementStatuses: 'settlementStatus_',
} as const;

type List = keyof typeof LISTS;
type Entries = Partial<Record<List, IDataObject[]>>;

const LIST_NAMES = Object.keys(LISTS) as List[];

export interface PurchaseRefundPage extends Entries {
	offset?: number;
	limit?: number;
	pageResults?: number;
}

/** The requests that entries belong to, in the order in which they first appear. */
const byRequest = (page: Entries): Map<string, Entries> => {
	const requests = new Map<string, Entries>();
	for (const list of LIST_NAMES) {
		for (const entry of page[list] ?? []) {
			const id = String((entry.requestId as string | undefined) ?? '');
			const request = requests.get(id) ?? {};
			requests.set(id, request);
			(request[list] ??= []).push(entry);
		}
	}
	return requests;
};

/** How many requests a page is about: whatever list they are in. Undefined pages hold nothing. */
export const requestCount = (page: PurchaseRefundPage | undefined): number =>
	page === undefined ? 0 : byRequest(page).size;

const flat = (value: unknown, name: string, into: IDataObject): void => {
	if (typeof value !== 'object' || value === null) {
		into[name] = value as IDataObject[string];
	} else if (Array.isArray(value)) {
		into[name] = JSON.stringify(value);
	} else {
		for (const [key, inner] of Object.entries(value)) flat(inner, `${name}_${key}`, into);
	}
};

const toRow = (requestId: string, request: Entries): IDataObject => {
	const row: IDataObject = { requestId };
	for (const list of LIST_NAMES) {
		(request[list] ?? []).forEach((entry, i) => {
			const prefix = LISTS[list] + (i === 0 ? '' : `${i + 1}_`);
			for (const key in entry) {
				if (key !== 'requestId') flat(exactIfAmount(key, entry[key]), prefix + key, row);
			}
		});
	}
	return row;
};

/** Two windows may both hold an entry at the instant where they meet: it counts once. */
const merge = (known: Entries, more: Entries): void => {
	for (const list of LIST_NAMES) {
		const seen = new Set((known[list] ?? []).map((entry) => JSON.stringify(entry)));
		const fresh = (more[list] ?? []).filter((entry) => !seen.has(JSON.stringify(entry)));
		if (fresh.length > 0) known[list] = [...(known[list] ?? []), ...fresh];
	}
};

const append = (known: Entries, more: Entries): void => {
	for (const list of LIST_NAMES) {
		if (more[list]) known[list] = [...(known[list] ?? []), ...more[list]];
	}
};

const gather = (
	parts: Iterable<Map<string, Entries>>,
	combine: (known: Entries, more: Entries) => void,
): Map<string, Entries> => {
	const all = new Map<string, Entries>();
	for (const part of parts) {
		for (const [id, request] of part) {
			const known = all.get(id);
			if (known === undefined) all.set(id, request);
			else combine(known, request);
		}
	}
	return all;
};

/**
 * One flat row per request from the pages of each window. A second entry of a list for the same request
 * gets numbered columns: settlement_amount, settlement_2_amount.
 */
export const joinRequests = (windows: readonly PurchaseRefundPage[][]): IDataObject[] => {
	const requests = gather(
		windows.map((pages) => gather(pages.map(byRequest), append)),
		merge,
	);
	return sameKeys([...requests].map(([id, request]) => toRow(id, request)));
};
