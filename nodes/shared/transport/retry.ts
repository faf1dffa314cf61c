import type { ServiceRequest } from './request';

/** How long to keep trying, as the user set it. */
export interface Patience {
	/** How often a request is sent at most. */
	attempts: number;
	/** How long to wait for one answer, in milliseconds. */
	timeout: number;
	/** The first pause between two attempts, in milliseconds; it doubles with each one. */
	pause: number;
}

export const DEFAULT_PATIENCE: Patience = { attempts: 4, timeout: 60_000, pause: 500 };

const LONGEST_PAUSE = 30_000;
/** What all pauses of one request may add up to; a service that asks for more is told of at once instead. */
export const LONGEST_WAIT = 120_000;

const PASSING_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

export const isPassing = (status: number): boolean => PASSING_STATUSES.has(status);

/** `refused`: whether the service has surely not carried out the request. */
export const mayRepeat = ({ method, repeatable }: ServiceRequest, refused: boolean): boolean =>
	method !== 'POST' || repeatable === true || (repeatable === 'whenRefused' && refused);

/** What the service asks for in Retry-After, in milliseconds: a number of seconds or a date. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
	if (header === undefined) return undefined;
	const text = header.trim();
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Exponential back-off with jitter, so that many items do not come back at the same moment. */
export function backOff(attempt: number, firstPause: number, random: number): number {
	const full = Math.min(LONGEST_PAUSE, firstPause * 2 ** (attempt - 1));
	return full / 2 + (full / 2) * random;
}
