import { Duration } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { textField, booleanField } from '../../../shared/node/fields';
import { exactNumbersToText } from '../../../shared/exactJson';
import {
	optionalText,
	read,
	readCollection,
	readNumberField,
	readOptions,
	readLocatorValue,
} from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { error, readAll, throwIfErrors } from '../../../shared/problem';
import { reportZoneOf, type Subscription } from '../../../shared/service/reportResponses';
import { isRecord, trimText } from '../../../shared/text';
import { reportingOperation, subscriptionLocator } from '../common/fields';
import {
	additionalFields,
	resolveReportFields,
	CSV,
	CONVENTION_NEEDS_CSV,
	readReportToMake,
	toServiceZone,
	refuseIf,
	subscriptionReportFields,
	timeZoneField,
	withoutUndefined,
} from '../common/reportToMake';

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
		...subscriptionReportFields,
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
		booleanField(
			'Allow Removing Fields',
			'allowRemovingFields',
			"Whether to remove fields that the subscription has and you didn't choose. Otherwise the node fails.",
			{ default: true },
		),
	],
	prepare: (item) => {
		const reportName = readLocatorValue(item, 'reportName');
		const timeZone = optionalText(readCollection(item, 'additionalFields').timeZone);
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
		const reportFields = await resolveReportFields(run, report, has);
		const entered = { ...report.body, reportFields, ...times };
		const { body, changes, notSent } =
			existing === undefined
				? newSubscription(entered, run.context.getTimezone())
				: changedSubscription(existing, entered, mayRemoveFields);
		const shown = exactNumbersToText(body);
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
	const startTime = optionalText(readCollection(item, 'additionalFields').startTime);
	const interval =
		chosen === 'USER_DEFINED' ? optionalText(read(item, 'reportInterval')) : undefined;
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
			return chosen === 'Monthly'
				? readNumberField(startDayField, read(item, 'startDay'))
				: undefined;
		},
	});
	return withoutUndefined(times);
}

interface SubscriptionPlan {
	body: IDataObject;
	/** By field: { was, is }. */
	changes: IDataObject;
	/** Names of fields that the specification doesn't know. */
	notSent: string[];
}

const KNOWN = [
	'reportName',
	'reportDefinitionName',
	'reportFields',
	'reportMimeType',
	'reportFrequency',
	'reportInterval',
	'timezone',
	'startTime',
	'startDay',
	'reportFilters',
	'reportPreferences',
	'selectedMerchantGroupName',
] as const;

/** Without these, the report would cover other merchants. */
const KEPT = ['groupId', 'organizationId'] as const;

const KNOWN_OTHERWISE = ['timeZone', 'groupName', 'reportDefinitionId', '_links'];

/** As in the specification. Services return capitals. */
const FREQUENCIES = ['Daily', 'Weekly', 'Monthly'];

function newSubscription(entered: IDataObject, workflowZone: string): SubscriptionPlan {
	const timezone = entered.timezone ?? toServiceZone(workflowZone);
	const usual = { reportMimeType: CSV, reportFrequency: 'Daily' };
	return { body: inOrder({ ...usual, ...entered, timezone }), changes: {}, notSent: [] };
}

function changedSubscription(
	existing: Subscription,
	entered: IDataObject,
	mayRemoveFields: boolean,
): SubscriptionPlan {
	const had = knownIn(existing);
	const body = merged(had, entered);
	const has = fieldsOf(had);
	const type = had.reportDefinitionName ?? entered.reportDefinitionName;
	const removed = has.filter((field) => !fieldsOf(body).includes(field));
	const problems = [
		type !== entered.reportDefinitionName &&
			error(
				'Report Definition',
				`you cannot change it after creation. This subscription uses ${trimText(type)}. Choose that one, or enter another Report Name`,
			),
		removed.length > 0 &&
			!mayRemoveFields &&
			error(
				'Fields',
				`this would remove ${removed.length} of the ${has.length} fields that the subscription has: ${removed.join(', ')}. To do so, turn on "Allow Removing Fields" under Options`,
			),
		fieldsOf(body).length === 0 &&
			error('Fields', 'choose Selected Fields: the service does not say which ones it has'),
		conventionOf(entered) !== undefined && body.reportMimeType !== CSV && CONVENTION_NEEDS_CSV,
	];
	throwIfErrors(problems.filter((problem) => problem !== false));
	const { groupId, organizationId } = existing;
	// If another group was entered by name, the old identifier would contradict it.
	const isKept = groupId !== undefined && entered.selectedMerchantGroupName === undefined;
	const known: string[] = [...KNOWN, ...KEPT, ...KNOWN_OTHERWISE];
	const unknown = Object.keys(existing).filter((name) => !known.includes(name));
	return {
		body: withoutUndefined({ ...body, organizationId, groupId: isKept ? groupId : undefined }),
		changes: differences(isKept ? had : { selectedMerchantGroupName: groupId, ...had }, body),
		notSent: unknown.filter((name) => !isNothing(existing[name])),
	};
}

function merged(had: IDataObject, entered: IDataObject): IDataObject {
	const body: IDataObject = { ...had, ...entered };
	// Start day and interval belong to their frequency.
	if (entered.reportFrequency !== undefined) {
		body.startDay = entered.startDay;
		body.reportInterval = entered.reportInterval;
	}
	const preferences = { ...recordIn(had.reportPreferences) };
	// A convention is for CSV only.
	if (body.reportMimeType !== CSV && body.reportMimeType !== had.reportMimeType) {
		delete preferences.fieldNameConvention;
	}
	body.reportPreferences = { ...preferences, ...recordIn(entered.reportPreferences) };
	return inOrder(body);
}

/** The known fields, written as they are sent. */
function knownIn(existing: Subscription): IDataObject {
	const { reportFrequency, selectedMerchantGroupName, groupName } = existing;
	const written = trimText(reportFrequency).toLowerCase();
	return inOrder({
		...existing,
		timezone: reportZoneOf(existing),
		reportFrequency: FREQUENCIES.find((word) => word.toLowerCase() === written) ?? reportFrequency,
		selectedMerchantGroupName:
			trimText(selectedMerchantGroupName) || trimText(groupName) || undefined,
	});
}

const isNothing = (value: unknown): boolean =>
	value === null || (isRecord(value) && Object.keys(value).length === 0);

/** The known fields with a value, in their order. */
const inOrder = (body: IDataObject): IDataObject =>
	withoutUndefined(
		Object.fromEntries(KNOWN.map((key) => [key, isNothing(body[key]) ? undefined : body[key]])),
	);

function differences(before: IDataObject, after: IDataObject): IDataObject {
	const had = exactNumbersToText(before);
	const body = exactNumbersToText(after);
	const different = KNOWN.filter((key) => textFor(had[key]) !== textFor(body[key]));
	return Object.fromEntries(
		different.map((key) => [key, { was: had[key] ?? null, is: body[key] ?? null }]),
	);
}

/** The order of keys doesn't count, the order of a list does, 1 equals "1". */
function textFor(value: unknown): string {
	if (Array.isArray(value)) return JSON.stringify(value.map(textFor));
	if (!isRecord(value)) return String(value);
	const entries = Object.entries(value).map(([key, inner]) => [key, textFor(inner)]);
	return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const recordIn = (value: unknown): IDataObject => (isRecord(value) ? value : {});

const conventionOf = ({ reportPreferences }: IDataObject): unknown =>
	recordIn(reportPreferences).fieldNameConvention;

const fieldsOf = ({ reportFields }: IDataObject): string[] =>
	Array.isArray(reportFields) ? (reportFields as string[]) : [];
