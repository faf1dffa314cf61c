import type { IDataObject } from 'n8n-workflow';

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

/** The answer of the service: entries of requests, spread over six lists. */
export interface PurchaseRefundAnswer extends Entries {
	offset?: number;
	limit?: number;
	pageResults?: number;
}

export interface Request {
	requestId: string;
	entries: Entries;
}

/** The requests that the entries of an answer belong to, in the order in which they first appear. */
export function requestsIn(answer: PurchaseRefundAnswer): Request[] {
	const requests = new Map<string, Request>();
	for (const list of LIST_NAMES) {
		for (const entry of answer[list] ?? []) {
			const requestId = String((entry.requestId as string | undefined) ?? '');
			const request = requests.get(requestId) ?? { requestId, entries: {} };
			requests.set(requestId, request);
			(request.entries[list] ??= []).push(entry);
		}
	}
	return [...requests.values()];
}

export const weightOf = ({ entries }: Request): number =>
	LIST_NAMES.reduce((sum, list) => sum + (entries[list]?.length ?? 0), 0);

const flat = (value: unknown, name: string, into: IDataObject): void => {
	if (typeof value !== 'object' || value === null) {
		into[name] = value as IDataObject[string];
	} else if (Array.isArray(value)) {
		into[name] = JSON.stringify(value);
	} else {
		for (const [key, inner] of Object.entries(value)) flat(inner, `${name}_${key}`, into);
	}
};

const toRow = ({ requestId, entries }: Request): IDataObject => {
	const row: IDataObject = { requestId };
	for (const list of LIST_NAMES) {
		(entries[list] ?? []).forEach((entry, i) => {
			const prefix = LISTS[list] + (i === 0 ? '' : `${i + 1}_`);
			for (const key in entry) {
				if (key !== 'requestId') flat(entry[key], prefix + key, row);
			}
		});
	}
	return row;
};

export const USUAL_COLUMNS = [
	'requestId',
	'merchantReferenceNumber',
	'settlement_submissionTime',
	'settlement_transactionType',
	'settlement_amount',
	'settlement_currencyCode',
	'settlement_paymentMethod',
	'settlementStatus_status',
];

/**
 * One flat row per request, from pages whose entries it takes over. A second entry of a list for the same request
 * gets numbered columns: settlement_amount, settlement_2_amount. An entry that comes again counts once.
 */
export const requestRows = (requests: readonly Request[]): IDataObject[] =>
	mergeRequests(requests).map(toRow);

/** Each request once, with the entries that any page has of it. */
export function mergeRequests(requests: readonly Request[]): Request[] {
	const all = new Map<string, Request>();
	for (const request of requests) {
		const known = all.get(request.requestId);
		if (known === undefined) all.set(request.requestId, request);
		else merge(known.entries, request.entries);
	}
	return [...all.values()];
}

function merge(known: Entries, more: Entries): void {
	for (const list of LIST_NAMES) {
		const seen = new Set((known[list] ?? []).map((entry) => JSON.stringify(entry)));
		const fresh = (more[list] ?? []).filter((entry) => !seen.has(JSON.stringify(entry)));
		if (fresh.length > 0) known[list] = [...(known[list] ?? []), ...fresh];
	}
}
