import type { ReportSource } from '../../../shared/content/source';
import { readCount, readLimit, readOptions } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { readAll, refusal } from '../../../shared/problem';
import type { Page } from '../../../shared/service/paging';
import { mayBeCut, pagesOf } from '../../../shared/service/paging';
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
}

export interface RequestPage extends Page<Request> {
	answer: PurchaseRefundAnswer;
	offset: number;
	askedLimit: number;
	/** How many requests it holds, whether they came before or not. */
	count: number;
}

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
	const entries = requestsIn(answer);
	const total = isLast(answer, entries.length) ? offset + entries.length : undefined;
	return { answer, offset, askedLimit: limit, count: entries.length, entries, total };
}

/**
 * The service gives no total, but says how much it gives at most: a page that holds less is the last. Not so
 * where it counts something else than requests, or where it may give less than it says.
 */
const isLast = ({ limit = 0, pageResults }: PurchaseRefundAnswer, count: number): boolean =>
	(pageResults ?? count) === count && count < limit && !mayBeCut(count);

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
		fetch: async (from, size) => await ask(question, from, Math.min(size, left)),
		// The entries of one request may be spread over two pages.
		identify: ({ entries }) => JSON.stringify(entries),
		habits: { offsetCounts: 'entries', totalIsOf: 'list' },
		onDoubt: (message) =>
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' }),
	});
	for await (const page of pages) {
		if (page.entries.length === 0) continue;
		yield page;
		left -= page.entries.length;
		context.logger.info(`Get purchase and refund detail: ${limit - left} requests so far.`);
		if (left <= 0) return;
	}
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
): AsyncGenerator<{ source: ReportSource; count: number }> {
	const { reporting, window, query } = question;
	for await (const { offset, askedLimit, count, entries } of jsonPages(run, question, paging)) {
		if (entries.length < count) {
			throw refusal(
				'Get purchase and refund detail: the service repeats results from page to page, and a file cannot be put together from such pages',
				'Choose JSON as Format, where each result is taken once.',
			);
		}
		const page = { ...query, offset, limit: askedLimit };
		const answered = await reporting.onDemandFile(REPORT, window, accept, page);
		if (answered.kind === 'empty') throw answered.failure;
		const title = `Purchase and refund detail${offset === 0 ? '' : ` from ${offset + 1}`}`;
		yield { source: fileSource(answered.body, accept, title, window), count };
	}
}
