import type { INodeExecutionData } from 'n8n-workflow';

import { contentOptions } from '../../../shared/content/options';
import { refusal } from '../../../shared/problem';
import { textIn } from '../../../shared/service/answers';
import { orFailure } from '../../../shared/service/once';
import { Reporting } from '../../../shared/service/reporting';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { Polled, PollRun, Replayed } from '../../event';
import { event } from '../../event';
import type { ReplayRange } from '../../replay';
import { fields } from './fields';
import { concernsAll, itemsOf, withoutContent } from './items';
import { getReportNames } from './lists';
import type { Listing } from './listing';
import { HOUR, listFrom, listSince, readList } from './listing';
import type { ListedReport } from './report';
import { isNamed } from './report';
import { byTime, isWanted, selectReports } from './select';
import { readSettings, type NewReportSettings } from './settings';
import type { ReportState, Waiting } from './state';
import { seenKey } from './state';

/** How long an event waits for its content. */
const CONTENT_HOURS = 24;

export const newReport = event<NewReportSettings, ReportState>({
	value: 'newReport',
	name: 'New Report',
	description: 'A report was generated and can be downloaded, or failed',
	existing: 'reports completed',
	fields,
	options: contentOptions({ '/download': [true] }),
	loadOptions: { getReportNames },
	prepare: readSettings,
	organization: ({ organizationId }) => organizationId,
	example,
	poll,
	condition: ({ waiting = {}, backlog = 0 }) => ({
		backlog,
		quarantine: Object.entries(waiting).map(([key, { attempts, reason = '' }]) => ({
			name: key.slice(key.indexOf(' ') + 1),
			attempts,
			reason,
		})),
	}),
	replay,
});

/** One poll. A report counts as handed over when its items are ready. */
async function poll(
	state: ReportState | undefined,
	settings: NewReportSettings,
	run: PollRun,
): Promise<Polled<ReportState>> {
	const { transport, now, outOfTime } = run;
	const reporting = new Reporting(transport, settings.organizationId);
	const listing = await readList(listFrom(reporting), state, now, settings, outOfTime);
	if (state === undefined) await verifyOrganization(reporting, listing);
	const { ready, close } = selectReports(state, listing, now, settings);
	const { items, handed, waiting } = await handOverAll(
		ready,
		state?.waiting,
		settings,
		reporting,
		run,
	);
	const backlog = ready.length - handed.length - waiting.size;
	return {
		items,
		state: close(handed, waiting, backlog),
		notice: noticeOf(handed, state),
		warning: state === undefined ? await unknownNames(reporting, listing, settings) : undefined,
	};
}

/** Names that nothing has which is there: it may be a report that is yet to come, or a slip. */
async function unknownNames(
	reporting: Reporting,
	{ reports }: Listing,
	{ filters }: NewReportSettings,
): Promise<string | undefined> {
	const unknown = filters.names.filter(
		(name) => !reports.some(({ raw }) => isNamed(raw.reportName, name)),
	);
	if (unknown.length === 0) return undefined;
	const subscriptions = await orFailure(reporting.listSubscriptions());
	// Not everyone may list them; what cannot be checked gives no warning.
	if (subscriptions instanceof ServiceFailure) return undefined;
	const nobodys = unknown.filter(
		(name) => !subscriptions.some(({ reportName }) => isNamed(reportName, name)),
	);
	if (nobodys.length === 0) return undefined;
	return `When the trigger began, no recent report and no subscription had this name: ${nobodys.join(', ')}.`;
}

interface HandedOver {
	items: INodeExecutionData[];
	handed: ListedReport[];
	/** Those whose content could not be read yet, by status and identifier. */
	waiting: Map<string, Waiting>;
}

/** Makes the items of reports, one report after the other, as far as the limit and the time allow. */
async function handOverAll(
	reports: readonly ListedReport[],
	waitingBefore: Record<string, Waiting> = {},
	settings: NewReportSettings,
	reporting: Reporting,
	{ context, now, outOfTime }: PollRun,
): Promise<HandedOver> {
	const items: INodeExecutionData[] = [];
	const handed: ListedReport[] = [];
	const waiting = new Map(Object.entries(waitingBefore));
	for (const report of reports) {
		if (handed.length >= settings.limit || (handed.length > 0 && outOfTime())) break;
		const key = seenKey(report);
		const outcome = await itemsOf(report, settings.content, reporting, context);
		if ('failure' in outcome) {
			const { message } = outcome.failure;
			const { attempts, since } = waiting.get(key) ?? { attempts: 0, since: now };
			if (now - since < CONTENT_HOURS * HOUR) {
				waiting.set(key, { attempts: attempts + 1, since, reason: message });
				context.logger.warn(
					`${message} The event of report ${report.id} waits for its content (attempt ${attempts + 1}).`,
				);
				if (concernsAll(outcome.failure) || outOfTime()) break;
				continue;
			}
			items.push(withoutContent(report, outcome.failure, context));
		} else {
			for (const item of outcome.items) items.push(item);
		}
		waiting.delete(key);
		handed.push(report);
	}
	return { items, handed, waiting };
}

