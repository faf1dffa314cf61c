import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import type { ReportSource } from '../../../../shared/content/reading';
import type { SplitReport } from '../../../../shared/content/tableSink';
import { showHint } from '../../../../shared/node/errors';
import type { Run } from '../../../../shared/node/resource';
import { offsetText } from '../../../../shared/period/period';
import { instant } from '../../../../shared/period/times';
import type { Refusal } from '../../../../shared/problem';
import { refusal } from '../../../../shared/problem';
import type { Reporting } from '../../../../shared/service/reporting';
import { textIn } from '../../../../shared/text';
import type { RequestedContent } from '../../common/download';
import { receiveAll, sourceOf } from '../../common/download';
import { withoutUndefined } from '../../common/reportBody';
import { FRESH_MS, type PartState } from './order';
import type { Order } from './orderId';
import { orderIdOf } from './orderId';
import { downloadMade } from './wait';

const NOT_ORDERED = 'NOT_ORDERED';

function statusOf({ made }: PartState): string {
	if (made === undefined) return NOT_ORDERED;
	if (made.kind !== 'ordered') return made.kind === 'empty' ? 'NO_DATA' : NOT_ORDERED;
	if (made.outcome === 'unknown') return NOT_ORDERED;
	return made.status === 'COMPLETED' && made.reportId === undefined ? 'PENDING' : made.status;
}

const reportIdOf = ({ made }: PartState): string | undefined =>
	made?.kind === 'ordered' ? made.reportId : undefined;

/** When the data of a report that was already there was made. */
const completedTimeOf = ({ made }: PartState): string | undefined =>
	made?.kind === 'ordered' ? made.completedTime : undefined;

export const isReady = (states: readonly PartState[]): boolean =>
	states.every((state) => ['COMPLETED', 'NO_DATA'].includes(statusOf(state)));

export const isFailed = (state: PartState): boolean => statusOf(state) === 'ERROR';

/** The order as it is: what is known of each part goes into its ID. */
const orderNow = (order: Order, states: readonly PartState[]): Order => ({
	...order,
	parts: states.map((state) => ({
		reportName: state.job.reportName,
		window: state.job.window,
		isOrdered: statusOf(state) !== NOT_ORDERED,
		isEmpty: statusOf(state) === 'NO_DATA',
		reportId: reportIdOf(state),
	})),
});

/** Where an order stands, as one item that is no row. */
export function orderItem(order: Order, states: readonly PartState[]): INodeExecutionData {
	const [first] = states;
	const { window } = first.job;
	const { end } = states[states.length - 1].job.window;
	const single =
		states.length === 1
			? {
					outcome: first.made?.kind === 'ordered' ? first.made.outcome : undefined,
					reportId: reportIdOf(first),
					reportCompletedTime: completedTimeOf(first),
				}
			: {};
	return {
		json: {
			...withoutUndefined(single),
			status: overall(states.map(statusOf)),
			ready: isReady(states),
			reportName: order.reportName,
			periodStart: offsetText(window.start),
			periodEnd: offsetText(end),
			periodTimeZone: window.start.zoneName,
			orderId: orderIdOf(orderNow(order, states)),
			parts: states.map((state) =>
				withoutUndefined({
					reportName: state.job.reportName,
					reportId: reportIdOf(state),
					status: statusOf(state),
					periodStart: offsetText(state.job.window.start),
					periodEnd: offsetText(state.job.window.end),
				}),
			),
		},
	};
}

function overall(statuses: readonly string[]): string {
	const different = [...new Set(statuses)];
	if (different.length === 1) return different[0];
	if (different.includes('ERROR')) return 'ERROR';
	const isDone = different.every((status) => ['COMPLETED', 'NO_DATA'].includes(status));
	return isDone ? 'COMPLETED' : 'PENDING';
}

