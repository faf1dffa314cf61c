import type { NodeApiError } from 'n8n-workflow';

import type { Authentication } from './connection';

/** n8n's own words for why something failed, by which its scheduler backs off. */
export type Failure = NonNullable<NodeApiError['failure']>;

export interface Explanation {
	what: string;
	advice: string;
	cause?: Failure['cause'];
}

const STATUS: Partial<Record<number, Explanation>> = {
	400: {
		what: 'the service did not accept the request',
		advice: 'Correct what it names and run the node again.',
		cause: 'configuration-invalid',
	},
	404: {
		what: 'the service found nothing for this name, identifier or period',
		advice: 'Check its spelling, the Organization ID and the environment of the credential.',
		cause: 'configuration-invalid',
	},
	406: {
		what: 'the service does not have this in the format asked for',
		advice: 'Choose the other format: a report exists in the format it was created with.',
		cause: 'configuration-invalid',
	},
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

const REFUSED: Explanation = {
	what: 'the service refused the request',
	advice: 'Check the fields of the node.',
	cause: 'configuration-invalid',
};

const REDIRECT: Explanation = {
	what: 'the service answered with a redirect to another address, which is not followed',
	advice:
		'Requests go only to the address in the credential. Check that address: it may need https:// or another host.',
	cause: 'configuration-invalid',
};

/** What to check in the credential, by what the requests are authorized with. */
const NOT_ACCEPTED = {
	token: {
		what: 'the service does not accept the token',
		advice:
			'Create a new token at your provider and enter it in the credential. Also check Environment, Header Name and Token Prefix there.',
	},
	key: {
		what: 'the service does not accept the key or the signature',
		advice:
			'Check Key ID, Shared Secret, Merchant ID, Partner ID and Environment in the credential.',
	},
};

/** `proof`: what the requests are authorized with. */
export function explainStatus(status: number, proof: 'token' | 'key' = 'token'): Explanation {
	if (status === 401) return { ...NOT_ACCEPTED[proof], cause: 'credential-invalid' };
	if (status === 403) {
		return {
			what: `the ${proof} is not allowed to do this`,
			advice: `Check the Organization ID, and ask your provider whether the ${proof} has the right to use this service.`,
			cause: 'credential-invalid',
		};
	}
	if (status < 400) return REDIRECT;
	return STATUS[status] ?? (status >= 500 || status === 408 ? UNAVAILABLE : REFUSED);
}

/** A signed request is good for two minutes: from here on a clock that is off can be the reason. */
const MOST_CLOCKS_DIFFER = 60_000;

/** What a status of failure means. Why a credential is refused, the service says best: its words stand beside this. */
export function explainFailureStatus(
	status: number,
	authentication: Authentication,
	date: string | undefined,
	now: number,
): Explanation {
	const explanation = explainStatus(status, 'key' in authentication ? 'key' : 'token');
	if (status !== 401) return explanation;
	const because = (what: string, advice: string): Explanation => ({ ...explanation, what, advice });
	switch (authentication.kind) {
		case 'token':
			return explanation;
		case 'signedToken':
		case 'signedRequest': {
			const clock = differenceOf(date, now);
			return clock === undefined
				? explanation
				: because(
						`the clock of the machine that n8n runs on is ${clock} the clock of the service`,
						'Set that clock, or turn on its time synchronization. Signatures are valid for two minutes.',
					);
		}
		case 'oAuth2':
			return because(
				'the service does not accept the access token, nor a new one',
				'Open the credential and connect your account again. Check that its addresses belong to the same environment.',
			);
	}
}

/** The service says when it answered: the one way to notice that this machine's clock is off. */
function differenceOf(date = '', now: number): string | undefined {
	const difference = now - Date.parse(date);
	if (!(Math.abs(difference) > MOST_CLOCKS_DIFFER)) return undefined;
	const minutes = Math.round(Math.abs(difference) / 60_000);
	const long = minutes === 1 ? '1 minute' : `${minutes} minutes`;
	return `${long} ${difference > 0 ? 'ahead of' : 'behind'}`;
}

/** A list exists for every merchant: where there is none, the address or the organization is wrong. */
export const explainNoList = (organizationId: string): Explanation =>
	organizationId === ''
		? {
				what: 'the service found nothing at this address',
				advice:
					'Check the address in the credential: enter the one your provider gave you for this environment.',
				cause: 'configuration-invalid',
			}
		: {
				what: `the service does not know organization "${organizationId}"`,
				advice:
					'Check Organization ID, or leave it empty to use the organization that the credential belongs to. Also check the address.',
				cause: 'configuration-invalid',
			};

export interface NetworkExplanation extends Explanation {
	/** Whether the request can have reached the service and been carried out. */
	mayHaveArrived: boolean;
	/** Whether another attempt can go better without anyone changing anything. */
	passing: boolean;
}

export const isTimeout = (code: string): boolean => code === 'ECONNABORTED' || code === 'ETIMEDOUT';

const TLS = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/;

export function explainNetwork(code: string, host: string, timeout: number): NetworkExplanation {
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			what: `the address ${host} was not found`,
			advice:
				'Check the address in the credential for a spelling mistake, and that this machine has a network connection.',
			cause: 'configuration-invalid',
			mayHaveArrived: false,
			passing: true,
		};
	}
	if (code === 'ECONNREFUSED') {
		return {
			what: `nothing answers at ${host}`,
			advice:
				'Check the address in the credential. If it is the local sandbox, start it with "npm run sandbox".',
			cause: 'temporarily-unavailable',
			mayHaveArrived: false,
			passing: true,
		};
	}
	if (TLS.test(code)) {
		return {
			what: `could not make a secure connection to ${host} (${code})`,
			advice:
				'The certificate does not match this address, has expired, or is not trusted. Check the address; nothing was sent.',
			cause: 'configuration-invalid',
			mayHaveArrived: false,
			passing: false,
		};
	}
	if (isTimeout(code)) {
		return {
			what: `${host} did not answer within ${inSeconds(timeout)}`,
			advice: 'Try again later, or ask for less at a time.',
			cause: 'temporarily-unavailable',
			mayHaveArrived: true,
			passing: true,
		};
	}
	return {
		what: `the connection to ${host} was interrupted${code === '' ? '' : ` (${code})`}`,
		advice: 'Try again later, and check that this machine has a network connection.',
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
	what: `the answer of the service is larger than ${Math.round(mostBytes / 1024 / 1024)} MB`,
	advice: 'Ask for less at a time, for example for a shorter period.',
	cause: 'configuration-invalid',
	passing: false,
	mayHaveArrived: true,
});

/** An answer that is not what was asked for, whatever its status says. */
export const unexpectedAnswer = (what: string): NetworkExplanation => ({
	what,
	advice:
		'Check the address in the credential: it may lead to another server. If it is right, try again later.',
	cause: 'temporarily-unavailable',
	passing: true,
	mayHaveArrived: true,
});

/** n8n wraps what the network said into errors of its own; the code is somewhere inside. */
export function networkCode(error: unknown): string {
	for (let inner = error; inner instanceof Error; inner = inner.cause) {
		if ('code' in inner && typeof inner.code === 'string') return inner.code;
	}
	return '';
}
