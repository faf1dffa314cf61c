import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { parseTime } from '../../../shared/period/times';
import { type Refusal, refusal } from '../../../shared/problem';
import { formatDayRange } from '../../../shared/content/reading';
import type { FoundOrEmpty, Reporting, TimeQueryType } from '../../../shared/service/reporting';
import {
	CSV_OR_XML,
	definitionNameOfReport,
	type Report,
	reportMetadataOf,
	reportStatusOf,
	reportZoneOf,
} from '../../../shared/service/reportResponses';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { Download } from '../../../shared/transport/stream';
import { catchFailure, type Query } from '../../../shared/transport/transport';
import { AUTO_FORMAT, responseToOutput, type RequestedContent } from '../common/download';
import type { ReportingRun } from '../common/fields';

const DAYS = 31;

/** Newest first. */
export async function listRecentReports(reporting: Reporting): Promise<Report[]> {
	const end = DateTime.utc();
	return await listed(reporting, end.minus({ days: DAYS }), end, 'executedTime');
}

/** Long enough for a monthly report. */
const LATEST_DAYS = 2 * DAYS;

/** By period, as reports in progress have no completion time. */
export async function listReportsNamed(
	reporting: Reporting,
	reportName: string,
	around?: DateTime,
): Promise<Report[]> {
	const now = DateTime.utc();
	const start = around?.minus({ days: DAYS + 1 }) ?? now.minus({ days: LATEST_DAYS });
	const end = around?.plus({ days: DAYS + 1 }) ?? now.plus({ days: 1 });
	const reports = await listed(reporting, start, end, 'reportTimeFrame', { reportName });
	return reports.filter((report) => report.reportName === reportName);
}

async function listed(
	reporting: Reporting,
	start: DateTime,
	end: DateTime,
	by: TimeQueryType,
	filters: Query = {},
): Promise<Report[]> {
	const response = await reporting.listReports({ start, end }, by, filters);
	const reports = response.kind === 'found' ? response.body : [];
	return reports.sort((a, b) => madeAt(b) - madeAt(a));
}

const madeAt = (report: Report): number =>
	parseTime(report.reportCompletedTime) ??
	parseTime(report.queuedTime) ??
	parseTime(report.reportEndTime) ??
	parseTime(report.reportStartTime) ??
	0;

export const isReadyOrNoData = (report: Report): boolean =>
	['COMPLETED', 'NO_DATA', ''].includes(reportStatusOf(report));

/** The report whose period ends last. Of several, the finished and newest one. */
export const findLatest = (reports: readonly Report[], isFinished: boolean): Report | undefined =>
	reports
		.filter((report) => !isFinished || isReadyOrNoData(report))
		.sort((a, b) => endOf(b) - endOf(a) || finishedFirst(a, b))
		.at(0);

const endOf = (report: Report): number => parseTime(report.reportEndTime) ?? madeAt(report);

const finishedFirst = (a: Report, b: Report): number =>
	Number(isReadyOrNoData(b)) - Number(isReadyOrNoData(a));

/** A service may write the last second of a day as its end. Then both days count. */
export function possibleEndDaysOf(report: Report, fallbackZone: string): string[] {
	const end = parseTime(report.reportEndTime);
	if (end === undefined) return [];
	const zone = reportZoneOf(report) ?? fallbackZone;
	return [end + 1000, end].map((time) =>
		DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd'),
	);
}

/** The shortest one. Of several, the finished and newest one. */
export function reportCoveringDay(
	reports: readonly Report[],
	day: string,
	fallbackZone: string,
): Report | undefined {
	const covering = reports.filter((report) => {
		const first = DateTime.fromISO(day, { zone: reportZoneOf(report) ?? fallbackZone });
		const start = parseTime(report.reportStartTime) ?? Infinity;
		const end = (parseTime(report.reportEndTime) ?? -Infinity) + 1000;
		return start <= first.toMillis() && end >= first.plus({ days: 1 }).toMillis();
	});
	const length = (report: Report) =>
		(parseTime(report.reportEndTime) ?? 0) - (parseTime(report.reportStartTime) ?? 0);
	return covering.sort((a, b) => length(a) - length(b) || finishedFirst(a, b)).at(0);
}

/** A 404 for the file of a listed report can mean that it has no transactions. */
export async function emptyIfNoTransactions(
	reporting: Reporting,
	downloading: Promise<FoundOrEmpty<Download>>,
	statuses: readonly string[],
	group?: unknown,
): Promise<FoundOrEmpty<Download>> {
	const response = await catchFailure(downloading);
	if (!(response instanceof ServiceFailure)) return response;
	const isEmpty =
		response.status === 404 &&
		(statuses.includes('NO_DATA') ||
			(statuses.includes('COMPLETED') && (await reporting.isQuiet(response, group))));
	if (isEmpty) return { kind: 'empty', failure: response };
	throw response;
}

export async function downloadListed(
	run: ReportingRun,
	report: Report,
	requested: RequestedContent,
	format: string,
): Promise<INodeExecutionData[]> {
	const { reporting } = run;
	const { reportId = '' } = report;
	const status = reportStatusOf(report);
	if (!isReadyOrNoData(report)) throw notReady(report);
	const accept = format === AUTO_FORMAT ? (report.reportMimeType ?? CSV_OR_XML) : format;
	const response =
		status === 'NO_DATA'
			? undefined
			: await emptyIfNoTransactions(reporting, reporting.downloadById(reportId, accept), [status]);
	return await reportResponseToOutput(run, report, requested, accept, response);
}

export async function reportResponseToOutput(
	run: ReportingRun,
	report: Report,
	requested: RequestedContent,
	accept: string,
	response?: FoundOrEmpty<Download>,
): Promise<INodeExecutionData[]> {
	const { reportId = '', reportName: fileName = reportId } = report;
	const organization = await run.transport.organization(run.reporting.organizationId);
	return await responseToOutput(run, response, requested, {
		accept,
		fileName,
		key: [organization, reportId].join('\n'),
		metadata: reportMetadataOf(report),
		definition: definitionNameOfReport(report),
	});
}

export const notReady = (report: Report, advice = ''): Refusal => {
	const { reportId, reportName: name = reportId } = report;
	const status = reportStatusOf(report);
	const days = formatDayRange(reportMetadataOf(report));
	return refusal(
		`Download report "${name}"${days && ` of ${days}`}: its status is ${status}, so there is nothing to download`,
		`${status === 'ERROR' ? 'The service failed to make it.' : 'It is still being made. Try again later.'} ${advice}`.trim(),
	);
};
