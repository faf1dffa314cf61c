import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';
import { orEmpty } from '../common/empty';
import { listFields, readLimit, simplifyField } from '../common/list';
import { failIfEmptyOption, optionsOf } from '../common/options';
import { given, read, readFlag, readOrganizationId } from '../common/parameters';
import { periodFields, readPeriod } from '../common/period';
import { listReports, simplifiedReport } from '../../service/reports';
import { showFor } from '../common/show';

export const description: INodeProperties[] = showFor(
	{ resource: ['report'], operation: ['getAll'] },
	[
		{
			displayName: 'Period Refers To',
			name: 'timeQueryType',
			type: 'options',
			default: 'executedTime',
			description: 'Which time of a report must lie in the period',
			options: [
				{
					name: 'When the Report Was Made',
					value: 'executedTime',
					description: 'Reports that were generated in the period',
				},
				{
					name: 'What the Report Covers',
					value: 'reportTimeFrame',
					description: 'Reports about transactions of the period',
				},
			],
		},
		...periodFields,
		...listFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Format',
					name: 'reportMimeType',
					type: 'options',
					default: 'text/csv',
					options: [
						{ name: 'CSV', value: 'text/csv' },
						{ name: 'XML', value: 'application/xml' },
					],
				},
				{
					displayName: 'Frequency',
					name: 'reportFrequency',
					type: 'options',
					default: 'DAILY',
					options: [
						{ name: 'Custom Interval', value: 'USER_DEFINED' },
						{ name: 'Daily', value: 'DAILY' },
						{ name: 'Monthly', value: 'MONTHLY' },
						{ name: 'One-Time', value: 'ADHOC' },
						{ name: 'Weekly', value: 'WEEKLY' },
					],
				},
				{
					displayName: 'Report Name',
					name: 'reportName',
					type: 'string',
					default: '',
					placeholder: 'e.g. Daily transactions',
				},
				{
					displayName: 'Report Type Name or ID',
					name: 'reportDefinitionId',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getReportDefinitionIds' },
					default: '',
					description:
						'Only reports of this type (reportDefinitionId). Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
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
		optionsOf(failIfEmptyOption),
	],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const period = readPeriod(run);
	const filters = read<IDataObject>(run, 'filters', {});
	const simplify = readFlag(run, 'simplify', true);
	return await orEmpty(run, false, async () => {
		const reports = await listReports(
			run.transport,
			readOrganizationId(run),
			period,
			read(run, 'timeQueryType'),
			{
				reportMimeType: given(filters.reportMimeType),
				reportFrequency: given(filters.reportFrequency),
				reportName: given(filters.reportName),
				reportDefinitionId: given(filters.reportDefinitionId),
				reportStatus: given(filters.reportStatus),
			},
		);
		return reports
			.slice(0, readLimit(run))
			.map((report) => ({ json: simplify ? simplifiedReport(report) : report }));
	});
}
