import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { getReport, simplifiedReport } from '../../service/reports';
import { reportLocator } from '../common/locators';
import { optionsOf } from '../common/options';
import { readFlag, readOrganizationId } from '../common/parameters';
import { readReportId } from '../common/reportId';

export const description: INodeProperties[] = showFor(
	{ resource: ['report'], operation: ['get'] },
	[reportLocator, simplifyField, optionsOf()],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const id = await readReportId(run);
	const report = await getReport(run.transport, id, readOrganizationId(run));
	return [{ json: readFlag(run, 'simplify', true) ? simplifiedReport(report) : report }];
}