/** What is kept of a replay. */
interface Progress {
	/** The reports that are to be handed over again still, by status and identifier. */
	left: string[];
	waiting?: Record<string, Waiting>;
	/** In how many polls in a row the service listed none of them. */
	vain?: number;
}

/** A list may be old. After this many polls without any of them, they are gone. */
const POLLS_IN_VAIN = 10;

/** Hands over again a part of the reports that the service lists for a time. */
async function replay(
	saved: Progress | undefined,
	{ from }: ReplayRange,
	{ reach }: ReportState,
	settings: NewReportSettings,
	run: PollRun,
): Promise<Replayed> {
	const reporting = new Reporting(run.transport, settings.organizationId);
	const { now } = run;
	const reports = await listSince(listFrom(reporting), from, now, reach);
	const wanted = reports.filter(
		(report) => isWanted(report, settings.filters) && (report.latest ?? now) >= from,
	);
	const before: Progress = saved ?? { left: wanted.map(seenKey) };
	const left = new Set(before.left);
	const again = wanted.filter((report) => left.has(seenKey(report))).sort(byTime);
	const { items, handed, waiting } = await handOverAll(
		again,
		before.waiting,
		settings,
		reporting,
		run,
	);
	for (const report of handed) left.delete(seenKey(report));
	const vain = again.length > 0 ? 0 : (before.vain ?? 0) + 1;
	if (left.size === 0) return { items };
	if (vain >= POLLS_IN_VAIN) {
		const gone = [...left].map((key) => key.slice(key.indexOf(' ') + 1)).join(', ');
		return {
			items,
			notice: `The service no longer lists these reports, so they are not replayed: ${gone}.`,
		};
	}
	const state: Progress = { left: [...left], waiting: Object.fromEntries(waiting), vain };
	return { items, state };
}

/** Whether the list was late or the clocks differ, only the user can tell. */
function noticeOf(handed: readonly ListedReport[], state?: ReportState): string | undefined {
	const { activated } = state ?? {};
	const early = handed.filter(({ latest }) => (latest ?? Infinity) < (activated ?? 0));
	if (early.length === 0) return undefined;
	const names = early.map(({ id, raw }) => textIn(raw.reportName) || id).join(', ');
	return `By its times, the service had completed these reports before the trigger was activated, but did not list them then: ${names}.`;
}

const DAYS_TO_LOOK_BACK = 31;

async function example(
	settings: NewReportSettings,
	{ context, transport, now, outOfTime }: PollRun,
): Promise<INodeExecutionData[]> {
	const reporting = new Reporting(transport, settings.organizationId);
	const lately = { ...settings, start: { kind: 'days' as const, days: DAYS_TO_LOOK_BACK } };
	const listing = await readList(listFrom(reporting), undefined, now, lately, outOfTime);
	await verifyOrganization(reporting, listing);
	const { reports } = listing;
	const every = { ...settings, start: { kind: 'everything' as const } };
	const newest = selectReports(undefined, listing, now, every).ready.at(-1);
	if (newest !== undefined) {
		const outcome = await itemsOf(newest, settings.content, reporting, context);
		return 'failure' in outcome
			? [withoutContent(newest, outcome.failure, context)]
			: outcome.items;
	}

	const { names, statuses } = settings.filters;
	throw refusal(
		'No report to show as an example',
		`Looked for reports of ${organizationWords(reporting)} of the last ${DAYS_TO_LOOK_BACK} days with status ${statuses.join(' or ')}${
			names.length === 0 ? '' : ` named ${names.join(' or ')}`
		} that match the filters; the service listed ${reports.length} in that time. Remove some filters, or publish the workflow and wait for the next report.`,
	);
}

const organizationWords = ({ organizationId }: Reporting): string =>
	organizationId.trim() === ''
		? 'the organization of the credential'
		: `organization ${organizationId.trim()}`;

/**
 * The service answers "not found" where there are no reports, and may do so for an organization that it does
 * not know: then nothing would ever come.
 */
async function verifyOrganization(reporting: Reporting, { nothingFound }: Listing): Promise<void> {
	const organization = organizationWords(reporting);
	if (!nothingFound || (await reporting.knowsOrganization(`Look for ${organization}`))) return;
	throw refusal(
		`The service does not know ${organization}`,
		'It lists neither reports nor report definitions for it, so the workflow would never start. Check Organization ID in the filters of this node, or in the credential.',
	);
}
