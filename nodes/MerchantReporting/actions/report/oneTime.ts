import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ReportSource, SplitReport } from '../../../shared/content/reading';
import { showHint } from '../../../shared/node/output';
import type { ItemRun } from '../../../shared/node/resource';
import { formatIso, type Period, formatUtc } from '../../../shared/period/period';
import { HOUR, parseTime } from '../../../shared/period/times';
import { type Refusal, refusal } from '../../../shared/problem';
import type { Reporting } from '../../../shared/service/reporting';
import {
	isFinalStatus,
	type Report,
	reportStatusOf,
} from '../../../shared/service/reportResponses';
import { MAX_RUNNING_ORDERS, orderReport } from '../../../shared/service/reportingOrders';
import { textOrEmpty } from '../../../shared/text';
import type { Query } from '../../../shared/transport/transport';
import { DEFAULT_RETRY_POLICY, pause } from '../../../shared/transport/retry';
import type { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { Download } from '../../../shared/transport/stream';
import { decodeWithChecksum, encodeWithChecksum } from '../../../shared/untrusted';
import { sourcesToOutput, type RequestedContent, toReportSource } from '../common/download';
import type { ReportingRun } from '../common/fields';
import { withoutUndefined } from '../common/reportToMake';
import { emptyIfNoTransactions } from './listed';

interface Part {
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
export interface ReportOrder {
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
export const isOrderReady = ({ parts }: ReportOrder): boolean => parts.every(isDone);
const lateParts = ({ parts }: ReportOrder): Part[] => parts.filter((part) => !isDone(part));

async function reportsOf(
	reporting: Reporting,
	{ reportName, window }: Part,
	filters: Query = {},
): Promise<Report[]> {
	const operation = `Look for report "${reportName}"`;
	// A service may leave out a report that ends exactly when the query ends.
	const queried = { ...window, end: window.end.plus({ seconds: 1 }) };
	const reports = await reporting.findReports(queried, operation, 'reportTimeFrame', filters);
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
const isAt = (text: string | null | undefined, expected: number): boolean => {
	const time = parseTime(text) ?? expected;
	const isWhole = [0, 999].includes(time % 1000);
	return time === expected || (isWhole && time < expected && time >= expected - 1000);
};

const AGAIN = / \(again (\d+)\)$/;

const baseOf = (name: string): string => name.replace(AGAIN, '');
const timesOf = ({ reportName = '' }: Report): number => Number(AGAIN.exec(reportName)?.[1] ?? 1);

/** A run repeated within an hour orders nothing again. Later, there may be more transactions. */
const isUsable = (report: Report, hasOwnName: boolean): boolean => {
	const status = reportStatusOf(report);
	if (status === 'ERROR') return false;
	if (hasOwnName || !isFinalStatus(status)) return true;
	const completed = parseTime(report.reportCompletedTime);
	return completed !== undefined && DateTime.now().toMillis() - completed < HOUR;
};

/** Checks the parts in progress, and orders as many others as the service accepts at a time. */
export async function advanceOrder(reporting: Reporting, order: ReportOrder): Promise<ReportOrder> {
	const parts: Part[] = [];
	for (const part of order.parts) {
		const late = lateParts({ ...order, parts });
		const isFull =
			late.length >= MAX_RUNNING_ORDERS || late.some(({ status }) => status === NOT_ORDERED);
		if (part.status !== NOT_ORDERED) parts.push(await checkPart(reporting, part));
		else parts.push(isFull ? part : await orderPart(reporting, order, part));
	}
	return { ...order, parts };
}

async function checkPart(reporting: Reporting, part: Part): Promise<Part> {
	if (isDone(part)) return part;
	const report = { reportId: part.reportId, ...(await findReport(reporting, part)) };
	const status = statusOf(report, part.status);
	const { reportId, reportCompletedTime: completedTime } = report;
	return requireMade({ ...part, reportId, status, completedTime });
}

/** Uses a recent report of the same order. If it is too old or failed, the new one gets another name. */
async function orderPart(reporting: Reporting, order: ReportOrder, part: Part): Promise<Part> {
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

async function orderOnce(
	reporting: Reporting,
	{ body, parts }: ReportOrder,
	part: Part,
): Promise<Part> {
	const { reportName, window } = part;
	const find = async () => await findReport(reporting, part);
	// A service may include the end of a period. No moment may be in two parts.
	const isLast = +window.end === +parts[parts.length - 1].window.end;
	const own = {
		reportName,
		reportFrequency: 'Adhoc',
		reportStartTime: formatUtc(window.start),
		reportEndTime: formatUtc(isLast ? window.end : window.end.minus({ milliseconds: 1 })),
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

/** Ends with the version of the format, so that order IDs of another one are refused. */
const ORDER_KIND = 'order5';

const asWritten = ({ parts, ...order }: ReportOrder) => ({
	...order,
	zone: String(parts[0].window.start.zoneName),
	parts: parts.map(({ reportName, reportId, status, window }) => ({
		reportName,
		reportId,
		status,
		start: formatUtc(window.start),
		end: formatUtc(window.end),
	})),
});

export const orderIdOf = (order: ReportOrder): string =>
	encodeWithChecksum(ORDER_KIND, asWritten(order));

export function readOrderId(entered: string): ReportOrder {
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

const periodOf = ({ parts }: ReportOrder) => ({
	periodStart: formatIso(parts[0].window.start),
	periodEnd: formatIso(parts[parts.length - 1].window.end),
});

export function orderItem(order: ReportOrder): INodeExecutionData {
	const { reportName, parts } = order;
	const [{ window, outcome, reportId, completedTime }, ...others] = parts;
	const single = { outcome, reportId, reportCompletedTime: completedTime };
	return {
		json: {
			...withoutUndefined(others.length === 0 ? single : {}),
			status: overall(order),
			ready: isOrderReady(order),
			reportName,
			...periodOf(order),
			periodTimeZone: window.start.zoneName,
			orderId: orderIdOf(order),
			parts: parts.map((part) =>
				withoutUndefined({
					reportName: part.reportName,
					reportId: part.reportId,
					status: part.status,
					periodStart: formatIso(part.window.start),
					periodEnd: formatIso(part.window.end),
				}),
			),
		},
	};
}

function overall(order: ReportOrder): string {
	const statuses = new Set(order.parts.map(({ status }) => status));
	return statuses.size === 1 ? [...statuses][0] : isOrderReady(order) ? 'COMPLETED' : 'PENDING';
}

/** Undefined if the service has no data for it. */
async function downloadPart(
	{ reporting }: ReportingRun,
	{ body }: ReportOrder,
	{ reportName, reportId, status }: Part,
): Promise<Download | undefined> {
	if (status !== 'COMPLETED' || reportId === undefined) return undefined;
	const response = await emptyIfNoTransactions(
		reporting,
		reporting.downloadById(
			reportId,
			body.reportMimeType as string,
			`Download report "${reportName}"`,
		),
		[status],
		body.selectedMerchantGroupName,
	);
	return response.kind === 'empty' ? undefined : response.body;
}

export async function downloadOrder(
	run: ReportingRun,
	order: ReportOrder,
	requested: RequestedContent,
): Promise<INodeExecutionData[]> {
	const { reportName, hasOwnName, body, parts } = order;
	const partsWithoutData: string[] = [];
	const whole: SplitReport = {
		reportName,
		...periodOf(order),
		reportIds: parts.flatMap(({ reportId }) => reportId ?? []),
		partsWithoutData,
	};
	if (hasOwnName) parts.forEach((part) => showAge(run, part));
	const isSplit = parts.length > 1;
	const timeZone = body.timezone as string | undefined;
	const accept = body.reportMimeType as string;
	const sources = async function* (): AsyncGenerator<ReportSource> {
		for (const [index, part] of parts.entries()) {
			const { reportName: name, reportId, window } = part;
			const stream = await downloadPart(run, order, part);
			if (stream === undefined) {
				partsWithoutData.push(name);
				continue;
			}
			yield toReportSource(stream, {
				accept,
				// A generated name ends with a hash.
				fileName: hasOwnName ? name : name.replace(/ [0-9a-f]{8}$/, ''),
				metadata: {
					reportId,
					reportName: name,
					periodStart: formatIso(window.start),
					periodEnd: formatIso(window.end),
					reportCompletedTime: part.completedTime ?? '',
					timeZone,
				},
				definition: textOrEmpty(body.reportDefinitionName),
				...(isSplit ? { part: `part ${index + 1} of ${parts.length}`, whole } : {}),
			});
		}
	};
	// '' if unknown, so that every run has the same columns.
	const reportCompletedTime = (isSplit ? undefined : parts[0].completedTime) ?? '';
	const items = await sourcesToOutput(run, sources(), requested, {
		fileName: reportName,
		metadata: { reportName, ...periodOf(order), reportCompletedTime, timeZone },
	});
	if (isSplit && requested.content.output === 'file') {
		const quiet = partsWithoutData.length > 0 ? ` ${partsWithoutData.length} had no data.` : '';
		showHint(
			run.context,
			`The service makes reports of at most 31 days, so there are ${parts.length}.${quiet} For one file, choose Excel Workbook as Output.`,
			{ type: 'info' },
		);
	}
	return items;
}

function showAge({ context }: ItemRun, { reportName, outcome, completedTime }: Part): void {
	if (outcome !== 'alreadyThere') return;
	showHint(
		context,
		`The report "${reportName}" was already there. It was made at ${completedTime ?? 'an unknown time'}. For newer data, or other fields or filters, use another Report Name.`,
		{ type: 'info' },
	);
}

function notReady(order: ReportOrder): Refusal {
	const { reportName, parts } = order;
	const late = lateParts(order);
	const names = late.map(({ reportName: name, status, reportId }) => {
		const unlisted = reportId === undefined ? 'not listed by the service yet' : status;
		return `"${name}" (${status === NOT_ORDERED ? 'not ordered yet' : unlisted})`;
	});
	return refusal(
		`Create one-time report "${reportName}": ${late.length} of ${parts.length} reports ${late.length === 1 ? 'is' : 'are'} not ready in time: ${names.join(', ')}`,
		`To get it later, use the action Collect with this order ID: ${orderIdOf(order)}.`,
	);
}

/** 5 seconds. Tests shorten it with the pause between retries. */
const firstPause = (): number => 10 * DEFAULT_RETRY_POLICY.pause;
const MAX_PAUSE = 60_000;
const GROWTH = 1.5;

const statusesOf = ({ parts }: ReportOrder): string => parts.map(({ status }) => status).join();

export async function waitUntilReady(
	{ context, reporting }: ReportingRun,
	ordered: ReportOrder,
	longestMs: number,
): Promise<ReportOrder> {
	const until = Date.now() + longestMs;
	let order = await advanceOrder(reporting, ordered);
	for (let wait = firstPause(); !isOrderReady(order);) {
		const remaining = until - Date.now();
		if (remaining <= 0) throw notReady(order);
		const next = Math.min(wait, remaining);
		context.logger.info(
			`One-time report "${order.reportName}": ${lateParts(order).length} of ${order.parts.length} are not ready. Looking again in ${Math.ceil(next / 1000)} s, at most ${Math.ceil(remaining / 60_000)} min longer.`,
		);
		await pause(next, context.getExecutionCancelSignal());
		const before = statusesOf(order);
		order = await advanceOrder(reporting, order);
		wait = before === statusesOf(order) ? Math.min(wait * GROWTH, MAX_PAUSE) : firstPause();
	}
	return order;
}
