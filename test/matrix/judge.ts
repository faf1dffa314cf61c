import { type Effect, surplusOf } from './effect';
import type { Fault } from './faults';
import type { Result } from './subjects';

/** told: an error or warning says what failed. right: as without the fault, or as empty as the service says. */
export type Outcome = 'right' | 'told' | `WRONG: ${string}`;

export interface Trial {
	result: Result;
	/** What changed at the service; undefined for what only reads. */
	effect?: Effect;
	isUntouched: boolean;
}

const RAW =
	/Cannot read|Cannot use|is not a function|is not iterable|undefined|\[object |NaN|TypeError/;

const CLAIMS_NOTHING = /nothing was (sent|created|ordered|changed|done|canceled|published)/i;

/** A list in the editor goes on without the service, and says so. */
const FALLS_BACK = /from the catalog/;

/** In the specification, a list of nothing is "not found"; some services leave it out, or say "no content". */
const saysNothing = (fault: string): boolean => /^204|404|^{}|^\[\]/.test(fault);

export function judge(
	trial: Trial,
	[one, other]: readonly [Trial, Trial],
	{ name, says }: Pick<Fault, 'name' | 'says'>,
): Outcome {
	const { result, effect } = trial;
	const wrong = wrongWith(trial, one);
	if (wrong !== undefined) return `WRONG: ${wrong}`;
	// Some things are said without a fault too.
	const told = result.messages.filter((message) => !one.result.messages.includes(message));
	if (told.length > 0) {
		const isCause = (text: string) => says?.test(text) !== false || FALLS_BACK.test(text);
		return told.some(isCause) ? 'told' : `WRONG: not the cause, ${told[0]}`;
	}
	const differing =
		difference(result.output, one.result.output, other.result.output) ??
		difference(effect, one.effect, other.effect);
	return differing === undefined || (saysNothing(name) && isEmpty(result.output))
		? 'right'
		: `WRONG: without an error, ${differing}`;
}

/** What no message makes good. */
function wrongWith({ result: { messages }, effect, isUntouched }: Trial, clean: Trial) {
	const raw = messages.find((message) => RAW.test(message));
	if (raw !== undefined) return raw;
	if (effect === undefined || clean.effect === undefined) return undefined;
	const claim = messages.find((message) => CLAIMS_NOTHING.test(message));
	if (claim !== undefined && !isUntouched) return claim;
	return surplusOf(effect, clean.effect);
}

/** No entries, totals of zero, nothing that was settled, or a report that is empty or not there yet. */
const isEmpty = (output: unknown): boolean =>
	/^(\[\]|{"results":\[\]})$|"count":0,"net":"0"|"settled":"0.00"|"status":"(NO_DATA|PENDING)"/.test(
		JSON.stringify(output),
	);

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** What a look after a lost answer tells: more than no answer, and not whose request made what is there. */
const LOOKED_UP: Partial<Record<string, readonly [clean: unknown, found: unknown]>> = {
	outcome: ['created', 'alreadyThere'],
	reason: ['', 'A response was lost, but the invoice is there'],
	status: ['PENDING', 'QUEUED'],
};

const isLookedUp = (at: string, value: unknown, clean: unknown): boolean => {
	const name = at.slice(at.lastIndexOf('.') + 1);
	if (name === 'reportId') return clean === null && typeof value === 'string';
	return LOOKED_UP[name]?.[0] === clean && LOOKED_UP[name]?.[1] === value;
};

/**
 * Where a value differs from what two other runs gave, as "name.name: this, not that"; undefined where it does
 * not. It may tell more than they do. Where these two differ from each other, only the type counts.
 */
export function difference(
	value: unknown,
	one: unknown,
	other: unknown,
	at = '',
): string | undefined {
	if (!isObject(value) || !isObject(one) || !isObject(other)) {
		const isSame = Object.is(one, other) ? Object.is(value, one) : typeof value === typeof one;
		return isSame || isLookedUp(at, value, one)
			? undefined
			: `${at}: ${inShort(value)}, not ${inShort(one)}`;
	}
	const names = Object.keys(one);
	if (names.join() !== Object.keys(other).join()) return undefined;
	if (Array.isArray(one) && one.length !== (value as unknown as unknown[]).length) {
		return `${at}: another number of entries`;
	}
	for (const name of names) {
		const inside = difference(value[name], one[name], other[name], `${at}.${name}`);
		if (inside !== undefined) return inside;
	}
	return undefined;
}

const inShort = (value: unknown): string => `${JSON.stringify(value)}`.slice(0, 100);
