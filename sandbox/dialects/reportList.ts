import type { Report } from '../reporting/report';
import type { Dialect } from './dialect';
import { type Compare, compareText, inOrder } from './pages';
import type { Choice } from './table';

const ORDERS: Record<Exclude<Choice['reportOrder'], 'random'>, Compare<Report>> = {
	'oldest-first': () => 0,
	'newest-first': (a, b) => b.queuedTime - a.queuedTime,
	'by-name': (a, b) => compareText(a.reportName, b.reportName),
};

/** The reports that a search finds, as the dialect lists them. */
export function reportList(dialect: Dialect, found: readonly Report[]): readonly Report[] {
	const ordered = inOrder(dialect, dialect.reading('reportOrder'), ORDERS, found);
	return dialect.is('reportRepeats', 'twice') ? ordered.flatMap((each) => [each, each]) : ordered;
}
