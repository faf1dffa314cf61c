import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INode,
	IPollFunctions,
} from 'n8n-workflow';

import type { Ending } from '../ending';
import { bodyText, readableBodyText } from '../text';
import { WITHOUT_REDIRECTS } from './authorize';
import { type Connection, connectionOf, oAuth2ConnectionOf } from './connection';
import {
	explainNetwork,
	explainStatus,
	onlyRequestError,
	RequestError,
	tooLargeAnswer,
	unreadableAnswer,
} from './requestError';
import { isPassing, retryAfter } from './retry';
import { secretsOfRun } from './secrets';
import { type Incident, readServiceError } from './serviceFailure';
import { type ByteStream, type Headers, readBeginning, TimeLimit } from './stream';

export type TransportContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

const TOKEN_OR_KEY = 'merchantApi';
const RENEWED_BY_N8N = 'merchantOAuth2Api';

/** Which credential the user chose. Workflows from before there was a choice have no such parameter. */
export const credentialTypeOf = ({
	parameters,
}: INode): typeof TOKEN_OR_KEY | typeof RENEWED_BY_N8N =>
	parameters.authentication === 'oAuth2' ? RENEWED_BY_N8N : TOKEN_OR_KEY;

export interface OpenConnection extends Connection {
	/** The name of the credential's type. */
	credentialType: string;
	/** The credential in the form n8n's request helper takes it, so that it is decrypted once and not per request. */
	decrypted: ICredentialsDecrypted;
}

export async function openConnection(context: TransportContext): Promise<OpenConnection> {
	const credentialType = credentialTypeOf(context.getNode());
	const data = await context.getCredentials(credentialType);
	const connection =
		credentialType === RENEWED_BY_N8N ? oAuth2ConnectionOf(data) : connectionOf(data);
	secretsOfRun(context).add(connection.secrets);
	const decrypted = { id: '', name: credentialType, type: credentialType, data };
	return { ...connection, credentialType, decrypted };
}

/** An answer that is not a failure, and its body on its way. */
export interface Answer {
	status: number;
	headers: Headers;
	contentType: string;
	bytes: ByteStream;
	/** Ends the body when it does not continue. */
	limit: TimeLimit;
	/** Why the body broke off. */
	explain: (error: unknown) => Incident;
}

/** What a request is made of, for n8n's helper, and how long to wait for its answer. */
export interface Attempt {
	options: Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'body'>;
	timeout: number;
	cancel?: AbortSignal;
}

const ENOUGH_FOR_AN_ERROR = 64 * 1024;

const PARTIAL_CONTENT = 206;

/** One request, and what `read` makes of its answer. What goes wrong with it is thrown as a `RequestError`. */
export async function attempt<Body>(
	context: TransportContext,
	connection: OpenConnection,
	parts: Attempt,
	read: (answer: Answer) => Promise<Body>,
): Promise<Body> {
	const limit = new TimeLimit(parts.timeout, parts.cancel);
	const explain = (error: unknown, host = connection.address.host): Incident =>
		explainNetwork(limit.isOver ? 'ETIMEDOUT' : networkCode(error), host, parts.timeout);
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
	const answer = { status, headers, contentType, bytes, limit, explain };
	const isWhole = status >= 200 && status < 300 && status !== PARTIAL_CONTENT;
	if (!isWhole) throw await refusalIn(answer, connection, parts);
	try {
		return await read(answer);
	} catch (error) {
		const failed = onlyRequestError(error);
		failed.incident.status = status;
		throw failed;
	}
}

async function refusalIn(
	{ status, headers, contentType, bytes, limit, explain }: Answer,
	{ authentication }: OpenConnection,
	{ options }: Attempt,
): Promise<RequestError> {
	// The body may take long: a date in Retry-After counts from now.
	const now = Date.now();
	const beginning = await readBeginning(bytes, ENOUGH_FOR_AN_ERROR);
	limit.done();
	// The status tells enough where the body breaks off or never ends, but for "not found": that may mean "empty".
	if (beginning.error !== undefined && status === 404 && options.method === 'GET') {
		return new RequestError(explain(beginning.error));
	}
	return new RequestError({
		...explainStatus(status, authentication.kind),
		status,
		serviceError: readServiceError(readableBodyText(beginning.bytes, contentType), contentType),
		retryAfterMs: retryAfter(headers['retry-after'], now),
		isPassing: isPassing(status),
		isRefused: status >= 300 && status < 500 && status !== 408,
	});
}

