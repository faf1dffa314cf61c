import type { IDataObject } from 'n8n-workflow';

import { instant } from '../../../../shared/period/instant';
import type { Period } from '../../../../shared/period/period';
import { utcText } from '../../../../shared/period/period';
import type { Reporting } from '../../../../shared/service/reporting';
import type { Report } from '../../../../shared/service/reportingAnswers';
import { reportStatusOf } from '../../../../shared/service/reportingAnswers';
import { lookPatiently, orderReport } from '../../../../shared/service/reportingOrders';
import type { ServiceFailure } from '../../../../shared/transport/serviceFailure';

/** One of the reports that an order consists of. */
export interface Part {
	reportName: string;
	window: Period;
}

/** One report to be made, and what to send for it. */
export interface Job extends Part {
	body: IDataObject;
}

export interface Ordered {
	kind: 'ordered';
	/**
	 * created: by this run. existing: a report of this name and period was there already.
	 * unchanged: the service answered that nothing changed, and the report was not seen since.
	 */
	result: 'created' | 'existing' | 'unchanged';
	reportId?: string;
	status: string;
}

/** Why there is nothing to wait for: no transactions, or no place for another report as yet. */
export interface NotOrdered {
	kind: 'empty' | 'noPlace';
	failure: ServiceFailure;
}

export const jobFor = (part: Part, body: IDataObject): Job => ({
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
export async function findReport(reporting: Reporting, job: Part): Promise<Report | undefined> {
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

/** Orders a report once, however often it is tried: a report of its name and period is looked for first. */
export async function order(reporting: Reporting, job: Job): Promise<Ordered | NotOrdered> {
	const { reportName, body } = job;
	const made = await orderReport(
		reporting,
		reportName,
		body,
		async () => await findReport(reporting, job),
	);
	switch (made.outcome) {
		case 'made': {
			if (made.result === 'unchanged') {
				// It was not there before the order: where it is now, the order has made it.
				const find = async () => await findReport(reporting, job);
				const report = (await find()) ?? (await lookPatiently(reporting, find));
				return ordered(report === undefined ? 'unchanged' : 'created', report);
			}
			const isNamed = made.result.reportId !== undefined;
			return ordered('created', isNamed ? made.result : await findReport(reporting, job));
		}
		case 'alreadyThere': {
			const report = made.result === 'unchanged' ? undefined : made.result;
			return ordered(made.lost === undefined ? 'existing' : 'created', report);
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

const ordered = (result: Ordered['result'], report: Report = {}): Ordered => ({
	kind: 'ordered',
	result,
	reportId: report.reportId,
	status: reportStatusOf(report) || 'PENDING',
});
