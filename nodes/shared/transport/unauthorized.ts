import type { Explanation } from './advice';
import { explainStatus } from './advice';
import type { Authentication } from './connection';
import type { Headers } from './stream';

/** A signed request is good for two minutes: from here on a clock that is off can be the reason. */
const MOST_CLOCKS_DIFFER = 60_000;

/** What a status of failure means. Why a credential is refused, the service says best: its words stand beside this. */
export function explainFailureStatus(
	status: number,
	authentication: Authentication,
	{ date }: Headers,
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
