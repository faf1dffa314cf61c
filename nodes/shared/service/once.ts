import { ServiceFailure } from '../transport/serviceFailure';
import { catchFailure, type Transport } from '../transport/transport';

/** What happened to a request that must take effect once and only once. */
export type OnceOutcome<Result> =
	| { outcome: 'made'; result: Result }
	/** Found by looking; `lost`: why our request, which may have made it, got no answer. */
	| { outcome: 'alreadyThere'; result: Result; lost?: ServiceFailure }
	/** `looked`: why it could not be looked up either. */
	| { outcome: 'notMade'; failure: ServiceFailure; looked?: ServiceFailure }
	| { outcome: 'unknown'; failure: ServiceFailure; looked?: ServiceFailure };

export interface OnceRequest<Result> {
	/** Repeats itself only if the service has surely not carried it out. */
	send: () => Promise<Result>;
	/** Finds what the request makes. Without it a lost answer stays unknown. */
	look?: () => Promise<Result | undefined>;
	/** Whether to send again if nothing is found; true without. */
	again?: boolean;
}

/** With these a service refuses what it has carried out before. */
const MAY_BE_DONE_BEFORE = [400, 409, 422];

/**
 * Sends; if the outcome is unknown, looks; sends again only if it surely did not happen. What is refused after a
 * lost answer is only looked for again.
 */
export async function sendOnce<Result>(
	transport: Transport,
	{ send, look, again = true }: OnceRequest<Result>,
): Promise<OnceOutcome<Result>> {
	let lost: ServiceFailure | undefined;
	let refused: ServiceFailure | undefined;
	for (let attempts = 1; ; attempts++) {
		const sent = refused ?? (await catchFailure(send()));
		if (!(sent instanceof ServiceFailure)) return { outcome: 'made', result: sent };

		const failure = sent;
		if (isRefusal(failure)) refused = failure;
		else if (failure.outcomeUnknown) lost = failure;
		// An earlier request whose answer was lost may be the reason for a refusal.
		const outcome = lost === undefined ? 'notMade' : 'unknown';
		if (look === undefined || ![refused, lost].includes(failure)) return { outcome, failure };

		const isAnotherLeft =
			lost !== undefined && (await transport.waitForAnotherAttempt(failure, attempts));
		const result = await catchFailure(look());
		if (result instanceof ServiceFailure) {
			// What was refused was not carried out, whatever was there before.
			return { outcome, failure, looked: result };
		}
		if (result !== undefined) return { outcome: 'alreadyThere', result, lost };
		if (!isAnotherLeft || !again) return { outcome, failure };
	}
}

/** With the status of a success, it has a reason. */
const isRefusal = ({ status = 0, serviceError }: ServiceFailure): boolean =>
	MAY_BE_DONE_BEFORE.includes(status) || (status < 300 && serviceError.reason !== undefined);
