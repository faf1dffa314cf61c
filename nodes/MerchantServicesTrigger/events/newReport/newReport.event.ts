import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import type { Polled, PollRun } from '../../event';
import { event } from '../../event';
import { fields, lookBackOption } from './fields';
import { itemsOf } from './items';
import type { Listing, ListReports } from './listing';
import { DAY, readingStart, readList } from './listing';
import { readListedReport } from './report';
import { selectReports } from './select';
import { readSettings, type NewReportSettings } from './settings';
import { isReportState, type ReportState } from './state';

export const newReport = event<NewReportSettings, ReportState>({
	value: 'newReport',
	name: 'New Available Report',
	description: 'A report was generated and can be downloaded, or failed',
	existing: 'reports completed',
	fields,
	options: [lookBackOption],
	prepare: readSettings,
	origin: ({ filters, organizationId }) => [filters, organizationId],
	isState: isReportState,
	example,
	poll,
});

/** One poll. A report counts as handed over when its items are ready. */
async function poll(
	state: ReportState | undefined,
	settings: NewReportSettings,
	{ context, transport, now, outOfTime }: PollRun,
): Promise<Polled<ReportState>> {
	const reporting = new Reporting(transport, settings.organizationId);
	const listing = await readList(listFrom(reporting), readingStart(state, now, settings), now);
	if (state === undefined) await verifyOrganization(reporting, listing);
	const { reports, from } = listing;
	const { events, state: next } = selectReports(state, reports, from, now, settings);

	const items: INodeExecutionData[] = [];
	for (const [index, report] of events.entries()) {
		if (index > 0 && outOfTime()) {
			const ready = selectReports(state, reports, from, now, { ...settings, limit: index });
			return { items, state: ready.state };
		}
		for (const item of await itemsOf(report, settings.content, reporting, context)) {
			items.push(item);
		}
	}
	return { items, state: next };
}

const DAYS_TO_LOOK_BACK = 31;

async function example(
	settings: NewReportSettings,
	{ context, transport, now }: PollRun,
): Promise<INodeExecutionData[]> {
	const reporting = new Reporting(transport, settings.organizationId);
	const listing = await readList(listFrom(reporting), now - DAYS_TO_LOOK_BACK * DAY, now);
	await verifyOrganization(reporting, listing);
	const { reports, from } = listing;
	const every = { ...settings, start: { kind: 'everything' as const }, limit: Infinity };
	const newest = selectReports(undefined, reports, from, now, every).events.at(-1);
	if (newest !== undefined) return await itemsOf(newest, settings.content, reporting, context);

	const { names, statuses } = settings.filters;
	throw refusal(
		'No report to show as an example',
		`Looked for reports of ${organizationWords(reporting)} of the last ${DAYS_TO_LOOK_BACK} days with status ${statuses.join(' or ')}${
			names.length === 0 ? '' : ` named ${names.join(' or ')}`
		} that match the filters; the service listed ${reports.length} in that time. Loosen the filters, or activate the workflow and wait for the next report.`,
	);
}

/** Asked without filters: what the service still works on must be seen too, to wait for it. */
const listFrom =
	(reporting: Reporting): ListReports =>
	async ({ from, to }) => {
		const period = { start: DateTime.fromMillis(from), end: DateTime.fromMillis(to) };
		const reports = await reporting.findReports(period, 'Watch reports');
		return reports?.map(readListedReport);
	};

const organizationWords = ({ organizationId }: Reporting): string =>
	organizationId.trim() === ''
		? 'the organization of the credential'
		: `organization ${organizationId.trim()}`;

/**
 * The service answers "not found" where there are no reports, and may do so for an organization that it does
 * not know: then waiting for reports is in vain.
 */
async function verifyOrganization(reporting: Reporting, { nothingFound }: Listing): Promise<void> {
	const organization = organizationWords(reporting);
	if (!nothingFound || (await reporting.knowsOrganization(`Look for ${organization}`))) return;
	throw refusal(
		`The service does not know ${organization}`,
		'It lists neither reports nor report types for it, so no report would ever be handed over. Check Organization ID in the filters of this node, or in the credential.',
	);
}
