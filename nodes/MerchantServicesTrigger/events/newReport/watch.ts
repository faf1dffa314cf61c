import type { INodeExecutionData } from 'n8n-workflow';

import { DAY } from '../../../shared/period/times';
import { StorageRefusal } from '../../../shared/node/storeBytes';
import { refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import {
	concernsAll,
	type Polled,
	type PollRun,
	type Replayed,
	type ReplayRecord,
} from '../../event';
import { itemsOf } from './items';
import {
	byTime,
	idIn,
	isWanted,
	keyOf,
	type ListedReport,
	listReports,
	newReports,
	readFrom,
	type ReportState,
	seenAfter,
	type Waiting,
} from './list';
import type { NewReportSettings } from './settings';

/** How long an event waits for its content. */
const LONGEST_WAIT = DAY;

export const reportingOf = (
	{ organizationId }: NewReportSettings,
	{ transport }: PollRun,
): Reporting => new Reporting(transport, organizationId);

/** A report is reported once its items are ready. */
export async function pollReports(
	state: ReportState | undefined,
	settings: NewReportSettings,
	run: PollRun,
): Promise<Polled<ReportState>> {
	const { now } = run;
	const reporting = reportingOf(settings, run);
	const listed = await listReports(reporting, readFrom(state, now), now);
	if (state === undefined && listed === undefined) await verifyOrganization(reporting);
	const ready = newReports(state, listed ?? [], settings.filters);
	const made = await makeItems(ready, state?.waiting, settings, reporting, run);
	const { items, held, waiting, failure } = made;
	const backlog = held.length - Object.keys(waiting).length;
	const after = { ...seenAfter(state, listed ?? [], held, now), waiting, backlog };
	return { items, state: after, failure };
}

/**
 * A service that answers "not found" if there are no reports may do so for an organization that it doesn't know.
 * Then the workflow would never start.
 */
export async function verifyOrganization(reporting: Reporting): Promise<void> {
	const organization = organizationWords(reporting);
	if (await reporting.knowsOrganization(`Look for ${organization}`)) return;
	throw refusal(
		`The service does not know ${organization}`,
		'It lists neither reports nor report definitions for it, so the workflow would never start. Check Organization ID in the options of this node, or in the credential.',
	);
}

export const organizationWords = ({ organizationId }: Reporting): string =>
	organizationId.trim() === ''
		? 'the organization of the credential'
		: `organization ${organizationId.trim()}`;

interface MadeItems {
	items: INodeExecutionData[];
	/** The reports that are left to the next poll. */
	held: ListedReport[];
	/** Those of them whose content could not be read yet. */
	waiting: ReportState['waiting'];
	/** n8n cannot store the content. */
	failure?: Error;
}

/** Makes the items of reports, one report after the other, as far as the limit and the time allow. */
async function makeItems(
	reports: readonly ListedReport[],
	before: ReportState['waiting'] = {},
	settings: NewReportSettings,
	reporting: Reporting,
	{ context, now, outOfTime }: PollRun,
): Promise<MadeItems> {
	const listed = reports.map(keyOf).filter((key) => key in before);
	const waiting = Object.fromEntries(listed.map((key) => [key, before[key]]));
	const made: MadeItems = { items: [], held: [...reports], waiting };
	for (const [index, report] of reports.entries()) {
		const done = reports.length - made.held.length;
		if (done >= settings.limit || (index > 0 && outOfTime())) break;
		const key = keyOf(report);
		const { items, failure } = await itemsOf(report, settings, reporting, context);
		if (failure instanceof StorageRefusal) made.failure ??= failure;
		const { attempts, since }: Waiting = waiting[key] ?? { attempts: 0, since: now, reason: '' };
		if (failure && now - since < LONGEST_WAIT) {
			waiting[key] = { attempts: attempts + 1, since, reason: failure.message };
			context.logger.warn(`Report ${report.id} waits for its content: ${failure.message}`);
			if (concernsAll(failure)) break;
			continue;
		}
		for (const item of items) made.items.push(item);
		delete waiting[key];
		made.held.splice(made.held.indexOf(report), 1);
	}
	return made;
}

/** What is kept of a replay: the reports that are still to come, by status and ID. */
interface Progress {
	unread: string[];
	waiting?: ReportState['waiting'];
}

/** Returns a part of the reports that the service lists since then. */
export async function replayReports(
	{ from, state }: ReplayRecord,
	settings: NewReportSettings,
	run: PollRun,
): Promise<Replayed> {
	const reporting = reportingOf(settings, run);
	const listed = await listReports(reporting, from, run.now);
	const wanted = (listed ?? []).filter(
		(report) => isWanted(report, settings.filters) && (report.latest ?? from) >= from,
	);
	const before = (state as Progress | undefined) ?? { unread: wanted.map(keyOf) };
	const again = wanted.filter((report) => before.unread.includes(keyOf(report))).sort(byTime);
	const made = await makeItems(again, before.waiting, settings, reporting, run);
	const { items, held, waiting, failure } = made;
	const done = again.filter((report) => !held.includes(report)).map(keyOf);
	const unread = before.unread.filter((key) => !done.includes(key));
	if (unread.length === 0) return { items };
	// A list that is not found now may be found in the next poll.
	if (again.length > 0 || listed === undefined) {
		return { items, failure, state: { unread, waiting } };
	}
	const gone = unread.map(idIn).join(', ');
	const notice = `The service no longer lists these reports, so they are not replayed: ${gone}.`;
	return { items, notice };
}
