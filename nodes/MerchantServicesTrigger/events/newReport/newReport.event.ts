import type { INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import { DAY, HOUR } from '../../../shared/period/times';
import { contentOptions } from '../../../shared/content/fields';
import { editorMethod } from '../../../shared/node/editor';
import { readFilters } from '../../../shared/node/parameters';
import { StorageRefusal } from '../../../shared/node/storeBytes';
import { refusal } from '../../../shared/problem';
import { textIn } from '../../../shared/text';
import { Reporting } from '../../../shared/service/reporting';
import type {
	Polled,
	PollRun,
	PreparedEvent,
	Replayed,
	ReplayRecord,
	TriggerEvent,
} from '../../event';
import { concernsAll } from '../../event';
import { fields } from './fields';
import { itemsOf, withoutContent } from './items';
import { distinct, listFrom, readBack, readList } from './foundReports';
import { idIn, type ListedReport, type ReportState, seenKey, type Waiting } from './report';
import { byTime, isWanted, selectReports } from './select';
import { readSettings, type NewReportSettings } from './settings';

const DAYS_TO_LOOK_BACK = 31;

const readLately = async (reporting: Reporting, now: number) =>
	await readBack(listFrom(reporting), now - DAYS_TO_LOOK_BACK * DAY, now);

/** The names to choose from: those of the subscriptions, and of reports that were made lately. */
export const getReportNames = editorMethod(async (run): Promise<INodePropertyOptions[]> => {
	const { organizationId } = readFilters(run, 'reportFilters');
	const reporting = new Reporting(run.transport, textIn(organizationId));
	const subscriptions = await reporting.listSubscriptions();
	const { reports } = await readLately(reporting, Date.now());
	const names = [
		...subscriptions.map(({ reportName }) => textIn(reportName)),
		...reports.map(({ raw }) => textIn(raw.reportName)),
	];
	return [...new Set(names)]
		.filter((name) => name !== '')
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.map((name) => ({ name, value: name }));
});

/** How long an event waits for its content. */
const CONTENT_HOURS = 24;

export const newReport: TriggerEvent = {
	value: 'newReport',
	name: 'New Report',
	description: 'A report was generated and can be downloaded, or failed',
	existing: 'reports completed',
	fields,
	options: contentOptions({ '/download': [true] }),
	loadOptions: { getReportNames },

	prepare(fields, common): PreparedEvent<ReportState> {
		const settings = readSettings(fields, common);
		return {
			organization: settings.organizationId,
			example: async (run) => await example(settings, run),
			poll: async (state, run, start = settings.start) =>
				await poll(state, { ...settings, start }, run),
			condition: ({ waiting = {}, backlog = 0 }) => ({
				backlog,
				quarantine: Object.entries(waiting).map(([key, { attempts, reason = '' }]) => ({
					name: idIn(key),
					attempts,
					reason,
				})),
			}),
			replay: async (replayed, state, run, limit) =>
				await replay(replayed, state, { ...settings, limit }, run),
		};
	},
};

/** One poll. A report counts as handed over when its items are ready. */
async function poll(
	state: ReportState | undefined,
	settings: NewReportSettings,
	run: PollRun,
): Promise<Polled<ReportState>> {
	const { transport, now, outOfTime } = run;
	const reporting = new Reporting(transport, settings.organizationId);
	const found = await readList(listFrom(reporting), state, now, settings, outOfTime);
	if (state === undefined) await verifyOrganization(reporting, found.nothingFound);
	const { ready, close } = selectReports(state, found, now, settings);
	const given = await handOverAll(ready, state?.waiting, settings, reporting, run);
	const backlog = ready.length - given.handed.length - given.waiting.size;
	const after = close(given.handed, given.waiting, backlog);
	return { items: given.items, state: after, failure: given.failure };
}

interface ReportOutput {
	items: INodeExecutionData[];
	handed: ListedReport[];
	/** Those whose content could not be read yet, by status and identifier. */
	waiting: Map<string, Waiting>;
	/** n8n cannot store the content. */
	failure?: Error;
}

/** Makes the items of reports, one report after the other, as far as the limit and the time allow. */
async function handOverAll(
	reports: readonly ListedReport[],
	waitingBefore: Record<string, Waiting> = {},
	settings: NewReportSettings,
	reporting: Reporting,
	{ context, now, outOfTime }: PollRun,
): Promise<ReportOutput> {
	const items: INodeExecutionData[] = [];
	const handed: ListedReport[] = [];
	const keys = new Set(reports.map(seenKey));
	const waiting = new Map(Object.entries(waitingBefore).filter(([key]) => keys.has(key)));
	let failure: Error | undefined;
	for (const report of reports) {
		if (handed.length >= settings.limit || (handed.length > 0 && outOfTime())) break;
		const key = seenKey(report);
		const outcome = await itemsOf(report, settings.content, reporting, context);
		if ('failure' in outcome) {
			const { message } = outcome.failure;
			if (outcome.failure instanceof StorageRefusal) failure ??= outcome.failure;
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
	return { items, handed, waiting, failure };
}

/** What is kept of a replay. */
interface Progress {
	/** The reports that are to be handed over again still, by status and identifier. */
	unread: string[];
	waiting?: Record<string, Waiting>;
}

/** Hands over again a part of the reports that the service lists for a time. */
async function replay(
	{ from, state: saved }: ReplayRecord,
	{ reach }: ReportState,
	settings: NewReportSettings,
	run: PollRun,
): Promise<Replayed> {
	const reporting = new Reporting(run.transport, settings.organizationId);
	const { now } = run;
	const { reports } = await readBack(listFrom(reporting), from, now, reach);
	const wanted = distinct(reports).filter(
		(report) => isWanted(report, settings.filters) && (report.latest ?? now) >= from,
	);
	const before: Progress = (saved as Progress | undefined) ?? { unread: wanted.map(seenKey) };
	const unread = new Set(before.unread);
	const again = wanted.filter((report) => unread.has(seenKey(report))).sort(byTime);
	const given = await handOverAll(again, before.waiting, settings, reporting, run);
	const { items, waiting } = given;
	for (const report of given.handed) unread.delete(seenKey(report));
	if (unread.size === 0) return { items };
	const { failure } = given;
	if (again.length === 0) {
		const gone = [...unread].map(idIn).join(', ');
		const notice = `The service no longer lists these reports, so they are not replayed: ${gone}.`;
		return { items, notice };
	}
	return { items, failure, state: { unread: [...unread], waiting: Object.fromEntries(waiting) } };
}

async function example(
	settings: NewReportSettings,
	{ context, transport, now }: PollRun,
): Promise<INodeExecutionData[]> {
	const reporting = new Reporting(transport, settings.organizationId);
	const { reports, nothingFound } = await readLately(reporting, now);
	await verifyOrganization(reporting, nothingFound);
	const newest = reports
		.filter((report) => isWanted(report, settings.filters))
		.sort(byTime)
		.at(-1);
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
async function verifyOrganization(reporting: Reporting, nothingFound: boolean): Promise<void> {
	const organization = organizationWords(reporting);
	if (!nothingFound || (await reporting.knowsOrganization(`Look for ${organization}`))) return;
	throw refusal(
		`The service does not know ${organization}`,
		'It lists neither reports nor report definitions for it, so the workflow would never start. Check Organization ID in the filters of this node, or in the credential.',
	);
}
