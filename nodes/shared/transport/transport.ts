import type { IDataObject } from 'n8n-workflow';

import { parseJsonKeepingDigits, parseJsonToSendBack, stringifyExactJson } from '../exactJson';
import { refusal } from '../problem';
import { isRecord } from '../text';
import {
	type ServiceResponse,
	sendAndRead,
	completenessOf,
	readJsonBody,
	type DecryptedConnection,
	openConnection,
	type RequestOptions,
	type TransportContext,
} from './attempt';
import type { ServiceTarget } from './connection';
import {
	fileNotReady,
	onlyRequestError,
	UnexpectedResponse,
	unreadableResponse,
} from './requestError';
import {
	DEFAULT_RETRY_POLICY,
	hasTimeToWait,
	mayRetry,
	type RetryPolicy,
	pause,
	retryDelay,
	RetryAfterGate,
	remainingTimeout,
} from './retry';
import { secretsOfRun } from './secrets';
import { toErrorDetails, type Incident, ServiceFailure } from './serviceFailure';
import { type Headers, type Download, type StreamClass, streamClassOf } from './stream';

export type Query = Record<string, string | number | boolean | undefined>;

export interface ServiceRequest {
	/** In words, such as "Download report": every error message begins with it. */
	operation: string;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: readonly string[];
	query?: Query;
	body?: IDataObject;
	accept?: string;
	/** What is read goes back to the service: a number that JavaScript would change is an `ExactNumber`. */
	isSentBack?: boolean;
	/** Where the service takes it: the action's own, or '' for the credential's. */
	organizationId?: string;
	/** As every POST, it is repeated only if the service has surely not carried it out. */
	isSentOnce?: boolean;
}

const NO_FILE = [202, 204];
const IS_FILE = /csv|xml|zip|octet-stream/i;

/** The only way to the network. */
export class Transport {
	/** How many were sent. */
	requests = 0;

	private readonly gate = new RetryAfterGate();

	/** Known from the first response. */
	streamClass?: StreamClass;

	private opening?: Promise<DecryptedConnection>;

	constructor(
		private readonly context: TransportContext,
		private readonly policy: RetryPolicy = DEFAULT_RETRY_POLICY,
	) {}

	/** Read once in an execution. */
	async connection(): Promise<DecryptedConnection> {
		this.opening ??= openConnection(this.context);
		return await this.opening;
	}

	/** No digit of a number is lost. `read` checks that it is what was asked for. */
	async json<Body>(
		request: ServiceRequest,
		read: (body: unknown, headers: Headers) => Body,
	): Promise<Body> {
		const headers = { Accept: 'application/json' };
		const parse = request.isSentBack === true ? parseJsonToSendBack : parseJsonKeepingDigits;
		return await this.exchange(request, headers, async (response) =>
			read(await readJsonBody(response, parse), response.headers),
		);
	}

	/** The body as it arrives. JSON is an error, unless `read` takes it. */
	async stream<Body = never>(
		request: ServiceRequest,
		read?: (body: unknown) => Body,
	): Promise<Download | Body> {
		const headers = { Accept: request.accept ?? 'text/csv', 'Accept-Encoding': 'identity' };
		return await this.exchange<Download | Body>(request, headers, async (response) => {
			const { bytes, limit, contentType, status } = response;
			const isPage = /html/i.test(contentType);
			if (isPage || NO_FILE.includes(status)) {
				bytes.destroy();
				limit.done();
				throw isPage ? unreadableResponse() : fileNotReady();
			}
			if (/json/i.test(contentType) || (read !== undefined && !IS_FILE.test(contentType))) {
				const json = await readJsonBody(response, parseJsonKeepingDigits);
				if (read !== undefined) return read(json);
				const serviceError = isRecord(json) ? toErrorDetails(json) : undefined;
				const what = 'the service answered with JSON, not with a report';
				throw new UnexpectedResponse(what, serviceError);
			}
			return {
				bytes: limit.follow(bytes),
				contentType,
				completeness: () => completenessOf(response),
				redact: secretsOfRun(this.context).hide,
				broken: (error: unknown) => {
					const silent = `the download received no data for ${limit.timeout / 1000} seconds`;
					const what = limit.isOver ? silent : 'the download ended too early';
					return this.failure(request, { ...response.explain(error), what });
				},
			};
		});
	}

	async organization(named: string): Promise<string> {
		return chosenOrganization(named, await this.connection());
	}

	/** For a caller that repeats a request itself, after checking what happened to it. False: no attempt is left. */
	async waitForAnotherAttempt(
		{ retryAfterMs }: Pick<ServiceFailure, 'retryAfterMs'>,
		attempts: number,
	): Promise<boolean> {
		const wait = retryDelay(attempts, this.policy, retryAfterMs);
		if (attempts >= this.policy.attempts || !hasTimeToWait(wait, this.policy)) return false;
		await this.rest(wait, retryAfterMs);
		return true;
	}

	private async rest(wait: number, retryAfterMs?: number): Promise<void> {
		if (wait === retryAfterMs) this.gate.closeFor(wait);
		else await pause(wait, this.cancelSignal());
	}

	private cancelSignal(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context
			? this.context.getExecutionCancelSignal()
			: undefined;
	}

