import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { utcText, type Period } from '../../shared/period';
import { found, type Query, type Transport } from '../../shared/transport';
import { unlessNoData } from '../rules/emptyResult';

export const REPORTS = ['reporting', 'v3', 'reports'] as const;

/** A generated report: an entry of the list calls its state `status`, its details call it `reportStatus`. */
export interface Report extends IDataObject {
	reportId?: string;
	reportName?: string;
	reportMimeType?: string;
	status?: string;
	reportStatus?: string;
	reportStartTime?: string;
	reportEndTime?: string;
	organizationId?: string;
	reportCompletedTime?: string;
	queuedTime?: string;
}

export const statusOf = ({ status, reportStatus }: Report): string =>
	(reportStatus ?? status ?? '').toUpperCase();

export const listReports = async (
	transport: Transport,
	organizationId: string,
	{ start, end }: Period,
	timeQueryType: 'executedTime' | 'reportTimeFrame',
	filters: Query = {},
): Promise<Report[]> => {
	const body = found(
		await transport.json<{ reportSearchResults?: Report[] } | undefined>({
			operation: 'Get reports',
			method: 'GET',
			path: REPORTS,
			query: { startTime: utcText(start), endTime: utcText(end), timeQueryType, ...filters },
			organizationId,
		}),
	);
	return body?.reportSearchResults ?? [];
};

export const getReport = async (
	transport: Transport,
	id: string,
	organizationId: string,
): Promise<Report> =>
	found(
		await transport.json<Report | undefined>({
			operation: `Get report ${id}`,
			method: 'GET',
			path: [...REPORTS, id],
			organizationId,
		}),
	) ?? {};

/** The reports of the last 31 days, newest first; none where the service has none. */
export const recentReports = async (
	transport: Transport,
	organizationId: string,
	filters: Query = {},
): Promise<Report[]> => {
	const end = DateTime.utc();
	const period = { start: end.minus({ days: 31 }), end };
	const reports = await unlessNoData(
		false,
		async () => await listReports(transport, organizationId, period, 'executedTime', filters),
	);
	const madeAt = (report: Report) => report.reportCompletedTime ?? report.queuedTime ?? '';
	return (reports ?? []).sort((a, b) => madeAt(b).localeCompare(madeAt(a)));
};

/** Flat, without links. */
export const simplifiedReport = (report: Report): IDataObject => ({
	reportId: report.reportId ?? null,
	reportName: report.reportName ?? null,
	reportDefinitionId: report.reportDefinitionId ?? null,
	status: statusOf(report) || null,
	reportMimeType: report.reportMimeType ?? null,
	reportFrequency: report.reportFrequency ?? null,
	reportStartTime: report.reportStartTime ?? null,
	reportEndTime: report.reportEndTime ?? null,
	timezone: report.timezone ?? report.timeZone ?? null,
	organizationId: report.organizationId ?? null,
	queuedTime: report.queuedTime ?? null,
	reportGeneratingTime: report.reportGeneratingTime ?? null,
	reportCompletedTime: report.reportCompletedTime ?? null,
	subscriptionType: report.subscriptionType ?? null,
});
