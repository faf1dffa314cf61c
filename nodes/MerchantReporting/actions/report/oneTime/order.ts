import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { HOUR, instant } from '../../../../shared/period/times';
import { type Period, utcText } from '../../../../shared/period/period';
import { refusal } from '../../../../shared/problem';
import type { Reporting } from '../../../../shared/service/reporting';
import { isFinal, type Report, reportStatusOf } from '../../../../shared/service/reportingAnswers';
import { AT_A_TIME, orderReport } from '../../../../shared/service/reportingOrders';
import { decodeWithChecksum, encodeWithChecksum } from '../../../../shared/untrusted';
import type { Query } from '../../../../shared/transport/request';
import type { ServiceFailure } from '../../../../shared/transport/serviceFailure';

export interface Part {
	reportName: string;
	window: Period;
	status: string;
	/** alreadyThere: the service had a report with this name and period. */
	outcome?: 'ordered' | 'alreadyThere';
	reportId?: string;
	completedTime?: string;
	/** Why the service didn't accept it yet. */
	noPlace?: ServiceFailure;
}

/** One result, ordered as one or more reports. */
export interface Order {
	reportName: string;
	organizationId: string;
	/** Whether the user named it. Then a report with this name is used, however old it is. */
	hasOwnName: boolean;
	body: IDataObject;
	parts: Part[];
}

export const NOT_ORDERED = 'NOT_ORDERED';

/** A report without its identifier can't be downloaded yet. */
const statusOf = (report: Report, before = 'PENDING'): string => {
	const status = reportStatusOf(report) || before;
	return status === 'COMPLETED' && report.reportId === undefined ? 'PENDING' : status;
};

const isDone = ({ status }: Part): boolean => ['COMPLETED', 'NO_DATA'].includes(status);
export const isReady = ({ parts }: Order): boolean => parts.every(isDone);
export const lateParts = ({ parts }: Order): Part[] => parts.filter((part) => !isDone(part));

async function reportsOf(
	reporting: Reporting,
	{ reportName, window }: Part,
	filters: Query = {},
): Promise<Report[]> {
	const operation = `Look for report "${reportName}"`;
	// A service may leave out a report that ends exactly when the query ends.
	const asked = { ...window, end: window.end.plus({ seconds: 1 }) };
	const reports = await reporting.findReports(asked, operation, 'reportTimeFrame', filters);
	return (reports ?? []).filter(
		(report) =>
			isAt(report.reportStartTime, window.start.toMillis()) &&
			isAt(report.reportEndTime, window.end.toMillis()),
	);
}

async function findReport(reporting: Reporting, part: Part): Promise<Report | undefined> {
	const { reportName } = part;
	const reports = await reportsOf(reporting, part, { reportName });
	return reports.find((report) => report.reportName === reportName);
}

/** A service may write the last second or millisecond of the period as its end, or no time. */
const isAt = (text: string | null | undefined, wanted: number): boolean => {
	const time = instant(text) ?? wanted;
	const isWhole = [0, 999].includes(time % 1000);
	return time === wanted || (isWhole && time < wanted && time >= wanted - 1000);
};

const AGAIN = / \(again (\d+)\)$/;

const baseOf = (name: string): string => name.replace(AGAIN, '');
const timesOf = ({ reportName = '' }: Report): number => Number(AGAIN.exec(reportName)?.[1] ?? 1);

/** A run that is repeated within an hour orders nothing again. Later, there may be more transactions. */
const isUsable = (report: Report, hasOwnName: boolean): boolean => {
	const status = reportStatusOf(report);
	if (status === 'ERROR') return false;
	if (hasOwnName || !isFinal(status)) return true;
	const completed = instant(report.reportCompletedTime);
	return completed !== undefined && DateTime.now().toMillis() - completed < HOUR;
};

