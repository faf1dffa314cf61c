import type { IDataObject } from 'n8n-workflow';

import { parseExactJson, parseToSendBack } from '../exactJson';
import { bodyText, isRecord, textIn } from '../text';
import {
	explainBrokenDownload,
	explainNoList,
	networkCode,
	type NetworkExplanation,
	unexpectedAnswer,
} from './advice';
import { chosenOrganization, leadsTo, optionsOf, type ServiceRequest } from './request';
import {
	DEFAULT_PATIENCE,
	hasTimeFor,
	mayRepeat,
	type Patience,
	pause,
	pauseBefore,
	timeoutNow,
} from './retry';
import { secretsOf } from './secrets';
import { fromRecord, ServiceFailure, UnexpectedAnswer } from './serviceFailure';
import {
	type Answer,
	type Attempt,
	attemptDownload,
	attemptText,
	endingOf,
	type Mishap,
	type NotModified,
	type OpenConnection,
	type Session,
} from './session';
import { type ByteStream, type Headers, readBeginning, type ServiceStream } from './stream';

export type Outcome<Body> =
	| { kind: 'found'; body: Body }
	| { kind: 'notModified'; failure: ServiceFailure }
	| { kind: 'notFound'; failure: ServiceFailure };

/** What was made of a body, where that could be done. */
type Content<Body> = { body: Body } | 'unreadable';

/** "Accepted" and "no content": whatever comes with them, it is not the report. */
const NO_FILE = [202, 204];
const IS_FILE = /csv|xml|zip|octet-stream/i;

const UNREADABLE = unexpectedAnswer('the answer of the service cannot be read');

const NOT_MODIFIED: NetworkExplanation = {
	...unexpectedAnswer('the service answered that nothing was modified, which does not fit here'),
	passing: false,
};

/** The only way to the network: sends one request, repeats what may be repeated, and says what failed. */
export class Transport {
	constructor(
		readonly session: Session,
		private readonly patience: Patience = DEFAULT_PATIENCE,
		private readonly looksBeforeRepeating = false,
	) {}

	/** For a caller that checks what happened to a change before sending it again: only what was surely refused is repeated. */
	lookingBeforeRepeating(): Transport {
		return new Transport(this.session, this.patience, true);
	}

	/** Reads the answer as JSON without losing a digit of any number; `read` checks that it is what was asked for. */
	async json<Body>(
		request: ServiceRequest,
		read: (body: unknown, headers: Headers) => Body,
	): Promise<Outcome<Body>> {
		const headers = { Accept: request.accept ?? 'application/json' };
		return await this.exchange(request, headers, attemptText, ({ body, headers: answered }) => {
			const json = body.trim() === '' ? { body: undefined } : readJson(body, request);
			return json === 'unreadable' ? json : { body: read(json.body, answered) };
		});
	}

	/**
	 * Hands over the body as it arrives; nothing is held. JSON is not what was asked for: it is an error, unless `read`
	 * takes it.
	 */
	async stream<Body = never>(
		request: ServiceRequest,
		read?: (body: unknown) => Body,
	): Promise<Outcome<ServiceStream | Body>> {
		const headers = { Accept: request.accept ?? 'text/csv', 'Accept-Encoding': 'identity' };
		type Sent = Content<ServiceStream | Body>;
		return await this.exchange(
			request,
			headers,
			attemptDownload,
			async (answer, connection): Promise<Sent> => {
				const { bytes, limit } = answer.body;
				const contentType = answer.headers['content-type'] ?? '';
				const isPage = /html/i.test(contentType);
				if (read !== undefined && !IS_FILE.test(contentType) && !isPage) {
					const { bytes: all } = await readBeginning(bytes, this.patience.mostBytes);
					limit.done();
					const text = bodyText(all, contentType) ?? '';
					const json = text.trim() === '' ? { body: undefined } : readJson(text, request);
					return json === 'unreadable' ? json : { body: read(json.body) };
				}
				if (isPage || NO_FILE.includes(answer.status)) {
					bytes.destroy();
					limit.done();
					if (isPage) return 'unreadable';
					throw new UnexpectedAnswer('the service has no file to send yet');
				}
				if (/json/i.test(contentType)) {
					const { bytes: beginning } = await readBeginning(bytes, this.patience.mostBytes);
					limit.done();
					const json = readJson(bodyText(beginning, contentType) ?? '');
					if (json === 'unreadable') return json;
					const complaint = isRecord(json.body) ? fromRecord(json.body) : undefined;
					throw new UnexpectedAnswer(
						'the service answered with JSON, not with a report',
						complaint,
					);
				}
				const body: ServiceStream = {
					bytes: limit.follow(bytes),
					contentType,
					ending: () => endingOf(answer),
					redact: secretsOf(this.session.context).hide,
					broken: (error: unknown) =>
						this.brokenStream(request, connection, limit.ended ?? networkCode(error)),
				};
				return { body };
			},
		);
	}

