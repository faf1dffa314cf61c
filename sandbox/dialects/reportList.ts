import type { Report } from '../reporting/report';
import type { Sandbox } from '../sandbox';
import { lag } from './times';

/** The reports that a search finds, as the dialect lists them. */
export function reportList(
	{ dialect, clock }: Sandbox,
	found: readonly Report[],
): readonly Report[] {
	const seen = found.filter(({ queuedTime }) => queuedTime + lag(dialect) <= clock.now());
	return dialect.is('order', 'reversed') ? seen.reverse() : seen;
}

/** Whether the file of a finished report can be downloaded by now. */
export function canBeDownloaded(
	{ dialect, clock }: Sandbox,
	{ completedTime = 0 }: Report,
): boolean {
	return completedTime + lag(dialect) <= clock.now();
}
