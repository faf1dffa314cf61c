import { gzipSync } from 'node:zlib';

import { TOKENS } from '../support/sandbox';
import { type Answered, type Exchange, type Spoil, withoutTransfer } from './wire';

/** A service that repeats what it was sent, in every form. */
export const ERROR = JSON.stringify({
	submitTimeUtc: '2026-11-10T12:00:00Z',
	status: 'ANY',
	reason: 'ANY',
	message: `Something is wrong with Bearer ${TOKENS.merchantOne}.`,
	details: [
		{ field: 'a', reason: encodeURIComponent(`Bearer ${TOKENS.merchantOne}`) },
		{ field: 'b', reason: Buffer.from(`Bearer ${TOKENS.merchantOne}`).toString('base64') },
	],
});

export const reply =
	(status: number, body: Buffer | string = '', headers: Record<string, string> = {}): Spoil =>
	({ response }) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(body);
	};

export const refuse = (status: number, headers: Record<string, string> = {}): Spoil =>
	reply(status, status === 304 ? '' : ERROR, headers);

/** The service has done its work, but what it answers gets lost or spoiled. */
export const afterwards =
	(spoil: (exchange: Exchange, answered: Answered) => Promise<void> | void): Spoil =>
	async (exchange) =>
		await spoil(exchange, await exchange.answer());

export const reset: Spoil = ({ socket }) => void socket.resetAndDestroy();

export const half = (body: Buffer): Buffer => body.subarray(0, Math.floor(body.length / 2));

/** Half of the answer, then the connection ends. */
export const cut = (headersOf: (body: Buffer) => Record<string, string>): Spoil =>
	afterwards(({ response, socket }, { status, headers, body }) => {
		response.writeHead(status, { ...withoutTransfer(headers), ...headersOf(body) });
		response.flushHeaders();
		response.write(half(body), () => socket.destroy());
	});

/** Half of a compressed answer, as if that were all. */
export const cutInGzip: Spoil = afterwards(({ response }, { status, headers, body }) => {
	const rest = half(gzipSync(body));
	const length = { 'content-encoding': 'gzip', 'content-length': `${rest.length}` };
	response.writeHead(status, { ...withoutTransfer(headers), ...length });
	response.end(rest);
});