	/** A stream that n8n can store; known once the service has answered anything. */
	streamOf(bytes: AsyncIterable<Uint8Array>): ByteStream {
		if (this.session.streams === undefined) throw new Error('The service was not asked yet');
		return this.session.streams.from(bytes);
	}

	/** Which organization a request is for that names this one, or none. */
	async organization(named: string): Promise<string> {
		return chosenOrganization(named, await this.session.connection());
	}

	/** Whether a link leads to the service that this transport reaches: one of another host is of another service. */
	async leadsHere(link: string): Promise<boolean> {
		return leadsTo((await this.session.connection()).address, link);
	}

	/**
	 * For a caller that repeats a request itself, after checking what happened to it: waits as long as this
	 * transport would, and tells whether another attempt is left.
	 */
	async waitForAnotherAttempt(
		{ retryAfterMs }: Pick<ServiceFailure, 'retryAfterMs'>,
		attempts: number,
	): Promise<boolean> {
		const wait = pauseBefore(attempts, this.patience, retryAfterMs);
		if (attempts >= this.patience.attempts || !hasTimeFor(wait, this.patience)) return false;
		await this.rest(wait, wait === retryAfterMs);
		return true;
	}

	/** What the service asks one request to wait, all of them wait. */
	private async rest(wait: number, isAskedFor: boolean): Promise<void> {
		if (isAskedFor) this.session.gate.closeFor(wait);
		else await pause(wait, this.session.cancelSignal());
	}

	private async exchange<Raw, Body>(
		request: ServiceRequest,
		headers: Record<string, string>,
		attempt: (
			session: Session,
			connection: OpenConnection,
			parts: Attempt,
		) => Promise<Answer<Raw> | NotModified | Mishap>,
		read: (
			answer: Answer<Raw>,
			connection: OpenConnection,
		) => Content<Body> | Promise<Content<Body>>,
	): Promise<Outcome<Body>> {
		const { context, gate } = this.session;
		const connection = await this.session.connection();
		const { patience } = this;
		const options = optionsOf(request, headers, connection);
		const cancel = this.session.cancelSignal();
		let waited = 0;
		for (let attempts = 1; ; attempts++) {
			await gate.pass(cancel);
			this.session.requests++;
			let result = await attempt(this.session, connection, {
				options,
				patience: { ...patience, timeout: timeoutNow(patience) },
			});
			cancel?.throwIfAborted();
			if (result.kind === 'notModified') {
				const { status } = result;
				const mishap: Mishap = { kind: 'mishap', status, explanation: NOT_MODIFIED };
				return { kind: 'notModified', failure: this.failure(request, mishap) };
			}
			if (result.kind === 'answer') {
				const { status } = result;
				let content: Content<Body>;
				try {
					content = await read(result, connection);
				} catch (error) {
					throw this.unexpected(request, status, error);
				}
				if (content !== 'unreadable') return { kind: 'found', body: content.body };
				result = { kind: 'mishap', status, explanation: UNREADABLE };
			}
			if (result.status === 404 && request.isList === true) {
				const organization = chosenOrganization(request.organizationId ?? '', connection);
				result = {
					...result,
					explanation: { ...result.explanation, ...explainNoList(organization) },
				};
			}
			const failure = this.failure(request, result, attempts);
			if (result.status === 404) return { kind: 'notFound', failure };

			const { passing, mayHaveArrived, what } = result.explanation;
			const wait = pauseBefore(attempts, patience, result.retryAfterMs);
			const patient = attempts < patience.attempts && hasTimeFor(wait, patience, waited);
			const mayBeRepeated =
				this.looksBeforeRepeating && request.method !== 'GET'
					? !mayHaveArrived
					: mayRepeat(request, !mayHaveArrived);
			if (!passing || !patient || !mayBeRepeated) throw failure;

			context.logger.info(
				`${request.operation}: ${what}. Trying again in ${Math.ceil(wait / 1000)} s (attempt ${attempts + 1} of ${this.patience.attempts}).`,
			);
			waited += wait;
			await this.rest(wait, wait === result.retryAfterMs);
		}
	}

