import { inspect } from 'node:util';

import { TOKENS } from '../support/sandbox';
import { difference } from './difference';
import type { Fault } from './faults';
import { type Effect, surplusOf } from './effect';
import type { Result } from './subjects';

/**
 * right: as without the fault. retried: the same, after more requests.
 * empty: the service said that there is nothing, and so does the node. told: an error or warning says what failed.
 */
export type Outcome = 'empty' | 'retried' | 'right' | 'told' | `WRONG: ${string}`;

export interface Trial {
	/** Undefined where it did not come to an end. */
	result?: Result;
	requests: readonly string[];
	/** What changed at the service; undefined for what only reads. */
	effect?: Effect;
	isUntouched: boolean;
	/** How far the clock moved on, in milliseconds. */
	took: number;
}

const MINUTE = 60_000;

/** Each answer may take two minutes; the clock here moves on in steps. */
const LONGEST_ANSWER = 2.25 * MINUTE;
const LONGEST_PAUSES = 2 * MINUTE;
const LONGEST_DOWNLOAD = 61 * MINUTE;

const RAW =
	/Cannot read|Cannot use|is not a function|is not iterable|undefined|\[object |NaN|TypeError/;

const CLAIMS_NOTHING = /nothing was (sent|created|ordered|changed|done|canceled|published)/i;

/** A list in the editor goes on without the service, and says so. */
const FALLS_BACK = /from the catalog/;

/** In the specification, a list of nothing is "not found"; some services leave it out, or say "no content". */
const saysNothing = (fault: string): boolean => /^204|404|^{}/.test(fault);

export function judge(
	trial: Trial,
	[one, other]: readonly [Trial, Trial],
	{ name, says }: Pick<Fault, 'name' | 'says'>,
): Outcome {
	const { result, effect } = trial;
	if (result === undefined) return 'WRONG: it hangs';
	const wrong = wrongWith(trial, result, one);
	if (wrong !== undefined) return `WRONG: ${wrong}`;
	// Some things are said without a fault too.
	const isNew = (message: string) => one.result?.messages.includes(message) !== true;
	const told = result.messages.filter(isNew);
	const isTold = told.length > 0;
	if (
		isTold &&
		says !== undefined &&
		!told.some((text) => says.test(text) || FALLS_BACK.test(text))
	) {
		return `WRONG: not the cause, ${told[0]}`;
	}
	if (isTold) return 'told';
	const differing =
		difference(result.output, one.result?.output, other.result?.output) ??
		difference(effect, one.effect, other.effect);
	if (differing === undefined) return hasRepeated(trial, one) ? 'retried' : 'right';
	return saysNothing(name) && isEmpty(result.output)
		? 'empty'
		: `WRONG: without an error, ${differing}`;
}

const hasRepeated = ({ requests }: Trial, clean: Trial): boolean =>
	requests.length > clean.requests.length;

function longest(requests: readonly string[]): number {
	const isDownload = requests.some((request) => request.endsWith('(file)'));
	return requests.length * LONGEST_ANSWER + LONGEST_PAUSES + (isDownload ? LONGEST_DOWNLOAD : 0);
}

/** What no message makes good. */
function wrongWith(trial: Trial, { messages, shown }: Result, clean: Trial): string | undefined {
	const { effect, isUntouched, took, requests } = trial;
	if (leaks(shown)) return 'the token is shown';
	if (took > longest(requests)) return `it took ${took / 1000} s`;
	const raw = messages.find((message) => RAW.test(message));
	if (raw !== undefined) return raw;
	if (effect === undefined || clean.effect === undefined) return undefined;
	const claim = messages.find((message) => CLAIMS_NOTHING.test(message));
	if (claim !== undefined && !isUntouched) return claim;
	return surplusOf(effect, clean.effect);
}

/** The total of nothing is 0. */
const isEmpty = (output: unknown): boolean =>
	/^(\[\]|{"results":\[\]}|\[{"json":{"type":"NET","totalAmount":"0",[^{}]*}}\])$/.test(
		JSON.stringify(output),
	);

/** The token as it is, and in base64 after any bytes. */
const SECRETS = [
	TOKENS.merchantOne,
	...[0, 1, 2].map((bytes) =>
		Buffer.from(`${' '.repeat(bytes)}${TOKENS.merchantOne}`)
			.toString('base64')
			.slice(4, -4),
	),
];

function leaks(shown: unknown): boolean {
	const all = { depth: 12, maxStringLength: Infinity, maxArrayLength: Infinity };
	const text = inspect(shown, all);
	return SECRETS.some((secret) => text.includes(secret));
}
