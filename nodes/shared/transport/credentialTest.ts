import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { Refusal } from '../problem';
import { serviceUrl } from './address';
import { explainNetwork, explainStatus, networkCode } from './advice';
import { authorise } from './authorise';
import { readComplaint } from './complaint';
import type { Connection } from './connection';
import { connectionOf } from './connection';
const TIMEOUT = 15_000;

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
	const { url, headers } = await authorise(data, {
		url: serviceUrl(connection.address, path),
		headers: { Accept: 'application/json' },
	});
	return await answer(context, url, headers, connection.address.host, connection.token);
}

const problemInWords = (error: unknown) =>
	error instanceof Refusal ? `${error.message}. ${error.advice ?? ''}` : String(error);

async function answer(
	{ helpers }: ICredentialTestFunctions,
	uri: string,
	headers: unknown,
	host: string,
	token: string,
): Promise<INodeCredentialTestResult> {
	const failure = (message: string): INodeCredentialTestResult => ({
		status: 'Error',
		message: message.split(token).join('***'),
	});
	const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
	let response: Response;
	try {
		// n8n gives a credential test no other way to send a request than this older one.
		response = (await helpers.request({
			method: 'GET',
			uri,
			headers,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout: TIMEOUT,
		})) as Response;
	} catch (error) {
		const { what, advice } = explainNetwork(networkCode(error), host, TIMEOUT);
		return failure(`${sentence(what)} ${advice}`);
	}
	const { statusCode, body } = response;
	if (statusCode >= 200 && statusCode < 300) {
		return { status: 'OK', message: `${host} accepts the token` };
	}
	const { what, advice } = explainStatus(statusCode);
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const { message } = readComplaint(text, '');
	return failure(
		`${sentence(what)} ${advice} (HTTP ${statusCode}${message ? `: ${message}` : ''})`,
	);
}

interface Response {
	statusCode: number;
	body: unknown;
}
