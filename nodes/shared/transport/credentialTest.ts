import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { Refusal } from '../problem';
import { serviceUrl } from './address';
import { explainNetwork, explainStatus, networkCode, type Explanation } from './advice';
import { authorise } from './authorise';
import { type Complaint, readComplaint, shownOf } from './complaint';
import type { Connection } from './connection';
import { connectionOf } from './connection';
import { readableTextOf } from '../charset';
import { readBeginning, type ByteStream } from './stream';
import { explainUnauthorized } from './unauthorized';
import { Watch } from './watch';

const TIMEOUT = 15_000;
const ENOUGH = 64 * 1024;

type CredentialTest = (
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
) => Promise<INodeCredentialTestResult>;

/**
 * Reads what is at the path, for the organization that the credential names; a good choice is small, and refused to
 * whoever may not come in.
 */
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
	const { organizationId } = connection;
	const request = await authorise(data, {
		url: serviceUrl(connection.address, path, { organizationId: organizationId || undefined }),
		headers: { Accept: 'application/json' },
	});
	return await answer(context, request, connection);
}

const problemInWords = (error: unknown) =>
	error instanceof Refusal ? `${error.message}. ${error.advice ?? ''}` : String(error);

async function answer(
	{ helpers }: ICredentialTestFunctions,
	{ url, headers, proxy }: IHttpRequestOptions,
	connection: Connection,
): Promise<INodeCredentialTestResult> {
	const {
		address: { host },
		redact,
		authentication,
	} = connection;
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
		return {
			status: 'OK',
			message: `${host} accepts the ${authentication.kind === 'token' ? 'token' : 'key'}`,
		};
	}
	const complaint = await complaintIn(response);
	const { what, advice } = explain(response, complaint, connection);
	const { message } = shownOf(complaint, redact);
	return failure(
		`${sentence(what)} ${advice} (HTTP ${statusCode}${message ? `: ${message}` : ''})`,
	);
}

function explain(
	{ statusCode, headers }: Response,
	complaint: Complaint,
	{ authentication, organizationId }: Connection,
): Explanation {
	if (statusCode === 401) {
		return explainUnauthorized(authentication, { complaint, headers, now: Date.now() });
	}
	if (statusCode === 403 && organizationId !== '') {
		return {
			what: `organization "${organizationId}" may not be seen with this credential`,
			advice:
				'Check Organization ID, or leave it empty to use the organization that the credential belongs to.',
		};
	}
	return explainStatus(statusCode);
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
