import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INode,
	IPollFunctions,
} from 'n8n-workflow';

import type { Completeness } from '../completeness';
import { decodeBody } from '../text';
import {
	type Connection,
	readConnection,
	readOAuth2Connection,
	NO_REDIRECT_OPTIONS,
} from './connection';
import {
	explainNetworkError,
	explainStatus,
	onlyRequestError,
	RequestError,
	tooLargeResponse,
	unreadableResponse,
} from './requestError';
import { isTransientStatus, rejectOnAbort, parseRetryAfter } from './retry';
import { secretsOfRun } from './secrets';
import { type Incident, parseErrorBody } from './serviceFailure';
import { type ByteStream, type Headers, readBodyStart, ResponseTimeout } from './stream';

export type TransportContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

const TOKEN_OR_KEY = 'merchantApi';
const RENEWED_BY_N8N = 'merchantOAuth2Api';

/** Older workflows don't have the parameter. */
export const credentialTypeOf = ({
	parameters,
}: INode): typeof TOKEN_OR_KEY | typeof RENEWED_BY_N8N =>
	parameters.authentication === 'oAuth2' ? RENEWED_BY_N8N : TOKEN_OR_KEY;

export interface DecryptedConnection extends Connection {
	/** In the form of n8n's request helper, so that it's decrypted once and not for each request. */
	decrypted: ICredentialsDecrypted;
}

export async function openConnection(context: TransportContext): Promise<DecryptedConnection> {
	const type = credentialTypeOf(context.getNode());
	const data = await context.getCredentials(type);
	const connection = type === RENEWED_BY_N8N ? readOAuth2Connection(data) : readConnection(data);
	secretsOfRun(context).add(connection.secrets);
	return { ...connection, decrypted: { id: '', name: type, type, data } };
}

/** A success, whose body is still to be read. */
export interface ServiceResponse {
	status: number;
	headers: Headers;
	contentType: string;
	bytes: ByteStream;
	limit: ResponseTimeout;
	explain: (error: unknown) => Incident;
}

/** The request in the form of n8n's helper. */
export type RequestOptions = Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'body'>;

interface AttemptOptions {
	options: RequestOptions;
	timeout: number;
	cancel?: AbortSignal;
}

const ENOUGH_FOR_AN_ERROR = 64 * 1024;

const PARTIAL_CONTENT = 206;

/** Sends one request, without repeating it. What goes wrong with it is thrown as a `RequestError`. */
export async function sendAndRead<Body>(
	context: TransportContext,
	connection: DecryptedConnection,
	parts: AttemptOptions,
	read: (received: ServiceResponse) => Promise<Body>,
): Promise<Body> {
	const limit = new ResponseTimeout(parts.timeout, parts.cancel);
	const explain = (error: unknown, host = connection.address.host): Incident =>
		explainNetworkError(limit.isOver ? 'ETIMEDOUT' : networkCode(error), host, parts.timeout);
	const response = await responseTo(context, connection, parts, limit).catch((error: unknown) => {
		limit.done();
		const isOAuth2 = connection.authentication.kind === 'oAuth2';
		const ofToken = isOAuth2 ? explainOAuth2(error, parts.options.url, limit) : undefined;
		const { host } = connection.address;
		const silent = isOAuth2 && limit.isOver ? `${host} or its authorization server` : host;
		throw new RequestError(ofToken ?? explain(error, silent));
	});
	const { statusCode: status } = response;
	const headers = response.headers as Headers;
	const contentType = headers['content-type'] ?? '';
	const bytes = response.body as ByteStream;
	const received = { status, headers, contentType, bytes, limit, explain };
	const isWhole = status >= 200 && status < 300 && status !== PARTIAL_CONTENT;
	if (!isWhole) throw await refusalIn(received, connection, parts);
	try {
		return await read(received);
	} catch (error) {
		const failed = onlyRequestError(error);
		failed.incident.status = status;
		throw failed;
	}
}

async function refusalIn(
	{ status, headers, contentType, bytes, limit, explain }: ServiceResponse,
	{ authentication }: DecryptedConnection,
	{ options }: AttemptOptions,
): Promise<RequestError> {
	// A date in Retry-After counts from now, and the body may take long.
	const now = Date.now();
	const beginning = await readBodyStart(bytes, ENOUGH_FOR_AN_ERROR);
	limit.done();
	// The status tells enough without a whole body, except for "not found", which may mean "empty".
	if (beginning.error !== undefined && status === 404 && options.method === 'GET') {
		return new RequestError(explain(beginning.error));
	}
	// Readable parts are enough.
	const text =
		decodeBody(beginning.bytes, contentType) ?? new TextDecoder().decode(beginning.bytes);
	return new RequestError({
		...explainStatus(status, authentication.kind),
		status,
		serviceError: parseErrorBody(text, contentType),
		retryAfterMs: parseRetryAfter(headers['retry-after'], now),
		isTransient: isTransientStatus(status),
		isRefused: status >= 300 && status < 500 && status !== 408,
	});
}

