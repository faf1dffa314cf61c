import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Dialect } from './dialect';

type Rewrite = (dialect: Dialect, reply: FastifyReply, payload: unknown) => unknown;

const NOTICE = { reason: 'ACCEPTED', message: 'The request was accepted.' };

const create: Rewrite = (dialect, reply, payload) => {
	const [status, content] = dialect.reading('createAnswer').split('-');
	reply.code(Number(status));
	if (content === 'invoice') return payload;
	return content === 'notice' ? json(reply, NOTICE) : nothing(reply);
};

const act: Rewrite = (dialect, reply, payload) => {
	const [status, content] = dialect.reading('actionAnswer').split('-');
	reply.code(Number(status));
	return content === 'invoice' ? payload : nothing(reply);
};

const WRITES: Partial<Record<string, Rewrite>> = {
	'POST /invoicing/v2/invoices': create,
	'PUT /invoicing/v2/invoices/:number': act,
	'POST /invoicing/v2/invoices/:number/delivery': act,
	'POST /invoicing/v2/invoices/:number/publication': act,
	'POST /invoicing/v2/invoices/:number/cancelation': act,
};

/** Lets what a request has done be answered in the words of the dialect. */
export function answerWrites(app: FastifyInstance, dialect: Dialect): void {
	app.addHook('onSend', async (request, reply, payload) => {
		const rewrite = WRITES[`${request.method} ${request.routeOptions.url}`];
		const done = reply.statusCode < 300 && isOwnAnswer(reply, payload);
		return rewrite && done && !dialect.isUsual ? rewrite(dialect, reply, payload) : payload;
	});
}

/** Neither an error under status 200 nor what a planted fault left. */
function isOwnAnswer(reply: FastifyReply, payload: unknown): boolean {
	if (reply.request.refused) return false;
	if (payload === undefined || payload === null || payload === '') return true;
	const type = String(reply.getHeader('content-type'));
	return typeof payload === 'string' && type.includes('json');
}

function nothing(reply: FastifyReply): string {
	reply.removeHeader('content-type');
	return '';
}

function json(reply: FastifyReply, body: object): string {
	reply.type('application/json; charset=utf-8');
	return JSON.stringify(body);
}
