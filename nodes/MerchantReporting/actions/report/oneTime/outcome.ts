import type { INodeExecutionData } from 'n8n-workflow';

import type { ReportSource, SplitReport } from '../../../../shared/content/reading';
import { showHint } from '../../../../shared/node/errors';
import type { Run } from '../../../../shared/node/resource';
import { offsetText } from '../../../../shared/period/period';
import { type Refusal, refusal } from '../../../../shared/problem';
import { textIn } from '../../../../shared/text';
import { DEFAULT_RETRY_POLICY, pause } from '../../../../shared/transport/retry';
import { receiveAll, type RequestedContent, sourceOf } from '../../common/download';
import type { ReportingRun } from '../../common/fields';
import { withoutUndefined } from '../../common/reportToMake';
import { emptyIfQuiet } from '../listed';
import {
	advance,
	isReady,
	lateParts,
	NOT_ORDERED,
	type Order,
	orderIdOf,
	type Part,
} from './order';

const periodOf = ({ parts }: Order) => ({
	periodStart: offsetText(parts[0].window.start),
	periodEnd: offsetText(parts[parts.length - 1].window.end),
});

export function orderItem(order: Order): INodeExecutionData {
	const { reportName, parts } = order;
	const [{ window, outcome, reportId, completedTime }, ...others] = parts;
	const single = { outcome, reportId, reportCompletedTime: completedTime };
	return {
		json: {
			...withoutUndefined(others.length === 0 ? single : {}),
			status: overall(order),
			ready: isReady(order),
			reportName,
			...periodOf(order),
			periodTimeZone: window.start.zoneName,
			orderId: orderIdOf(order),
			parts: parts.map((part) =>
				withoutUndefined({
					reportName: part.reportName,
					reportId: part.reportId,
					status: part.status,
					periodStart: offsetText(part.window.start),
					periodEnd: offsetText(part.window.end),
				}),
			),
		},
	};
}

function overall(order: Order): string {
	const statuses = new Set(order.parts.map(({ status }) => status));
	return statuses.size === 1 ? [...statuses][0] : isReady(order) ? 'COMPLETED' : 'PENDING';
}

/** All parts, read as one report. */
export async function contentOf(
	run: ReportingRun,
	order: Order,
	wanted: RequestedContent,
): Promise<INodeExecutionData[]> {
	const { reporting } = run;
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
	const accept = body.reportMimeType as string;
	const sources = async function* (): AsyncGenerator<ReportSource> {
		for (const [index, { reportName: name, reportId, window, ...part }] of parts.entries()) {
			const answered =
				part.status === 'COMPLETED' && reportId !== undefined
					? await emptyIfQuiet(
							reporting,
							reporting.downloadById(reportId, accept, `Download report "${name}"`),
							[part.status],
							body.selectedMerchantGroupName,
						)
					: undefined;
			if (answered === undefined || answered.kind === 'empty') {
				partsWithoutData.push(name);
				continue;
			}
			yield sourceOf(answered.body, {
				accept,
				// A generated name ends with a hash.
				fileName: hasOwnName ? name : name.replace(/ [0-9a-f]{8}$/, ''),
				metadata: {
					reportId,
					reportName: name,
					periodStart: offsetText(window.start),
					periodEnd: offsetText(window.end),
					reportCompletedTime: part.completedTime ?? '',
					timeZone,
				},
				definition: textIn(body.reportDefinitionName),
				...(isSplit ? { part: `part ${index + 1} of ${parts.length}`, whole } : {}),
			});
		}
	};
	// '' if unknown, so that every run has the same columns.
	const reportCompletedTime = (isSplit ? undefined : parts[0].completedTime) ?? '';
	const items = await receiveAll(run, sources(), wanted, {
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

/** A report with the user's name is used, however old it is and whatever it contains. */
function tellAge({ context }: Run, { reportName, outcome, completedTime }: Part): void {
	if (outcome !== 'alreadyThere') return;
	showHint(
		context,
		`The report "${reportName}" was already there. It was made at ${completedTime ?? 'an unknown time'}. For newer data, or other fields or filters, use another Report Name.`,
		{ type: 'info' },
	);
}

export function notReady(order: Order): Refusal {
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
const LONGEST_PAUSE = 60_000;
const GROWTH = 1.5;

const statusesOf = ({ parts }: Order): string => parts.map(({ status }) => status).join();

export async function waitUntilReady(
	{ context, reporting }: ReportingRun,
	ordered: Order,
	longestMs: number,
): Promise<Order> {
	const until = Date.now() + longestMs;
	let order = await advance(reporting, ordered);
	for (let wait = firstPause(); !isReady(order);) {
		const remaining = until - Date.now();
		if (remaining <= 0) throw notReady(order);
		const next = Math.min(wait, remaining);
		context.logger.info(
			`One-time report "${order.reportName}": ${lateParts(order).length} of ${order.parts.length} are not ready. Looking again in ${Math.ceil(next / 1000)} s, at most ${Math.ceil(remaining / 60_000)} min longer.`,
		);
		await pause(next, context.getExecutionCancelSignal());
		const before = statusesOf(order);
		order = await advance(reporting, order);
		wait = before === statusesOf(order) ? Math.min(wait * GROWTH, LONGEST_PAUSE) : firstPause();
	}
	return order;
}
