import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	type ContentChoices,
	contentFields,
	contentOptions,
	readContentChoices,
} from '../../../shared/content/choices';
import { editorMethod } from '../../../shared/node/editor';
import { booleanField, textField } from '../../../shared/node/fields';
import { type Parameters, read, readOptions } from '../../../shared/node/parameters';
import { DAY } from '../../../shared/period/times';
import { refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { parseNames, textOrEmpty, trimText } from '../../../shared/text';
import type { CommonSettings, PollRun, PreparedEvent, TriggerEvent } from '../../event';
import { byTime, idInKey, isWanted, listReports, type NewReportState } from './list';
import {
	buildItemsOfReport,
	type NewReportSettings,
	organizationInWords,
	pollReports,
	replayReports,
	verifyOrganization,
} from './watch';

const FIELDS: INodeProperties[] = [
	{
		displayName: 'Report Names or IDs',
		name: 'pickedReportNames',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getReportNames',
			loadOptionsDependsOn: ['options.organizationId'],
		},
		default: [],
		description:
			'Only reports with one of these names: of your subscriptions, and of reports of the last 31 days. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		hint: 'Leave this and Other Report Names empty for every report',
	},
	textField('Other Report Names', 'reportNames', {
		placeholder: 'e.g. Daily Transactions, Funding *',
		description:
			'Names that are not in the list, or patterns, separated by commas. An asterisk matches any text.',
	}),
	{
		displayName: 'Report Status',
		name: 'reportStatuses',
		type: 'multiOptions',
		default: ['COMPLETED'],
		description:
			"Which reports start the workflow. Add Failed and No Data to learn about reports that won't come.",
		options: [
			{ name: 'Completed', value: 'COMPLETED', description: 'It can be downloaded' },
			{ name: 'Failed', value: 'ERROR', description: 'The service could not make it' },
			{
				name: 'No Data',
				value: 'NO_DATA',
				description: 'There were no transactions in its period',
			},
		],
	},
	booleanField(
		'Download Report',
		'download',
		'Whether to download each completed report too. Rows carry the name and the ID of their report. If the content cannot be read at the moment, the event waits for it.',
	),
	...contentFields({ download: [true] }),
];

/** The form of the trigger should stay short. */
const LEFT_OUT = ['rowFilter', 'spreadsheetFormat'];

const OPTIONS: INodeProperties[] = [
	textField('Organization ID', 'organizationId', {
		placeholder: 'e.g. merchant_one',
		description:
			'The merchant whose reports to watch. Only partners need it. Leave it out to use the one in the credential.',
	}),
	...contentOptions({ '/download': [true] }).filter(({ name }) => !LEFT_OUT.includes(name)),
];

const RECENT_DAYS = 31;

const recentReports = async (reporting: Reporting, now: number) =>
	await listReports(reporting, now - RECENT_DAYS * DAY, now);

const getReportNames = editorMethod(async (run): Promise<INodePropertyOptions[]> => {
	const reporting = new Reporting(run.transport, trimText(readOptions(run).organizationId));
	const subscriptions = await reporting.listSubscriptions();
	const reports = (await recentReports(reporting, Date.now())) ?? [];
	const names = [...subscriptions, ...reports.map(({ raw }) => raw)].map(({ reportName }) =>
		textOrEmpty(reportName),
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
	fields: FIELDS,
	options: OPTIONS,
	loadOptions: { getReportNames },

	prepare(fields, common): PreparedEvent<NewReportState> {
		const settings = readSettings(fields, common);
		return {
			organization: settings.organizationId,
			example: async (run) => await example(settings, run),
			poll: async (state, run) => await pollReports(state, settings, run),
			condition: ({ waiting, backlog }) => ({
				backlog,
				quarantine: Object.entries(waiting).map(([key, each]) => ({ name: idInKey(key), ...each })),
			}),
			replay: async (replay, _state, run, limit) =>
				await replayReports(replay, { ...settings, limit }, run),
		};
	},
};

/** A poll may bring several reports, so each row tells which one it is of. */
const ORIGIN: ContentChoices['read']['metadataColumns'] = ['reportName', 'reportId'];

function readSettings(fields: Parameters, common: CommonSettings): NewReportSettings {
	const picked = parseNames(fields.parameter('pickedReportNames', []));
	const typed = parseNames(fields.parameter('reportNames', ''));
	const statuses = parseNames(fields.parameter('reportStatuses', ['COMPLETED']));
	if (statuses.length === 0) {
		throw refusal(
			'choose at least one',
			'Without a status, the workflow never starts. Completed is the usual choice.',
			'Report Status',
		);
	}
	return {
		...common,
		filters: { names: [...picked, ...typed], statuses },
		organizationId: trimText(readOptions(fields).organizationId),
		content: readContent(fields),
	};
}

function readContent(fields: Parameters): ContentChoices | undefined {
	if (!read<boolean>(fields, 'download', false)) return undefined;
	const choices = readContentChoices(fields.parameter);
	if (choices.output !== 'rows') return choices;
	const metadataColumns = [...new Set([...ORIGIN, ...choices.read.metadataColumns])];
	return { ...choices, read: { ...choices.read, metadataColumns } };
}

async function example(settings: NewReportSettings, run: PollRun): Promise<INodeExecutionData[]> {
	const { filters, organizationId } = settings;
	const reporting = new Reporting(run.transport, organizationId);
	const listed = await recentReports(reporting, run.now);
	if (listed === undefined) await verifyOrganization(reporting);
	const newest = listed
		?.filter((report) => isWanted(report, filters))
		.sort(byTime)
		.at(-1);
	if (newest !== undefined)
		return (await buildItemsOfReport(newest, settings, reporting, run.context)).items;
	throw refusal(
		'No report to show as an example',
		`None of the ${listed?.length ?? 0} reports of ${organizationInWords(reporting)} in the last ${RECENT_DAYS} days has the names and status that you chose. Change these, or publish the workflow and wait for the next report.`,
	);
}
