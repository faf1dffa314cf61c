import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { refusal } from '../problem';
import { isLoopback } from './address';
import { connectionOf } from './connection';

/**
 * Puts the token into a request, and only into one to the configured address: whoever builds the
 * request (these nodes, or the HTTP Request node with this credential), the token cannot go elsewhere.
 */
export async function authorise(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { address, headerName, headerValue } = connectionOf(credential);
	const base = request.baseURL === undefined ? undefined : new URL(request.baseURL);
	const target = new URL(request.url, base);
	if (target.origin !== address.origin) {
		throw refusal(
			`The token is sent to ${address.origin} only, and this request goes to ${target.origin}`,
			'Change the address in the request, or the one in the credential.',
		);
	}
	return {
		...request,
		headers: { ...request.headers, [headerName]: headerValue },
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		...(address.protocol === 'http:' && isLoopback(address) ? { proxy: noOther(address) } : {}),
	};
}

/**
 * n8n sends every request through the proxy of its environment, which would see the token of this machine's
 * sandbox. A request has no way to ask for none, but it can name the sandbox itself.
 */
const noOther = ({ hostname, port }: URL) => ({
	protocol: 'http',
	host: hostname,
	port: Number(port) || 80,
});
