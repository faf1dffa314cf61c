import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { utcText } from '../../../shared/period';
import { found } from '../../../shared/transport';
import { joinNetFunding, summaryRows, totalRows, type NetFunding } from '../../onDemand/netFunding';
import { failIfEmptyOption, optionsOf, splitOption } from '../common/options';
import { given, readOptions, readOrganizationId } from '../common/parameters';
import { periodFields, readPeriod, readWindows } from '../common/period';
import { groupNameOption, rowsField } from './fields';
import { shapeOutput } from './rowsOutput';
import { eachWindow } from './windows';

export const description: INodeProperties[] = showFor(
	{ resource: ['onDemandReport'], operation: ['netFunding'] },
	[...periodFields, rowsField, optionsOf(failIfEmptyOption, groupNameOption, splitOption)],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const period = readPeriod(run);
	const answers = await eachWindow(run, readWindows(run, period), async ({ start, end }) =>
		found(
			await run.transport.json<NetFunding>({
				operation: 'Get net funding',
				method: 'GET',
				path: ['reporting', 'v3', 'net-fundings'],
				query: {
					startTime: utcText(start),
					endTime: utcText(end),
					groupName: given(readOptions(run).groupName),
				},
				organizationId: readOrganizationId(run),
			}),
		),
	);
	return shapeOutput(run, period, answers, {
		join: joinNetFunding,
		rows: summaryRows,
		totals: totalRows,
	});
}