	private async exchange<Body>(
		request: ServiceRequest,
		headers: Record<string, string>,
		read: (response: ServiceResponse) => Promise<Body>,
	): Promise<Body> {
		const { context, policy } = this;
		const connection = await this.connection();
		const options = optionsOf(request, headers, connection);
		const cancel = this.cancelSignal();
		let spent = 0;
		for (let attempts = 1; ; attempts++) {
			await this.gate.pass(cancel);
			this.requests++;
			const begun = Date.now();
			try {
				const parts = { options, timeout: remainingTimeout(policy), cancel };
				return await sendAndRead(context, connection, parts, async (response) => {
					this.streamClass = streamClassOf(response.bytes);
					return await read(response);
				});
			} catch (error) {
				cancel?.throwIfAborted();
				const { incident } = onlyRequestError(error);
				const { isTransient = false, isRefused = false, retryAfterMs, what } = incident;
				spent += Date.now() - begun;
				const wait = retryDelay(attempts, policy, retryAfterMs);
				const isPatient = attempts < policy.attempts && hasTimeToWait(wait, policy, spent);
				if (!isTransient || !isPatient || !mayRetry(request, isRefused)) {
					throw this.failure(request, incident, attempts);
				}
				context.logger.info(
					`${request.operation}: ${what}. Trying again in ${Math.ceil(wait / 1000)} s (attempt ${attempts + 1} of ${policy.attempts}).`,
				);
				spent += wait;
				await this.rest(wait, retryAfterMs);
			}
		}
	}

	private failure(
		{ operation, method }: ServiceRequest,
		incident: Incident,
		attempts = 1,
	): ServiceFailure {
		const outcomeUnknown = method !== 'GET' && incident.isRefused !== true;
		const request = { ...incident, operation, outcomeUnknown, attempts };
		return new ServiceFailure(request, secretsOfRun(this.context).hide);
	}
}

function optionsOf(
	request: ServiceRequest,
	headers: Record<string, string>,
	place: ServiceTarget,
): RequestOptions {
	const { method, path, query, body } = request;
	// It replaces the one in a body that goes back.
	const organization = organizationOf(request, place);
	if (body === undefined) {
		return {
			method,
			url: serviceUrl(place.address, path, { ...query, ...organization }),
			headers,
		};
	}
	return {
		method,
		url: serviceUrl(place.address, path, query),
		headers: { ...headers, 'Content-Type': 'application/json' },
		body: stringifyExactJson({ ...body, ...organization }),
	};
}

function organizationOf(
	{ organizationId }: ServiceRequest,
	place: ServiceTarget,
): { organizationId?: string } {
	if (organizationId === undefined) return {};
	const chosen = chosenOrganization(organizationId, place);
	return chosen === '' ? {} : { organizationId: chosen };
}

const chosenOrganization = (named: string, { organizationId }: ServiceTarget): string =>
	named.trim() || organizationId;

/** Each path part becomes exactly one segment, whatever characters it holds. */
function serviceUrl(address: URL, path: readonly string[], query: Query = {}): string {
	const parameters = Object.entries(query)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
	const search = parameters.length > 0 ? `?${parameters.join('&')}` : '';
	return `${address.origin}/${path.map(segment).join('/')}${search}`;
}

function segment(part: string): string {
	if (part === '') {
		throw refusal(
			'A name or identifier is empty',
			'Fill in which one you mean; an expression may have given nothing.',
		);
	}
	// An address drops these even when they are percent-encoded: another resource would be reached.
	if (part === '.' || part === '..') {
		throw refusal(
			`"${part}" cannot be used as a name or identifier`,
			'It would point to another address. Choose one with at least one other character.',
		);
	}
	return encodeURIComponent(part);
}

/** An object that is not an error with the status of a success. */
export function parseObject(body: unknown, what: string): IDataObject {
	if (!isRecord(body)) throw new UnexpectedResponse(`the response is not ${what}`);
	if (!isError(body)) return body;
	throw new UnexpectedResponse('the service answered with an error', toErrorDetails(body));
}

/** The same with one of the keys: the answer of another server has none. */
export function parseObjectWithOneOf(
	body: unknown,
	what: string,
	keys: readonly string[],
): IDataObject {
	const object = parseObject(body, what);
	if (keys.some((key) => (object[key] ?? null) !== null)) return object;
	throw new UnexpectedResponse(`the response is not ${what}`);
}

/** An answer without a list is not an empty list. */
export function parseEntries(body: unknown, list: string): IDataObject[] {
	const entries = parseObject(body, `a list (${list})`)[list];
	if (!Array.isArray(entries)) {
		throw new UnexpectedResponse(`the response has no list "${list}"`);
	}
	return (entries as unknown[]).filter(isRecord);
}

/** Only errors have both. A service may acknowledge a request in the same form. */
const isError = ({ message, reason }: IDataObject): boolean =>
	typeof message === 'string' &&
	typeof reason === 'string' &&
	!/^(accepted|success)$/i.test(reason);

/** The result, or how it failed at the service. `status`: the only one that is no error to the caller. */
export const catchFailure = async <Result>(
	work: Promise<Result>,
	status?: number,
): Promise<Result | ServiceFailure> =>
	await work.catch((error: unknown) => {
		const isIt = error instanceof ServiceFailure && (status ?? error.status) === error.status;
		if (isIt) return error;
		throw error;
	});

export const NOT_FOUND = 404;
export const NOT_MODIFIED = 304;
