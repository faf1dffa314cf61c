import type { Report } from '../reporting/report';
import type { Sandbox } from '../sandbox';
import { type Compare, compareText, inOrder } from './pages';
import type { Choice } from './table';
import { lag } from './times';

const ORDERS: Record<Exclude<Choice['reportOrder'], 'random'>, Compare<Report>> = {
	'oldest-first': () => 0,
	'newest-first': (a, b) => b.queuedTime - a.queuedTime,
	'by-name': (a, b) => compareText(a.reportName, b.reportName),
};

/** The reports that a search finds, as the dialect lists them. */
export function reportList(
	{ dialect, clock }: Sandbox,
	found: readonly Report[],
): readonly Report[] {
	const until = clock.now() - lag(dialect.reading('reportListLag'));
	const seen = found.filter(({ queuedTime }) => queuedTime <= until);
	const ordered = inOrder(dialect, dialect.reading('reportOrder'), ORDERS, seen);
	return dialect.is('reportRepeats', 'twice') ? ordered.flatMap((each) => [each, each]) : ordered;
}

/** Whether the file of a finished report can be had by now. */
export function canBeDownloaded(
	{ dialect, clock }: Sandbox,
	{ completedTime = 0 }: Report,
): boolean {
	return completedTime + lag(dialect.reading('downloadLag')) <= clock.now();
}
