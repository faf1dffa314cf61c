import { listFields } from '../../../shared/node/fields';
import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { given, read, readCollection, readLimit } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readSort, sorted, sortField } from '../../../shared/node/sort';
import { utcText } from '../../../shared/period/period';
import { readAll } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import type { Query } from '../../../shared/transport/request';
import { emptyRefusal, failIfEmptyOption, readFailIfEmpty, unlessEmpty } from '../common/empty';
import { frequencyFilter, reportFormat } from '../common/filters';
import { firstOf } from '../common/limit';
import { optionsOf, readOrganizationId } from '../common/options';
import { periodFields, readPeriod } from '../common/period';
import { reportColumns, reportRow } from './report';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many reports',
	description: 'List the reports that were generated',
	subtitle: 'Get Many Reports',
	fields: [
		{
			displayName: 'Period Refers To',
			name: 'timeQueryType',
			type: 'options',
			default: 'executedTime',
			description: 'Which time of a report must be in the period',
			options: [
				{
					name: 'What the Report Covers',
					value: 'reportTimeFrame',
					description: 'Reports that cover transactions in the period',
				},
				{
					name: 'When the Report Was Created',
					value: 'executedTime',
					description: 'Reports that were generated in the period',
				},
			],
		},
		...periodFields,
		...listFields,
		...outputFields(reportColumns),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				reportFormat('Only reports in this format'),
				frequencyFilter({ name: 'One-Time', value: 'ADHOC' }),
				{
					displayName: 'Report Definition Name or ID',
					name: 'reportDefinitionId',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getReportDefinitionIds' },
					default: '',
					description:
						'Only reports with this definition. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
				{
					displayName: 'Report Name',
					name: 'reportName',
					type: 'string',
					default: '',
					placeholder: 'e.g. Daily transactions',
				},
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
			],
		},
		sortField([
			'reportCompletedTime',
			'reportEndTime',
			'reportFrequency',
			'reportName',
			'reportStartTime',
			'status',
		]),
		optionsOf(failIfEmptyOption),
	],
	prepare: (item) => ({
		...readAll({ period: () => readPeriod(item), limit: () => readLimit(item) }),
		timeQueryType: read<'executedTime' | 'reportTimeFrame'>(item, 'timeQueryType'),
		filters: readFilters(item),
		output: readOutput(item),
		sort: readSort(item),
		failIfEmpty: readFailIfEmpty(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async (plan, run) => {
		const { period, limit, timeQueryType, filters, output, sort, failIfEmpty } = plan;
		const reporting = new Reporting(run.transport, plan.organizationId);
		const answered = await reporting.listReports(period, timeQueryType, filters);
		const reports = unlessEmpty(answered, failIfEmpty) ?? [];
		if (failIfEmpty && reports.length === 0) {
			const { start, end } = period;
			throw emptyRefusal(
				`Get reports: there are no such reports from ${utcText(start)} to ${utcText(end)}`,
			);
		}
		return firstOf(run, sorted(reports, sort, reportRow), limit, 'reports').map((report) => ({
			json: shown(report, output, reportRow),
		}));
	},
});

function readFilters(item: Item): Query {
	const filters = readCollection(item, 'filters');
	return {
		reportMimeType: given(filters.reportMimeType),
		reportFrequency: given(filters.reportFrequency),
		reportName: given(filters.reportName),
		reportDefinitionId: given(filters.reportDefinitionId),
		reportStatus: given(filters.reportStatus),
	};
}
