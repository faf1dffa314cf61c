import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { Refusal } from '../problem';
import { serviceUrl } from './request';
import {
	explainNetwork,
	explainNoList,
	isTimeout,
	networkCode,
	unexpectedAnswer,
	type Explanation,
} from './advice';
import { authorize } from './authorize';
import { readComplaint, shownOf, UnexpectedAnswer } from './serviceFailure';
import type { Connection } from './connection';
import { connectionOf } from './connection';
import { readableBodyText } from '../text';
import { DEFAULT_PATIENCE } from './retry';
import { Secrets } from './secrets';
import { type ByteStream, readBeginning, TimeLimit } from './stream';
import { explainRefused } from './unauthorized';

const TIMEOUT = 15_000;
const ENOUGH_FOR_AN_ERROR = 64 * 1024;

type CredentialTest = (
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
) => Promise<INodeCredentialTestResult>;

/**
 * Reads what is at the path, for the organization that the credential names; a good choice is small, and refused
 * without access. `check` throws an `UnexpectedAnswer` where the answer is not what the service has there: many other
 * servers answer everything with their own page.
 */
export const credentialTestAt = (path: readonly string[], check: Check): CredentialTest =>
	async function (credential) {
		return await test(this, credential.data ?? {}, path, check);
	};

type Check = (body: unknown) => unknown;

async function test(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	path: readonly string[],
	check: Check,
): Promise<INodeCredentialTestResult> {
	let connection: Connection;
	try {
		connection = connectionOf(data);
	} catch (error) {
		return { status: 'Error', message: problemInWords(error) };
	}
	const { organizationId } = connection;
	const request = await authorize(data, {
		url: serviceUrl(connection.address, path, { organizationId: organizationId || undefined }),
		headers: { Accept: 'application/json' },
	});
	return await answer(context, request, connection, check);
}

const problemInWords = (error: unknown) =>
	error instanceof Refusal ? `${error.message}. ${error.advice ?? ''}` : String(error);

async function answer(
	{ helpers }: ICredentialTestFunctions,
	{ url, headers, proxy }: IHttpRequestOptions,
	connection: Connection,
	check: Check,
): Promise<INodeCredentialTestResult> {
	const {
		address: { host },
		secrets,
		authentication,
	} = connection;
	const known = new Secrets(secrets);
	known.learn(headers ?? {});
	const failure = (message: string): INodeCredentialTestResult => ({
		status: 'Error',
		message: known.hide(message),
	});
	const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
	const unreachable = (error: unknown) => {
		const code = networkCode(error);
		const { what, advice } = explainNetwork(code, host, TIMEOUT);
		return failure(`${sentence(what)} ${isTimeout(code) ? 'Test again later.' : advice}`);
	};
	let response: Response;
	try {
		// n8n gives a credential test no other way to send a request than this older one.
		response = (await helpers.request({
			method: 'GET',
			uri: url,
			headers,
			proxy,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
			timeout: TIMEOUT,
		})) as Response;
	} catch (error) {
		return unreachable(error);
	}
	const { statusCode } = response;
	const now = Date.now();
	const isSuccess = statusCode >= 200 && statusCode < 300;
	const { text, error } = await textIn(
		response,
		isSuccess ? DEFAULT_PATIENCE.mostBytes : ENOUGH_FOR_AN_ERROR,
	);
	if (isSuccess && error !== undefined) return unreachable(error);
	const wrong = isSuccess ? wrongWith(text, check) : undefined;
	if (isSuccess && wrong === undefined) {
		return {
			status: 'OK',
			message: `${host} accepts the ${authentication.kind === 'token' ? 'token' : 'key'}`,
		};
	}
	const { 'content-type': contentType = '', 'www-authenticate': challenge } = response.headers;
	const complaint = wrong?.complaint ?? readComplaint(text, contentType, challenge);
	const { what, advice } =
		wrong === undefined ? explain(response, connection, now) : unexpectedAnswer(wrong.message);
	const { message } = shownOf(complaint, known.hide);
	return failure(
		`${sentence(what)} ${advice} (HTTP ${statusCode}${message ? `: ${message}` : ''})`,
	);
}

function wrongWith(text: string, check: Check): UnexpectedAnswer | undefined {
	try {
		check(JSON.parse(text));
		return undefined;
	} catch (error) {
		return error instanceof UnexpectedAnswer
			? error
			: new UnexpectedAnswer('the answer of the service is not JSON');
	}
}

function explain(
	{ statusCode, headers }: Response,
	{ authentication, organizationId }: Connection,
	now: number,
): Explanation {
	if (statusCode === 404) return explainNoList(organizationId);
	if (statusCode === 403 && organizationId !== '') {
		return {
			what: `organization "${organizationId}" may not be seen with this credential`,
			advice:
				'Check Organization ID, or leave it empty to use the organization that the credential belongs to.',
		};
	}
	return explainRefused(statusCode, authentication, headers, now);
}

/** As much as there is where the body breaks off or does not end. */
async function textIn(
	{ headers, body }: Response,
	mostBytes: number,
): Promise<{ text: string; error?: unknown }> {
	const limit = new TimeLimit(TIMEOUT);
	limit.signal.addEventListener('abort', () => body.destroy(), { once: true });
	const { bytes, error } = await readBeginning(body, mostBytes);
	limit.done();
	return { text: readableBodyText(bytes, headers['content-type'] ?? ''), error };
}

interface Response {
	statusCode: number;
	headers: Partial<Record<string, string>>;
	body: ByteStream;
}
