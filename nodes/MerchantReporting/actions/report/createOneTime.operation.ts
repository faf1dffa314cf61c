import type { INodeExecutionData } from 'n8n-workflow';

import {
	given,
	read,
	readCollection,
	readFlag,
	readOptions,
	readText,
} from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { splitPeriod } from '../../../shared/period/period';
import { checked, problemsOf, readAll, refusal, refuseErrors } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { controlTotalOption, downloadFields, joinsWorkbook, readWanted } from '../common/download';
import {
	emptyRefusal,
	failIfEmptyOption,
	readFailIfEmpty,
	readUnclear,
	unclearOption,
} from '../common/empty';
import { optionsOneByOne, readOrganizationId } from '../common/options';
import { checkPeriod, periodFields } from '../common/period';
import { reportFields, reportSettings } from '../common/reportFields';
import type { ReportToMake } from '../common/reportToMake';
import { checkReport, completeFields } from '../common/reportToMake';
import { jobAgain, longestName, orderAgainOption, readOrderAgain } from './oneTime/again';
import { inThrees } from './oneTime/inThrees';
import type { Job } from './oneTime/order';
import { jobFor, order } from './oneTime/order';
import type { Order, OrderedPart } from './oneTime/orderId';
import type { PartState } from './oneTime/outcome';
import {
	contentOf,
	failed,
	isFailed,
	isReady,
	notReady,
	orderItem,
	refuseNotMade,
} from './oneTime/outcome';
import type { Waiting } from './oneTime/wait';
import { orderWhenFree, waitUntilReady } from './oneTime/wait';

/** The longest period of a one-time report. */
const LONGEST_DAYS = 31;

export const createOneTime = operation({
	name: 'Create One-Time',
	action: 'Create one-time report',
	description: 'Order a report for a period, wait until it is ready, and get it',
	subtitle: 'Create One-Time Report',
	fields: [
		{
			displayName:
				'If a report with this name and period exists, the node uses it and does not order another one. Put the date in the name to order a new report each time.',
			name: 'oneTimeNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Report Name',
			name: 'reportName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Transactions 2026-03',
			description: 'A unique name of up to 250 characters',
		},
		...reportFields,
		...periodFields,
		{
			displayName: 'Split Long Period',
			name: 'splitPeriod',
			type: 'boolean',
			default: false,
			description:
				'Whether to order a period over 31 days as several reports and join the results. Otherwise such a period is an error.',
		},
		{
			displayName: 'Wait Until Ready',
			name: 'wait',
			type: 'boolean',
			default: true,
			description:
				'Whether to wait for the report and return its content. Otherwise the node returns the "orderId" right away. Get the content later with Collect.',
		},
		{
			displayName: 'Maximum Wait (Minutes)',
			name: 'waitMinutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1440 },
			default: 30,
			description:
				'How long to wait. A large report can take more than six hours. To keep your worker free, turn off Wait Until Ready and use Collect in a loop.',
			displayOptions: { show: { wait: [true] } },
		},
		...downloadFields({ wait: [true] }),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				...reportSettings,
				{
					displayName: 'Time Zone Name or ID',
					name: 'timeZone',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getTimeZones' },
					default: '',
					description:
						'The time zone of the report, if it differs from that of the period. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
			],
		},
		optionsOneByOne(
			controlTotalOption,
			failIfEmptyOption,
			{
				displayName: 'First Check After (Seconds)',
				name: 'firstLookSeconds',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 5,
				description:
					'How long to wait before the first check. The pauses get longer, up to a minute.',
			},
			{
				displayName: 'If Not Ready in Time',
				name: 'whenLate',
				type: 'options',
				default: 'error',
				description: 'What to do when a report is not ready after Maximum Wait',
				options: [
					{
						name: 'Return Status',
						value: 'status',
						description: 'One item with "ready": false and the "orderId", and no rows',
					},
					{
						name: 'Stop With an Error',
						value: 'error',
						description: 'The error names the parts and the order ID',
					},
				],
			},
			orderAgainOption,
			unclearOption,
		),
	],
	joins: joinsWorkbook,
	prepare: (item) => {
		const wait = readFlag(item, 'wait', true);
		return {
			...readAll({
				ordered: () => readOrder(item),
				waiting: () => (wait ? readWaiting(item) : undefined),
			}),
			failIfEmpty: readFailIfEmpty(item),
			orderAgain: readOrderAgain(item),
			unclearIsEmpty: readUnclear(item),
			organizationId: readOrganizationId(item),
		};
	},
	carryOut: async ({ ordered, waiting, failIfEmpty, orderAgain, ...plan }, run) => {
		const { organizationId } = plan;
		const reporting = new Reporting(run.transport, organizationId, plan.unclearIsEmpty);
		const { reportName, parts, report } = ordered;
		const body = { ...report.body, reportFields: await completeFields(run, reporting, report) };
		const theOrder: Order = { reportName, organizationId, body, parts };
		const jobs = parts.map((part) => jobFor(part, body));
		if (waiting === undefined) return await orderOnly(reporting, theOrder, jobs, failIfEmpty);

		const until = Date.now() + waiting.longestMs;
		const states = await inThrees(jobs, async (job, isStopped) => {
			const patience = { until, firstPause: waiting.firstPauseMs, isStopped };
			const state = await settle(run, reporting, job, patience, orderAgain);
			if (isFailed(state)) throw failed(state);
			return state;
		});
		if (!isReady(states)) {
			if (waiting.whenLate === 'status') return [orderItem(theOrder, states)];
			refuseNotMade(states);
			throw notReady(theOrder, states);
		}
		const wanted = { ...waiting.wanted, firstPauseMs: waiting.firstPauseMs };
		return await contentOf(run, reporting, theOrder, states, wanted);
	},
});

