import { executedTime, isInProgress, type Report, reportDate } from './report';

export interface ReportSearch {
	start: number;
	end: number;
	by: 'reportTimeFrame' | 'executedTime';
	fits: (report: Report) => boolean;
}

/** All reports there are, in the order in which they were queued. */
export class Reports {
	private readonly byId = new Map<string, Report>();

	add(report: Report): void {
		this.byId.set(report.reportId, report);
	}

	all(): Report[] {
		return [...this.byId.values()];
	}

	find(organizationId: string, reportId: string): Report | undefined {
		const report = this.byId.get(reportId);
		return report?.organizationId === organizationId ? report : undefined;
	}

	/** For the control API, which may reach everything. */
	any(reportId: string): Report | undefined {
		return this.byId.get(reportId);
	}

	of(organizationId: string): Report[] {
		return this.all().filter((report) => report.organizationId === organizationId);
	}

	named(organizationId: string, name: string): Report[] {
		return this.of(organizationId).filter(({ reportName }) => reportName === name);
	}

	/** The one to download: the latest of the name and day that is complete, else the latest. */
	forDay(organizationId: string, reportName: string, day: string): Report | undefined {
		const candidates = this.named(organizationId, reportName).filter(
			(report) => reportDate(report) === day,
		);
		return candidates.findLast(({ status }) => status === 'COMPLETED') ?? candidates.at(-1);
	}

	/** Those whose time lies in the one that is asked for, its start and end included. */
	search(organizationId: string, { start, end, by, fits }: ReportSearch): Report[] {
		return this.of(organizationId).filter((report) => {
			const executed = executedTime(report);
			const time = by === 'reportTimeFrame' ? report.period : { start: executed, end: executed };
			return time.start >= start && time.end <= end && fits(report);
		});
	}

	oneTimeInProgress(requestedBy: string): number {
		return this.all().filter((report) => report.requestedBy === requestedBy && isInProgress(report))
			.length;
	}
}