/** Checks the parts in progress, and orders as many others as the service accepts at a time. */
export async function advance(reporting: Reporting, order: Order): Promise<Order> {
	const parts: Part[] = [];
	for (const part of order.parts) {
		const late = lateParts({ ...order, parts });
		const isFull = late.length >= AT_A_TIME || late.some(({ status }) => status === NOT_ORDERED);
		if (part.status !== NOT_ORDERED) parts.push(await look(reporting, part));
		else parts.push(isFull ? part : await orderPart(reporting, order, part));
	}
	return { ...order, parts };
}

async function look(reporting: Reporting, part: Part): Promise<Part> {
	if (isDone(part)) return part;
	const report = { reportId: part.reportId, ...(await findReport(reporting, part)) };
	const status = statusOf(report, part.status);
	const { reportId, reportCompletedTime: completedTime } = report;
	return requireMade({ ...part, reportId, status, completedTime });
}

/** Uses a recent report of the same order. If it is too old or failed, the new one gets another name. */
async function orderPart(reporting: Reporting, order: Order, part: Part): Promise<Part> {
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

async function orderOnce(reporting: Reporting, { body, parts }: Order, part: Part): Promise<Part> {
	const { reportName, window } = part;
	const find = async () => await findReport(reporting, part);
	// A service may include the end of a period. No moment may be in two parts.
	const isLast = +window.end === +parts[parts.length - 1].window.end;
	const own = {
		reportName,
		reportFrequency: 'Adhoc',
		reportStartTime: utcText(window.start),
		reportEndTime: utcText(isLast ? window.end : window.end.minus({ milliseconds: 1 })),
	};
	const made = await orderReport(reporting, reportName, { ...body, ...own }, find);
	switch (made.outcome) {
		case 'made':
			return withReport(part, 'ordered', made.result);
		case 'alreadyThere':
			return withReport(part, made.lost === undefined ? 'alreadyThere' : 'ordered', made.result);
		case 'empty':
			return { ...part, status: 'NO_DATA' };
		case 'noPlace':
			return { ...part, noPlace: made.failure };
		case 'notMade':
			throw made.failure;
		case 'unknown':
			throw made.looked === undefined
				? made.failure
				: made.failure.addAdvice(`It could not be looked up either: ${made.looked.message}`);
	}
}

const withReport = (part: Part, outcome: Part['outcome'], report: Report): Part =>
	requireMade({
		...{ ...part, outcome, reportId: report.reportId, status: statusOf(report) },
		completedTime: report.reportCompletedTime,
	});

function requireMade(part: Part): Part {
	if (part.status !== 'ERROR') return part;
	throw refusal(
		`Create one-time report "${part.reportName}": the service failed to make it`,
		`Report ${part.reportId ?? 'without identifier'} has the status ERROR. Run Create One-Time again: it orders this report under another name and keeps the others.`,
	);
}

/** With its version. */
const ORDER_KIND = 'order5';

const asWritten = ({ parts, ...order }: Order) => ({
	...order,
	zone: String(parts[0].window.start.zoneName),
	parts: parts.map(({ reportName, reportId, status, window }) => ({
		reportName,
		reportId,
		status,
		start: utcText(window.start),
		end: utcText(window.end),
	})),
});

export const orderIdOf = (order: Order): string => encodeWithChecksum(ORDER_KIND, asWritten(order));

export function readOrderId(entered: string): Order {
	const written = decodeWithChecksum<ReturnType<typeof asWritten>>(ORDER_KIND, entered);
	if (written === undefined) {
		throw refusal(
			'this is not an order ID, or a part of it is missing',
			'Use the value "orderId" that Create One-Time or Collect puts out.',
			'Order ID',
		);
	}
	const { zone, ...order } = written;
	const parts = order.parts.map(({ start, end, ...part }) => ({
		...part,
		window: { start: DateTime.fromISO(start, { zone }), end: DateTime.fromISO(end, { zone }) },
	}));
	return { ...order, parts };
}
