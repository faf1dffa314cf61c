import { sleep } from 'n8n-workflow';

import { DAY } from '../period/times';

export interface RetryPolicy {
	attempts: number;
	/** For one answer, in milliseconds. */
	timeout: number;
	/** The first pause between two attempts, in milliseconds; it doubles with each one. */
	pause: number;
	/** When all of it must be over, by the clock. */
	deadline?: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
	attempts: 4,
	timeout: 120_000,
	pause: 500,
};

/** The user looks at the editor meanwhile. */
export const EDITOR_RETRY_POLICY: RetryPolicy = {
	...DEFAULT_RETRY_POLICY,
	attempts: 2,
	timeout: 15_000,
};

const MAX_PAUSE = 30_000;
/** Of a request and its pauses: a service that is silent stays so. */
const MAX_WAIT = 120_000;
/** A service that asks for more than a day did not mean it. */
const MAX_RETRY_AFTER = DAY;

const TRANSIENT_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

export const isTransientStatus = (status: number): boolean => TRANSIENT_STATUSES.has(status);

/** `refused`: the service has surely not carried it out. */
export const mayRetry = (
	{ method, isSentOnce }: { method: string; isSentOnce?: boolean },
	refused: boolean,
): boolean => refused || (method !== 'POST' && isSentOnce !== true);

/** In milliseconds. The header has a number of seconds or a date. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
	const text = header?.trim() ?? '';
	const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Math.max(0, Date.parse(text) - now);
	return Number.isNaN(wait) ? undefined : Math.min(wait, MAX_RETRY_AFTER);
}

/** A service that asks for no wait gets the usual one. */
export const retryDelay = (attempt: number, { pause }: RetryPolicy, retryAfterMs = 0): number =>
	retryAfterMs > 0 ? retryAfterMs : backoffDelay(attempt, pause, Math.random());

export const hasTimeToWait = (
	wait: number,
	{ deadline = Infinity }: RetryPolicy,
	spent = 0,
): boolean => spent + wait <= MAX_WAIT && Date.now() + wait < deadline;

export const remainingTimeout = ({ timeout, deadline = Infinity }: RetryPolicy): number =>
	Math.max(1, Math.min(timeout, deadline - Date.now()));

/** The jitter keeps many items from coming back at the same moment. */
export function backoffDelay(attempt: number, firstPause: number, random: number): number {
	const full = Math.min(MAX_PAUSE, firstPause * 2 ** (attempt - 1));
	return full / 2 + (full / 2) * random;
}

export async function pause(milliseconds: number, cancel?: AbortSignal): Promise<void> {
	cancel?.throwIfAborted();
	if (milliseconds <= 0) return;
	if (cancel === undefined) return await sleep(milliseconds);
	await rejectOnAbort(sleep(milliseconds, cancel), cancel);
}

/** The work, or its end with the signal: n8n's own functions do not all heed one. */
export async function rejectOnAbort<Result>(
	work: Promise<Result>,
	signal: AbortSignal,
): Promise<Result> {
	let stop = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => reject(signal.reason as Error);
		signal.addEventListener('abort', stop);
		if (signal.aborted) stop();
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/** One for all requests of an execution: when the service asks one of them to wait, all of them wait. */
export class RetryAfterGate {
	private opensAt = 0;

	closeFor(milliseconds: number): void {
		this.opensAt = Math.max(this.opensAt, Date.now() + milliseconds);
	}

	async pass(cancel?: AbortSignal): Promise<void> {
		for (let wait = this.opensAt - Date.now(); wait > 0; wait = this.opensAt - Date.now()) {
			await pause(wait, cancel);
		}
	}
}
