import { NodeOperationError, type INodeExecutionData, type INodeProperties } from 'n8n-workflow';
import { contentFields } from '../../../shared/content';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { getReport, REPORTS, statusOf, type Report } from '../../service/reports';
import { ANY_FORMAT, download, formatField, readContent } from '../common/download';
import { failsIfEmpty, orEmpty } from '../common/empty';
import { reportLocator } from '../common/locators';
import { failIfEmptyOption, optionsOf } from '../common/options';
import { read, readOrganizationId } from '../common/parameters';
import { readReportId } from '../common/reportId';

const show = { resource: ['report'], operation: ['downloadById'] };

export const description: INodeProperties[] = [
	...showFor(show, [reportLocator, formatField]),
	...contentFields(show),
	...showFor(show, [optionsOf(failIfEmptyOption)]),
];

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const content = readContent(run);
	const organizationId = readOrganizationId(run);
	const format = read<string>(run, 'format', 'auto');
	return await orEmpty(run, true, async () => {
		const reportId = await readReportId(run);
		const report =
			format === 'auto' ? await getReport(run.transport, reportId, organizationId) : {};
		const status = statusOf(report);
		if (status === 'NO_DATA' && !failsIfEmpty(run)) return [];
		if (status !== '' && status !== 'COMPLETED') throw notReady(run, report, status);

		const { reportName, reportStartTime: startTime, reportEndTime: endTime } = report;
		return await download(
			run,
			{
				operation: `Download report ${reportId}`,
				path: [...REPORTS, reportId],
				accept: format === 'auto' ? (report.reportMimeType ?? ANY_FORMAT) : format,
				organizationId,
			},
			content,
			{
				fileName: reportName ?? reportId,
				metadata: {
					reportId,
					reportName,
					startTime,
					endTime,
					organizationId: report.organizationId,
				},
			},
		);
	});
}

const ADVICE: Record<string, string> = {
	ERROR: 'The service failed to make it. Order it again under another name.',
	NO_DATA: 'There are no transactions in its period. Turn off Fail If Empty if that is fine.',
};

const notReady = (run: ItemRun, { reportName, reportId }: Report, status: string) =>
	new NodeOperationError(
		run.context.getNode(),
		`Download report "${reportName ?? reportId}": its status is ${status}, so there is nothing to download`,
		{
			itemIndex: run.index,
			description: ADVICE[status] ?? 'It is still being made. Try again later.',
		},
	);
