import { Duration } from 'luxon';
import { Fields } from '../fields';
import { Refusal } from '../refusal';
import type { Convention } from './catalogue/attributes';
import { type Definition, DEFINITION_BY_NAME } from './catalogue/definitions';
import { TIME_ZONES } from './catalogue/timeZones';
import { MIME_TYPES, type MimeType } from './files/writer';
import { readIsoTime } from './times';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED', 'ADHOC'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** What a subscription and a one-time report both say about the report that is wanted. */
export interface ReportOrder {
	organizationId?: string;
	definition: Definition;
	reportName: string;
	reportFields: string[];
	reportMimeType: MimeType;
	reportFrequency: Frequency;
	timezone: string;
	reportFilters?: unknown;
	reportPreferences: { signedAmounts?: boolean; fieldNameConvention?: Convention };
	groupName?: string;
}

export interface SubscriptionOrder extends ReportOrder {
	/** HHMM */
	startTime: string;
	startDay?: number;
	reportInterval?: string;
}

export interface OneTimeOrder extends ReportOrder {
	reportStartTime?: number;
	reportEndTime?: number;
}

const LONGEST_NAME = 250;

export function readSubscription(body: unknown): SubscriptionOrder {
	const fields = new Fields(body);
	const order = readOrder(fields, { frequencies: ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED'] });
	if (!fields.has('timezone') && !fields.has('timeZone')) fields.refuse('timezone', 'is required');
	const startTime = fields.text('startTime') ?? '0000';
	if (!/^([01]\d|2[0-3])[0-5]\d$/.test(startTime)) {
		fields.refuse('startTime', 'must be a time of day written HHMM, from 0000 to 2359');
	}
	const subscription: SubscriptionOrder = {
		...order,
		startTime,
		startDay: readStartDay(fields, order.reportFrequency),
		reportInterval: readInterval(fields, order.reportFrequency),
	};
	fields.check();
	return subscription;
}

export function readOneTimeReport(body: unknown): OneTimeOrder {
	const fields = new Fields(body);
	const order = readOrder(fields, { frequencies: ['ADHOC'] });
	const times = (['reportStartTime', 'reportEndTime'] as const).map((field) => {
		const text = fields.text(field);
		const time = text === undefined ? undefined : readIsoTime(text);
		if (text !== undefined && time === undefined) {
			fields.refuse(field, 'must be a time in ISO 8601 with an offset');
		}
		return time;
	});
	// A one-time report has no use for these, and the specification shares one table for both.
	fields.text('startTime');
	fields.whole('startDay');
	const [start, end] = times;
	if (fields.has('reportStartTime') !== fields.has('reportEndTime')) {
		fields.refuse('reportEndTime', 'and reportStartTime are given together or not at all');
	}
	if (start !== undefined && end !== undefined && start >= end) {
		fields.refuse('reportEndTime', 'must be later than reportStartTime');
	}
	fields.check();
	return { ...order, reportStartTime: start, reportEndTime: end };
}

function readOrder(
	fields: Fields,
	{ frequencies }: { frequencies: readonly Frequency[] },
): ReportOrder {
	const definition = readDefinition(fields);
	const [selectedGroup, group] = [
		fields.text('selectedMerchantGroupName'),
		fields.text('groupName'),
	];
	const order: ReportOrder = {
		organizationId: fields.text('organizationId'),
		// Where it is missing that problem is noted, and the order goes no further.
		definition: definition as Definition,
		reportName: readName(fields),
		reportFields: readReportFields(fields, definition),
		reportMimeType: fields.choice('reportMimeType', MIME_TYPES) ?? 'application/xml',
		reportFrequency: readFrequency(fields, frequencies),
		timezone: readTimeZone(fields),
		reportFilters: readFilters(fields, definition),
		reportPreferences: readPreferences(fields),
		groupName: selectedGroup ?? group,
	};
	// Answers carry these two as well: whoever edits what he read sends them back.
	fields.any('reportDefinitionId');
	fields.text('groupId');
	return order;
}

/** The one mistake that is answered by 404: the report that is asked for does not exist. */
function readDefinition(fields: Fields): Definition | undefined {
	const name = fields.text('reportDefinitionName');
	fields.required('reportDefinitionName', name);
	if (name === undefined) return undefined;
	const definition = DEFINITION_BY_NAME.get(name);
	if (!definition) throw Refusal.notFound(`Report not found: there is no definition ${name}.`);
	return definition;
}

function readName(fields: Fields): string {
	const name = fields.text('reportName') ?? '';
	if (!fields.has('reportName')) fields.refuse('reportName', 'is required');
	if ([...name].length > LONGEST_NAME) {
		fields.refuse('reportName', `must have at most ${LONGEST_NAME} characters`);
	}
	return name;
}

function readReportFields(fields: Fields, definition: Definition | undefined): string[] {
	const given = fields.texts('reportFields');
	fields.required('reportFields', given);
	if (given?.length === 0) fields.refuse('reportFields', 'must name at least one field');
	const ids = given ?? [];
	for (const field of ids) {
		if (definition && !definition.byId.has(field)) {
			fields.refuse('reportFields', `${field} is no attribute of ${definition.name}`);
		}
	}
	return [...new Set(ids)];
}

/** The specification writes Daily, public clients DAILY. */
function readFrequency(fields: Fields, allowed: readonly Frequency[]): Frequency {
	const text = fields.text('reportFrequency')?.toUpperCase() ?? allowed[0];
	const frequency = allowed.find((each) => each === text);
	if (!frequency) fields.refuse('reportFrequency', `must be one of ${allowed.join(', ')}`);
	return frequency ?? allowed[0];
}

/** The table of the specification spells it timeZone, its sample timezone. */
function readTimeZone(fields: Fields): string {
	const [lower, camel] = [fields.text('timezone'), fields.text('timeZone')];
	if (lower !== undefined && camel !== undefined && lower !== camel) {
		fields.refuse('timezone', 'and timeZone differ');
	}
	const zone = lower ?? camel ?? 'GMT';
	if (!TIME_ZONES.has(zone)) fields.refuse('timezone', `${zone} is no supported time zone`);
	return zone;
}

function readStartDay(fields: Fields, frequency: Frequency): number | undefined {
	const day = fields.whole('startDay');
	if (day === undefined) return undefined;
	const last = frequency === 'WEEKLY' ? 7 : 31;
	if (day < 1 || day > last) fields.refuse('startDay', `must be from 1 to ${last}`);
	return day;
}

function readInterval(fields: Fields, frequency: Frequency): string | undefined {
	const text = fields.text('reportInterval');
	if (frequency !== 'USER_DEFINED') {
		if (text !== undefined) fields.refuse('reportInterval', 'goes with USER_DEFINED only');
		return undefined;
	}
	if (text === undefined) {
		fields.refuse('reportInterval', 'is required with USER_DEFINED');
		return undefined;
	}
	const duration = Duration.fromISO(text);
	if (!duration.isValid || duration.toMillis() < 60 * 60 * 1000) {
		fields.refuse('reportInterval', 'must be an ISO 8601 duration of an hour or more');
	}
	return text;
}

/** An object from field to values, or a list: its elements are not specified. */
function readFilters(fields: Fields, definition: Definition | undefined): unknown {
	const filters = fields.any('reportFilters');
	if (filters === undefined || Array.isArray(filters)) return filters;
	const lists = typeof filters === 'object' && filters !== null ? Object.values(filters) : [null];
	const fits = lists.every(
		(list) => Array.isArray(list) && list.every((value) => typeof value === 'string'),
	);
	if (!fits) fields.refuse('reportFilters', 'must be a list, or lists of texts by field name');
	for (const field of Object.keys(filters ?? {})) {
		if (definition && !definition.byId.has(field)) {
			fields.refuse('reportFilters', `${field} is no attribute of ${definition.name}`);
		}
	}
	return filters;
}

function readPreferences(fields: Fields): ReportOrder['reportPreferences'] {
	const value = fields.any('reportPreferences');
	if (value === undefined) return {};
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		fields.refuse('reportPreferences', 'must be an object');
		return {};
	}
	const inner = new Fields(value, 'reportPreferences.');
	const signedAmounts = inner.flag('signedAmounts');
	const fieldNameConvention = inner.choice('fieldNameConvention', ['SOAPI', 'SCMP']);
	inner.refuseUnknown();
	fields.problems.push(...inner.problems);
	return {
		...(signedAmounts !== undefined && { signedAmounts }),
		...(fieldNameConvention && { fieldNameConvention }),
	};
}
