import type { Explanation } from './advice';
import { explainStatus } from './advice';
import { type Authentication, expiryOf } from './connection';
import type { Complaint } from './serviceFailure';

/** What is known of an answer that the service gave to someone it did not let in. */
export interface Refused {
	complaint: Complaint;
	/** Its headers: WWW-Authenticate may say why, Date when it answered. */
	headers: Partial<Record<string, string>>;
	/** When its headers came, by this machine's clock, in milliseconds since 1970. */
	now: number;
}

/** A signed request is good for two minutes: from here on a clock that is off can be the reason. */
const MOST_CLOCKS_DIFFER = 60_000;

/** What a service may say, what that means and what to do. */
type Clue = readonly [said: RegExp, what: string, advice: string];

const TOO_OLD = /expired|too old|outdated|stale|clock|in the future/i;
const UNKNOWN = /unknown|not (?:known|recogni[sz]ed|found)|no such|does not exist/i;
const ORGANIZATION_UNKNOWN =
	/(?:organi[sz]ation|merchant)[^.;]{0,60}(?:not found|unknown|does not exist)|(?:unknown|no such) (?:organi[sz]ation|merchant)/i;
const EXPIRED = /expired|no longer valid/i;
const PERMISSION = /permission|privilege|scope/i;

const OF_TOKEN: readonly Clue[] = [
	[
		ORGANIZATION_UNKNOWN,
		'the service does not know the organization',
		'Check Organization ID, and that the token belongs to this environment.',
	],
	[
		/malformed|misshapen|(?<![a-z])format|not well.?formed|(?:cannot|can not|could not) be (?:read|parsed|decoded)/i,
		'the token is mistyped or cut off',
		'Copy all of it again from your provider.',
	],
	[
		/no token|missing|carries no|not (?:present|provided|supplied)/i,
		'the service found no token in the request',
		'Check Header Name and Token Prefix in the credential.',
	],
	[
		UNKNOWN,
		'the service does not know the token',
		'Copy it again from your provider, and check that it belongs to this environment.',
	],
];

const OF_KEY: readonly Clue[] = [
	[
		/revoked|no longer valid|key[_ ](?:has |is )?expired/i,
		'the key is no longer valid',
		'Make a new key with your provider.',
	],
	[
		ORGANIZATION_UNKNOWN,
		'the service does not know the merchant',
		'Check Merchant ID, and that the key belongs to this environment.',
	],
	[
		UNKNOWN,
		'the service does not know the key',
		'Check Key ID, and that the key belongs to this environment.',
	],
	[
		/belong|^(?!.*(?:signature|digest|secret)).*merchant/is,
		'the key may not be used for this merchant',
		'Check Merchant ID. If the key belongs to a partner, also enter Partner ID.',
	],
];

const OF_SIGNATURE: readonly Clue[] = [
	[
		TOO_OLD,
		'the signature was too old or too new when it arrived',
		'Check the clock of the machine that n8n runs on, and whether requests are held up on their way. What is signed is valid for two minutes.',
	],
	[
		/signature|digest|secret/i,
		'the service does not accept the signature',
		'Check Shared Secret: it must be the one of this Key ID.',
	],
	[
		/^/,
		'the service does not accept the key or the signature',
		'Check Key ID, Shared Secret, Merchant ID and Environment.',
	],
];

/** What a status of failure means, as exactly as the service and the clocks let it be known. */
export function explainRefused(
	status: number,
	authentication: Authentication,
	refused: Refused,
): Explanation {
	if (status === 401) return explainUnauthorized(authentication, refused);
	const signs = 'key' in authentication;
	if (signs && (status === 400 || status === 403) && TOO_OLD.test(saidIn(refused))) {
		const clock = explainClock(refused);
		if (clock !== undefined) return clock;
	}
	return explainStatus(status, signs ? 'key' : 'token');
}

const saidIn = ({ complaint: { reason, message, details }, headers }: Refused): string =>
	[reason, message, ...details.map((one) => one.reason), headers['www-authenticate']]
		.filter(Boolean)
		.join(' ');

const because = (what: string, advice: string): Explanation => ({
	what,
	advice,
	cause: 'credential-invalid',
});

function explainUnauthorized(authentication: Authentication, refused: Refused): Explanation {
	const said = saidIn(refused);
	const { now } = refused;
	switch (authentication.kind) {
		case 'token': {
			const expiry = expiryOf(authentication.token);
			if (expiry !== undefined && expiry <= now) {
				return because(
					`the token expired on ${new Date(expiry).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
					'Create a new token at your provider and enter it in the credential.',
				);
			}
			return explainToken(said) ?? explainStatus(401, 'token');
		}
		case 'signedToken':
		case 'signedRequest':
			return explainSigned(said, explainClock(refused));
		case 'oAuth2':
			return because(
				'the service does not accept the access token, nor a new one',
				'Open the credential and connect your account again. Check that its addresses belong to the same environment.',
			);
	}
}

function explainToken(said: string): Explanation | undefined {
	if (EXPIRED.test(said)) return undefined;
	return PERMISSION.test(said) ? explainStatus(403, 'token') : clueIn(said, OF_TOKEN);
}

/** What the service says of the key comes first; otherwise a clock that is off is the likeliest reason. */
function explainSigned(said: string, clock: Explanation | undefined): Explanation {
	const key = clueIn(said, OF_KEY);
	if (key === undefined) return clock ?? clueIn(said, OF_SIGNATURE) ?? explainStatus(401, 'key');
	const also = clock === undefined ? '' : ` Also, ${clock.what}.`;
	return { ...key, advice: `${key.advice}${also}` };
}

function clueIn(said: string, clues: readonly Clue[]): Explanation | undefined {
	const clue = clues.find(([words]) => words.test(said));
	return clue && because(clue[1], clue[2]);
}

/** The service says when it answered: the one way to notice that this machine's clock is off. */
function explainClock({ headers: { date }, now }: Refused): Explanation | undefined {
	const theirs = date === undefined ? NaN : Date.parse(date);
	const difference = now - theirs;
	if (Number.isNaN(difference) || Math.abs(difference) <= MOST_CLOCKS_DIFFER) return undefined;
	return because(
		`the clock of the machine that n8n runs on is ${inWords(Math.abs(difference))} ${difference > 0 ? 'ahead of' : 'behind'} the clock of the service`,
		'Set that clock, or turn on its time synchronization. What is signed is valid for two minutes.',
	);
}

function inWords(milliseconds: number): string {
	const minutes = Math.round(milliseconds / 60_000);
	if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
	const hours = Math.round(minutes / 60);
	return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