	private unexpected(request: ServiceRequest, status: number, error: unknown): unknown {
		if (!(error instanceof UnexpectedAnswer)) return error;
		const { message, complaint } = error;
		const explanation = unexpectedAnswer(message);
		return this.failure(request, { kind: 'mishap', status, complaint, explanation });
	}

	private failure(
		{ operation, method }: ServiceRequest,
		mishap: Mishap,
		attempts = 1,
	): ServiceFailure {
		const outcomeUnknown = method !== 'GET' && mishap.explanation.mayHaveArrived;
		const incident = { ...mishap, operation, outcomeUnknown, attempts };
		return new ServiceFailure(incident, secretsOf(this.session.context).hide);
	}

	private brokenStream(
		{ operation }: ServiceRequest,
		{ address }: OpenConnection,
		why: string,
	): ServiceFailure {
		const explanation = explainBrokenDownload(why, address.host, this.patience.timeout);
		return new ServiceFailure({ operation, explanation }, secretsOf(this.session.context).hide);
	}
}

function readJson(
	text: string,
	{ isSentBack = false }: Pick<ServiceRequest, 'isSentBack'> = {},
): Content<unknown> {
	try {
		return { body: isSentBack ? parseToSendBack(text) : parseExactJson(text) };
	} catch {
		return 'unreadable';
	}
}

/** The body, where anything but a body is an error. */
export function found<Body>(outcome: Outcome<Body>): Body {
	if (outcome.kind === 'found') return outcome.body;
	throw outcome.failure;
}

/** All that an error has. Whatever was asked for has more than that. */
const ERROR_KEYS = [
	'code',
	'correlationId',
	'details',
	'message',
	'reason',
	'status',
	'submitTimeUtc',
	'timestamp',
];

/** An object with names and values that is not an error under the status of a success. */
export function objectIn(answer: unknown, what: string): IDataObject {
	if (!isRecord(answer)) throw new UnexpectedAnswer(`the answer of the service is not ${what}`);
	if (!isError(answer)) return answer;
	throw new UnexpectedAnswer('the service answered with an error', fromRecord(answer));
}

/** The same with something in it by which it differs from the answer of another server. */
export function describedIn(answer: unknown, what: string, keys: readonly string[]): IDataObject {
	const object = objectIn(answer, what);
	if (keys.some((key) => (object[key] ?? null) !== null)) return object;
	throw new UnexpectedAnswer(`the answer of the service is not ${what}`);
}

/** The entries of a list in an answer. An answer without a list is not an empty list. */
export function entriesIn(answer: unknown, list: string): IDataObject[] {
	const entries = objectIn(answer, `a list (${list})`)[list];
	if (!Array.isArray(entries)) {
		throw new UnexpectedAnswer(`the answer of the service has no list "${list}"`);
	}
	return (entries as unknown[]).filter(isRecord);
}

/** A service may acknowledge a request in the form of an error. */
const isError = (answer: IDataObject): boolean =>
	typeof answer.message === 'string' &&
	!/^(accepted|success)$/i.test(textIn(answer.reason)) &&
	Object.keys(answer).every((key) => ERROR_KEYS.includes(key));

/** What the work gives, or how it failed at the service; anything else that goes wrong is thrown. */
export const orFailure = async <Result>(work: Promise<Result>): Promise<Result | ServiceFailure> =>
	await work.catch((error: unknown) => {
		if (error instanceof ServiceFailure) return error;
		throw error;
	});
