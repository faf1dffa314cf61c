import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { ServiceRequest, Transport } from '../../../shared/transport';
import { found, outcomeUnknown } from '../../../shared/transport';
import { textOf } from '../../../shared/invoice/values';

/** The reasons with which the service refuses what it has carried out before. */
const DONE_BEFORE = ['ACTION_NOT_ALLOWED', 'DUPLICATE_RECORD'];

export interface Repeat {
	/** Finds what the request made, if it was carried out after all. */
	look?: () => Promise<IDataObject | undefined>;
	/** Whether it may be sent again where nothing is found. */
	again: boolean;
	/** What the user should do when it stays unknown whether the request was carried out. */
	advice: string;
}

export interface SentOnce {
	body: IDataObject;
	/** Whether the result is not the answer to this request, but was found by looking. */
	wasFound: boolean;
}

/**
 * Sends a request that must take effect once and only once. When its answer is lost, the node looks
 * whether it was carried out before it sends it again; the service refuses a second one itself.
 */
export async function sendOnce(
	transport: Transport,
	request: ServiceRequest,
	{ look, again, advice }: Repeat,
): Promise<SentOnce> {
	for (let attempts = 1; ; attempts++) {
		const outcome = await orServiceError(transport.json<IDataObject>(request));
		if (!(outcome instanceof NodeApiError)) return { body: found(outcome), wasFound: false };

		const isUnknown = outcomeUnknown(outcome);
		if (!isUnknown && !DONE_BEFORE.includes(textOf(outcome.context.reason))) throw outcome;
		if (look === undefined) throw isUnknown ? advise(outcome, advice) : outcome;

		const isAnotherLeft = isUnknown && (await transport.waitForAnotherAttempt(outcome, attempts));
		const body = await orServiceError(look());
		if (body instanceof NodeApiError) {
			throw advise(outcome, `${advice} (It could not be looked up now: ${body.message})`);
		}
		if (body !== undefined) return { body, wasFound: true };
		if (!isUnknown) throw outcome;
		if (!isAnotherLeft || !again) throw advise(outcome, advice);
	}
}

const orServiceError = async <T>(work: Promise<T>): Promise<T | NodeApiError> =>
	await work.catch((error: unknown) => {
		if (error instanceof NodeApiError) return error;
		throw error;
	});

function advise(error: NodeApiError, advice: string): NodeApiError {
	error.description = [advice, error.description].filter(Boolean).join('\n');
	return error;
}
