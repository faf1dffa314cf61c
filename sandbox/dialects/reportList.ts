import type { Period } from '../reporting/ledger/ledger';
import type { Report } from '../reporting/report';
import type { Sandbox } from '../sandbox';
import type { Dialect } from './dialect';
import type { Compare } from './pages';
import type { Choice } from './table';
import { lag } from './times';

const ORDERS: Record<Choice['reportOrder'], Compare<Report>> = {
	'oldest-first': () => 0,
	'newest-first': (a, b) => b.queuedTime - a.queuedTime,
};

/** Whether the time of a report is in the time that is asked for. */
export const isIn =
	(dialect: Dialect) =>
	({ start, end }: Period, asked: Period): boolean => {
		switch (dialect.reading('reportWindow')) {
			case 'within':
				return start >= asked.start && end <= asked.end;
			case 'end-excluded':
				return start >= asked.start && end < asked.end;
			case 'overlapping':
				return start <= asked.end && end >= asked.start;
			case 'by-start':
				return start >= asked.start && start < asked.end;
		}
	};

/** The reports that a search finds, as the dialect lists them. */
export function reportList(
	{ dialect, clock }: Sandbox,
	found: readonly Report[],
): readonly Report[] {
	const until = clock.now() - lag(dialect.reading('reportListLag'));
	const seen = found.filter(({ queuedTime }) => queuedTime <= until);
	return [...seen].sort(ORDERS[dialect.reading('reportOrder')]);
}

/** Whether the file of a finished report can be had by now. */
export function canBeDownloaded(
	{ dialect, clock }: Sandbox,
	{ completedTime = 0 }: Report,
): boolean {
	return completedTime + lag(dialect.reading('downloadLag')) <= clock.now();
}