/** How much an answer may have; a download may have more. */
const MOST_MEGABYTES = 32;

/** All of a body, where it is one that fits into memory. */
export async function wholeText({ bytes, contentType, limit, explain }: Answer): Promise<string> {
	const beginning = await readBeginning(bytes, MOST_MEGABYTES * 1024 ** 2);
	limit.done();
	if (beginning.error !== undefined) throw new RequestError(explain(beginning.error));
	if (!beginning.isAll) throw tooLargeAnswer(MOST_MEGABYTES);
	const text = bodyText(beginning.bytes, contentType);
	if (text === undefined) throw unreadableAnswer();
	return text;
}

/**
 * Without a length and not in chunks, the end of a body looks like a cut. A service that compresses it although it is
 * asked not to announces another length.
 */
export function endingOf({ headers, limit }: Answer): Ending {
	const length = headers['content-length'];
	if (length !== undefined) return limit.received === Number(length) ? 'length' : 'transfer';
	return /\bchunked\b/i.test(headers['transfer-encoding'] ?? '') ? 'transfer' : 'unknown';
}

async function responseTo(
	context: TransportContext,
	connection: OpenConnection,
	parts: Attempt,
	limit: TimeLimit,
): Promise<IN8nHttpFullResponse> {
	try {
		// n8n asks for an access token without the signal: that alone could take forever.
		return await Promise.race([
			send(context, connection, parts, limit.signal),
			endOf(limit.signal),
		]);
	} catch (error) {
		return responseIn(error, parts.options.url);
	}
}

/** n8n renews an access token only where a refusal is thrown: such an answer comes as an error. */
function responseIn(error: unknown, url: string): IN8nHttpFullResponse {
	const failed = httpErrorIn(error);
	if (failed?.response === undefined || failed.config.url !== url) throw error;
	const { status: statusCode, headers, data: body } = failed.response;
	return { statusCode, headers, body } as IN8nHttpFullResponse;
}

async function send(
	context: TransportContext,
	connection: OpenConnection,
	{ options, timeout }: Attempt,
	abortSignal: AbortSignal,
): Promise<IN8nHttpFullResponse> {
	const { authentication, credentialType, decrypted } = connection;
	const headers = { ...options.headers };
	try {
		return (await context.helpers.httpRequestWithAuthentication.call(
			endingWith(context, abortSignal),
			credentialType,
			{
				...options,
				...WITHOUT_REDIRECTS,
				headers,
				abortSignal,
				encoding: 'stream',
				timeout,
				returnFullResponse: true,
				ignoreHttpStatusErrors: authentication.kind !== 'oAuth2',
			},
			// A token of any other type would be sent in the address.
			{ credentialsDecrypted: decrypted, oauth2: { tokenType: 'Bearer' } },
		)) as IN8nHttpFullResponse;
	} finally {
		secretsOfRun(context).learn(headers);
	}
}

/** Only ever rejects, once the signal ends what it is for. */
const endOf = async (signal: AbortSignal): Promise<never> =>
	await new Promise((_resolve, reject) => {
		const end = () => reject(new Error('The request was ended'));
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, { once: true });
	});

/** n8n ends a request with the signal of the execution alone. It gets this one instead, which ends with that too. */
const endingWith = (context: TransportContext, signal: AbortSignal): TransportContext =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as TransportContext;

/** What n8n's HTTP client throws. */
interface HttpError {
	config: { url: string };
	code?: unknown;
	response?: { status: number; headers: unknown; data: unknown };
}

/** n8n wraps it into errors of its own. */
function* causesOf(error: unknown): Generator<Partial<HttpError>> {
	for (let inner = error; inner instanceof Error; inner = inner.cause)
		yield inner as Error & Partial<HttpError>;
}

const httpErrorIn = (error: unknown): HttpError | undefined =>
	[...causesOf(error)].find((one): one is HttpError => typeof one.config?.url === 'string');

const networkCode = (error: unknown): string =>
	[...causesOf(error)].map(({ code }) => code).find((code) => typeof code === 'string') ?? '';

/**
 * Why there is no access token: nothing was sent to the service then. Undefined where the request to the service
 * itself failed.
 */
function explainOAuth2(error: unknown, url: string, { signal }: TimeLimit): Incident | undefined {
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
			isPassing: true,
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
