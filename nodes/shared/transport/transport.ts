import type { NodeApiError } from 'n8n-workflow';

import type { NetworkExplanation } from './advice';
import { explainBrokenDownload } from './advice';
import { serviceUrl } from './address';
import type { Answer, Headers, Mishap } from './attempt';
import { attempt } from './attempt';
import { DownloadWatch } from './downloadWatch';
import { parseExactJson } from './exactJson';
import { pause } from './gate';
import { networkCode } from './networkCode';
import type { ServiceRequest } from './request';
import type { Patience } from './retry';
import { backOff, DEFAULT_PATIENCE, LONGEST_WAIT, mayRepeat } from './retry';
import { serviceError } from './serviceError';
import type { OpenConnection, Session } from './session';
import { asNodeError } from './session';
import type { ByteStream, ServiceStream } from './stream';

export type Outcome<Body> =
	| { kind: 'found'; status: number; headers: Headers; body: Body }
	| { kind: 'notModified' }
	| { kind: 'notFound'; error: NodeApiError };

const UNREADABLE: NetworkExplanation = {
	what: 'the answer of the service cannot be read',
	advice:
		'Check the base address in the credential: it may lead to another server. If it is right, try again later.',
	cause: 'temporarily-unavailable',
	passing: true,
	mayHaveArrived: true,
};

/** The only door to the network: sends one request, repeats what may be repeated, and tells in words what failed. */
export class Transport {
	constructor(
		private readonly session: Session,
		private readonly patience: Patience = DEFAULT_PATIENCE,
		private readonly itemIndex?: number,
	) {}

	/** Reads the answer as JSON without losing a digit of any number. */
	async json<Body>(request: ServiceRequest): Promise<Outcome<Body>> {
		return await this.exchange(request, 'application/json', 'text', ({ body }: Answer<string>) =>
			body.trim() === '' ? { body: undefined } : readJson(body),
		);
	}

	/** Hands over the body as it arrives; nothing is held. */
	async stream(request: ServiceRequest): Promise<Outcome<ServiceStream>> {
		const watch = new DownloadWatch(this.patience.timeout, this.session.cancelSignal());
		const read = (answer: Answer<ByteStream>, connection: OpenConnection) => {
			const contentType = answer.headers['content-type'] ?? '';
			if (/html/i.test(contentType)) {
				answer.body.destroy();
				return 'unreadable';
			}
			watch.begin(answer.body);
			const length = answer.headers['content-length'];
			const body: ServiceStream = {
				bytes: answer.body,
				contentType,
				contentLength: length === undefined ? undefined : Number(length),
				broken: (error: unknown) =>
					this.brokenStream(request, connection, watch.stalled ? 'stalled' : networkCode(error)),
			};
			return { body };
		};
		try {
			return await this.exchange(request, 'text/csv', 'stream', read, watch.signal);
		} finally {
			watch.endUnlessBegun();
		}
	}

	/**
	 * Page after page by offset and limit, one in memory at a time. The next page begins after what the
	 * last one really held, as the service may give less than asked for; it ends at the total, or at an empty page.
	 */
	async *pages<Body>(
		request: ServiceRequest,
		paging: {
			pageSize: number;
			offset?: number;
			count(body: Body): number;
			total?(body: Body): number | undefined;
		},
	): AsyncGenerator<Body> {
		let offset = paging.offset ?? 0;
		for (;;) {
			const query = { ...request.query, offset, limit: paging.pageSize };
			const outcome = await this.json<Body>({ ...request, query });
			// Beyond the last entry some services answer "not found"; only on the first page does it mean something.
			if (outcome.kind === 'notFound' && offset > (paging.offset ?? 0)) return;
			const body = found(outcome);
			yield body;
			const count = paging.count(body);
			offset += count;
			if (count === 0 || offset >= (paging.total?.(body) ?? Infinity)) return;
		}
	}

	/**
	 * For a caller that repeats a request itself, after looking what became of it: waits as long as this
	 * transport would, and tells whether another attempt is left.
	 */
	async waitForAnotherAttempt(error: NodeApiError, attempts: number): Promise<boolean> {
		const asked = error.context.retryAfterMs as number | undefined;
		const wait = asked ?? backOff(attempts, this.patience.pause, Math.random());
		if (attempts >= this.patience.attempts || wait > LONGEST_WAIT) return false;
		if (asked === undefined) await pause(wait, this.session.cancelSignal());
		else this.session.gate.closeFor(wait);
		return true;
	}

