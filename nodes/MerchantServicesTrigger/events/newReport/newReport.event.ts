import type { INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import { DAY } from '../../../shared/period/times';
import { editorMethod } from '../../../shared/node/editor';
import { readOptions } from '../../../shared/node/parameters';
import { refusal } from '../../../shared/problem';
import { textIn } from '../../../shared/text';
import { Reporting } from '../../../shared/service/reporting';
import type { PollRun, PreparedEvent, TriggerEvent } from '../../event';
import { fields, options } from './fields';
import { itemsOf } from './items';
import { byTime, idIn, isWanted, listReports, type ReportState } from './list';
import { readSettings, type NewReportSettings } from './settings';
import {
	organizationWords,
	pollReports,
	replayReports,
	reportingOf,
	verifyOrganization,
} from './watch';

const RECENT_DAYS = 31;

const recentReports = async (reporting: Reporting, now: number) =>
	await listReports(reporting, now - RECENT_DAYS * DAY, now);

/** The names to choose from: those of subscriptions and of recent reports. */
export const getReportNames = editorMethod(async (run): Promise<INodePropertyOptions[]> => {
	const { organizationId } = readOptions(run);
	const reporting = new Reporting(run.transport, textIn(organizationId));
	const subscriptions = await reporting.listSubscriptions();
	const reports = (await recentReports(reporting, Date.now())) ?? [];
	const names = [...subscriptions, ...reports.map(({ raw }) => raw)].map(({ reportName }) =>
		textIn(reportName),
	);
	return [...new Set(names)]
		.filter((name) => name !== '')
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.map((name) => ({ name, value: name }));
});

export const newReport: TriggerEvent = {
	value: 'newReport',
	name: 'New Report',
	description: 'A report was generated and can be downloaded, or failed',
	fields,
	options,
	loadOptions: { getReportNames },

	prepare(fields, common): PreparedEvent<ReportState> {
		const settings = readSettings(fields, common);
		return {
			organization: settings.organizationId,
			example: async (run) => await example(settings, run),
			poll: async (state, run) => await pollReports(state, settings, run),
			condition: ({ waiting, backlog }) => ({
				backlog,
				quarantine: Object.entries(waiting).map(([key, { attempts, reason }]) => ({
					name: idIn(key),
					attempts,
					reason,
				})),
			}),
			replay: async (replay, _state, run, limit) =>
				await replayReports(replay, { ...settings, limit }, run),
		};
	},
};

async function example(settings: NewReportSettings, run: PollRun): Promise<INodeExecutionData[]> {
	const { filters } = settings;
	const reporting = reportingOf(settings, run);
	const listed = await recentReports(reporting, run.now);
	if (listed === undefined) await verifyOrganization(reporting);
	const newest = listed
		?.filter((report) => isWanted(report, filters))
		.sort(byTime)
		.at(-1);
	if (newest !== undefined) return (await itemsOf(newest, settings, reporting, run.context)).items;
	throw refusal(
		'No report to show as an example',
		`None of the ${listed?.length ?? 0} reports of ${organizationWords(reporting)} in the last ${RECENT_DAYS} days has the names and status that you chose. Change these, or publish the workflow and wait for the next report.`,
	);
}
