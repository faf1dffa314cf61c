import type { IDataObject } from 'n8n-workflow';

import { instant } from '../../../../shared/period/times';
import type { Period } from '../../../../shared/period/period';
import { utcText } from '../../../../shared/period/period';
import type { Reporting } from '../../../../shared/service/reporting';
import type { Report } from '../../../../shared/service/reportingAnswers';
import { reportStatusOf } from '../../../../shared/service/reportingAnswers';
import { lookPatiently, orderReport } from '../../../../shared/service/reportingOrders';
import type { ServiceFailure } from '../../../../shared/transport/serviceFailure';

/** One of the reports that an order consists of. */
export interface ReportOfOrder {
	reportName: string;
	window: Period;
}

/** One report to be made, and what to send for it. */
export interface Job extends ReportOfOrder {
	body: IDataObject;
}

export interface Ordered {
	kind: 'ordered';
	/**
	 * ordered: by this run. alreadyThere: a report of this name and period was there.
	 * unknown: the service answered that nothing changed, and the report was not seen since.
	 */
	outcome: 'ordered' | 'alreadyThere' | 'unknown';
	reportId?: string;
	status: string;
}

/** Why there is nothing to wait for: no transactions, or no place for another report as yet. */
export interface NotOrdered {
	kind: 'empty' | 'noPlace';
	failure: ServiceFailure;
}

export const jobFor = (part: ReportOfOrder, body: IDataObject): Job => ({
	...part,
	body: {
		...body,
		reportName: part.reportName,
		reportFrequency: 'Adhoc',
		reportStartTime: utcText(part.window.start),
		reportEndTime: utcText(part.window.end),
	},
});

/** The report of this name and period, where the service has it: a list that is "not found" has none yet. */
export async function findReport(
	reporting: Reporting,
	job: ReportOfOrder,
): Promise<Report | undefined> {
	const { reportName, window } = job;
	const operation = `Look for report "${reportName}"`;
	const filters = { reportName };
	// A service may leave out a report that ends with the very end of what is asked for.
	const asked = { ...window, end: window.end.plus({ seconds: 1 }) };
	const reports = await reporting.findReports(asked, operation, 'reportTimeFrame', filters);
	return reports?.find(
		(report) =>
			report.reportName === reportName &&
			isAt(report.reportStartTime, window.start.toMillis()) &&
			isAt(report.reportEndTime, window.end.toMillis()),
	);
}

/** A service may write the end as the last second or millisecond of the period, or no time at all. */
const isAt = (text: string | null | undefined, wanted: number): boolean => {
	const time = instant(text) ?? wanted;
	const isWhole = [0, 999].includes(time % 1000);
	return time === wanted || (isWhole && time < wanted && time >= wanted - 1000);
};

/** A part of an order and what happened to it; undefined where it was not ordered yet. */
export interface PartState {
	job: Job;
	made: Ordered | NotOrdered | undefined;
}

/** How often a part is ordered at most, the first time included. */
const MOST_TIMES = 4;
const TIMES = /^(.*) \(again (\d)\)$/s;

/** The same part under the next name, after the service failed to make it; undefined after too many times. */
function jobAgain(job: Job): Job | undefined {
	const [, name = job.reportName, times = '1'] = TIMES.exec(job.reportName) ?? [];
	const next = Number(times) + 1;
	if (next > MOST_TIMES) return undefined;
	const reportName = `${name} (again ${next})`;
	return { ...job, reportName, body: { ...job.body, reportName } };
}

/**
 * Orders a report once, however often it is tried: a report of its name and period is looked for first. One that the
 * service failed to make before is ordered under another name.
 */
export async function order(reporting: Reporting, job: Job): Promise<PartState> {
	const made = await orderOnce(reporting, job);
	const hasFailed =
		made.kind === 'ordered' && made.outcome === 'alreadyThere' && made.status === 'ERROR';
	const next = hasFailed ? jobAgain(job) : undefined;
	return next === undefined ? { job, made } : await order(reporting, next);
}

async function orderOnce(reporting: Reporting, job: Job): Promise<Ordered | NotOrdered> {
	const find = async () => await findReport(reporting, job);
	const made = await orderReport(reporting, job.reportName, job.body, find);
	switch (made.outcome) {
		case 'made': {
			if (made.result !== 'unchanged') return ordered('ordered', made.result);
			// It was not there before the order: where it is now, the order has made it.
			const report = (await find()) ?? (await lookPatiently(reporting, find));
			return ordered(report === undefined ? 'unknown' : 'ordered', report);
		}
		case 'alreadyThere': {
			const report = made.result === 'unchanged' ? undefined : made.result;
			return ordered(made.lost === undefined ? 'alreadyThere' : 'ordered', report);
		}
		case 'empty':
		case 'noPlace':
			return { kind: made.outcome, failure: made.failure };
		case 'notMade':
			throw made.failure;
		case 'unknown':
			throw made.looked === undefined
				? made.failure
				: made.failure.advise(`It could not be looked up either: ${made.looked.message}`);
	}
}

const ordered = (outcome: Ordered['outcome'], report: Report = {}): Ordered => ({
	kind: 'ordered',
	outcome,
	reportId: report.reportId,
	status: reportStatusOf(report) || 'PENDING',
});
