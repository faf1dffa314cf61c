import { Duration } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { textField, flagField } from '../../../shared/node/fields';
import { withNumbersAsText } from '../../../shared/exactJson';
import {
	given,
	read,
	readCollection,
	readInRange,
	readOptions,
	readPicked,
} from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { readAll } from '../../../shared/problem';
import { reportingOperation, subscriptionLocator } from '../common/fields';
import {
	additionalFields,
	completeFields,
	readReportToMake,
	refuseIf,
	subscriptionFields,
	timeZoneField,
	withoutUndefined,
} from '../common/reportToMake';
import { changedSubscription, newSubscription } from './change';

const startDayField: INodeProperties = {
	displayName: 'Start Day',
	name: 'startDay',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 31, numberPrecision: 0 },
	default: 1,
	description: 'From 1 to 31',
	displayOptions: { show: { reportFrequency: ['Monthly'] } },
};

export const upsert = reportingOperation({
	name: 'Create or Update',
	action: 'Create or update report subscription',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	subtitle: 'Subscribe to Report',
	fields: [
		{
			...subscriptionLocator,
			displayName: 'Report Name',
			default: { mode: 'name', value: '' },
			description:
				'A new name of up to 250 characters, or the subscription to change. Only what you enter is changed.',
		},
		...subscriptionFields,
		{
			displayName: 'Frequency',
			name: 'reportFrequency',
			type: 'options',
			default: 'keep',
			options: [
				{ name: 'Current, or Daily If New', value: 'keep' },
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
		startDayField,
		textField('Interval', 'reportInterval', {
			placeholder: 'e.g. PT2H30M',
			description: 'An ISO 8601 duration: PT2H30M is every 2½ hours',
			displayOptions: { show: { reportFrequency: ['USER_DEFINED'] } },
		}),
		additionalFields(
			timeZoneField,
			textField('Start Time', 'startTime', {
				placeholder: 'e.g. 0630',
				description: 'HHMM, in the time zone of the report',
			}),
		),
	],
	options: [
		flagField(
			'Allow Removing Fields',
			'allowRemovingFields',
			"Whether to remove fields that the subscription has and you didn't choose. Otherwise the node fails.",
			{ default: true },
		),
	],
	prepare: (item) => {
		const reportName = readPicked(item, 'reportName');
		const timeZone = given(readCollection(item, 'additionalFields').timeZone);
		const { report, times } = readAll({
			report: () => readReportToMake(item, reportName, timeZone),
			times: () => readSchedule(item),
		});
		return {
			reportName,
			report,
			times,
			mayRemoveFields: readOptions(item).allowRemovingFields === true,
		};
	},
	carryOut: async ({ reportName, report, times, mayRemoveFields }, run) => {
		const { reporting } = run;
		const operationInWords = `Create or update report subscription "${reportName}"`;
		const existing = await reporting.findSubscription(reportName, operationInWords);
		const has = existing === undefined ? undefined : (existing.reportFields ?? []);
		const reportFields = await completeFields(run, report, has);
		const entered = { ...report.body, reportFields, ...times };
		const { body, changes, notSent } =
			existing === undefined
				? newSubscription(entered, run.context.getTimezone())
				: changedSubscription(existing, entered, mayRemoveFields);
		const shown = withNumbersAsText(body);
		const isChanged = Object.keys(changes).length > 0;
		if (existing !== undefined && !isChanged) {
			return [{ json: { outcome: 'unchanged', ...shown } }];
		}
		const notes = notSent.length > 0 ? { notSent } : {};
		await reporting.saveSubscription(reportName, body, (saved) => {
			const missing = changedSubscription(saved, entered, mayRemoveFields).changes;
			return Object.keys(missing).length === 0;
		});
		const made = isChanged ? { outcome: 'updated', changes } : { outcome: 'created' };
		return [{ json: { ...made, ...notes, ...shown } }];
	},
});

const CLOCK = /^([01]\d|2[0-3]):?[0-5]\d$/;

/** Without what the subscription keeps. */
function readSchedule(item: Item): IDataObject {
	const chosen = read<string>(item, 'reportFrequency', 'keep');
	const startTime = given(readCollection(item, 'additionalFields').startTime);
	const interval = chosen === 'USER_DEFINED' ? given(read(item, 'reportInterval')) : undefined;
	const times = readAll<IDataObject>({
		reportFrequency: () => (chosen === 'keep' ? undefined : chosen),
		reportInterval: () => {
			const isWrong = chosen === 'USER_DEFINED' && !Duration.fromISO(interval ?? '').isValid;
			refuseIf(isWrong, 'Interval', 'enter an ISO 8601 duration, such as PT2H30M');
			return interval;
		},
		startTime: () => {
			const isWrong = startTime !== undefined && !CLOCK.test(startTime);
			const message = `"${startTime}" is not a time of day. Use HHMM, from 0000 to 2359`;
			refuseIf(isWrong, 'Start Time', message);
			return startTime?.replace(':', '');
		},
		startDay: () => {
			if (chosen === 'Weekly') return Number(read(item, 'startWeekday'));
			return chosen === 'Monthly' ? readInRange(startDayField, read(item, 'startDay')) : undefined;
		},
	});
	return withoutUndefined(times);
}