/** Orders what the service has a place for; the rest is ordered when it is collected. */
async function orderOnly(
	reporting: Reporting,
	theOrder: Order,
	jobs: readonly Job[],
	failIfEmpty: boolean,
): Promise<INodeExecutionData[]> {
	const states: PartState[] = [];
	for (const job of jobs) {
		const isFull = states.some(({ made }) => made === undefined || made.kind === 'noPlace');
		states.push({ job, made: isFull ? undefined : await order(reporting, job) });
	}
	const [{ made: first }] = states;
	if (first?.kind === 'noPlace') throw first.failure;
	refuseNotMade(states);
	if (!states.every(({ made }) => made?.kind === 'empty')) return [orderItem(theOrder, states)];
	if (failIfEmpty && first?.kind === 'empty') throw emptyRefusal(first.failure.message);
	return [];
}

/** A part that is finished, or as far as it got in time. */
async function settle(
	run: Run,
	reporting: Reporting,
	job: Job,
	patience: Waiting,
	orderAgain: boolean,
): Promise<PartState> {
	const made = await orderWhenFree(run, reporting, job, patience);
	const state: PartState = {
		job,
		made:
			made?.kind === 'ordered' ? await waitUntilReady(run, reporting, job, made, patience) : made,
	};
	const next = orderAgain && isFailed(state) ? jobAgain(job) : undefined;
	return next === undefined ? state : await settle(run, reporting, next, patience, orderAgain);
}

function readOrder(item: Item): { reportName: string; report: ReportToMake; parts: OrderedPart[] } {
	const isSplit = readFlag(item, 'splitPeriod', false);
	const period = checkPeriod(item, {
		maxDays: isSplit ? undefined : LONGEST_DAYS,
		tooLong: 'Turn on Split Long Period to order several reports',
	});
	const windows = 'value' in period ? splitPeriod(period.value, LONGEST_DAYS) : [];
	const reportName = readText(item, 'reportName');
	const parts = partsOf(reportName, windows);
	const lastName = parts[parts.length - 1]?.reportName ?? reportName;
	const longest = readOrderAgain(item) && lastName !== '' ? longestName(lastName) : lastName;
	const report = checkReport(item, longest, readZone(item, windows[0]));
	refuseErrors([...problemsOf(period), ...problemsOf(report)]);
	return { reportName, report: checked(report), parts };
}

const partsOf = (name: string, windows: readonly Period[]): OrderedPart[] =>
	windows.map((window, i) => ({
		window,
		isOrdered: false,
		isEmpty: false,
		reportName:
			windows.length === 1 || name === '' ? name : `${name} part ${i + 1} of ${windows.length}`,
	}));

/** The zone of the times in the report: the chosen one, or that of the period. */
const readZone = (item: Item, window: Period | undefined): string | undefined =>
	given(readCollection(item, 'additionalFields').timeZone) ?? window?.start.zoneName ?? undefined;

const readWaiting = (item: Item) =>
	readAll({
		wanted: () => readWanted(item),
		whenLate: () => readOptions(item).whenLate ?? 'error',
		longestMs: () => readTime('Maximum Wait (Minutes)', read(item, 'waitMinutes', 30)) * 60_000,
		firstPauseMs: () =>
			readTime('First Check After (Seconds)', readOptions(item).firstLookSeconds ?? 5) * 1000,
	});

function readTime(field: string, value: unknown): number {
	const time = Number(value);
	if (Number.isFinite(time) && time > 0) return time;
	throw refusal(`${JSON.stringify(value)} is not a number above 0`, undefined, field);
}
