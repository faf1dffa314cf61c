import { read } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import type { Refusal } from '../../../shared/problem';
import { readAll, refusal } from '../../../shared/problem';
import type { Report } from '../../../shared/service/reportingAnswers';
import { Reporting } from '../../../shared/service/reporting';
import { reportStatusOf } from '../../../shared/service/reportingAnswers';
import {
	ANY_FORMAT,
	AUTOMATIC,
	continues,
	controlTotalOption,
	downloadFields,
	formatField,
	IN_BATCHES,
	joinsWorkbook,
	orGone,
	readWanted,
	receive,
	receiveAll,
	wantedPart,
} from '../common/download';
import { failIfEmptyOption, readUnclear, unclearOption } from '../common/empty';
import { optionsOf, readOrganizationId } from '../common/options';
import { findReportId, readReport, reportLocator } from './report';

export const downloadById = operation({
	name: 'Download by ID',
	action: 'Download report by ID',
	description: 'Get a generated report as rows, totals or a file, by its identifier',
	subtitle: 'Download Report by ID',
	fields: [
		reportLocator,
		formatField,
		...downloadFields({}, IN_BATCHES),
		optionsOf(controlTotalOption, failIfEmptyOption, unclearOption),
	],
	joins: joinsWorkbook,
	prepare: (item) => ({
		...readAll({ picked: () => readReport(item), wanted: () => readWanted(item, IN_BATCHES) }),
		format: read<string>(item, 'format', AUTOMATIC),
		unclearIsEmpty: readUnclear(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ picked, wanted, format, ...plan }, run) => {
		const unclearIsEmpty = plan.unclearIsEmpty || continues(wanted);
		const reporting = new Reporting(run.transport, plan.organizationId, unclearIsEmpty);
		const reportId = await findReportId(reporting, picked);
		const looked =
			format === AUTOMATIC ? await orGone(wanted, reporting.getReport(reportId)) : undefined;
		if (looked?.kind === 'empty') {
			return await receive(run, looked, wanted, { accept: '', fileName: reportId, metadata: {} });
		}
		const report: Report = looked?.body ?? {};
		const status = reportStatusOf(report);
		if (status === 'NO_DATA' && !wanted.failIfEmpty) {
			return await receiveAll(run, [], wanted, `"${report.reportName ?? reportId}"`);
		}
		if (status !== '' && status !== 'COMPLETED')
			throw notReady(report.reportName ?? reportId, status);

		const { reportName, reportStartTime: startTime, reportEndTime: endTime } = report;
		const accept = format === AUTOMATIC ? (report.reportMimeType ?? ANY_FORMAT) : format;
		const file = looked?.file;
		const answered =
			file === undefined
				? await orGone(
						wanted,
						reporting.downloadById(reportId, accept, undefined, wantedPart(wanted)),
					)
				: { kind: 'found' as const, body: file };
		return await receive(run, answered, wanted, {
			accept,
			fileName: reportName ?? reportId,
			key: [await run.transport.organization(plan.organizationId), reportId].join('\n'),
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

const notReady = (name: string, status: string): Refusal =>
	refusal(
		`Download report "${name}": its status is ${status}, so there is nothing to download`,
		ADVICE[status] ?? 'It is still being made. Try again later.',
	);
