import type { Authentication } from './connection';
import type { Incident, ServiceErrorDetails } from './serviceFailure';

/** Thrown for an attempt that gave no usable response. */
export class RequestError extends Error {
	constructor(readonly incident: Incident) {
		super(incident.what);
	}
}

export function onlyRequestError(error: unknown): RequestError {
	if (error instanceof RequestError) return error;
	throw error;
}

const ANOTHER_SERVER =
	'Check the address in the credential: it may lead to another server. If it is right, try again later.';

export class UnexpectedResponse extends RequestError {
	/** `serviceError`: of an error with the status of a success. */
	constructor(what: string, serviceError?: ServiceErrorDetails, isTransient = false) {
		const cause = 'temporarily-unavailable';
		super({ what, advice: ANOTHER_SERVER, cause, serviceError, isTransient });
	}
}

export const unreadableResponse = (): UnexpectedResponse =>
	new UnexpectedResponse('the response cannot be read', undefined, true);

export const tooLargeResponse = (mostMegabytes: number): RequestError =>
	new RequestError({
		what: `the response is larger than ${mostMegabytes} MB`,
		advice: 'Ask for less at a time, for example for a shorter period.',
		cause: 'configuration-invalid',
	});

/** Whatever comes with "accepted" or "no content", it is not the report. */
export const fileNotReady = (): RequestError =>
	new RequestError({
		what: 'the service has no file to send yet',
		advice: 'The report is still being made. Try again later.',
		cause: 'temporarily-unavailable',
	});

const UNAVAILABLE: Incident = {
	what: 'the service is not available at the moment',
	advice: 'Try again later.',
	cause: 'temporarily-unavailable',
};

const REDIRECT: Incident = {
	what: 'the service answered with a redirect to another address, which is not followed',
	advice:
		'Requests go only to the address in the credential. Check that address: it may need https:// or another host.',
	cause: 'configuration-invalid',
};

const REFUSED: Incident = {
	what: 'the service refused the request',
	advice: 'Check the fields of the node.',
	cause: 'configuration-invalid',
};

const STATUS: Partial<Record<number, Incident>> = {
	206: { what: 'the service sent only a part of the response', advice: ANOTHER_SERVER },
	304: { what: 'the service answered that nothing was modified', advice: ANOTHER_SERVER },
	400: {
		what: 'the service did not accept the request',
		advice: 'Correct what it names and run the node again.',
		cause: 'configuration-invalid',
	},
	404: {
		what: 'the service found nothing at this address, or for this name, identifier or period',
		advice:
			'Check the spelling, the Organization ID, and the address and environment in the credential.',
		cause: 'configuration-invalid',
	},
	406: {
		what: 'the service does not have this in the format asked for',
		advice: 'Choose the other format: a report exists in the format it was created with.',
		cause: 'configuration-invalid',
	},
	408: UNAVAILABLE,
	429: {
		what: 'the service receives too many requests',
		advice: 'Wait a moment, run the workflow less often, or process fewer items at the same time.',
		cause: 'rate-limited',
	},
	500: {
		what: 'the service had an internal error',
		advice: 'Try again later. If this continues, contact your provider.',
		cause: 'temporarily-unavailable',
	},
};

type Method = Authentication['kind'];

export const keyOrToken = (method: Method): 'key' | 'token' =>
	method === 'signedToken' || method === 'signedRequest' ? 'key' : 'token';

const NOT_ACCEPTED = {
	token: {
		what: 'the service does not accept the token',
		advice:
			'Create a new token at your provider and enter it in the credential. Also check Environment, Header Name and Token Prefix there.',
	},
	key: {
		what: 'the service does not accept the key or the signature',
		advice:
			'Check Key ID, Shared Secret, Merchant ID, Partner ID and Environment in the credential. Also check the clock of the machine that n8n runs on, as a signature is valid for two minutes.',
	},
	oAuth2: {
		what: 'the service does not accept the access token, nor a new one',
		advice:
			'Open the credential and connect your account again. Check that its addresses belong to the same environment.',
	},
};

export function explainStatus(status: number, method: Method = 'token'): Incident {
	const proof = keyOrToken(method);
	const cause = 'credential-invalid';
	if (status === 401) return { ...NOT_ACCEPTED[method === 'oAuth2' ? method : proof], cause };
	if (status === 403) {
		return {
			what: `the ${proof} is not allowed to do this`,
			advice: `Check the Organization ID, and ask your provider whether the ${proof} has the right to use this service.`,
			cause,
		};
	}
	return STATUS[status] ?? (status >= 500 ? UNAVAILABLE : status < 400 ? REDIRECT : REFUSED);
}

const NOT_REACHED = /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED)$/;
const TIMEOUT = /^(?:ECONNABORTED|ETIMEDOUT)$/;
const TLS = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/;

export function explainNetworkError(code: string, host: string, timeout: number): Incident {
	const cause = 'temporarily-unavailable';
	if (NOT_REACHED.test(code)) {
		const isFound = code === 'ECONNREFUSED';
		return {
			what: isFound ? `nothing answers at ${host}` : `the address ${host} was not found`,
			advice:
				'Check the address in the credential, and that this machine has a network connection. If it is the local sandbox, start it with "npm run sandbox".',
			cause,
			isRefused: true,
			isTransient: true,
		};
	}
	if (TLS.test(code)) {
		return {
			what: `could not make a secure connection to ${host} (${code})`,
			advice:
				'The certificate does not match this address, has expired, or is not trusted. Check the address; nothing was sent.',
			cause: 'configuration-invalid',
			isRefused: true,
		};
	}
	const interrupted = `the connection to ${host} was interrupted${code && ` (${code})`}`;
	return {
		what: TIMEOUT.test(code)
			? `${host} did not answer within ${timeout / 1000} seconds`
			: interrupted,
		advice: 'Try again later, or ask for less at a time. Check the network of this machine.',
		cause,
		isTransient: true,
	};
}
