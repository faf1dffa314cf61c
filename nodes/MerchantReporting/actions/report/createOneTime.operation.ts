import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { isServiceTimeZone } from '../../../shared/catalogue';
import { contentFields, type ContentChoices } from '../../../shared/content';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { splitPeriod, utcText, type Period } from '../../../shared/period';
import { readContent } from '../common/download';
import { failIfEmptyOption, optionsOneByOne } from '../common/options';
import {
	given,
	read,
	readFlag,
	readOptions,
	readOrganizationId,
	readText,
} from '../common/parameters';
import { periodFields, readPeriod } from '../common/period';
import { refuse } from '../common/refuse';
import { makeBody, readReportChoices, reportFields, reportSettings } from '../common/reportFields';
import { AT_A_TIME, inThrees } from './oneTime/fleet';
import { order, type Job } from './oneTime/job';
import { outcome } from './oneTime/outcome';
import { orderWhenFree, waitUntilReady, type Waiting } from './oneTime/wait';

const show = { resource: ['report'], operation: ['createOneTime'] };

/** The longest period of a one-time report. */
const LONGEST_DAYS = 31;

export const description: INodeProperties[] = [
	...showFor(show, [
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
	]),
	...contentFields({ ...show, wait: [true] }),
	...showFor(show, [
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
	]),
];

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const wait = readFlag(run, 'wait', true);
	const content = wait ? readContent(run) : undefined;
	const jobs = await readJobs(run, wait);
	const waiting: Waiting = {
		until: Date.now() + Number(read(run, 'waitMinutes', 30)) * 60_000,
		firstPause: Number(readOptions(run).firstLookSeconds ?? 5) * 1000,
		given: { up: false },
	};
	const results = await inThrees(
		jobs,
		waiting.given,
		async (job) => await make(run, job, waiting, content),
	);
	return results.flat();
}

const make = async (
	run: ItemRun,
	job: Job,
	waiting: Waiting,
	content: ContentChoices | undefined,
): Promise<INodeExecutionData[]> => {
	if (content === undefined) return await outcome(run, job, order(run, job), content);
	const ready = orderWhenFree(run, job, waiting).then(
		async (ordered) => ordered && (await waitUntilReady(run, job, ordered, waiting)),
	);
	return await outcome(run, job, ready, content);
};

const readJobs = async (run: ItemRun, wait: boolean): Promise<Job[]> => {
	const split = readFlag(run, 'splitPeriod', false);
	const period = readPeriod(run, {
		maxDays: split ? undefined : LONGEST_DAYS,
		tooLong: 'Turn on Split Long Period to order several reports',
	});
	const windows = splitPeriod(period, LONGEST_DAYS);
	if (!wait && windows.length > AT_A_TIME) {
		refuse(run, [
			`Period: it needs ${windows.length} reports, and the service makes ${AT_A_TIME} at a time. Turn on Wait Until Ready or choose a shorter period`,
		]);
	}
	const name = readText(run, 'reportName');
	const zone = given((read(run, 'additionalFields', {}) as { timeZone?: string }).timeZone);
	const periodZone = period.start.zoneName ?? '';
	const longestName = nameOf(name, windows.length - 1, windows.length);
	const choices = readReportChoices(
		run,
		name === '' ? name : longestName,
		zone ?? (isServiceTimeZone(periodZone) ? periodZone : undefined),
	);
	const body = await makeBody(run, choices);
	return windows.map((window, i) =>
		jobFor(run, choices.reportMimeType, body, nameOf(name, i, windows.length), window),
	);
};

const nameOf = (name: string, index: number, count: number): string =>
	count === 1 ? name : `${name} part ${index + 1} of ${count}`;

const jobFor = (
	run: ItemRun,
	reportMimeType: string,
	body: Job['body'],
	reportName: string,
	window: Period,
): Job => ({
	reportName,
	reportMimeType,
	window,
	organizationId: readOrganizationId(run),
	body: {
		...body,
		reportName,
		reportFrequency: 'Adhoc',
		reportStartTime: utcText(window.start),
		reportEndTime: utcText(window.end),
	},
});
