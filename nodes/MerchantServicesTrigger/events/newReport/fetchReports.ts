import type { Transport } from '../../../shared/transport';
import { found } from '../../../shared/transport';
import { entriesOf } from '../answer';
import type { ListedReport } from './listedReport';
import { readListedReport } from './listedReport';
import { EMPTY_WINDOWS_AT_THE_END, windows, type Window } from './window';

export interface Fetched {
	reports: ListedReport[];
	/** Where the reading ended, back in time. */
	from: number;
	/** The service answered "not found" throughout. */
	nothingFound: boolean;
}

/** Reads the list back to a moment, or, without one, to where the service has nothing any more. */
export async function fetchReports(
	transport: Transport,
	organizationId: string,
	start: number | undefined,
	now: number,
): Promise<Fetched> {
	const reports: ListedReport[] = [];
	let from = start ?? now;
	let empty = 0;
	let nothingFound = true;
	for (const window of windows(start, now)) {
		const page = await listReports(transport, organizationId, window);
		if (page !== undefined) nothingFound = false;
		for (const report of page ?? []) reports.push(report);
		from = Math.min(from, window.from);
		empty = page === undefined || page.length === 0 ? empty + 1 : 0;
		if (start === undefined && empty === EMPTY_WINDOWS_AT_THE_END) break;
	}
	return { reports, from, nothingFound };
}

/** Asked without filters: what the service still works on must be seen too, to wait for it. */
async function listReports(
	transport: Transport,
	organizationId: string,
	{ from, to }: Window,
): Promise<ListedReport[] | undefined> {
	const outcome = await transport.json({
		operation: 'Watch reports',
		method: 'GET',
		path: ['reporting', 'v3', 'reports'],
		query: {
			startTime: new Date(from).toISOString(),
			endTime: new Date(to).toISOString(),
			timeQueryType: 'executedTime',
		},
		organizationId,
	});
	// "Not found" is how the service says that there is none in this time.
	if (outcome.kind === 'notFound') return undefined;
	return entriesOf(found(outcome), 'reportSearchResults').map(readListedReport);
}
