import type { Period } from './ledger/ledger';
import { executedTime, isInProgress, type Report, reportDate } from './report';

export interface ReportSearch {
	start: number;
	end: number;
	by: 'reportTimeFrame' | 'executedTime';
	fits: (report: Report) => boolean;
}

/** All reports there are, found by identifier, by name and by time. */
export class Reports {
	private readonly byId = new Map<string, Report>();
	private readonly byOrganization = new Map<string, Report[]>();
	private readonly byName = new Map<string, Report[]>();

	add(report: Report): void {
		this.byId.set(report.reportId, report);
		append(this.byOrganization, report.organizationId, report);
		append(this.byName, nameKey(report.organizationId, report.reportName), report);
	}

	find(organizationId: string, reportId: string): Report | undefined {
		const report = this.byId.get(reportId);
		return report?.organizationId === organizationId ? report : undefined;
	}

	/** For the control API, which may reach everything. */
	any(reportId: string): Report | undefined {
		return this.byId.get(reportId);
	}

	/** Latest last. */
	named(organizationId: string, reportName: string): readonly Report[] {
		return this.byName.get(nameKey(organizationId, reportName)) ?? [];
	}

	/** Whether there is one of this name and period already. */
	covers(organizationId: string, reportName: string, { start, end }: Period): boolean {
		return this.named(organizationId, reportName).some(
			({ period }) => period.start === start && period.end === end,
		);
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
		return (this.byOrganization.get(organizationId) ?? []).filter((report) => {
			const [from, to] =
				by === 'reportTimeFrame'
					? [report.period.start, report.period.end]
					: [executedTime(report), executedTime(report)];
			return from >= start && to <= end && fits(report);
		});
	}

	oneTimeInProgress(requestedBy: string): number {
		let count = 0;
		for (const report of this.byId.values()) {
			if (report.requestedBy === requestedBy && isInProgress(report)) count++;
		}
		return count;
	}

	all(): Iterable<Report> {
		return this.byId.values();
	}
}

function nameKey(organizationId: string, reportName: string): string {
	return `${organizationId}\n${reportName}`;
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}
