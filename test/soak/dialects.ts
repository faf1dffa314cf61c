import { readDialect } from '../../sandbox/dialects/names';
import type { Choice } from '../../sandbox/dialects/table';
import { USUAL } from '../../sandbox/dialects/table';

/** What is created and finished while a list does not show it yet is known by its history alone. */
const AS_USUAL: ReadonlyArray<keyof Choice> = ['lag', 'reportingNotFound'];

/** Without times or events, nobody can distinguish several changes between two polls. */
const HISTORIES = ['full', 'newest-first'] as const;

/** A random reading of the specification under which each change can be reported once. */
export function soakDialect(seed: number): Choice {
	const choice = readDialect(`random:${seed}`);
	const usual = Object.fromEntries(AS_USUAL.map((spot) => [spot, USUAL[spot]]));
	return {
		...choice,
		...usual,
		invoiceHistory: HISTORIES[seed % HISTORIES.length],
		clock: seed % 2 === 0 ? 'ahead' : 'right',
	};
}
