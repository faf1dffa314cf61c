import type { FastifyRequest } from 'fastify';
import type { FieldProblem, Refusal } from '../refusal';
import type { Dialect } from './dialect';

/** An error as it leaves. */
export interface ErrorAnswer {
	status: number;
	/** An object is sent as JSON, a text as HTML, and nothing as nothing. */
	body?: object | string;
}

/** What a refusal says, other than its status. */
interface Words {
	reason?: string;
	message: string;
	details?: readonly FieldProblem[];
}

type Rewrite = { status: number; words: Words } | undefined;

const PLAIN: Words = { message: 'Bad request.' };
const CONFLICT: Words = { reason: 'CONFLICT', message: 'It is there already.' };
const UNPROCESSABLE: Words = { reason: 'UNPROCESSABLE', message: 'This could not be processed.' };

const REWRITES: Record<string, Rewrite> = {
	'400-validation-errors': {
		status: 400,
		words: {
			reason: 'VALIDATION_ERRORS',
			message: 'One or more fields have invalid values.',
			details: [{ field: 'invoiceNumber', reason: 'INVALID_VALUE' }],
		},
	},
	'400-plain': { status: 400, words: PLAIN },
	'409-conflict': { status: 409, words: CONFLICT },
	'422-unprocessable': { status: 422, words: UNPROCESSABLE },
	'429-too-many': {
		status: 429,
		words: { reason: 'TOO_MANY', message: 'Please try again later.' },
	},
};

const ERROR_PAGE =
	'<!doctype html><html><head><title>404</title></head><body><h1>Not found</h1></body></html>\n';

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
	write: (status: number, words: Words) => object,
): ErrorAnswer {
	const usual = { status: refusal.statusCode, body: write(refusal.statusCode, refusal) };
	const service = /^\/(reporting|invoicing)\//.exec(request.url)?.[1];
	if (service === undefined || dialect.isUsual) return usual;
	const told = reworded(dialect, request, refusal);
	const answer = told ? { status: told.status, body: write(told.status, told.words) } : usual;
	return answer.status === 404 ? notThere(dialect, service, request, answer, write) : answer;
}

function reworded(dialect: Dialect, { method, url }: FastifyRequest, refusal: Refusal): Rewrite {
	switch (refusal.reason) {
		case 'DUPLICATE_RECORD':
			return REWRITES[dialect.reading('duplicateInvoice')];
		case 'DUPLICATE_NAME':
			return REWRITES[dialect.reading('duplicateReport')];
		case 'LIMIT_REACHED':
			return method === 'POST' && url.startsWith('/reporting/v3/reports')
				? REWRITES[dialect.reading('reportLimit')]
				: undefined;
		default:
			return undefined;
	}
}

function notThere(
	dialect: Dialect,
	service: string,
	request: FastifyRequest,
	usual: ErrorAnswer,
	write: (status: number, words: Words) => object,
): ErrorAnswer {
	const reading = dialect.reading(
		service === 'reporting' ? 'reportingNotFound' : 'invoiceNotFound',
	);
	switch (reading) {
		case 'documented':
			return usual;
		case 'report-not-found':
			return {
				status: 404,
				body: write(404, { reason: 'NOT_FOUND', message: 'Report not found.' }),
			};
		case 'no-transactions':
			return {
				status: 404,
				body: write(404, { reason: 'NO_DATA', message: 'No transactions available.' }),
			};
		case 'either':
			return {
				status: 404,
				body: write(404, { message: 'Report not found or no transactions available.' }),
			};
		case 'other-words':
			return {
				status: 404,
				body: write(404, { reason: 'UNKNOWN_ID', message: 'No such resource.' }),
			};
		case 'no-body':
			return { status: 404 };
		case 'html':
			return { status: 404, body: ERROR_PAGE };
		case 'empty-object':
			return { status: 404, body: {} };
		case 'empty-list':
			return emptyList(request) ?? usual;
	}
}

/** Only for who asks for JSON: a file cannot be an empty list. */
function emptyList({ method, routeOptions, headers }: FastifyRequest): ErrorAnswer | undefined {
	const body = method === 'GET' ? EMPTY_LISTS[routeOptions.url ?? ''] : undefined;
	return body && !/csv|xml/.test(headers.accept ?? '') ? { status: 200, body } : undefined;
}
