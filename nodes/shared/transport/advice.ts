import type { NodeApiError } from 'n8n-workflow';

import type { Authentication } from './connection';

/** n8n's own words for why something failed, by which its scheduler backs off. */
export type Failure = NonNullable<NodeApiError['failure']>;

export interface Explanation {
	what: string;
	advice: string;
	cause?: Failure['cause'];
}

const wrong = (what: string, advice: string): Explanation => ({
	what,
	advice,
	cause: 'configuration-invalid',
});

const ANOTHER_SERVER =
	'Check the address in the credential: it may lead to another server. If it is right, try again later.';

const STATUS: Partial<Record<number, Explanation>> = {
	206: { what: 'the service sent only a part of the answer', advice: ANOTHER_SERVER },
	304: { what: 'the service answered that nothing was modified', advice: ANOTHER_SERVER },
	400: wrong(
		'the service did not accept the request',
		'Correct what it names and run the node again.',
	),
	404: wrong(
		'the service found nothing at this address, or for this name, identifier or period',
		'Check the spelling, the Organization ID, and the address and environment in the credential.',
	),
	406: wrong(
		'the service does not have this in the format asked for',
		'Choose the other format: a report exists in the format it was created with.',
	),
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

const UNAVAILABLE: Explanation = {
	what: 'the service is not available at the moment',
	advice: 'Try again later.',
	cause: 'temporarily-unavailable',
};

const REFUSED = wrong('the service refused the request', 'Check the fields of the node.');

const REDIRECT = wrong(
	'the service answered with a redirect to another address, which is not followed',
	'Requests go only to the address in the credential. Check that address: it may need https:// or another host.',
);

/** How a request shows who sends it. */
type Method = Authentication['kind'];

const OF_KEY: Pick<Explanation, 'what' | 'advice'> = {
	what: 'the service does not accept the key or the signature',
	advice:
		'Check Key ID, Shared Secret, Merchant ID, Partner ID and Environment in the credential. Also check the clock of the machine that n8n runs on, as a signature is valid for two minutes.',
};

/** What to check in the credential, by what the requests are authorized with. */
const NOT_ACCEPTED: Record<Method, typeof OF_KEY> = {
	token: {
		what: 'the service does not accept the token',
		advice:
			'Create a new token at your provider and enter it in the credential. Also check Environment, Header Name and Token Prefix there.',
	},
	signedToken: OF_KEY,
	signedRequest: OF_KEY,
	oAuth2: {
		what: 'the service does not accept the access token, nor a new one',
		advice:
			'Open the credential and connect your account again. Check that its addresses belong to the same environment.',
	},
};

export const proofOf = (method: Method): 'key' | 'token' =>
	NOT_ACCEPTED[method] === OF_KEY ? 'key' : 'token';

/** What a status of failure means. Why a credential is refused, the service says best: its words stand beside this. */
export function explainStatus(status: number, method: Method = 'token'): Explanation {
	if (status === 401) return { ...NOT_ACCEPTED[method], cause: 'credential-invalid' };
	if (status === 403) {
		const proof = proofOf(method);
		return {
			what: `the ${proof} is not allowed to do this`,
			advice: `Check the Organization ID, and ask your provider whether the ${proof} has the right to use this service.`,
			cause: 'credential-invalid',
		};
	}
	if (status >= 500 || status === 408) return STATUS[status] ?? UNAVAILABLE;
	return STATUS[status] ?? (status < 400 ? REDIRECT : REFUSED);
}

export interface NetworkExplanation extends Explanation {
	/** Whether the request can have reached the service and been carried out. */
	mayHaveArrived: boolean;
	/** Whether another attempt can go better without anyone changing anything. */
	passing: boolean;
}

const NOT_REACHED = /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED)$/;
const TIMEOUT = /^(?:ECONNABORTED|ETIMEDOUT)$/;
const TLS = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/;

export function explainNetwork(code: string, host: string, timeout: number): NetworkExplanation {
	if (NOT_REACHED.test(code)) {
		const notFound = `the address ${host} was not found`;
		return {
			what: code === 'ECONNREFUSED' ? `nothing answers at ${host}` : notFound,
			advice:
				'Check the address in the credential, and that this machine has a network connection. If it is the local sandbox, start it with "npm run sandbox".',
			cause: 'temporarily-unavailable',
			mayHaveArrived: false,
			passing: true,
		};
	}
	if (TLS.test(code)) {
		return {
			...wrong(
				`could not make a secure connection to ${host} (${code})`,
				'The certificate does not match this address, has expired, or is not trusted. Check the address; nothing was sent.',
			),
			mayHaveArrived: false,
			passing: false,
		};
	}
	const interrupted = `the connection to ${host} was interrupted${code === '' ? '' : ` (${code})`}`;
	return {
		what: TIMEOUT.test(code) ? `${host} did not answer within ${inSeconds(timeout)}` : interrupted,
		advice: 'Try again later, or ask for less at a time. Check the network of this machine.',
		cause: 'temporarily-unavailable',
		mayHaveArrived: true,
		passing: true,
	};
}

const inSeconds = (milliseconds: number): string =>
	milliseconds === 1000 ? '1 second' : `${milliseconds / 1000} seconds`;

export const explainBrokenDownload = (
	broken: NetworkExplanation,
	{ isOver, timeout }: { isOver: boolean; timeout: number },
): NetworkExplanation => ({
	...broken,
	what: isOver
		? `the download received no data for ${inSeconds(timeout)}`
		: 'the download ended too early',
});

/** The answer of a service that goes on and on, or that unpacks to more than anyone can hold. */
export const tooLargeAnswer = (mostBytes: number): NetworkExplanation => ({
	...wrong(
		`the answer of the service is larger than ${Math.round(mostBytes / 1024 / 1024)} MB`,
		'Ask for less at a time, for example for a shorter period.',
	),
	passing: false,
	mayHaveArrived: true,
});

/** An answer that is not what was asked for, whatever its status says. */
export const unexpectedAnswer = (what: string): NetworkExplanation => ({
	what,
	advice: ANOTHER_SERVER,
	cause: 'temporarily-unavailable',
	passing: true,
	mayHaveArrived: true,
});

/** Under "accepted" or "no content": whatever comes with them, it is not the report. */
export const NO_FILE_YET: NetworkExplanation = {
	what: 'the service has no file to send yet',
	advice: 'The report is still being made. Try again later.',
	cause: 'temporarily-unavailable',
	passing: false,
	mayHaveArrived: true,
};

/** n8n wraps what the network said into errors of its own; the code is somewhere inside. */
export function networkCode(error: unknown): string {
	for (let inner = error; inner instanceof Error; inner = inner.cause) {
		if ('code' in inner && typeof inner.code === 'string') return inner.code;
	}
	return '';
}
