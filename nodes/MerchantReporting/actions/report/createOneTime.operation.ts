import { isServiceTimeZone } from '../../../shared/catalogue/timeZones';
import { contentFields } from '../../../shared/content/fields';
import {
	given,
	read,
	readCollection,
	readFlag,
	readOptions,
	readText,
} from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { splitPeriod } from '../../../shared/period/period';
import type { Problem } from '../../../shared/problem';
import {
	checked,
	error,
	problemsOf,
	readAll,
	refusal,
	refuseErrors,
} from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { readContent } from '../common/download';
import { failIfEmptyOption, readFailIfEmpty } from '../common/empty';
import { optionsOneByOne, readOrganizationId } from '../common/options';
import { checkPeriod, periodFields } from '../common/period';
import { reportFields, reportSettings } from '../common/reportFields';
import type { ReportToMake } from '../common/reportToMake';
import { checkReport, completeBody } from '../common/reportToMake';
import { AT_A_TIME, inThrees } from './oneTime/inThrees';
import type { Part } from './oneTime/order';
import { jobFor, order } from './oneTime/order';
import { contentOf, stateOf } from './oneTime/outcome';
import { orderWhenFree, waitUntilReady } from './oneTime/wait';

/** The longest period of a one-time report. */
const LONGEST_DAYS = 31;

export const createOneTime = operation({
	name: 'Create One-Time',
	action: 'Create a one time report',
	description: 'Order a report for a period, wait until it is ready if wanted, and get it',
	subtitle: 'Create One-Time Report',
	fields: [
		{
			displayName:
				'A report has one name for good. If one of this name and period exists, it is used, and no second one is made. Put the date into the name to make a new one each time.',
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
			description: 'A name that no other report has, of up to 250 characters',
		},
		...reportFields,
		...periodFields,
		{
			displayName: 'Split Long Period',
			name: 'splitPeriod',
			type: 'boolean',
			default: false,
			description:
				'Whether a period over 31 days is ordered as several reports, three at a time, whose results are joined. Otherwise such a period is refused.',
		},
		{
			displayName: 'Wait Until Ready',
			name: 'wait',
			type: 'boolean',
			default: true,
			description:
				'Whether to wait for the report and return its content. Otherwise its identifier and status are returned at once.',
		},
		{
			displayName: 'Maximum Wait',
			name: 'waitMinutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1440 },
			default: 30,
			description:
				'How long to wait, in minutes. A large report can take more than six hours: when the time is over, the identifier and status are returned, with "timedOut" set, to download it later.',
			displayOptions: { show: { wait: [true] } },
		},
		...contentFields({ wait: [true] }),
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
						'The zone of the times in the report, where it differs from that of the period. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
			],
		},
		optionsOneByOne(failIfEmptyOption, {
			displayName: 'First Look After (Seconds)',
			name: 'firstLookSeconds',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5,
			description:
				'How long to wait before the first look whether the report is ready. The pauses grow, up to a minute.',
		}),
	],
	prepare: (item) => {
		const wait = readFlag(item, 'wait', true);
		return {
			...readAll({
				ordered: () => readOrder(item, wait),
				waiting: () => (wait ? readWaiting(item) : undefined),
			}),
			failIfEmpty: readFailIfEmpty(item),
			organizationId: readOrganizationId(item),
		};
	},
	carryOut: async ({ ordered, waiting, failIfEmpty, organizationId }, run) => {
		const reporting = new Reporting(run.transport, organizationId);
		const body = await completeBody(run, reporting, ordered.report);
		const jobs = ordered.parts.map((part) => jobFor(part, body));
		const until = Date.now() + (waiting?.longestMs ?? 0);
		const results = await inThrees(jobs, async (job, isStopped) => {
			if (waiting === undefined) return stateOf(job, await order(reporting, job), failIfEmpty);
			const patience = { until, firstPause: waiting.firstPauseMs, isStopped };
			const made = await orderWhenFree(run, reporting, job, patience);
			const state =
				made?.kind === 'ordered' ? await waitUntilReady(run, reporting, job, made, patience) : made;
			return await contentOf(run, reporting, job, state, { ...waiting, failIfEmpty });
		});
		return results.flat();
	},
});

function readOrder(item: Item, wait: boolean): { report: ReportToMake; parts: Part[] } {
	const isSplit = readFlag(item, 'splitPeriod', false);
	const period = checkPeriod(item, {
		maxDays: isSplit ? undefined : LONGEST_DAYS,
		tooLong: 'Turn on Split Long Period to order several reports',
	});
	const windows = 'value' in period ? splitPeriod(period.value, LONGEST_DAYS) : [];
	const parts = partsOf(readText(item, 'reportName'), windows);
	const longestName = parts[parts.length - 1]?.reportName ?? readText(item, 'reportName');
	const report = checkReport(item, longestName, readZone(item, windows[0]));
	refuseErrors([
		...problemsOf(period),
		...tooManyParts(windows.length, wait),
		...problemsOf(report),
	]);
	return { report: checked(report), parts };
}

const partsOf = (name: string, windows: readonly Period[]): Part[] =>
	windows.map((window, i) => ({
		window,
		reportName:
			windows.length === 1 || name === '' ? name : `${name} part ${i + 1} of ${windows.length}`,
	}));

const tooManyParts = (count: number, wait: boolean): Problem[] =>
	wait || count <= AT_A_TIME
		? []
		: [
				error(
					'Period',
					`it needs ${count} reports, and the service makes ${AT_A_TIME} at a time. Turn on Wait Until Ready or choose a shorter period`,
				),
			];

/** The zone of the times in the report: the chosen one, or that of the period where the service knows it. */
function readZone(item: Item, window: Period | undefined): string | undefined {
	const zone = given(readCollection(item, 'additionalFields').timeZone);
	if (zone !== undefined) return zone;
	const periodZone = window?.start.zoneName ?? '';
	return isServiceTimeZone(periodZone) ? periodZone : undefined;
}

const readWaiting = (item: Item) =>
	readAll({
		content: () => readContent(item),
		longestMs: () => readTime('Maximum Wait', read(item, 'waitMinutes', 30)) * 60_000,
		firstPauseMs: () =>
			readTime('First Look After (Seconds)', readOptions(item).firstLookSeconds ?? 5) * 1000,
	});

function readTime(field: string, value: unknown): number {
	const time = Number(value);
	if (Number.isFinite(time) && time > 0) return time;
	throw refusal(`${JSON.stringify(value)} is not a number above 0`, undefined, field);
}
