import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { showHint } from '../../../shared/node/errors';
import type { Run } from '../../../shared/node/resource';
import { instant } from '../../../shared/period/times';
import { type Refusal, refusal } from '../../../shared/problem';
import type { Reporting } from '../../../shared/service/reporting';
import type { Report } from '../../../shared/service/reportingAnswers';
import {
	ANY_FORMAT,
	reportFactsOf,
	reportStatusOf,
	reportZoneOf,
} from '../../../shared/service/reportingAnswers';
import type { Query } from '../../../shared/transport/request';
import type { Wanted } from '../common/download';
import { AUTOMATIC, receive, receiveAll } from '../common/download';

const DAYS = 31;

/**
 * The reports of the last 31 days, newest first; none where the service has none. `around`: those of a time near
 * that day instead.
 */
export async function recentReports(
	reporting: Reporting,
	filters: Query = {},
	around?: DateTime,
): Promise<Report[]> {
	const end = around === undefined ? DateTime.utc() : around.plus({ days: DAYS + 1 });
	const start = (around ?? end).minus({ days: DAYS });
	const by = around === undefined ? 'executedTime' : 'reportTimeFrame';
	const answered = await reporting.listReports({ start, end }, by, filters);
	const reports = answered.kind === 'found' ? answered.body : [];
	return reports.sort((a, b) => madeAt(b) - madeAt(a));
}

/** Where the service does not say when a report was made, the end of its period is nearest to it. */
const madeAt = ({
	reportCompletedTime,
	queuedTime,
	reportEndTime,
	reportStartTime,
}: Report): number =>
	instant(reportCompletedTime) ??
	instant(queuedTime) ??
	instant(reportEndTime) ??
	instant(reportStartTime) ??
	0;

const isFinished = (report: Report): boolean =>
	['COMPLETED', 'NO_DATA'].includes(reportStatusOf(report));

/** The finished one whose period ends last. */
export const latestOf = (reports: readonly Report[]): Report | undefined =>
	reports
		.filter(isFinished)
		.sort((a, b) => (instant(b.reportEndTime) ?? 0) - (instant(a.reportEndTime) ?? 0))
		.at(0);

/** A service may write the end of a day as its last second: then it counts as that day and as the next. */
export function daysOfEnd(report: Report, fallbackZone: string): string[] {
	const end = instant(report.reportEndTime);
	if (end === undefined) return [];
	const zone = reportZoneOf(report) ?? fallbackZone;
	return [end + 1000, end].map((time) =>
		DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd'),
	);
}

/** The shortest report that covers a whole day, of several the finished and newest one. */
export function reportOfDay(
	reports: readonly Report[],
	day: string,
	fallbackZone: string,
): Report | undefined {
	const covering = reports.filter((report) => {
		const first = DateTime.fromISO(day, { zone: reportZoneOf(report) ?? fallbackZone });
		const start = instant(report.reportStartTime) ?? Infinity;
		const end = (instant(report.reportEndTime) ?? -Infinity) + 1000;
		return start <= first.toMillis() && end >= first.plus({ days: 1 }).toMillis();
	});
	const length = (report: Report) =>
		(instant(report.reportEndTime) ?? 0) - (instant(report.reportStartTime) ?? 0);
	return covering.sort(
		(a, b) => Number(isFinished(b)) - Number(isFinished(a)) || length(a) - length(b),
	)[0];
}

/** Downloads a report that the service has described, and says what it covers. */
export async function downloadListed(
	run: Run,
	reporting: Reporting,
	report: Report,
	wanted: Wanted,
	format: string,
): Promise<INodeExecutionData[]> {
	const { reportId = '', reportName: name = reportId } = report;
	const status = reportStatusOf(report);
	tellPeriod(run, report);
	if (status === 'NO_DATA' && !wanted.failIfEmpty) {
		return await receiveAll(run, [], wanted, `"${name}"`);
	}
	if (status !== '' && status !== 'COMPLETED') throw notReady(name, status);
	const accept = format === AUTOMATIC ? (report.reportMimeType ?? ANY_FORMAT) : format;
	return await receive(run, await reporting.downloadById(reportId, accept), wanted, {
		accept,
		fileName: name,
		key: [await run.transport.organization(reporting.organizationId), reportId].join('\n'),
		metadata: reportFactsOf(report),
	});
}

function tellPeriod({ context }: Run, report: Report): void {
	const zone = reportZoneOf(report) ?? 'utc';
	const times = [report.reportStartTime, report.reportEndTime].map(instant);
	const [start, end] = times.map((time) =>
		time === undefined
			? undefined
			: DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd HH:mm'),
	);
	if (start === undefined || end === undefined) return;
	const name = report.reportName ?? report.reportId;
	showHint(
		context,
		`The report "${name}" covers ${start} to ${end} (${zone === 'utc' ? 'UTC' : zone}).`,
		{ type: 'info' },
	);
}

const ADVICE: Record<string, string> = {
	ERROR: 'The service failed to make it. Order it again under another name.',
	NO_DATA: 'There are no transactions in its period. Turn off Fail If Empty if that is fine.',
};

const notReady = (name: string, status: string): Refusal =>
	refusal(
		`Download report "${name}": its status is ${status}, so there is nothing to download`,
		ADVICE[status] ?? 'It is still being made. Try again later.',
	);
