import type { IPollFunctions } from 'n8n-workflow';

/** Part of the time that n8n allows a poll; the rest is for what was begun. */
const SHARE = 0.7;
const FOUR_MINUTES = 240_000;

/** Tells when a poll should hand over what it has and leave the rest to the next one. */
export function timeKeeper(context: IPollFunctions): () => boolean {
	// Older versions of n8n set no limit.
	const limit = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? FOUR_MINUTES;
	const end = Date.now() + limit * SHARE;
	return () => Date.now() >= end;
}