	private async exchange<Encoding extends 'text' | 'stream', Raw, Body>(
		request: ServiceRequest,
		defaultAccept: string,
		encoding: Encoding,
		read: (answer: Answer<Raw>, connection: OpenConnection) => { body: unknown } | 'unreadable',
		abortSignal?: AbortSignal,
	): Promise<Outcome<Body>> {
		const { context, gate } = this.session;
		const connection = await this.session.connection(request.operation);
		const options = {
			method: request.method,
			url: this.url(request, connection),
			headers: {
				Accept: request.accept ?? defaultAccept,
				...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
			},
			body:
				request.body === undefined
					? undefined
					: JSON.stringify({ ...this.organization(request, connection), ...request.body }),
			encoding,
			timeout: this.patience.timeout,
			abortSignal,
		};
		const cancel = this.session.cancelSignal();
		let waited = 0;
		for (let attempts = 1; ; attempts++) {
			await gate.pass(cancel);
			let result = (await attempt(context, connection, options)) as Answer<Raw> | Mishap;
			cancel?.throwIfAborted();
			if (result.kind === 'answer') {
				const { status, headers } = result;
				if (status === 304) return { kind: 'notModified' };
				const content = read(result, connection);
				if (content !== 'unreadable') {
					return { kind: 'found', status, headers, body: content.body as Body };
				}
				result = { kind: 'mishap', status, explanation: UNREADABLE };
			}
			const mishap = result;
			const error = () => this.error(request, connection, mishap, attempts);
			if (result.status === 404) return { kind: 'notFound', error: error() };

			const { passing, mayHaveArrived, what } = result.explanation;
			const wait = result.retryAfterMs ?? backOff(attempts, this.patience.pause, Math.random());
			const patient = attempts < this.patience.attempts && waited + wait <= LONGEST_WAIT;
			if (!passing || !patient || !mayRepeat(request, !mayHaveArrived)) throw error();

			context.logger.info(
				`${request.operation}: ${what}. Trying again in ${Math.ceil(wait / 1000)} s (attempt ${attempts + 1} of ${this.patience.attempts}).`,
			);
			waited += wait;
			if (result.retryAfterMs === undefined) await pause(wait, cancel);
			else gate.closeFor(wait);
		}
	}

	private url(request: ServiceRequest, connection: OpenConnection): string {
		const organization = request.body === undefined ? this.organization(request, connection) : {};
		try {
			return serviceUrl(connection.address, request.path, { ...request.query, ...organization });
		} catch (error) {
			throw asNodeError(this.session.context.getNode(), request.operation, error);
		}
	}

	/** It belongs to the body where there is one, else to the query. */
	private organization(
		{ organizationId }: ServiceRequest,
		connection: OpenConnection,
	): { organizationId?: string } {
		if (organizationId === undefined) return {};
		const chosen = organizationId.trim() || connection.organizationId;
		return chosen === '' ? {} : { organizationId: chosen };
	}

	private error(
		request: ServiceRequest,
		connection: OpenConnection,
		mishap: Mishap,
		attempts: number,
	): NodeApiError {
		return serviceError(this.session.context.getNode(), connection.token, {
			...mishap,
			operation: request.operation,
			outcomeUnknown: request.method !== 'GET' && mishap.explanation.mayHaveArrived,
			attempts,
			itemIndex: this.itemIndex,
		});
	}

	private brokenStream(
		request: ServiceRequest,
		connection: OpenConnection,
		why: string,
	): NodeApiError {
		return serviceError(this.session.context.getNode(), connection.token, {
			operation: request.operation,
			explanation: explainBrokenDownload(why, connection.address.host, this.patience.timeout),
			itemIndex: this.itemIndex,
		});
	}
}

function readJson(text: string): { body: unknown } | 'unreadable' {
	try {
		return { body: parseExactJson(text) };
	} catch {
		return 'unreadable';
	}
}

/** The body, where anything but a body is an error. */
export function found<Body>(outcome: Outcome<Body>): Body {
	if (outcome.kind === 'found') return outcome.body;
	throw outcome.kind === 'notFound'
		? outcome.error
		: new TypeError('"Not modified" was not expected here');
}
