import { createHash } from 'crypto';
import type { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { flagField, textField } from '../../../shared/node/fields';
import { definitionLabel } from '../../../shared/catalog/definitions';
import {
	given,
	read,
	readCollection,
	readInRange,
	readFlag,
	readOptions,
} from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { splitPeriod } from '../../../shared/period/period';
import { checked, readAll } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { AT_A_TIME } from '../../../shared/service/reportingOrders';
import { contentOptions, contentFields, readWanted } from '../common/download';
import {
	emptyRefusal,
	failIfEmptyOption,
	optionsOf,
	readFailIfEmpty,
	readOrganizationId,
} from '../common/options';
import { checkPeriod, LONGEST_DAYS, periodFields } from '../common/period';
import { CSV } from '../common/reportBody';
import { additionalFields, reportFields } from '../common/reportFields';
import { completeFields, readReportToMake, tellFieldsForTotals } from '../common/reportToMake';
import { NOT_ORDERED, type Order, orderPart, type Part } from './oneTime/order';
import { contentOf, isReady, notReady, orderItem, refuseFailed } from './oneTime/outcome';
import { orderWhenFree, waitUntilReady } from './oneTime/wait';

/** The longest period of one report, and of all that are ordered together. */
const MOST_DAYS = 24 * LONGEST_DAYS;

export const createOneTime = operation({
	name: 'Create One-Time',
	action: 'Create one-time report',
	description:
		'Order a report for a period, wait for it, and get what you earned as totals, rows or a workbook',
	subtitle: 'Create One-Time Report',
	builderHint:
		'Use it for what was earned in any period: it orders a report, waits for it, and returns totals, rows or a workbook. For a report that a subscription creates anyway, use download.',
	fields: [
		...reportFields,
		...periodFields,
		flagField(
			'Wait Until Ready',
			'wait',
			'Whether to wait and return the content. Otherwise you get an "orderId" for Collect.',
			{ default: true },
		),
		...contentFields({ wait: [true] }),
		additionalFields(
			textField('Report Name', 'reportName', {
				placeholder: 'e.g. Transactions 2026-03',
				description:
					'A unique name of up to 250 characters. If a report with this name and period exists, the node uses it.',
			}),
		),
		optionsOf(...contentOptions({ '/wait': [true] }), failIfEmptyOption, {
			displayName: 'Maximum Wait (Minutes)',
			name: 'waitMinutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1440 },
			default: 30,
			description:
				'A large report can take more than six hours. For those, turn off Wait Until Ready and use Collect in a loop.',
		}),
	],
	prepare: (item) => {
		const wait = readFlag(item, 'wait', true);
		return {
			...readAll({
				ordered: () => readOrder(item),
				waiting: () => (wait ? readWaiting(item) : undefined),
			}),
			failIfEmpty: readFailIfEmpty(item),
			organizationId: readOrganizationId(item),
		};
	},
	carryOut: async ({ ordered, waiting, failIfEmpty, organizationId }, run) => {
		const reporting = new Reporting(run.transport, organizationId);
		const { windows, report } = ordered;
		const reportFieldsOfAll = await completeFields(run, reporting, report);
		const body = { reportMimeType: CSV, ...report.body, reportFields: reportFieldsOfAll };
		await tellFieldsForTotals(run, reporting, body.reportDefinitionName, reportFieldsOfAll);
		const hasOwnName = ordered.reportName !== '';
		const reportName = ordered.reportName || nameFor(body, windows);
		const order: Order = {
			...{ reportName, organizationId, hasOwnName, body },
			parts: namesOf(reportName, windows.length).map((name, i) => ({
				...{ reportName: name, window: windows[i], status: NOT_ORDERED },
			})),
		};
		if (waiting === undefined) return await orderOnly(reporting, order, failIfEmpty);

		const until = Date.now() + waiting.longestMs;
		const parts = await inThrees(order.parts, async (part, isStopped) => {
			const limits = { until, isStopped };
			const ordered = await orderWhenFree(run, reporting, order, part, limits);
			const made = await waitUntilReady(run, reporting, ordered, limits);
			refuseFailed([made]);
			return made;
		});
		const done = { ...order, parts };
		if (!isReady(done)) throw notReady(done);
		return await contentOf(run, reporting, done, waiting.wanted);
	},
});

/**
 * Works on all jobs, three at a time, and gives the results in the order of the jobs. After a failure no
 * other job is begun; those under way can ask whether to stop, and are seen to their end before the error is
 * thrown.
 */
async function inThrees<Job, Result>(
	jobs: readonly Job[],
	work: (job: Job, isStopped: () => boolean) => Promise<Result>,
): Promise<Result[]> {
	const results = new Array<Result>(jobs.length);
	const failures: unknown[] = [];
	const isStopped = () => failures.length > 0;
	let next = 0;
	const worker = async () => {
		while (next < jobs.length && !isStopped()) {
			const index = next++;
			try {
				results[index] = await work(jobs[index], isStopped);
			} catch (error) {
				failures.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_A_TIME, jobs.length) }, worker));
	if (isStopped()) throw failures[0];
	return results;
}

