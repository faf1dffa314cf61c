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

/** One of the reports that an order consists of, and what is known of it. */
export interface Part {
	reportName: string;
	window: Period;
	/** As the service says it. */
	status: string;
	/**
	 * ordered: by this run. alreadyThere: a report of this name and period was there.
	 * unknown: the service answered that nothing changed, and the report was not seen since.
	 */
	outcome?: 'ordered' | 'alreadyThere' | 'unknown';
	reportId?: string;
	/** When a report that was already there was completed. */
	completedTime?: string;
	/** Why there is nothing to wait for: no transactions, or no place for another report as yet. */
	failure?: ServiceFailure;
}

/** One result that is ordered as one report or several, for a period that is fixed. */
export interface Order {
	reportName: string;
	organizationId: string;
	/** Whether the user named it: then a report of this name is used, however old it is. */
	hasOwnName: boolean;
	/** What the bodies of all parts have in common. */
	body: IDataObject;
	parts: Part[];
}

export const NOT_ORDERED = 'NOT_ORDERED';

/** Where a part stands: one that may not have been made is to be ordered again. */
export function statusOf({ status, outcome, reportId }: Part): string {
	if (outcome === 'unknown') return NOT_ORDERED;
	return status === 'COMPLETED' && reportId === undefined ? 'PENDING' : status;
}

/** The reports of this period, where the service has any: a list that is "not found" has none yet. */
async function reportsOf(
	reporting: Reporting,
	{ reportName, window }: Part,
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
export async function findReport(reporting: Reporting, part: Part): Promise<Report | undefined> {
	const { reportName } = part;
	const reports = await reportsOf(reporting, part, { reportName });
	return reports.find((report) => report.reportName === reportName);
}

/** A service may write the end as the last second or millisecond of the period, or no time at all. */
const isAt = (text: string | null | undefined, wanted: number): boolean => {
	const time = instant(text) ?? wanted;
	const isWhole = [0, 999].includes(time % 1000);
	return time === wanted || (isWhole && time < wanted && time >= wanted - 1000);
};

const AGAIN = / \(again (\d+)\)$/;

const baseOf = (name: string): string => name.replace(AGAIN, '');
const timesOf = ({ reportName = '' }: Report): number => Number(AGAIN.exec(reportName)?.[1] ?? 1);

/** A run that is repeated soon orders nothing again. After that, transactions may have been added. */
const isUsable = (report: Report, hasOwnName: boolean): boolean => {
	const status = reportStatusOf(report);
	if (status === 'ERROR') return false;
	if (hasOwnName || !isFinal(status)) return true;
	const completed = instant(report.reportCompletedTime);
	return completed !== undefined && DateTime.now().toMillis() - completed < HOUR;
};

/**
 * Orders a report, unless the service is making it already or has just made it. One that is too old, or that it failed
 * to make, is ordered under another name.
 */
export async function orderPart(reporting: Reporting, order: Order, part: Part): Promise<Part> {
	const base = baseOf(part.reportName);
	const known = (await reportsOf(reporting, part))
		.filter(({ reportName = '' }) => baseOf(reportName) === base)
		.sort((a, b) => timesOf(b) - timesOf(a));
	const usable = known.find((report) => isUsable(report, order.hasOwnName));
	if (usable !== undefined) {
		const { reportName = base } = usable;
		return withReport({ ...part, reportName }, 'alreadyThere', usable);
	}
	const again = known.length === 0 ? '' : ` (again ${timesOf(known[0]) + 1})`;
	return await orderOnce(reporting, order, { ...part, reportName: base + again });
}

async function orderOnce(reporting: Reporting, { body }: Order, part: Part): Promise<Part> {
	const { reportName, window } = part;
	const find = async () => await findReport(reporting, part);
	const own = {
		reportName,
		reportFrequency: 'Adhoc',
		reportStartTime: utcText(window.start),
		reportEndTime: utcText(window.end),
	};
	const made = await orderReport(reporting, reportName, { ...body, ...own }, find);
	switch (made.outcome) {
		case 'made': {
			if (made.result !== 'unchanged') return withReport(part, 'ordered', made.result);
			// It was not there before the order: where it is now, the order has made it.
			const report = (await find()) ?? (await lookPatiently(reporting, find));
			return withReport(part, report === undefined ? 'unknown' : 'ordered', report);
		}
		case 'alreadyThere': {
			const report = made.result === 'unchanged' ? undefined : made.result;
			return withReport(part, made.lost === undefined ? 'alreadyThere' : 'ordered', report);
		}
		case 'empty':
			return { ...part, status: 'NO_DATA', failure: made.failure };
		case 'noPlace':
			return { ...part, failure: made.failure };
		case 'notMade':
			throw made.failure;
		case 'unknown':
			throw made.looked === undefined
				? made.failure
				: made.failure.addAdvice(`It could not be looked up either: ${made.looked.message}`);
	}
}

const withReport = (part: Part, outcome: Part['outcome'], report: Report = {}): Part => ({
	...part,
	outcome,
	reportId: report.reportId,
	status: reportStatusOf(report) || 'PENDING',
	completedTime: report.reportCompletedTime,
});