/** The content of all parts, read as one; the ones without transactions add nothing. */
export async function contentOf(
	run: Run,
	reporting: Reporting,
	{ reportName, hasOwnName }: Order,
	states: readonly PartState[],
	wanted: RequestedContent,
): Promise<INodeExecutionData[]> {
	const reportIds = states.flatMap((state) => reportIdOf(state) ?? []);
	const partsWithoutData: string[] = [];
	const whole: SplitReport = {
		reportName,
		periodStart: offsetText(states[0].job.window.start),
		periodEnd: offsetText(states[states.length - 1].job.window.end),
		reportIds,
		partsWithoutData,
	};
	if (hasOwnName) states.forEach((state) => tellAge(run, state));
	const isSplit = states.length > 1;
	const sources = async function* (): AsyncGenerator<ReportSource> {
		for (const [index, state] of states.entries()) {
			const { job } = state;
			const reportId = reportIdOf(state);
			const answered =
				statusOf(state) !== 'COMPLETED' || reportId === undefined
					? undefined
					: await downloadMade(run, reporting, job, reportId);
			if (answered === undefined || answered.kind === 'empty') {
				partsWithoutData.push(job.reportName);
				continue;
			}
			yield sourceOf(answered.body, {
				accept: job.body.reportMimeType as string,
				// The name that an order gets by itself ends with a check of its contents.
				fileName: hasOwnName ? job.reportName : job.reportName.replace(/ [0-9a-f]{8}$/, ''),
				metadata: {
					reportId,
					reportName: job.reportName,
					periodStart: offsetText(job.window.start),
					periodEnd: offsetText(job.window.end),
					reportCompletedTime: completedTimeOf(state),
					timeZone: job.body.timezone as string | undefined,
				},
				definition: textIn(job.body.reportDefinitionName),
				...(isSplit ? { part: `part ${index + 1} of ${states.length}`, whole } : {}),
			});
		}
	};
	const { periodStart, periodEnd } = whole;
	const reportCompletedTime = isSplit ? undefined : completedTimeOf(states[0]);
	const items = await receiveAll(run, sources(), wanted, {
		what: `One-time report "${reportName}"`,
		fileName: reportName,
		metadata: {
			...{ reportName, periodStart, periodEnd, reportCompletedTime },
			timeZone: states[0].job.body.timezone as string | undefined,
		},
	});
	if (isSplit && wanted.content.output === 'file') {
		const quiet =
			partsWithoutData.length > 0 ? ` ${partsWithoutData.length} had no transactions.` : '';
		showHint(
			run.context,
			`The service makes reports of at most 31 days, so there are ${states.length}.${quiet} For one file, choose Excel Workbook as Output.`,
			{ type: 'info' },
		);
	}
	return items;
}

/** A report of the user's own name is used however old it is, and whatever fields and filters it has. */
function tellAge({ context }: Run, { job, made }: PartState): void {
	if (made?.kind !== 'ordered' || made.outcome !== 'alreadyThere') return;
	const age = DateTime.now().toMillis() - (instant(made.completedTime) ?? 0);
	if (age < FRESH_MS && !job.hasOwnName) return;
	showHint(
		context,
		`The report "${job.reportName}" was already there. It was made at ${made.completedTime ?? 'an unknown time'}. For newer data, or other fields or filters, use another Report Name.`,
		{ type: 'info' },
	);
}

/** A part that the service answered "not modified" to, and that it does not have. */
export function refuseNotMade(states: readonly PartState[]): void {
	const notMade = states.find(({ made }) => made?.kind === 'ordered' && made.outcome === 'unknown');
	if (notMade === undefined) return;
	throw refusal(
		`Create one-time report "${notMade.job.reportName}": the service answered "not modified", and it has no report of this name and period`,
		'Run it again. If it happens each time, use another Report Name.',
	);
}

/** Why there is no result: names the parts, and how to get it later. */
export function notReady(order: Order, states: readonly PartState[]): Refusal {
	const late = states.filter((state) => !['COMPLETED', 'NO_DATA'].includes(statusOf(state)));
	const parts = late.map((state) => {
		const status = statusOf(state);
		return `"${state.job.reportName}" (${status === NOT_ORDERED ? 'not ordered yet' : status})`;
	});
	return refusal(
		`Create one-time report "${order.reportName}": ${late.length} of ${states.length} reports ${late.length === 1 ? 'is' : 'are'} not ready in time: ${parts.join(', ')}`,
		`What was ordered is still being made. To get it later, use the action Collect with this order ID: ${orderIdOf(orderNow(order, states))}.`,
	);
}

export const failed = (state: PartState): Refusal =>
	refusal(
		`Create one-time report "${state.job.reportName}": the service failed to make it`,
		`Report ${reportIdOf(state) ?? 'without identifier'} has the status ERROR. Run Create One-Time again: it orders this report under another name and keeps the others.`,
	);
