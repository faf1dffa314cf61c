import { createHash } from 'crypto';
import type { Period } from '../../../shared/period/period';
import { countIn } from '../../../shared/text';
import { type Page, pagesOf } from '../../../shared/service/paging';
import type { Reporting } from '../../../shared/service/reporting';
import type { Query } from '../../../shared/transport/request';
import {
	type PurchaseRefundAnswer,
	type Request,
	requestsIn,
	weightOf,
} from './purchaseRefundRequests';
import type { OnDemandFile } from './onDemand';

const REPORT = 'purchaseRefundDetail';
const TITLE = 'Purchase and refund detail';
const LARGEST_PAGE = 2000;

/** What the service is asked for, page after page. */
export interface Question {
	reporting: Reporting;
	period: Period;
	query: Query;
	offset: number;
	limit: number;
}

interface RequestPage extends Page<Request> {
	offset: number;
	/** All that it holds, whether it came before or not. */
	requests: Request[];
	results: number;
}

async function ask(
	{ reporting, period, query }: Question,
	offset: number,
	limit: number,
): Promise<RequestPage | undefined> {
	const asked = { ...query, offset, limit };
	const answered = await reporting.onDemand<PurchaseRefundAnswer>(REPORT, period, asked);
	if (answered.kind === 'empty') return undefined;
	const answer = answered.body;
	const requests = requestsIn(answer);
	const results = resultsIn(answer, requests.length);
	const isLast = !mayBeFull(answer, requests, limit);
	return { offset, requests, entries: requests, results, isLast };
}

/** How many results a page holds, as the offset counts them: lists may have entries of requests of another page. */
const resultsIn = ({ requestDetails }: PurchaseRefundAnswer, count: number) =>
	requestsIn({ requestDetails }).length || count;

/**
 * Whether the limit has cut the page, whatever it counts. Where it counts entries, a page ends near it, as no request
 * is cut in two; a page with far more entries shows that it counts requests. A service that does not say its limit may
 * have a smaller one than was asked for.
 */
function mayBeFull(answer: PurchaseRefundAnswer, requests: readonly Request[], asked: number) {
	const told = countIn(answer.limit) ?? 0;
	if (told === 0) return requests.length > 0;
	const limit = Math.min(told, asked);
	const weights = requests.map(weightOf);
	const entries = weights.reduce((sum, weight) => sum + weight, 0);
	const heaviest = Math.max(...weights, 1);
	const results = countIn(answer.pageResults) ?? 0;
	return requests.length >= limit || results === limit || Math.abs(entries - limit) < heaviest;
}

/** Page after page until there are no more, or enough. `onWarning`: called with why results may be missing. */
async function* jsonPages(
	question: Question,
	onWarning: (warning: string) => void,
): AsyncGenerator<RequestPage> {
	const { offset } = question;
	let wantedYet = question.limit;
	const pages = pagesOf<Request, RequestPage>({
		offset,
		pageSize: LARGEST_PAGE,
		fetch: async (from, size) => await ask(question, from, Math.min(size, wantedYet)),
		identify: digest,
		learned: { offsetCounts: 'entries' },
		onWarning,
	});
	for await (const page of pages) {
		if (page.entries.length > 0) yield page;
		else if (page.requests.length > 0) onWarning(SAME_AGAIN);
		wantedYet -= page.results - (page.requests.length - page.entries.length);
		if (wantedYet <= 0) return;
	}
}

export async function allRequests(
	question: Question,
	onWarning: (warning: string) => void,
): Promise<Request[]> {
	const all: Request[][] = [];
	for await (const { entries } of jsonPages(question, onWarning)) all.push(entries);
	return all.flat();
}

/** By all its entries, as those of one request may be spread over two pages. */
const digest = ({ entries }: Request): string =>
	createHash('sha256').update(JSON.stringify(entries)).digest('base64url');

const SAME_AGAIN =
	'Get purchase and refund detail: the service gives the same results again where it is asked for the next page. If it has more, they are missing.';

/** The same in CSV or XML, one file a page: the pages in JSON say where each begins. */
export async function* filePages(
	question: Question,
	accept: string,
	onWarning: (warning: string) => void,
): AsyncGenerator<OnDemandFile> {
	const { reporting, period, query, offset: start } = question;
	const ask = async (offset: number): Promise<OnDemandFile> => ({
		answered: await reporting.onDemandFile(REPORT, period, accept, {
			...query,
			offset,
			limit: LARGEST_PAGE,
		}),
		name: offset === 0 ? TITLE : `${TITLE} from ${offset + 1}`,
	});
	yield await ask(start);
	for await (const { offset } of jsonPages({ ...question, limit: Infinity }, onWarning)) {
		if (offset > start) yield await ask(offset);
	}
}
