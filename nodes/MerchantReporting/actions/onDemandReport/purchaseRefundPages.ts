import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Period } from '../../../shared/period/period';
import { parseCount } from '../../../shared/text';
import { type Page, fetchPages } from '../../../shared/service/paging';
import type { Reporting } from '../../../shared/service/reporting';
import type { Query } from '../../../shared/transport/transport';
import type { OnDemandDownload } from './onDemand';

const REPORT = 'purchaseRefundDetail';
const TITLE = 'Purchase and refund detail';
const MAX_PAGE_SIZE = 2000;

export interface PurchaseRefundFetchOptions {
	reporting: Reporting;
	period: Period;
	query: Query;
	offset: number;
	limit: number;
}

interface RequestPage extends Page<PaymentRequest> {
	offset: number;
	/** Also those that an earlier page had. */
	requests: PaymentRequest[];
	results: number;
}

async function requestPage(
	{ reporting, period, query }: PurchaseRefundFetchOptions,
	offset: number,
	limit: number,
): Promise<RequestPage | undefined> {
	const page = { ...query, offset, limit };
	const found = await reporting.onDemand<PurchaseRefundResponse>(REPORT, period, page);
	if (found.kind === 'empty') return undefined;
	const response = found.body;
	const requests = groupByRequest(response);
	const results = resultsIn(response, requests.length);
	const isLast = !mayBeFull(response, requests, limit);
	return { offset, requests, entries: requests, results, isLast };
}

/** Counts as the offset does. The other lists may have entries of requests on another page. */
const resultsIn = ({ requestDetails }: PurchaseRefundResponse, count: number) =>
	groupByRequest({ requestDetails }).length || count;

/**
 * The limit may count requests or entries. If it counts entries, a page ends near it, because no request is split.
 * A service that doesn't return its limit may have a smaller one.
 */
function mayBeFull(
	response: PurchaseRefundResponse,
	requests: readonly PaymentRequest[],
	requestedLimit: number,
) {
	const returnedLimit = parseCount(response.limit) ?? 0;
	if (returnedLimit === 0) return requests.length > 0;
	const limit = Math.min(returnedLimit, requestedLimit);
	const weights = requests.map(weightOf);
	const entries = weights.reduce((sum, weight) => sum + weight, 0);
	const heaviest = Math.max(...weights, 1);
	const results = parseCount(response.pageResults) ?? 0;
	return requests.length >= limit || results === limit || Math.abs(entries - limit) < heaviest;
}

async function* jsonPages(
	options: PurchaseRefundFetchOptions,
	onWarning: (warning: string) => void,
): AsyncGenerator<RequestPage> {
	const { offset } = options;
	let remaining = options.limit;
	const pages = fetchPages<PaymentRequest, RequestPage>({
		offset,
		pageSize: MAX_PAGE_SIZE,
		fetch: async (from, size) => await requestPage(options, from, Math.min(size, remaining)),
		identify: digest,
		learned: { offsetCounts: 'entries' },
		onWarning,
	});
	for await (const page of pages) {
		if (page.entries.length > 0) yield page;
		else if (page.requests.length > 0) onWarning(SAME_AGAIN);
		remaining -= page.results - (page.requests.length - page.entries.length);
		if (remaining <= 0) return;
	}
}

export async function fetchUnmergedRequests(
	options: PurchaseRefundFetchOptions,
	onWarning: (warning: string) => void,
): Promise<PaymentRequest[]> {
	const all: PaymentRequest[][] = [];
	for await (const { entries } of jsonPages(options, onWarning)) all.push(entries);
	return all.flat();
}

/** Of all entries, because two pages may have entries of the same request. */
const digest = ({ entries }: PaymentRequest): string =>
	createHash('sha256').update(JSON.stringify(entries)).digest('base64url');

const SAME_AGAIN =
	'Get purchase and refund detail: the service gives the same results again where it is asked for the next page. If it has more, they are missing.';

/** One CSV or XML file for each page. Only the JSON pages show where each one begins. */
export async function* fetchFilePages(
	options: PurchaseRefundFetchOptions,
	accept: string,
	onWarning: (warning: string) => void,
): AsyncGenerator<OnDemandDownload> {
	const { reporting, period, query, offset: start } = options;
	const requestFile = async (offset: number): Promise<OnDemandDownload> => ({
		response: await reporting.onDemandFile(REPORT, period, accept, {
			...query,
			offset,
			limit: MAX_PAGE_SIZE,
		}),
		name: offset === 0 ? TITLE : `${TITLE} from ${offset + 1}`,
	});
	yield await requestFile(start);
	for await (const { offset } of jsonPages({ ...options, limit: Infinity }, onWarning)) {
		if (offset > start) yield await requestFile(offset);
	}
}

/** The six lists of a response, and the prefixes of their columns in a row. */
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

export interface PurchaseRefundResponse extends Entries {
	offset?: number;
	limit?: number;
	pageResults?: number;
}

export interface PaymentRequest {
	requestId: string;
	entries: Entries;
}

export function groupByRequest(response: PurchaseRefundResponse): PaymentRequest[] {
	const requests = new Map<string, PaymentRequest>();
	for (const list of LIST_NAMES) {
		for (const entry of response[list] ?? []) {
			const requestId = String((entry.requestId as string | undefined) ?? '');
			const request = requests.get(requestId) ?? { requestId, entries: {} };
			requests.set(requestId, request);
			(request.entries[list] ??= []).push(entry);
		}
	}
	return [...requests.values()];
}

const weightOf = ({ entries }: PaymentRequest): number =>
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

const toRow = ({ requestId, entries }: PaymentRequest): IDataObject => {
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

/** A second entry in a list gets numbered columns: settlement_amount, settlement_2_amount. */
export const requestRows = (requests: readonly PaymentRequest[]): IDataObject[] =>
	mergeSameRequests(requests).map(toRow);

/** Modifies the requests: each gets its entries from all pages. A repeated entry counts once. */
export function mergeSameRequests(requests: readonly PaymentRequest[]): PaymentRequest[] {
	const all = new Map<string, PaymentRequest>();
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