const MAX_MEGABYTES = 32;

/** Fails if the body is too large for memory. `parse` decides how numbers are kept. */
export async function readJsonBody(
	{ bytes, contentType, limit, explain }: ServiceResponse,
	parse: (text: string) => unknown,
): Promise<unknown> {
	const beginning = await readBodyStart(bytes, MAX_MEGABYTES * 1024 ** 2);
	limit.done();
	if (beginning.error !== undefined) throw new RequestError(explain(beginning.error));
	if (!beginning.isAll) throw tooLargeResponse(MAX_MEGABYTES);
	const text = decodeBody(beginning.bytes, contentType);
	if (text?.trim() === '') return undefined;
	if (text === undefined) throw unreadableResponse();
	try {
		return parse(text);
	} catch {
		throw unreadableResponse();
	}
}

/**
 * Without a length or chunks, the end of a body looks like a lost connection. A compressed body has another length.
 */
export function completenessOf({ headers, limit }: ServiceResponse): Completeness {
	const length = headers['content-length'];
	if (length !== undefined) return limit.received === Number(length) ? 'length' : 'transfer';
	return /\bchunked\b/i.test(headers['transfer-encoding'] ?? '') ? 'transfer' : 'unknown';
}

async function responseTo(
	context: TransportContext,
	{ authentication, decrypted }: DecryptedConnection,
	{ options, timeout }: AttemptOptions,
	{ signal }: ResponseTimeout,
): Promise<IN8nHttpFullResponse> {
	const headers = { ...options.headers };
	const sent = context.helpers.httpRequestWithAuthentication.call(
		endingWith(context, signal),
		decrypted.type,
		{
			...options,
			...NO_REDIRECT_OPTIONS,
			headers,
			abortSignal: signal,
			encoding: 'stream',
			timeout,
			returnFullResponse: true,
			ignoreHttpStatusErrors: authentication.kind !== 'oAuth2',
		},
		// A token of any other type would be sent in the address.
		{ credentialsDecrypted: decrypted, oauth2: { tokenType: 'Bearer' } },
	) as Promise<IN8nHttpFullResponse>;
	try {
		// n8n requests an access token without the signal, and that could take forever.
		return await rejectOnAbort(sent, signal).catch((error: unknown) =>
			responseIn(error, options.url),
		);
	} finally {
		secretsOfRun(context).learn(headers);
	}
}

/** n8n renews an access token only if a refusal is thrown, so such a response comes as an error. */
function responseIn(error: unknown, url: string): IN8nHttpFullResponse {
	const failed = httpErrorIn(error);
	if (failed?.response === undefined || failed.config.url !== url) throw error;
	const { status: statusCode, headers, data: body } = failed.response;
	return { statusCode, headers, body } as IN8nHttpFullResponse;
}

/** n8n stops a request only by the execution's signal. It gets this one instead, which follows the execution's too. */
const endingWith = (context: TransportContext, signal: AbortSignal): TransportContext =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as TransportContext;

/** An error of n8n's HTTP client. */
interface HttpError {
	config: { url: string };
	code?: unknown;
	response?: { status: number; headers: unknown; data: unknown };
}

/** n8n wraps it in its own errors. */
function* causesOf(error: unknown): Generator<Partial<HttpError>> {
	for (let inner = error; inner instanceof Error; inner = inner.cause)
		yield inner as Error & Partial<HttpError>;
}

const httpErrorIn = (error: unknown): HttpError | undefined =>
	[...causesOf(error)].find((one): one is HttpError => typeof one.config?.url === 'string');

const networkCode = (error: unknown): string =>
	[...causesOf(error)].map(({ code }) => code).find((code) => typeof code === 'string') ?? '';

/** Why there is no access token, so that nothing was sent. Undefined if the request to the service itself failed. */
function explainOAuth2(
	error: unknown,
	url: string,
	{ signal }: ResponseTimeout,
): Incident | undefined {
	const failed = httpErrorIn(error);
	if (signal.aborted || failed?.config.url === url) return undefined;
	if (failed !== undefined) {
		const { host } = new URL(failed.config.url);
		const why = failed.response === undefined ? failed.code : `HTTP ${failed.response.status}`;
		return {
			what: `the authorization server ${host} gave no access token (${String(why)})`,
			advice: 'Try again later. If this continues, check Access Token URL in the credential.',
			cause: 'temporarily-unavailable',
			isRefused: true,
			isTransient: true,
		};
	}
	return {
		what: 'n8n has no valid access token and could not get a new one',
		advice:
			'Open the credential and connect your account again. If that does not help, check Client ID, Client Secret and Access Token URL.',
		cause: 'credential-invalid',
		isRefused: true,
	};
}
