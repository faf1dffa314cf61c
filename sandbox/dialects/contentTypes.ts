import type { FastifyInstance } from 'fastify';
import type { Dialect } from './dialect';

const BYTE_ORDER_MARK = '\uFEFF';

/** Names the type of each answer in the words of the dialect. */
export function nameTypes(app: FastifyInstance, dialect: Dialect): void {
	app.addHook('onSend', async (_request, reply, payload) => {
		if (dialect.isUsual) return payload;
		const type = String(reply.getHeader('content-type') ?? '');
		if (/^(text\/csv|application\/xml)/.test(type) && dialect.is('fileType', 'octet-stream')) {
			reply.type('application/octet-stream');
		}
		if (!/^application\/(hal\+)?json/.test(type)) return payload;
		switch (dialect.reading('jsonType')) {
			case 'json':
				return payload;
			case 'hal':
				reply.type('application/hal+json');
				return payload;
			case 'byte-order-mark':
				return typeof payload === 'string' ? withMark(payload) : payload;
		}
	});
}

const withMark = (payload: string): string =>
	payload === '' ? payload : `${BYTE_ORDER_MARK}${payload}`;
