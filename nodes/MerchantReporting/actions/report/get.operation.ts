import type { IDataObject } from 'n8n-workflow';

import { REPORT_FREQUENCIES } from '../../../shared/catalog/definitions';
import { filtersField, limitFields, locatorField, textField } from '../../../shared/node/fields';
import {
	outputFieldsFor,
	readOutput,
	pickColumnsOrNull,
	applyOutput,
} from '../../../shared/node/output';
import {
	optionalText,
	readNonNullCollection,
	readLimit,
	readOptions,
} from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { formatIso } from '../../../shared/period/period';
import { readAll, refusal } from '../../../shared/problem';
import type { TimeQueryType } from '../../../shared/service/reporting';
import { type Report, reportStatusOf, reportZoneOf } from '../../../shared/service/reportResponses';
import type { Query } from '../../../shared/transport/transport';
import {
	failIfEmptyOption,
	limitWithHint,
	requirePicked,
	readFailIfEmpty,
	reportFormatField,
	reportingOperation,
} from '../common/fields';
import { periodFields, readPeriod } from '../common/period';

export const reportLocator = locatorField(
	'Report',
	'report',
	'searchReports',
	[
		{
			displayName: 'By ID',
			name: 'id',
			placeholder: 'e.g. 79642c43-2368-0cd5-e053-a2588e0a7b3c',
		},
	],
	{
		required: true,
		description:
			'The generated report. To get the newest one of a name, use Download by Name and Date.',
	},
);

/** The most used first. */
const reportColumns = [
	'reportId',
	'reportName',
	'status',
	'reportStartTime',
	'reportEndTime',
	'reportCompletedTime',
	'reportMimeType',
	'reportFrequency',
	'reportDefinitionId',
	'timezone',
	'organizationId',
	'queuedTime',
	'reportGeneratingTime',
	'subscriptionType',
];

const reportRow = (report: Report): IDataObject => {
	const status = reportStatusOf(report) || null;
	return pickColumnsOrNull({ ...report, status, timezone: reportZoneOf(report) }, reportColumns);
};

export const get = reportingOperation({
	name: 'Get Details',
	action: 'Get report details',
	description: 'Get the status, period and settings of a generated report',
	subtitle: 'Get Report Details',
	fields: [reportLocator, ...outputFieldsFor(reportColumns)],
	prepare: (item) => ({
		reportId: requirePicked(item, reportLocator),
		output: readOutput(item),
	}),
	carryOut: async ({ reportId, output }, { reporting }) => {
		const report = await reporting.getReport(reportId);
		return [{ json: applyOutput(report, output, reportRow) }];
	},
});

export const getAll = reportingOperation({
	name: 'Get Many',
	action: 'Get many reports',
	description: 'List the reports that cover a period, or that were created in it',
	subtitle: 'Get Many Reports',
	fields: [
		...periodFields,
		...limitFields,
		...outputFieldsFor(reportColumns),
		filtersField(
			reportFormatField('Only reports in this format'),
			{
				displayName: 'Frequency',
				name: 'reportFrequency',
				type: 'options',
				default: 'DAILY',
				description: 'Only reports that are made this often',
				options: REPORT_FREQUENCIES,
			},
			{
				displayName: 'Report Definition Name or ID',
				name: 'reportDefinitionId',
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getReportDefinitionIds' },
				default: '',
				description:
					'Only reports with this definition. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			},
			textField('Report Name', 'reportName', { placeholder: 'e.g. Daily transactions' }),
			{
				displayName: 'Status',
				name: 'reportStatus',
				type: 'options',
				default: 'COMPLETED',
				options: [
					{ name: 'Completed', value: 'COMPLETED' },
					{ name: 'Error', value: 'ERROR' },
					{ name: 'No Data', value: 'NO_DATA' },
					{ name: 'Pending', value: 'PENDING' },
					{ name: 'Queued', value: 'QUEUED' },
					{ name: 'Running', value: 'RUNNING' },
				],
			},
		),
	],
	options: [
		failIfEmptyOption,
		{
			displayName: 'Period Refers To',
			name: 'timeQueryType',
			type: 'options',
			default: 'executedTime',
			description: 'Which time of a report must be in the period',
			options: [
				{ name: 'What the Report Covers', value: 'reportTimeFrame' },
				{ name: 'When the Report Was Created', value: 'executedTime' },
			],
		},
	],
	prepare: (item) => ({
		...readAll({ period: () => readPeriod(item), limit: () => readLimit(item) }),
		timeQueryType: (readOptions(item).timeQueryType ?? 'reportTimeFrame') as TimeQueryType,
		filters: queryOf(item),
		output: readOutput(item),
		failIfEmpty: readFailIfEmpty(item),
	}),
	carryOut: async (plan, run) => {
		const { period, limit, timeQueryType, filters, output, failIfEmpty } = plan;
		const response = await run.reporting.listReports(period, timeQueryType, filters);
		const reports = response.kind === 'found' ? response.body : [];
		if (failIfEmpty && reports.length === 0) {
			const { start, end } = period;
			throw refusal(
				`Get reports: there are no such reports from ${formatIso(start)} to ${formatIso(end)}`,
				'Turn off Fail If Empty to end this branch without an error.',
			);
		}
		return limitWithHint(run, reports, limit, 'reports').map((report) => ({
			json: applyOutput(report, output, reportRow),
		}));
	},
});

function queryOf(item: Item): Query {
	const filters = readNonNullCollection(item, 'filters');
	return {
		reportMimeType: optionalText(filters.reportMimeType),
		reportFrequency: optionalText(filters.reportFrequency),
		reportName: optionalText(filters.reportName, 'Report Name'),
		reportDefinitionId: optionalText(filters.reportDefinitionId, 'Report Definition'),
		reportStatus: optionalText(filters.reportStatus),
	};
}
