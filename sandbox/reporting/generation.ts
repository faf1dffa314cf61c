import { Refusal } from '../refusal';
import type { Sandbox } from '../sandbox';
import { hasRows } from './files/content';
import type { Ledger } from './ledger/ledger';
import { isInProgress, type Report, type ReportStatus } from './report';
import type { Reports } from './reports';

export type NewReport = Omit<Report, 'reportId' | 'status' | 'held' | 'queuedTime'>;

/** Takes a report through its life: queued, running, and then complete, empty or failed. */
export class Generation {
	/** By the sandbox clock. */
	queuedSeconds = 5;
	runningSeconds = 15;
	private count = 0;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly ledger: Ledger,
		private readonly reports: Reports,
	) {}

	queue(order: NewReport): Report {
		const { clock } = this.sandbox;
		const report: Report = {
			...order,
			reportId: this.newId(),
			status: 'QUEUED',
			held: false,
			queuedTime: clock.now(),
		};
		this.reports.add(report);
		clock.at(clock.now() + this.queuedSeconds * 1000, () => this.start(report));
		return report;
	}

	/** A control call decides. The clock leaves the report alone from then on. */
	decide(report: Report, status: ReportStatus): void {
		if (!isInProgress(report) && status !== 'RERUN') {
			throw Refusal.invalid(
				`Report ${report.reportId} is ${report.status}: it can only be set to RERUN.`,
			);
		}
		report.held = true;
		this.enter(report, status);
	}

	private start(report: Report): void {
		if (report.held) return;
		this.enter(report, 'RUNNING');
		const { clock } = this.sandbox;
		clock.at(clock.now() + this.runningSeconds * 1000, () => {
			if (!report.held) this.enter(report, this.hasFile(report) ? 'COMPLETED' : 'NO_DATA');
		});
	}

	private hasFile(report: Report): boolean {
		report.source =
			'size' in report.source ? report.source : { trafficVersion: this.ledger.version };
		return this.sandbox.dialect.is('emptyReport', 'header-only') || hasRows(report, this.ledger);
	}

	private enter(report: Report, status: ReportStatus): void {
		const now = this.sandbox.clock.now();
		report.status = status;
		if (status === 'RUNNING') report.generatingTime = now;
		if (isInProgress(report)) {
			report.completedTime = undefined;
			return;
		}
		report.generatingTime ??= now;
		report.completedTime = now;
	}

	private newId(): string {
		const random = this.sandbox.random.of('report', ++this.count);
		return [8, 4, 4, 4, 12].map((length) => random.digits(length)).join('-');
	}
}
