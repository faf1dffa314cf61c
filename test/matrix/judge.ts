import { difference } from './difference';
import type { Fault } from './faults';
import { type Effect, surplusOf } from './effect';
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
