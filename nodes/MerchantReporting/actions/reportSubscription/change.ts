import type { IDataObject } from 'n8n-workflow';

import { withNumbersAsText } from '../../../shared/exactJson';
import { error, refuseErrors } from '../../../shared/problem';
import { isRecord, textOf } from '../../../shared/text';
import type { Subscription } from '../../../shared/service/reportingAnswers';
import { CSV, CSV_ONLY, readZone, withoutUndefined } from '../common/reportToMake';

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

export function newSubscription(entered: IDataObject, workflowZone: string): SubscriptionPlan {
	const timezone = entered.timezone ?? readZone(workflowZone);
	const usual = { reportMimeType: CSV, reportFrequency: 'Daily' };
	return { body: inOrder({ ...usual, ...entered, timezone }), changes: {}, notSent: [] };
}

export function changedSubscription(
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
				`you cannot change it after creation. This subscription uses ${textOf(type)}. Choose that one, or enter another Report Name`,
			),
		removed.length > 0 &&
			!mayRemoveFields &&
			error(
				'Fields',
				`this would remove ${removed.length} of the ${has.length} fields that the subscription has: ${removed.join(', ')}. To do so, turn on "Allow Removing Fields" under Options`,
			),
		fieldsOf(body).length === 0 &&
			error('Fields', 'choose Selected Fields: the service does not say which ones it has'),
		conventionOf(entered) !== undefined && body.reportMimeType !== CSV && CSV_ONLY,
	];
	refuseErrors(problems.filter((problem) => problem !== false));
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
	const { timezone, timeZone, reportFrequency } = existing;
	const { selectedMerchantGroupName, groupName } = existing;
	const written = textOf(reportFrequency).toLowerCase();
	return inOrder({
		...existing,
		timezone: timezone ?? timeZone,
		reportFrequency: FREQUENCIES.find((word) => word.toLowerCase() === written) ?? reportFrequency,
		selectedMerchantGroupName: textOf(selectedMerchantGroupName) || textOf(groupName) || undefined,
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
	const had = withNumbersAsText(before);
	const body = withNumbersAsText(after);
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
