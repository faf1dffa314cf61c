import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { Refusal } from '../problem';
import { authorizeRequest } from './connection';
import { keyOrToken } from './requestError';
import { EDITOR_RETRY_POLICY } from './retry';
import { ServiceFailure } from './serviceFailure';
import type { TransportContext } from './attempt';
import type { ByteStream } from './stream';
import { Transport } from './transport';

type CredentialTest = (
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
) => Promise<INodeCredentialTestResult>;

const RETRY_POLICY = { ...EDITOR_RETRY_POLICY, attempts: 1 };

/**
 * Reads what is at the path: something small that needs access. `check` throws an `UnexpectedResponse`, as many other
 * servers answer everything with their own page.
 */
export const createCredentialTest = (
	path: readonly string[],
	check: (body: unknown) => unknown,
): CredentialTest =>
	async function ({ data = {} }) {
		const transport = new Transport(contextOf(this, data), RETRY_POLICY);
		const operation = 'Credential test';
		try {
			const request = { operation, method: 'GET', path, organizationId: '' } as const;
			await transport.json(request, check);
			const { address, authentication } = await transport.connection();
			return {
				status: 'OK',
				message: `${address.host} accepts the ${keyOrToken(authentication.kind)}`,
			};
		} catch (error) {
			return { status: 'Error', message: inWords(error) };
		}
	};

/** The editor says that it is the credential test. */
function inWords(error: unknown): string {
	if (error instanceof Refusal) return [error.message, error.advice ?? ''].join('. ');
	if (!(error instanceof ServiceFailure)) return String(error);
	const what = error.message.slice(`${error.operation}: `.length);
	return `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${error.description.replaceAll('\n', ' ')}`;
}

/** A credential test has only n8n's older way to send a request, which does not authorize it. */
function contextOf(
	{ helpers }: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): TransportContext {
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
		const response = (await helpers.request({
			...(await authorizeRequest(data, options)),
			uri: options.url,
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
		})) as { body: ByteStream };
		options.abortSignal?.addEventListener?.('abort', () => response.body.destroy(), { once: true });
		return response;
	};
	const context = {
		getNode: () => ({ parameters: {} }),
		getCredentials: async () => data,
		helpers: { httpRequestWithAuthentication },
	};
	return context as unknown as TransportContext;
}
