import {
	type ListedReport,
	readListedReport,
	type Window,
} from '../../../nodes/MerchantServicesTrigger/events/newReport/report';
import type { Dice } from './world/chance';

export type ListedBy = 'queued' | 'generating' | 'completed';

interface ModelReport {
	id: string;
	queued: number;
	generating: number;
	completed: number;
	/** Not in the list before this, as the list of the service may lag. */
	visible: number;
	outcome: string;
}

/** A model of the list of generated reports; it does not tell which of its times the list goes by. */
export class ReportModel {
	/** The service's own clock, which may differ from n8n's. */
	clock = Date.parse('2026-03-01T12:00:00Z');
	readonly reports: ModelReport[] = [];

	constructor(
		private readonly roll: Dice,
		private readonly listedBy: ListedBy,
		private readonly wholeSeconds: boolean,
	) {}

	tick(milliseconds: number): void {
		this.clock += milliseconds;
	}

	/** A report is ordered; it is generated, completed and listed at times to come. */
	order(outcome: string, generationMinutes: number, delayMinutes: number): void {
		const queued = this.clock;
		const completed = queued + generationMinutes * 60_000;
		this.reports.push({
			id: `R-${this.reports.length}`,
			queued,
			generating: Math.min(completed, queued + this.roll(5000)),
			completed,
			visible: (delayMinutes > 0 ? completed : queued) + delayMinutes * 60_000,
			outcome,
		});
	}

	/** A list that is some minutes behind shows reports in the status they had. */
	list({ from, to }: Window, behindMinutes = 0): ListedReport[] {
		const moment = this.clock - behindMinutes * 60_000;
		return this.reports
			.filter((report) => {
				const time = report[this.listedBy];
				return report.visible <= moment && time >= from && time <= to && time <= moment;
			})
			.map(({ id, queued, generating, completed, outcome }) =>
				readListedReport({
					reportId: id,
					reportName: 'Daily',
					reportFrequency: 'DAILY',
					queuedTime: this.shown(queued),
					reportGeneratingTime: generating <= moment ? this.shown(generating) : undefined,
					reportCompletedTime: completed <= moment ? this.shown(completed) : undefined,
					status: completed <= moment ? outcome : generating <= moment ? 'RUNNING' : 'QUEUED',
				}),
			);
	}

	private shown(at: number): string {
		const iso = new Date(at).toISOString();
		return this.wholeSeconds ? iso.replace(/\.\d+Z$/, 'Z') : iso;
	}
}