/** Orders what the service has a place for; the rest is ordered when it is collected. */
async function orderOnly(
	reporting: Reporting,
	order: Order,
	failIfEmpty: boolean,
): Promise<INodeExecutionData[]> {
	const parts: Part[] = [];
	for (const part of order.parts) {
		const isFull = parts.some(({ status }) => status === NOT_ORDERED);
		parts.push(isFull ? part : await orderPart(reporting, order, part));
	}
	const [{ status, failure }] = parts;
	if (failure !== undefined && status === NOT_ORDERED) throw failure;
	refuseFailed(parts);
	const isEmpty = (part: Part) => part.status === 'NO_DATA' && part.failure !== undefined;
	if (!parts.every(isEmpty)) return [orderItem({ ...order, parts })];
	if (failIfEmpty && failure !== undefined) throw emptyRefusal(failure.message);
	return [];
}

/** The periods that end now: another run is about another one. */
const UNTIL_NOW = ['today', 'monthToDate'];

function readOrder(item: Item) {
	const period = checkPeriod(item, { maxDays: MOST_DAYS });
	const windows = 'value' in period ? splitPeriod(period.value, LONGEST_DAYS) : [];
	const { reportName: entered } = readCollection(item, 'additionalFields');
	const end = windows.at(-1)?.end;
	const isUntilNow = UNTIL_NOW.includes(read<string>(item, 'period'));
	const name = given(entered, 'Report Name') ?? '';
	const reportName =
		name !== '' && isUntilNow && end !== undefined ? `${name} ${inName(end)}` : name;
	const longest = namesOf(reportName || 'Named by the node', windows.length).at(-1) ?? reportName;
	const zone = windows[0]?.start.zoneName ?? undefined;
	const { report } = readAll({
		period: () => checked(period),
		report: () => readReportToMake(item, longest, zone),
	});
	return { reportName, windows, report };
}

const inName = (at: DateTime): string => at.toFormat('yyyy-MM-dd HHmmss');

const namesOf = (name: string, count: number): string[] =>
	Array.from({ length: count }, (_, i) =>
		count === 1 ? name : `${name} part ${i + 1} of ${count}`,
	);

/** The same order has the same name, and any other one another: a report is known by it. */
function nameFor(body: IDataObject, windows: readonly Period[]): string {
	const { start } = windows[0];
	const { end } = windows[windows.length - 1];
	const order = JSON.stringify([{ ...body, reportName: undefined }, +start, +end]);
	const check = createHash('sha256').update(order).digest('hex').slice(0, 8);
	const first = start.toFormat('yyyy-MM-dd');
	const last = end.minus({ milliseconds: 1 }).toFormat('yyyy-MM-dd');
	const days = first === last ? first : `${first} to ${last}`;
	return `${definitionLabel(body.reportDefinitionName as string)} ${days} ${check}`;
}

const readWaiting = (item: Item) =>
	readAll({
		wanted: () => readWanted(item),
		longestMs: () =>
			readInRange('Maximum Wait (Minutes)', readOptions(item).waitMinutes, {
				fallback: 30,
				least: 0.001,
				most: 1440,
				fraction: true,
			}) * 60_000,
	});
