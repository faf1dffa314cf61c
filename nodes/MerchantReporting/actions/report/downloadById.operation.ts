import { contentFields } from '../../../shared/content/fields';
import { read } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import type { Refusal } from '../../../shared/problem';
import { readAll, refusal } from '../../../shared/problem';
import type { Report } from '../../../shared/service/reporting';
import { Reporting, reportStatusOf } from '../../../shared/service/reporting';
import { ANY_FORMAT, AUTOMATIC, formatField, readContent, receive } from '../common/download';
import { failIfEmptyOption, readFailIfEmpty, unlessEmpty } from '../common/empty';
import { optionsOf, readOrganizationId } from '../common/options';
import { findReportId, readReport, reportLocator } from './report';

export const downloadById = operation({
	name: 'Download by ID',
	action: 'Download a report by ID',
	description: 'Get a generated report as rows, totals or a file, by its identifier',
	subtitle: 'Download Report by ID',
	fields: [reportLocator, formatField, ...contentFields(), optionsOf(failIfEmptyOption)],
	prepare: (item) => ({
		...readAll({ picked: () => readReport(item), content: () => readContent(item) }),
		format: read<string>(item, 'format', AUTOMATIC),
		failIfEmpty: readFailIfEmpty(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async (plan, run) => {
		const reporting = new Reporting(run.transport, plan.organizationId);
		const reportId = await findReportId(reporting, plan.picked);
		const isAutomatic = plan.format === AUTOMATIC;
		const report: Report | undefined = isAutomatic
			? unlessEmpty(await reporting.getReport(reportId), plan.failIfEmpty)
			: {};
		if (report === undefined) return [];
		const status = reportStatusOf(report);
		if (status === 'NO_DATA' && !plan.failIfEmpty) return [];
		if (status !== '' && status !== 'COMPLETED') throw notReady(report, status);

		const { reportName, reportStartTime: startTime, reportEndTime: endTime } = report;
		const accept = isAutomatic ? (report.reportMimeType ?? ANY_FORMAT) : plan.format;
		return await receive(run, await reporting.downloadById(reportId, accept), plan, {
			accept,
			fileName: reportName ?? reportId,
			metadata: {
				reportId,
				reportName,
				startTime,
				endTime,
				organizationId: report.organizationId,
			},
		});
	},
});

const ADVICE: Record<string, string> = {
	ERROR: 'The service failed to make it. Order it again under another name.',
	NO_DATA: 'There are no transactions in its period. Turn off Fail If Empty if that is fine.',
};

const notReady = ({ reportName, reportId }: Report, status: string): Refusal =>
	refusal(
		`Download report "${reportName ?? reportId}": its status is ${status}, so there is nothing to download`,
		ADVICE[status] ?? 'It is still being made. Try again later.',
	);
