import { ServiceFailure } from '../transport/serviceFailure';
import { catchFailure, type Transport } from '../transport/transport';

/** What happened to a request that must take effect once and only once. */
export type OnceOutcome<Result> =
	| { outcome: 'made'; result: Result }
	/** Found by looking; `lost`: how the answer to a request of ours was lost, which may have made it. */
	| { outcome: 'alreadyThere'; result: Result; lost?: ServiceFailure }
	/** `looked`: why it could not be looked up either, where that was tried without success. */
	| { outcome: 'notMade'; failure: ServiceFailure; looked?: ServiceFailure }
	| { outcome: 'unknown'; failure: ServiceFailure; looked?: ServiceFailure };

export interface OnceRequest<Result> {
	/** Sends the request; repeats itself only where the service has surely not carried it out. */
	send: () => Promise<Result>;
	/** Finds what the request makes, if it is there. Without it a lost answer stays unknown. */
	look?: () => Promise<Result | undefined>;
	/** Whether it may be sent again where nothing is found. */
	again: boolean;
}

/** With these a service refuses what it has carried out before, in whatever words. */
const MAY_BE_DONE_BEFORE = [400, 409, 422];

/**
 * Sends; if the outcome is unknown, looks; sends again only if it surely did not happen. What is refused after a
 * lost answer is only looked for again. Waits between two attempts as the transport does.
 */
export async function once<Result>(
	transport: Transport,
	{ send, look, again }: OnceRequest<Result>,
): Promise<OnceOutcome<Result>> {
	let lost: ServiceFailure | undefined;
	let refused: ServiceFailure | undefined;
	for (let attempts = 1; ; attempts++) {
		const answer = refused ?? (await catchFailure(send()));
		if (!(answer instanceof ServiceFailure)) return { outcome: 'made', result: answer };

		const failure = answer;
		if (isRefusal(failure)) refused = failure;
		else if (failure.outcomeUnknown) lost = failure;
		// A refusal says nothing of an earlier request whose answer was lost: that one may be the reason for it.
		const outcome = lost === undefined ? 'notMade' : 'unknown';
		if (look === undefined || ![refused, lost].includes(failure)) return { outcome, failure };

		const isAnotherLeft =
			lost !== undefined && (await transport.waitForAnotherAttempt(failure, attempts));
		const result = await catchFailure(look());
		if (result instanceof ServiceFailure) {
			// What the service has refused, it has not carried out, whatever was there before.
			return { outcome, failure, looked: result };
		}
		if (result !== undefined) return { outcome: 'alreadyThere', result, lost };
		if (!isAnotherLeft || !again) return { outcome, failure };
	}
}

/** A refusal that came with the status of a success counts too: it has a reason. */
const isRefusal = ({ status = 0, serviceError }: ServiceFailure): boolean =>
	MAY_BE_DONE_BEFORE.includes(status) || (status < 300 && serviceError.reason !== undefined);
