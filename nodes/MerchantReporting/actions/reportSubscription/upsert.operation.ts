import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { schedule, type Frequency } from '../../rules/schedule';
import { SUBSCRIPTIONS } from '../../service/subscriptions';
import { subscriptionLocator } from '../common/locators';
import { optionsOf } from '../common/options';
import { given, read, readOrganizationId, readPicked } from '../common/parameters';
import { makeBody, readReportChoices, reportFields, reportSettings } from '../common/reportFields';

export const description: INodeProperties[] = showFor(
	{ resource: ['reportSubscription'], operation: ['upsert'] },
	[
		{
			displayName:
				'A name that exists already changes that subscription. Its name and its type stay as they were created. Up to 20 subscriptions can be kept at a time.',
			name: 'upsertNotice',
			type: 'notice',
			default: '',
		},
		{
			...subscriptionLocator,
			displayName: 'Report Name',
			default: { mode: 'name', value: '' },
			description: 'A new name of up to 250 characters, or the subscription to change',
		},
		...reportFields,
		{
			displayName: 'Frequency',
			name: 'reportFrequency',
			type: 'options',
			default: 'Daily',
			description: 'How often the report is made',
			options: [
				{ name: 'Custom Interval', value: 'USER_DEFINED' },
				{ name: 'Daily', value: 'Daily' },
				{ name: 'Monthly', value: 'Monthly' },
				{ name: 'Weekly', value: 'Weekly' },
			],
		},
		{
			displayName: 'Start Day',
			name: 'startWeekday',
			type: 'options',
			default: 2,
			description: 'The day of the week on which the report is made',
			options: [
				{ name: 'Friday', value: 6 },
				{ name: 'Monday', value: 2 },
				{ name: 'Saturday', value: 7 },
				{ name: 'Sunday', value: 1 },
				{ name: 'Thursday', value: 5 },
				{ name: 'Tuesday', value: 3 },
				{ name: 'Wednesday', value: 4 },
			],
			displayOptions: { show: { reportFrequency: ['Weekly'] } },
		},
		{
			displayName: 'Start Day',
			name: 'startDay',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 31, numberPrecision: 0 },
			default: 1,
			description: 'The day of the month on which the report is made, from 1 to 31',
			displayOptions: { show: { reportFrequency: ['Monthly'] } },
		},
		{
			displayName: 'Interval',
			name: 'reportInterval',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. PT2H30M',
			description:
				'How often the report is made, as an ISO 8601 duration: PT2H30M is every 2½ hours',
			displayOptions: { show: { reportFrequency: ['USER_DEFINED'] } },
		},
		{
			displayName: 'Time Zone Name or ID',
			name: 'timeZone',
			type: 'options',
			typeOptions: { loadOptionsMethod: 'getTimeZones' },
			default: '',
			required: true,
			description:
				'The zone of the report, by which its days begin and end. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				...reportSettings,
				{
					displayName: 'Start Time',
					name: 'startTime',
					type: 'string',
					default: '',
					placeholder: 'e.g. 0630',
					description:
						'The time of day at which the report is made, as HHMM in the time zone above',
				},
			],
		},
		optionsOf(),
	],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const frequency = read<Frequency>(run, 'reportFrequency');
	const day: Partial<Record<Frequency, string>> = { Weekly: 'startWeekday', Monthly: 'startDay' };
	const dayField = day[frequency];
	const choices = readReportChoices(run, readPicked(run, 'reportName'), read(run, 'timeZone', ''));
	const body = await makeBody(
		run,
		choices,
		schedule({
			frequency,
			startTime: given(read<IDataObject>(run, 'additionalFields', {}).startTime),
			startDay: dayField === undefined ? undefined : Number(read(run, dayField)),
			interval: given(read(run, 'reportInterval', '')),
		}),
	);

	const outcome = await run.transport.json<IDataObject | undefined>({
		operation: `Create or update report subscription "${choices.reportName}"`,
		method: 'PUT',
		path: SUBSCRIPTIONS,
		body,
		organizationId: readOrganizationId(run),
	});
	if (outcome.kind === 'notFound') throw outcome.error;
	const result = outcome.kind === 'notModified' ? 'unchanged' : 'saved';
	return [{ json: { result, ...body } }];
}
