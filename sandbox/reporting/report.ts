import type { BulkSize } from './files/bulk';
import { groupIdOf } from './groups';
import type { Period } from './ledger/ledger';
import type { ReportOrder } from './request';
import { dayIn, writeIsoTime } from './times';

export const STATUSES = [
	'PENDING',
	'QUEUED',
	'RUNNING',
	'RERUN',
	'COMPLETED',
	'NO_DATA',
	'ERROR',
] as const;
export type ReportStatus = (typeof STATUSES)[number];

/** Where the rows come from: the organization's transactions, or made to a size by order. */
export type Source = { trafficVersion: number } | { size: BulkSize };

/** A report that has been generated, or is going to be. */
export interface Report
	extends
		Omit<ReportOrder, 'organizationId' | 'reportFilters' | 'groupName'>,
		Partial<Pick<ReportOrder, 'reportFilters' | 'groupName'>> {
	reportId: string;
	organizationId: string;
	/** Whose token asked for it; a subscription's reports are asked for by nobody. */
	requestedBy?: string;
	/** Whose transactions it holds. */
	organizationIds: readonly string[];
	period: Period;
	status: ReportStatus;
	/** A control call set the status: the clock does not move it any more. */
	held: boolean;
	queuedTime: number;
	generatingTime?: number;
	completedTime?: number;
	source: Source;
}

export function isInProgress({ status }: Report): boolean {
	return ['PENDING', 'QUEUED', 'RUNNING', 'RERUN'].includes(status);
}

/** When it was generated, or as far as it got. */
export function executedTime(report: Report): number {
	return report.completedTime ?? report.generatingTime ?? report.queuedTime;
}

/** The day on which its period ends, in its own time zone. */
export function reportDate({ timezone, period }: Report): string {
	return dayIn(timezone, period.end);
}

/** What both the list and the details say. */
function facts(report: Report): object {
	return {
		organizationId: report.organizationId,
		reportId: report.reportId,
		reportDefinitionId: String(report.definition.id),
		reportName: report.reportName,
		reportMimeType: report.reportMimeType,
		reportFrequency: report.reportFrequency,
		reportStartTime: writeIsoTime(report.period.start),
		reportEndTime: writeIsoTime(report.period.end),
		timezone: report.timezone,
		groupId: groupIdOf(report.groupName),
	};
}

/** As an entry of the list. */
export function listEntry(report: Report, address: string): object {
	return {
		...(report.status === 'COMPLETED' && {
			_links: { reportDownload: { href: downloadLink(report, address), method: 'GET' } },
		}),
		...facts(report),
		status: report.status,
		queuedTime: writeIsoTime(report.queuedTime),
		reportGeneratingTime: optionalTime(report.generatingTime),
		reportCompletedTime: optionalTime(report.completedTime),
		subscriptionType: 'CUSTOM',
	};
}

/** As its own details. */
export function details(report: Report): object {
	return {
		...facts(report),
		reportStatus: report.status,
		reportFields: report.reportFields,
		reportFilters: report.reportFilters ?? {},
		reportPreferences: report.reportPreferences,
	};
}

function downloadLink(report: Report, address: string): string {
	const query = new URLSearchParams({
		organizationId: report.organizationId,
		reportDate: reportDate(report),
		reportName: report.reportName,
	});
	return `${address}/reporting/v3/report-downloads?${query.toString()}`;
}

function optionalTime(time: number | undefined): string | undefined {
	return time === undefined ? undefined : writeIsoTime(time);
}
