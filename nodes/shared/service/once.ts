import { ServiceFailure } from '../transport/serviceFailure';
import type { Transport } from '../transport/transport';

/** What became of a request that must take effect once and only once. */
export type Once<Result> =
	| { outcome: 'made'; result: Result }
	/** Found by looking; `sent`: whether a request of ours may have made it. */
	| { outcome: 'alreadyThere'; result: Result; sent: boolean }
	| { outcome: 'notMade'; failure: ServiceFailure }
	/** `looked`: why it could not be looked up either, where that was tried in vain. */
	| { outcome: 'unknown'; failure: ServiceFailure; looked?: ServiceFailure };

export interface OnceRequest<Result> {
	/** Sends the request; repeats itself only where the service has surely not carried it out. */
	send: () => Promise<Result>;
	/** Finds what the request makes, if it is there. Without it a lost answer stays unknown. */
	look?: () => Promise<Result | undefined>;
	/** Whether to look before the first request too. */
	lookFirst?: boolean;
	/** Whether it may be sent again where nothing is found. */
	again: boolean;
}

/** With these a service refuses what it has carried out before, in whatever words. */
const MAY_BE_DONE_BEFORE = [400, 409, 422];

/**
 * Sends; if the outcome is unknown, looks; sends again only if it surely did not happen. Waits between two
 * attempts as the transport does.
 */
export async function once<Result>(
	transport: Transport,
	{ send, look, lookFirst = false, again }: OnceRequest<Result>,
): Promise<Once<Result>> {
	if (lookFirst && look !== undefined) {
		const result = await look();
		if (result !== undefined) return { outcome: 'alreadyThere', result, sent: false };
	}
	for (let attempts = 1; ; attempts++) {
		const answer = await orFailure(send());
		if (!(answer instanceof ServiceFailure)) return { outcome: 'made', result: answer };

		const failure = answer;
		const isRefused = isRefusal(failure);
		const isUnknown = failure.outcomeUnknown && !isRefused;
		if (!isUnknown && !isRefused) return { outcome: 'notMade', failure };
		if (look === undefined) return { outcome: isUnknown ? 'unknown' : 'notMade', failure };

		const isAnotherLeft = isUnknown && (await transport.waitForAnotherAttempt(failure, attempts));
		const result = await orFailure(look());
		if (result instanceof ServiceFailure) {
			// What the service has refused, it has not carried out, whatever was there before.
			return isUnknown
				? { outcome: 'unknown', failure, looked: result }
				: { outcome: 'notMade', failure };
		}
		if (result !== undefined) return { outcome: 'alreadyThere', result, sent: isUnknown };
		if (!isUnknown) return { outcome: 'notMade', failure };
		if (!isAnotherLeft || !again) return { outcome: 'unknown', failure };
	}
}

/** A refusal that came with the status of a success counts too: it has a reason. */
const isRefusal = ({ status = 0, complaint }: ServiceFailure): boolean =>
	MAY_BE_DONE_BEFORE.includes(status) || (status < 300 && complaint.reason !== undefined);

/** What the work gives, or how it failed at the service; anything else that goes wrong is thrown. */
export const orFailure = async <Result>(work: Promise<Result>): Promise<Result | ServiceFailure> =>
	await work.catch((error: unknown) => {
		if (error instanceof ServiceFailure) return error;
		throw error;
	});
