import type { ReportSource } from '../../../shared/content/source';
import { readCount, readLimit, readOptions } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { readAll, refusal } from '../../../shared/problem';
import { countIn } from '../../../shared/service/answers';
import type { Page } from '../../../shared/service/paging';
import { pagesOf } from '../../../shared/service/paging';
import type { Reporting } from '../../../shared/service/reporting';
import type { Query } from '../../../shared/transport/request';
import { fileSource } from './fileOutput';
import type { PurchaseRefundAnswer, Request } from './purchaseRefundRequests';
import { requestsIn } from './purchaseRefundRequests';

const REPORT = 'purchaseRefundDetail';
const LARGEST_PAGE = 2000;

export interface Paging {
	offset: number;
	pageSize: number;
	/** How many requests are wanted in all. */
	limit: number;
}

export const readPaging = (item: Item): Paging => {
	const { offset, pageSize } = readOptions(item);
	return readAll({
		limit: () => readLimit(item),
		offset: () => readCount('Start At', offset, { fallback: 0, least: 0 }),
		pageSize: () =>
			readCount('Page Size', pageSize, { fallback: LARGEST_PAGE, least: 1, most: LARGEST_PAGE }),
	});
};

/** What the service is asked for, page after page. */
export interface Question {
	reporting: Reporting;
	window: Period;
	query: Query;
	/** Whether a request counts: it is in no window before, and not of the time after the period. */
	counts: (request: Request) => boolean;
	/** Called with the reason why the result may be incomplete, or may have a request twice. */
	onWarning: (warning: string) => void;
}

export interface RequestPage extends Page<Request> {
	answer: PurchaseRefundAnswer;
	offset: number;
	askedLimit: number;
	/** All that it holds, whether it came before or not. */
	requests: Request[];
	results: number;
}

const WORDS = 'Get purchase and refund detail';

async function ask(
	{ reporting, window, query }: Question,
	offset: number,
	limit: number,
): Promise<RequestPage | undefined> {
	const answered = await reporting.onDemand<PurchaseRefundAnswer>(REPORT, window, {
		...query,
		offset,
		limit,
	});
	if (answered.kind === 'empty') return undefined;
	const answer = answered.body;
	const requests = requestsIn(answer);
	const results = resultsIn(answer, requests.length);
	return { answer, offset, askedLimit: limit, requests, entries: requests, results };
}

/**
 * How many results a page holds, as the offset counts them. Lists may have entries of requests that are
 * results of another page, and the service may count entries: whichever is less skips nothing.
 */
function resultsIn({ pageResults, requestDetails = [] }: PurchaseRefundAnswer, count: number) {
	const stated = countIn(pageResults) ?? 0;
	if (stated > 0 && stated <= count) return stated;
	return requestsIn({ requestDetails }).length || count;
}

/**
 * Nothing but an empty object may be all that is left of an answer beyond the last result, or an error. The
 * page that begins one result earlier tells: it holds that one result, or more.
 */
async function refuseGap(question: Question, { answer, offset, askedLimit }: RequestPage) {
	if (offset === 0 || Object.keys(answer).length > 0) return;
	const earlier = await ask(question, offset - 1, askedLimit);
	if (earlier === undefined || earlier.results <= 1) return;
	throw refusal(
		`${WORDS}: the service has more than ${offset} results, but answers with an empty object from there on`,
		'Try again later, or ask for a shorter period.',
	);
}

/** Page after page until there are no more, or enough. */
export async function* jsonPages(
	{ context }: Run,
	question: Question,
	{ offset, pageSize, limit }: Paging,
): AsyncGenerator<RequestPage> {
	let left = limit;
	if (left <= 0) return;
	const pages = pagesOf<Request, RequestPage>({
		offset,
		pageSize,
		fetch: async (from, size) => {
			const page = await ask(question, from, Math.min(size, left));
			if (page !== undefined) await refuseGap(question, page);
			return page;
		},
		identify: textOf,
		habits: { offsetCounts: 'entries' },
		onWarning: question.onWarning,
	});
	let first: RequestPage | undefined;
	for await (const page of pages) {
		first ??= page;
		if (page.entries.length === 0) {
			if (page.offset > offset && isStartOf(first, page)) question.onWarning(FIRST_PAGE_AGAIN);
			continue;
		}
		yield page;
		left -= countOf(page, question);
		context.logger.info(`${WORDS}: ${limit - left} requests so far.`);
		if (left <= 0) return;
	}
}

/** The entries of one request may be spread over two pages. */
const textOf = ({ entries }: Request): string => JSON.stringify(entries);

const FIRST_PAGE_AGAIN = `${WORDS}: the service gives its first page again where it is asked for the next one. If it has more results than one page holds, they are missing.`;

const isStartOf = (first: RequestPage, { requests }: RequestPage): boolean =>
	requests.length > 0 &&
	requests.every((request, index) => {
		const other = first.requests.at(index);
		return other !== undefined && textOf(other) === textOf(request);
	});

/** How many results of a page are new, and wanted. */
export function countOf({ requests, entries, results }: RequestPage, { counts }: Question): number {
	const taken = entries.filter(counts).length;
	return Math.max(0, results - (requests.length - taken));
}

/**
 * The same in CSV or XML, one file a page. How much a file holds is not known: the same page in JSON, which
 * comes first, counts it.
 */
export async function* filePages(
	run: Run,
	question: Question,
	accept: string,
	paging: Paging,
): AsyncGenerator<{ source: ReportSource; page: RequestPage }> {
	const { reporting, window, query } = question;
	for await (const page of jsonPages(run, question, paging)) {
		const { offset, askedLimit, requests, entries } = page;
		if (entries.length < requests.length) {
			throw refusal(
				`${WORDS}: the service repeats results from page to page, and a file cannot be put together from such pages`,
				'Choose JSON as Format, where each result is taken once.',
			);
		}
		if (!requests.every(question.counts)) question.onWarning(BORDER_IN_FILE);
		const asked = { ...query, offset, limit: askedLimit };
		const answered = await reporting.onDemandFile(REPORT, window, accept, asked);
		if (answered.kind === 'empty') throw answered.failure;
		const title = `Purchase and refund detail${offset === 0 ? '' : ` from ${offset + 1}`}`;
		yield { source: fileSource(answered.body, accept, title, window), page };
	}
}

const BORDER_IN_FILE = `${WORDS}: the service counts the end of a period as part of it. What happened at that very moment is also in the period that begins there. Choose JSON as Format, where each result is taken once.`;
