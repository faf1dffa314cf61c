import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ContentChoices } from '../../../shared/content';
import type { ItemRun } from '../../../shared/items';
import type { Period } from '../../../shared/period';
import { found, type ServiceRequest } from '../../../shared/transport';
import { requestCount, type PurchaseRefundPage } from '../../onDemand/purchaseRefund';
import { refuse } from '../common/refuse';
import { asFile } from './file';

const LARGEST_PAGE = 2000;

export interface Paging {
	offset: number;
	pageSize: number;
	/** How many requests are wanted in all. */
	limit: number;
}

export const readPaging = (
	run: ItemRun,
	options: IDataObject,
	windows: number,
): Pick<Paging, 'offset' | 'pageSize'> => {
	const offset = Number(options.offset ?? 0);
	const pageSize = Number(options.pageSize ?? LARGEST_PAGE);
	const problems: string[] = [];
	if (!Number.isInteger(offset) || offset < 0) {
		problems.push('Start At: enter a whole number from 0 up');
	}
	if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > LARGEST_PAGE) {
		problems.push(`Page Size: enter a whole number from 1 to ${LARGEST_PAGE}`);
	}
	if (offset > 0 && windows > 1) {
		problems.push(
			'Start At: cannot be combined with a period that is split, as each window counts anew',
		);
	}
	if (problems.length > 0) refuse(run, problems);
	return { offset, pageSize };
};

const ask = async (
	run: ItemRun,
	request: ServiceRequest,
	offset: number,
	limit: number,
): Promise<PurchaseRefundPage | undefined> => {
	const outcome = await run.transport.json<PurchaseRefundPage | undefined>({
		...request,
		query: { ...request.query, offset, limit },
	});
	// Beyond the last result there is nothing; on the first page the words of the service tell what is missing.
	if (outcome.kind === 'notFound' && offset > 0) return undefined;
	return found(outcome);
};

/** Page after page until there are no more, or enough. */
export async function* jsonPages(
	run: ItemRun,
	request: ServiceRequest,
	{ offset: first, pageSize, limit }: Paging,
): AsyncGenerator<{ page: PurchaseRefundPage; count: number }> {
	let left = limit;
	for (let offset = first; left > 0;) {
		const wanted = Math.min(pageSize, left);
		const page = await ask(run, request, offset, wanted);
		const count = requestCount(page);
		if (page === undefined || count === 0) return;
		yield { page, count };
		run.context.logger.info(`${request.operation}: ${offset - first + count} requests so far.`);
		// The service may give less than asked for at once, and says how much it gives at most.
		if (count < (page.limit ?? 0)) return;
		offset += count;
		left -= count;
	}
}

/**
 * The same in CSV or XML, one file a page. How much a file holds is not told: where it has to be known, as
 * a limit goes over several windows, it is counted first; else a small look ahead tells whether there is more.
 */
export const filePages = async (
	run: ItemRun,
	request: ServiceRequest,
	{ offset: first, pageSize, limit, counted }: Paging & { counted: boolean },
	content: ContentChoices,
	window: Period,
): Promise<{ items: INodeExecutionData[]; count: number }> => {
	const asJson = { ...request, accept: undefined };
	const pages: INodeExecutionData[][] = [];
	let offset = first;
	for (let left = limit; left > 0;) {
		const wanted = Math.min(pageSize, left);
		const count = counted ? requestCount(await ask(run, asJson, offset, wanted)) : wanted;
		if (count === 0) break;
		const page = { ...request, query: { ...request.query, offset, limit: wanted } };
		const title = `Purchase and refund detail${offset === 0 ? '' : ` from ${offset + 1}`}`;
		pages.push(await asFile(run, page, content, title, window));
		offset += count;
		left -= count;
		if (counted || left === 0) continue;
		if (requestCount(await ask(run, asJson, offset, 1)) === 0) break;
	}
	return { items: pages.flat(), count: offset - first };
};
