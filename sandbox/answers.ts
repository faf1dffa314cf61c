import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance } from 'fastify';
import { refusalInDialect } from './dialects/refusals';
import { Refusal } from './refusal';
import type { Sandbox } from './sandbox';

/** Every error in the service's own shape, whether a rule, the parser or the router found it. */
export function answerErrors(app: FastifyInstance, { clock, dialect }: Sandbox): void {
	app.decorateRequest('refused', false);
	app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
		const refusal = error instanceof Refusal ? error : asRefusal(error);
		if (refusal.statusCode >= 500) console.error(error);
		const { status, body } = refusalInDialect(dialect, request, refusal, (words) => ({
			submitTimeUtc: clock.nowIso(),
			status: statusWord(words.statusCode),
			reason: words.reason,
			message: words.message,
			...(words.details && words.details.length > 0 && { details: words.details }),
			correlationId: randomUUID(),
		}));
		request.refused = true;
		return reply.code(status).headers(refusal.headers).type('application/json').send(body);
	});
	app.setNotFoundHandler((request) => {
		throw Refusal.notFound(`There is nothing at ${request.url.split('?')[0]}.`);
	});
}

function asRefusal(error: FastifyError): Refusal {
	switch (error.code) {
		case 'FST_ERR_CTP_BODY_TOO_LARGE':
			return new Refusal(413, 'REQUEST_TOO_LARGE', 'The body is larger than 10 MB.');
		case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
			return new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
		default:
			return error.statusCode !== undefined && error.statusCode < 500
				? new Refusal(error.statusCode, 'INVALID_REQUEST', error.message)
				: new Refusal(500, 'SYSTEM_ERROR', `The sandbox failed: ${error.message}`);
	}
}

/** Invoicing calls its errors by these words. */
function statusWord(status: number): string {
	if (status === 404) return 'NOTFOUND';
	return status >= 500 ? 'SERVER_ERROR' : 'BADREQUEST';
}

declare module 'fastify' {
	interface FastifyRequest {
		/** It is answered by an error, whatever the status. */
		refused: boolean;
	}
}
