import type { IDataObject } from 'n8n-workflow';

import { textField, flagField } from '../../../shared/node/fields';
import { withNumbersAsText } from '../../../shared/exactJson';
import {
	given,
	plainNumber,
	read,
	readCollection,
	readOptions,
	readPicked,
} from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll, refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { optionsOf, readOrganizationId } from '../common/options';
import { additionalFields, subscriptionFields, timeZoneField } from '../common/reportFields';
import { completeFields, readReportToMake, tellFieldsForTotals } from '../common/reportToMake';
import { changedSubscription, newSubscription, changesOf } from './change';
import type { Frequency } from './schedule';
import { schedule } from './schedule';
import { subscriptionLocator } from './subscription';

export const upsert = operation({
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
			description: 'How often the report is made',
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
		textField('Interval', 'reportInterval', {
			placeholder: 'e.g. PT2H30M',
			description:
				'How often the report is made, as an ISO 8601 duration: PT2H30M is every 2½ hours',
			displayOptions: { show: { reportFrequency: ['USER_DEFINED'] } },
		}),
		additionalFields(
			timeZoneField,
			textField('Start Time', 'startTime', {
				placeholder: 'e.g. 0630',
				description: 'The time of day at which the report is made, as HHMM in its time zone',
			}),
		),
		optionsOf(
			flagField(
				'Allow Removing Fields',
				'allowRemovingFields',
				"Whether to remove fields that the subscription has and you didn't choose. Otherwise the node fails.",
				{ default: true },
			),
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
			organizationId: readOrganizationId(item),
		};
	},
	carryOut: async ({ reportName, report, times, mayRemoveFields, organizationId }, run) => {
		const reporting = new Reporting(run.transport, organizationId);
		const operationInWords = `Create or update report subscription "${reportName}"`;
		const existing = await reporting.findSubscription(reportName, operationInWords);
		const has = existing === undefined ? undefined : (existing.reportFields ?? []);
		const reportFields = await completeFields(run, reporting, report, has);
		await tellFieldsForTotals(run, reporting, report.body.reportDefinitionName, reportFields);
		const entered = { ...report.body, reportFields, ...times };
		const { body, extra, changes } =
			existing === undefined
				? newSubscription(entered, run.context.getTimezone())
				: changedSubscription(existing, entered, mayRemoveFields);
		const shown = withNumbersAsText(body);
		if (existing !== undefined && Object.keys(changes).length === 0) {
			return [{ json: { outcome: 'unchanged', ...shown } }];
		}
		const { outcome, notAccepted } = await reporting.saveSubscription(reportName, body, extra);
		const notes = notAccepted.length > 0 ? { notAccepted } : {};
		if (outcome === 'saved') {
			const made =
				existing === undefined ? { outcome: 'created' } : { outcome: 'updated', changes };
			return [{ json: { ...made, ...notes, ...shown } }];
		}
		// A service may answer "not modified" to a change that it makes, or to the repeat of one.
		const now = await reporting.findSubscription(reportName, operationInWords);
		if (now === undefined) {
			throw refusal(
				`${operationInWords}: the service answered "not modified", and it has no subscription of this name`,
				'Run it again. If it happens each time, use another Report Name.',
			);
		}
		return [{ json: { ...changesOf(existing, now), ...notes } }];
	},
});

/** The field with the start day; a frequency without one has none. */
const START_DAY: Partial<Record<Frequency, string>> = {
	Weekly: 'startWeekday',
	Monthly: 'startDay',
};

function readSchedule(item: Item): IDataObject {
	const chosen = read<Frequency | 'keep'>(item, 'reportFrequency', 'keep');
	const frequency = chosen === 'keep' ? undefined : chosen;
	const dayField = frequency === undefined ? undefined : START_DAY[frequency];
	return schedule({
		frequency,
		startTime: given(readCollection(item, 'additionalFields').startTime),
		startDay: dayField === undefined ? undefined : plainNumber(read(item, dayField)),
		interval: given(read(item, 'reportInterval', '')),
	});
}
