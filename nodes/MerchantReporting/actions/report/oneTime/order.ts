import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { HOUR, instant } from '../../../../shared/period/times';
import type { Period } from '../../../../shared/period/period';
import { utcText } from '../../../../shared/period/period';
import type { Reporting } from '../../../../shared/service/reporting';
import type { Report } from '../../../../shared/service/reportingAnswers';
import { isFinal, reportStatusOf } from '../../../../shared/service/reportingAnswers';
import { lookPatiently, orderReport } from '../../../../shared/service/reportingOrders';
import type { Query } from '../../../../shared/transport/request';
import type { ServiceFailure } from '../../../../shared/transport/serviceFailure';

/** One of the reports that an order consists of. */
export interface ReportOfOrder {
	reportName: string;
	window: Period;
}

/** One report to be made, and what to send for it. */
export interface Job extends ReportOfOrder {
	body: IDataObject;
	/** Whether the user named it: then a report of this name is used, however old it is. */
	hasOwnName: boolean;
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
	/** When a report that was already there was completed. */
	completedTime?: string;
}

/** Why there is nothing to wait for: no transactions, or no place for another report as yet. */
export interface NotOrdered {
	kind: 'empty' | 'noPlace';
	failure: ServiceFailure;
}

export const jobFor = (part: ReportOfOrder, body: IDataObject, hasOwnName: boolean): Job => ({
	...part,
	hasOwnName,
	body: {
		...body,
		reportName: part.reportName,
		reportFrequency: 'Adhoc',
		reportStartTime: utcText(part.window.start),
		reportEndTime: utcText(part.window.end),
	},
});

/** The reports of this period, where the service has any: a list that is "not found" has none yet. */
async function reportsOf(
	reporting: Reporting,
	{ reportName, window }: ReportOfOrder,
	filters: Query = {},
): Promise<Report[]> {
	const operation = `Look for report "${reportName}"`;
	// A service may leave out a report that ends with the very end of what is asked for.
	const asked = { ...window, end: window.end.plus({ seconds: 1 }) };
	const reports = await reporting.findReports(asked, operation, 'reportTimeFrame', filters);
	return (reports ?? []).filter(
		(report) =>
			isAt(report.reportStartTime, window.start.toMillis()) &&
			isAt(report.reportEndTime, window.end.toMillis()),
	);
}

/** The report of this very name. */
export async function findReport(
	reporting: Reporting,
	job: ReportOfOrder,
): Promise<Report | undefined> {
	const { reportName } = job;
	const reports = await reportsOf(reporting, job, { reportName });
	return reports.find((report) => report.reportName === reportName);
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

/** A run that is repeated soon orders nothing again. After that, transactions may have been added. */
export const FRESH_MS = HOUR;

const AGAIN = / \(again (\d+)\)$/;

const baseOf = (name: string): string => name.replace(AGAIN, '');
const timesOf = (name: string): number => Number(AGAIN.exec(name)?.[1] ?? 1);

const isUsable = (report: Report, hasOwnName: boolean): boolean => {
	const status = reportStatusOf(report);
	if (status === 'ERROR') return false;
	if (hasOwnName || !isFinal(status)) return true;
	const completed = instant(report.reportCompletedTime);
	return completed !== undefined && DateTime.now().toMillis() - completed < FRESH_MS;
};

/**
 * Orders a report, unless the service is making it already or has just made it. One that is too old, or that it failed
 * to make, is ordered under another name.
 */
export async function order(reporting: Reporting, job: Job): Promise<PartState> {
	const base = baseOf(job.reportName);
	const known = (await reportsOf(reporting, job))
		.filter(({ reportName = '' }) => baseOf(reportName) === base)
		.sort((a, b) => timesOf(b.reportName ?? '') - timesOf(a.reportName ?? ''));
	const usable = known.find((report) => isUsable(report, job.hasOwnName));
	if (usable !== undefined) {
		const state = ordered('alreadyThere', usable);
		return { job: withName(job, usable.reportName ?? base), made: state };
	}
	const [last] = known as [Report?];
	const name = last === undefined ? base : `${base} (again ${timesOf(last.reportName ?? '') + 1})`;
	const named = withName(job, name);
	return { job: named, made: await orderOnce(reporting, named) };
}

const withName = (job: Job, reportName: string): Job => ({
	...job,
	reportName,
	body: { ...job.body, reportName },
});

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
				: made.failure.addAdvice(`It could not be looked up either: ${made.looked.message}`);
	}
}

const ordered = (outcome: Ordered['outcome'], report: Report = {}): Ordered => ({
	kind: 'ordered',
	outcome,
	reportId: report.reportId,
	status: reportStatusOf(report) || 'PENDING',
	completedTime: report.reportCompletedTime,
});
