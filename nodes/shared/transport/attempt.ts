import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { NetworkExplanation } from './advice';
import { explainNetwork, explainStatus, networkCode } from './advice';
import type { Complaint } from './complaint';
import { readComplaint, type ReadXml } from './complaint';
import { isPassing, retryAfter } from './retry';
import type { OpenConnection, TransportContext } from './session';
import { CREDENTIAL } from './session';
import type { ByteStream } from './stream';
import { readStart } from './stream';

/** One answer of the service that is not a failure: its status, headers and untouched body. */
export interface Answer<Body> {
	kind: 'answer';
	status: number;
	headers: Headers;
	body: Body;
}

export type Headers = Partial<Record<string, string>>;

/** One attempt that gave no usable answer. */
export interface Mishap {
	kind: 'mishap';
	explanation: NetworkExplanation;
	status?: number;
	complaint?: Complaint;
	retryAfterMs?: number;
}

export async function attempt<Encoding extends 'text' | 'stream'>(
	context: TransportContext,
	connection: OpenConnection,
	options: IHttpRequestOptions & { encoding: Encoding; timeout: number },
	readXml?: ReadXml,
): Promise<Answer<Encoding extends 'text' ? string : ByteStream> | Mishap> {
	let response: IN8nHttpFullResponse;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(
			endingWith(context, options.abortSignal),
			CREDENTIAL,
			{
				...options,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			},
			{ credentialsDecrypted: connection.decrypted },
		)) as IN8nHttpFullResponse;
	} catch (error) {
		return {
			kind: 'mishap',
			explanation: explainNetwork(networkCode(error), connection.address.host, options.timeout),
		};
	}
	const { statusCode: status } = response;
	const headers = plainHeaders(response.headers);
	if ((status >= 200 && status < 300) || status === 304) {
		const body = response.body as Encoding extends 'text' ? string : ByteStream;
		return { kind: 'answer', status, headers, body };
	}
	const text =
		options.encoding === 'stream'
			? await readStart(response.body as ByteStream)
			: (response.body as unknown as string);
	return {
		kind: 'mishap',
		status,
		complaint: readComplaint(text, headers['content-type'] ?? '', readXml),
		retryAfterMs: retryAfter(headers['retry-after'], Date.now()),
		explanation: {
			...explainStatus(status),
			passing: isPassing(status),
			mayHaveArrived: status >= 500 || status === 408,
		},
	};
}

/** n8n ends a request with the signal of the execution alone: where there is another one, it is told that instead. */
function endingWith(
	context: TransportContext,
	signal: IHttpRequestOptions['abortSignal'],
): TransportContext {
	return signal === undefined
		? context
		: (Object.create(context, {
				getExecutionCancelSignal: { value: () => signal },
			}) as TransportContext);
}

function plainHeaders(headers: IN8nHttpFullResponse['headers']): Headers {
	return Object.fromEntries(
		Object.entries(headers as Record<string, string | string[]>).map(([name, value]) => [
			name.toLowerCase(),
			[value].flat().join(', '),
		]),
	);
}
