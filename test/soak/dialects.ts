import { readDialect } from '../../sandbox/dialects/names';
import type { Choice } from '../../sandbox/dialects/table';
import { USUAL } from '../../sandbox/dialects/table';

/**
 * With these readings several changes between two polls cannot be told apart by anybody, or nothing comes
 * before the clock of the sandbox moves on, which a soak does not wait for.
 */
const AS_USUAL: ReadonlyArray<keyof Choice> = [
	'invoiceHistory',
	'invoiceListLag',
	'reportListLag',
	'downloadLag',
];

/** These keep what a soak needs of a history. */
const HISTORIES = ['full', 'newest-first', 'unknown-events'] as const;

/** A random reading of the specification under which each change can be told once. */
export function soakDialect(seed: number): Choice {
	const choice = readDialect(`random:${seed}`);
	const usual = Object.fromEntries(AS_USUAL.map((spot) => [spot, USUAL[spot]]));
	return { ...choice, ...usual, invoiceHistory: HISTORIES[seed % HISTORIES.length] };
}
