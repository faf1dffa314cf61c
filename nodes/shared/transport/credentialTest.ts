import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { Refusal } from '../problem';
import { serviceUrl } from './address';
import { explainNetwork, explainStatus, networkCode } from './advice';
import { authorise } from './authorise';
import { type Complaint, readComplaint, shownOf } from './complaint';
import type { Connection } from './connection';
import { connectionOf } from './connection';
import { readableTextOf } from '../charset';
import { redactorOf } from './redact';
import { readBeginning, type ByteStream } from './stream';
import { Watch } from './watch';

const TIMEOUT = 15_000;
const ENOUGH = 64 * 1024;

type CredentialTest = (
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
) => Promise<INodeCredentialTestResult>;

/** Reads what is at the path; a good choice is small, and refused without a valid token. */
export const credentialTestAt = (path: readonly string[]): CredentialTest =>
	async function (credential) {
		return await test(this, credential.data ?? {}, path);
	};

async function test(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	path: readonly string[],
): Promise<INodeCredentialTestResult> {
	let connection: Connection;
	try {
		connection = connectionOf(data);
	} catch (error) {
		return { status: 'Error', message: problemInWords(error) };
	}
	const request = await authorise(data, {
		url: serviceUrl(connection.address, path),
		headers: { Accept: 'application/json' },
	});
	return await answer(context, request, connection);
}

const problemInWords = (error: unknown) =>
	error instanceof Refusal ? `${error.message}. ${error.advice ?? ''}` : String(error);

async function answer(
	{ helpers }: ICredentialTestFunctions,
	{ url, headers, proxy }: IHttpRequestOptions,
	{ address: { host }, token }: Connection,
): Promise<INodeCredentialTestResult> {
	const redact = redactorOf(token);
	const failure = (message: string): INodeCredentialTestResult => ({
		status: 'Error',
		message: redact(message),
	});
	const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
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
		const { what, advice } = explainNetwork(networkCode(error), host, TIMEOUT);
		return failure(`${sentence(what)} ${advice}`);
	}
	const { statusCode, body } = response;
	if (statusCode >= 200 && statusCode < 300) {
		body.destroy();
		return { status: 'OK', message: `${host} accepts the token` };
	}
	const { what, advice } = explainStatus(statusCode);
	const { message } = shownOf(await complaintIn(response), redact);
	return failure(
		`${sentence(what)} ${advice} (HTTP ${statusCode}${message ? `: ${message}` : ''})`,
	);
}

/** The status is enough where the body breaks off or does not end. */
async function complaintIn({ headers, body }: Response): Promise<Complaint> {
	const watch = new Watch(TIMEOUT);
	watch.signal.addEventListener('abort', () => body.destroy(), { once: true });
	const { bytes } = await readBeginning(body, ENOUGH);
	watch.done();
	const contentType = headers['content-type'] ?? '';
	return readComplaint(readableTextOf(bytes, contentType), contentType);
}

interface Response {
	statusCode: number;
	headers: Partial<Record<string, string>>;
	body: ByteStream;
}
