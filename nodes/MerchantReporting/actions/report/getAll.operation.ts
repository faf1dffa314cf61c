import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { listFields, simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { listReports, simplifiedReport } from '../../service/reports';
import { orEmpty } from '../common/empty';
import { frequencyFilter, reportFormat } from '../common/filters';
import { readLimit } from '../common/limit';
import { failIfEmptyOption, optionsOf } from '../common/options';
import { given, read, readFlag, readOrganizationId } from '../common/parameters';
import { periodFields, readPeriod } from '../common/period';

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
				reportFormat('Only reports in this format'),
				frequencyFilter({ name: 'One-Time', value: 'ADHOC' }),
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
