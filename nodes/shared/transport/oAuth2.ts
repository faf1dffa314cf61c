import type { IN8nHttpFullResponse } from 'n8n-workflow';

import type { NetworkExplanation } from './advice';
import { isRecord } from '../record';

/** What n8n's HTTP client throws, somewhere inside the errors that n8n makes of it. */
interface HttpError {
	config: { url: string };
	code?: unknown;
	response?: { status: number; headers: unknown; data: unknown };
}

/** The answer of the service to this address, where n8n throws it. */
export function responseIn(error: unknown, url: string): IN8nHttpFullResponse | undefined {
	const { config, response } = httpErrorIn(error) ?? {};
	if (response === undefined || config?.url !== url) return undefined;
	const { status: statusCode, headers, data: body } = response;
	return { statusCode, headers, body } as IN8nHttpFullResponse;
}

/**
 * Why there is no access token: nothing was sent to the service then. Undefined where the request to the service
 * itself failed.
 */
export function explainOAuth2(error: unknown, url: string): NetworkExplanation | undefined {
	const failed = httpErrorIn(error);
	if (failed?.config.url === url) return undefined;
	if (failed !== undefined) {
		const { host } = new URL(failed.config.url);
		const why = failed.response === undefined ? failed.code : `HTTP ${failed.response.status}`;
		return {
			what: `the authorization server ${host} gave no access token (${String(why)})`,
			advice: 'Try again later. If this continues, check Access Token URL in the credential.',
			cause: 'temporarily-unavailable',
			mayHaveArrived: false,
			passing: true,
		};
	}
	return {
		what: 'n8n has no valid access token and could not get a new one',
		advice:
			'Open the credential and connect your account again. If that does not help, check Client ID, Client Secret and Access Token URL.',
		cause: 'credential-invalid',
		mayHaveArrived: false,
		passing: false,
	};
}

function httpErrorIn(error: unknown): HttpError | undefined {
	for (let inner = error; inner instanceof Error; inner = inner.cause) {
		if ('config' in inner && isRecord(inner.config) && typeof inner.config.url === 'string') {
			return inner as unknown as HttpError;
		}
	}
	return undefined;
}
