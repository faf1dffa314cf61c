import type { INodeExecutionData } from 'n8n-workflow';

import type { ReportSource } from '../../../../shared/content/reading';
import type { SplitReport } from '../../../../shared/content/tableSink';
import { showHint } from '../../../../shared/node/errors';
import type { Run } from '../../../../shared/node/resource';
import { offsetText } from '../../../../shared/period/period';
import type { Refusal } from '../../../../shared/problem';
import { refusal } from '../../../../shared/problem';
import type { Reporting } from '../../../../shared/service/reporting';
import { textIn } from '../../../../shared/text';
import type { RequestedContent } from '../../common/download';
import { receiveAll, sourceOf } from '../../common/download';
import { withoutUndefined } from '../../common/reportBody';
import { NOT_ORDERED, type Order, type Part, statusOf } from './order';
import { orderIdOf } from './orderId';
import { downloadMade } from './wait';

const isDone = (status: string): boolean => ['COMPLETED', 'NO_DATA'].includes(status);

export const isReady = ({ parts }: Order): boolean => parts.every((part) => isDone(statusOf(part)));

/** The period of the whole order. */
const periodOf = ({ parts }: Order) => ({
	periodStart: offsetText(parts[0].window.start),
	periodEnd: offsetText(parts[parts.length - 1].window.end),
});

/** Where an order stands, as one item that is no row. */
export function orderItem(order: Order): INodeExecutionData {
	const { reportName, parts } = order;
	const [{ window, outcome, reportId, completedTime }, ...others] = parts;
	const single = { outcome, reportId, reportCompletedTime: completedTime };
	return {
		json: {
			...withoutUndefined(others.length === 0 ? single : {}),
			status: overall(parts.map(statusOf)),
			ready: isReady(order),
			reportName,
			...periodOf(order),
			periodTimeZone: window.start.zoneName,
			orderId: orderIdOf(order),
			parts: parts.map((part) =>
				withoutUndefined({
					reportName: part.reportName,
					reportId: part.reportId,
					status: statusOf(part),
					periodStart: offsetText(part.window.start),
					periodEnd: offsetText(part.window.end),
				}),
			),
		},
	};
}

function overall(statuses: readonly string[]): string {
	if (new Set(statuses).size === 1) return statuses[0];
	if (statuses.includes('ERROR')) return 'ERROR';
	return statuses.every(isDone) ? 'COMPLETED' : 'PENDING';
}

/** The content of all parts, read as one; the ones without transactions add nothing. */
export async function contentOf(
	run: Run,
	reporting: Reporting,
	order: Order,
	wanted: RequestedContent,
): Promise<INodeExecutionData[]> {
	const { reportName, hasOwnName, body, parts } = order;
	const partsWithoutData: string[] = [];
	const whole: SplitReport = {
		reportName,
		...periodOf(order),
		reportIds: parts.flatMap(({ reportId }) => reportId ?? []),
		partsWithoutData,
	};
	if (hasOwnName) parts.forEach((part) => tellAge(run, part));
	const isSplit = parts.length > 1;
	const timeZone = body.timezone as string | undefined;
	const sources = async function* (): AsyncGenerator<ReportSource> {
		for (const [index, { reportName: name, reportId, window, ...part }] of parts.entries()) {
			const answered =
				part.status === 'COMPLETED' && reportId !== undefined
					? await downloadMade(run, reporting, name, reportId, body)
					: undefined;
			if (answered === undefined || answered.kind === 'empty') {
				partsWithoutData.push(name);
				continue;
			}
			yield sourceOf(answered.body, {
				accept: body.reportMimeType as string,
				// The name that an order gets by itself ends with a check of its contents.
				fileName: hasOwnName ? name : name.replace(/ [0-9a-f]{8}$/, ''),
				metadata: {
					reportId,
					reportName: name,
					periodStart: offsetText(window.start),
					periodEnd: offsetText(window.end),
					reportCompletedTime: part.completedTime,
					timeZone,
				},
				definition: textIn(body.reportDefinitionName),
				...(isSplit ? { part: `part ${index + 1} of ${parts.length}`, whole } : {}),
			});
		}
	};
	const reportCompletedTime = isSplit ? undefined : parts[0].completedTime;
	const items = await receiveAll(run, sources(), wanted, {
		what: `One-time report "${reportName}"`,
		fileName: reportName,
		metadata: { reportName, ...periodOf(order), reportCompletedTime, timeZone },
	});
	if (isSplit && wanted.content.output === 'file') {
		const quiet =
			partsWithoutData.length > 0 ? ` ${partsWithoutData.length} had no transactions.` : '';
		showHint(
			run.context,
			`The service makes reports of at most 31 days, so there are ${parts.length}.${quiet} For one file, choose Excel Workbook as Output.`,
			{ type: 'info' },
		);
	}
	return items;
}

/** A report of the user's own name is used however old it is, and whatever fields and filters it has. */
function tellAge({ context }: Run, { reportName, outcome, completedTime }: Part): void {
	if (outcome !== 'alreadyThere') return;
	showHint(
		context,
		`The report "${reportName}" was already there. It was made at ${completedTime ?? 'an unknown time'}. For newer data, or other fields or filters, use another Report Name.`,
		{ type: 'info' },
	);
}

/** Refuses what the service failed to make, or answered "not modified" to and does not have. */
export function refuseFailed(parts: readonly Part[]): void {
	for (const { reportName, status, outcome, reportId = 'without identifier' } of parts) {
		const operation = `Create one-time report "${reportName}"`;
		if (status === 'ERROR') {
			throw refusal(
				`${operation}: the service failed to make it`,
				`Report ${reportId} has the status ERROR. Run Create One-Time again: it orders this report under another name and keeps the others.`,
			);
		}
		if (outcome === 'unknown') {
			throw refusal(
				`${operation}: the service answered "not modified", and it has no report of this name and period`,
				'Run it again. If it happens each time, use another Report Name.',
			);
		}
	}
}

/** Why there is no result: names the parts, and how to get it later. */
export function notReady(order: Order): Refusal {
	const { reportName, parts } = order;
	const late = parts.filter((part) => !isDone(statusOf(part)));
	const names = late.map((part) => {
		const status = statusOf(part);
		return `"${part.reportName}" (${status === NOT_ORDERED ? 'not ordered yet' : status})`;
	});
	return refusal(
		`Create one-time report "${reportName}": ${late.length} of ${parts.length} reports ${late.length === 1 ? 'is' : 'are'} not ready in time: ${names.join(', ')}`,
		`What was ordered is still being made. To get it later, use the action Collect with this order ID: ${orderIdOf(order)}.`,
	);
}
