import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure, Fault, Faults } from './faults';
import { isControl } from './ownPaths';

/** Carries out planted faults: the only place where the sandbox misbehaves. */
export function misbehave(
	app: FastifyInstance,
	faults: Faults,
	hit: (request: FastifyRequest, faultId: number) => void,
): void {
	const after = new WeakMap<FastifyRequest, Fault>();

	app.addHook('onRequest', async (request, reply) => {
		if (isControl(request.url)) return undefined;
		const path = request.url.split('?')[0];
		const fault = faults.take(request.method, path);
		if (!fault) return undefined;
		hit(request, fault.id);
		if (fault.delayMilliseconds > 0) await wait(fault.delayMilliseconds);
		if (fault.when === 'after') {
			after.set(request, fault);
			return undefined;
		}
		return failAtOnce(fault.failure, request, reply);
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const fault = after.get(request);
		return fault ? spoil(fault.failure, request, reply, payload) : payload;
	});
}

function failAtOnce(failure: Failure, request: FastifyRequest, reply: FastifyReply): unknown {
	if (failure.kind === 'drop') {
		reply.hijack();
		request.raw.socket.destroy();
		return reply;
	}
	if (failure.kind === 'delay') return undefined;
	return reply.type('application/json').send(spoil(failure, request, reply, '{}'));
}

/** The answer as the fault leaves it. */
function spoil(
	failure: Failure,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): unknown {
	if (failure.kind === 'delay') return payload;
	// What a fault has left is not put into the words of a dialect.
	request.refused = true;
	const instead = (type: string, body: string): string => {
		if (payload instanceof Readable) payload.destroy();
		reply.removeHeader('content-length').removeHeader('content-encoding').type(type);
		return body;
	};
	switch (failure.kind) {
		case 'drop':
			return brokenAfter(request, payload, 0);
		case 'cutOff':
			if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
				reply.header('content-length', Buffer.byteLength(payload));
			}
			return brokenAfter(request, payload, failure.afterBytes);
		case 'status':
			reply.code(failure.status);
			if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
			return typeof failure.body === 'string'
				? instead('text/html', failure.body)
				: instead(
						'application/json',
						JSON.stringify(failure.body ?? failureInWords(failure.status)),
					);
		case 'contentType':
			return instead(failure.contentType, failure.body);
		case 'invalidJson':
			return instead('application/json', BROKEN_JSON);
	}
}

const BROKEN_JSON = '{"submitTimeUtc": "2026-01-01T00:00:00Z", "reportSearchResults": [ { "repo';

const failureInWords = (status: number): object => ({
	reason: 'INJECTED_FAULT',
	message: `Status ${status}.`,
});

/** Passes on this many bytes and then breaks the connection. */
function brokenAfter(request: FastifyRequest, payload: unknown, bytes: number): Readable {
	const source = payload instanceof Readable ? payload : Readable.from([toBuffer(payload)]);
	const tear = (): void => void request.raw.socket.destroy();
	async function* upToTheCut(): AsyncGenerator<Buffer> {
		let left = bytes;
		for await (const chunk of source as AsyncIterable<Buffer | string>) {
			const piece = toBuffer(chunk).subarray(0, left);
			left -= piece.length;
			if (piece.length > 0) yield piece;
			if (left === 0) break;
		}
		// Lets the bytes reach the socket before it is torn.
		if (bytes > 0) await wait(20);
		tear();
	}
	return Readable.from(upToTheCut());
}

function toBuffer(value: unknown): Buffer {
	if (Buffer.isBuffer(value)) return value;
	return Buffer.from(typeof value === 'string' ? value : '');
}
