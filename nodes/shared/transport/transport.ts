import type { NetworkExplanation } from './advice';
import { explainBrokenDownload, networkCode, unexpectedAnswer } from './advice';
import { serviceUrl } from './address';
import type { Answer, Headers, Mishap } from './attempt';
import { attempt } from './attempt';
import type { Complaint } from './complaint';
import { DownloadWatch } from './downloadWatch';
import { parseExactJson } from '../exactJson';
import { pause } from './gate';
import type { ServiceRequest } from './request';
import type { Patience } from './retry';
import { backOff, DEFAULT_PATIENCE, LONGEST_WAIT, mayRepeat } from './retry';
import { ServiceFailure } from './serviceFailure';
import type { OpenConnection, Session } from './session';
import type { ByteStream, ServiceStream } from './stream';

export type Outcome<Body> =
	| { kind: 'found'; status: number; headers: Headers; body: Body }
	| { kind: 'notModified'; failure: ServiceFailure }
	| { kind: 'notFound'; failure: ServiceFailure };

const UNREADABLE = unexpectedAnswer('the answer of the service cannot be read');

const NOT_MODIFIED: NetworkExplanation = {
	...unexpectedAnswer('the service answered that nothing was modified, which does not fit here'),
	passing: false,
};

/** Thrown by whoever reads a body that is not what was asked for. */
export class UnexpectedAnswer extends Error {
	constructor(
		/** What is wrong with it: "the answer of the service has no list …". */
		what: string,
		/** Where the body is an error that came with the status of a success. */
		readonly complaint?: Complaint,
	) {
		super(what);
	}
}

/** The only way to the network: sends one request, repeats what may be repeated, and says what failed. */
export class Transport {
	constructor(
		private readonly session: Session,
		private readonly patience: Patience = DEFAULT_PATIENCE,
	) {}

	/** Reads the answer as JSON without losing a digit of any number; `read` checks that it is what was asked for. */
	async json<Body>(
		request: ServiceRequest,
		read: (body: unknown, headers: Headers) => Body,
	): Promise<Outcome<Body>> {
		const outcome = await this.exchange<'text', string, unknown>(
			request,
			'application/json',
			'text',
			({ body }) => (body.trim() === '' ? { body: undefined } : readJson(body)),
		);
		if (outcome.kind !== 'found') return outcome;
		try {
			return { ...outcome, body: read(outcome.body, outcome.headers) };
		} catch (error) {
			throw await this.unexpected(request, outcome.status, error);
		}
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
	 * For a caller that repeats a request itself, after looking what became of it: waits as long as this
	 * transport would, and tells whether another attempt is left.
	 */
	async waitForAnotherAttempt(
		{ retryAfterMs }: ServiceFailure,
		attempts: number,
	): Promise<boolean> {
		const wait = retryAfterMs ?? backOff(attempts, this.patience.pause, Math.random());
		if (attempts >= this.patience.attempts || wait > LONGEST_WAIT) return false;
		await this.rest(wait, retryAfterMs !== undefined);
		return true;
	}

	/** What the service asks one request to wait, all of them wait. */
	private async rest(wait: number, isAskedFor: boolean): Promise<void> {
		if (isAskedFor) this.session.gate.closeFor(wait);
		else await pause(wait, this.session.cancelSignal());
	}

	private async exchange<Encoding extends 'text' | 'stream', Raw, Body>(
		request: ServiceRequest,
		defaultAccept: string,
		encoding: Encoding,
		read: (answer: Answer<Raw>, connection: OpenConnection) => { body: unknown } | 'unreadable',
		abortSignal?: AbortSignal,
	): Promise<Outcome<Body>> {
		const { context, gate } = this.session;
		const connection = await this.session.connection();
		const options = {
			method: request.method,
			url: urlOf(request, connection),
			headers: {
				Accept: request.accept ?? defaultAccept,
				...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
			},
			body:
				request.body === undefined
					? undefined
					: JSON.stringify({ ...organizationOf(request, connection), ...request.body }),
			encoding,
			timeout: this.patience.timeout,
			abortSignal,
		};
		const cancel = this.session.cancelSignal();
		let waited = 0;
		for (let attempts = 1; ; attempts++) {
			await gate.pass(cancel);
			let result = (await attempt(context, connection, options, request.readXml)) as
				Answer<Raw> | Mishap;
			cancel?.throwIfAborted();
			if (result.kind === 'answer') {
				const { status, headers } = result;
				if (status === 304) {
					const mishap: Mishap = { kind: 'mishap', status, explanation: NOT_MODIFIED };
					return { kind: 'notModified', failure: await this.failure(request, mishap) };
				}
				const content = read(result, connection);
				if (content !== 'unreadable') {
					return { kind: 'found', status, headers, body: content.body as Body };
				}
				result = { kind: 'mishap', status, explanation: UNREADABLE };
			}
			const failure = await this.failure(request, result, attempts);
			if (result.status === 404) return { kind: 'notFound', failure };

			const { passing, mayHaveArrived, what } = result.explanation;
			const wait = result.retryAfterMs ?? backOff(attempts, this.patience.pause, Math.random());
			const patient = attempts < this.patience.attempts && waited + wait <= LONGEST_WAIT;
			if (!passing || !patient || !mayRepeat(request, !mayHaveArrived)) throw failure;

			context.logger.info(
				`${request.operation}: ${what}. Trying again in ${Math.ceil(wait / 1000)} s (attempt ${attempts + 1} of ${this.patience.attempts}).`,
			);
			waited += wait;
			await this.rest(wait, result.retryAfterMs !== undefined);
		}
	}

	private async unexpected(
		request: ServiceRequest,
		status: number,
		error: unknown,
	): Promise<unknown> {
		if (!(error instanceof UnexpectedAnswer)) return error;
		const { message, complaint } = error;
		const explanation = unexpectedAnswer(message);
		return await this.failure(request, { kind: 'mishap', status, complaint, explanation });
	}

	private async failure(
		{ operation, method }: ServiceRequest,
		mishap: Mishap,
		attempts = 1,
	): Promise<ServiceFailure> {
		const { token } = await this.session.connection();
		const outcomeUnknown = method !== 'GET' && mishap.explanation.mayHaveArrived;
		return new ServiceFailure({ ...mishap, operation, outcomeUnknown, attempts }, token);
	}

	private brokenStream(
		{ operation }: ServiceRequest,
		{ address, token }: OpenConnection,
		why: string,
	): ServiceFailure {
		const explanation = explainBrokenDownload(why, address.host, this.patience.timeout);
		return new ServiceFailure({ operation, explanation }, token);
	}
}

function urlOf(request: ServiceRequest, connection: OpenConnection): string {
	const organization = request.body === undefined ? organizationOf(request, connection) : {};
	return serviceUrl(connection.address, request.path, { ...request.query, ...organization });
}

/** It belongs to the body where there is one, else to the query. */
function organizationOf(
	{ organizationId }: ServiceRequest,
	connection: OpenConnection,
): { organizationId?: string } {
	if (organizationId === undefined) return {};
	const chosen = organizationId.trim() || connection.organizationId;
	return chosen === '' ? {} : { organizationId: chosen };
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
	throw outcome.failure;
}
