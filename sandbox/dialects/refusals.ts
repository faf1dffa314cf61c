import type { FastifyRequest } from 'fastify';
import type { FieldProblem, Refusal } from '../refusal';
import type { Dialect } from './dialect';

/** What a refusal says. */
interface Words {
	statusCode: number;
	reason?: string;
	message: string;
	details?: readonly FieldProblem[];
}

const DUPLICATES: Record<string, Words | undefined> = {
	'400-plain': { statusCode: 400, message: 'Bad request.' },
	'409-conflict': { statusCode: 409, reason: 'CONFLICT', message: 'It is there already.' },
	'422-unprocessable': {
		statusCode: 422,
		reason: 'UNPROCESSABLE',
		message: 'This could not be processed.',
	},
};
const TOO_MANY: Words = {
	statusCode: 429,
	reason: 'TOO_MANY',
	message: 'Please try again later.',
};
const EITHER: Words = {
	statusCode: 404,
	message: 'Report not found or no transactions available.',
};

/** The lists that can be empty, by route, as far as they are empty. */
const EMPTY_LISTS: Record<string, object> = {
	'/reporting/v3/reports': { reportSearchResults: [] },
	'/reporting/v3/report-subscriptions': { subscriptions: [] },
	'/reporting/v3/conversion-details': { conversionDetails: [] },
	'/reporting/v3/purchase-refund-details': { pageResults: 0, requestDetails: [] },
	'/reporting/v3/net-fundings': { netFundingSummaries: [] },
	'/reporting/v3/payment-batch-summaries': { paymentBatchSummaries: [] },
};

/** The refusal as the dialect words it. `write` gives a body its usual form. */
export function refusalInDialect(
	dialect: Dialect,
	request: FastifyRequest,
	refusal: Refusal,
	write: (words: Words) => object,
): { status: number; body: object } {
	const words = reworded(dialect, request, refusal) ?? refusal;
	const isMissing = words.statusCode === 404 && request.url.startsWith('/reporting/');
	const list = isMissing && dialect.is('reportingNotFound', 'empty-list') && emptyList(request);
	return list ? { status: 200, body: list } : { status: words.statusCode, body: write(words) };
}

function reworded(
	dialect: Dialect,
	{ method, url }: FastifyRequest,
	{ reason, statusCode }: Refusal,
): Words | undefined {
	if (reason === 'DUPLICATE_RECORD' || reason === 'DUPLICATE_NAME') {
		return DUPLICATES[dialect.reading('duplicate')];
	}
	const isFull = reason === 'LIMIT_REACHED' && `${method} ${url}`.startsWith('POST /reporting/');
	if (isFull && dialect.is('reportLimit', '429-too-many')) return TOO_MANY;
	const isMissing = statusCode === 404 && url.startsWith('/reporting/');
	return isMissing && dialect.is('reportingNotFound', 'either') ? EITHER : undefined;
}

/** Only for who asks for JSON: a file cannot be an empty list. */
function emptyList({ method, routeOptions, headers }: FastifyRequest): object | undefined {
	const body = method === 'GET' ? EMPTY_LISTS[routeOptions.url ?? ''] : undefined;
	return /csv|xml/.test(headers.accept ?? '') ? undefined : body;
}
