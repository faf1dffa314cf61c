import { readDialect } from '../../sandbox/dialects/names';
import type { Choice } from '../../sandbox/dialects/table';
import { USUAL } from '../../sandbox/dialects/table';

/**
 * A clock that is minutes wrong leaves open whether a status that an invoice came to twice in these minutes was
 * there before the activation. What is created and finished while a list does not show it yet is known by its
 * history alone. A page in HTML under the status of a success fails every poll, in words.
 */
const AS_USUAL: ReadonlyArray<keyof Choice> = [
	'clock',
	'downloadLag',
	'invoiceListLag',
	'invoiceNotFound',
	'reportListLag',
];

/** Without times or events, several changes between two polls cannot be told apart by anybody. */
const HISTORIES = ['full', 'newest-first', 'unknown-events'] as const;

/** A random reading of the specification under which each change can be told once. */
export function soakDialect(seed: number): Choice {
	const choice = readDialect(`random:${seed}`);
	const usual = Object.fromEntries(AS_USUAL.map((spot) => [spot, USUAL[spot]]));
	return { ...choice, ...usual, invoiceHistory: HISTORIES[seed % HISTORIES.length] };
}
