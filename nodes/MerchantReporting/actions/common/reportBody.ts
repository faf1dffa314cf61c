import type { IDataObject } from 'n8n-workflow';

import { serviceTimeZone } from '../../../shared/catalog/timeZones';
import { readJson } from '../../../shared/node/json';
import type { Checked, Problem } from '../../../shared/problem';
import { error } from '../../../shared/problem';
import { isRecord, readNames } from '../../../shared/text';

const LONGEST_NAME = 250;
export const CSV = 'text/csv';

/** What the user entered for a report to be made, once or again and again. */
export interface ReportChoices {
	reportName: string;
	reportDefinitionName: string;
	/** Whether only chosen fields are wanted, and none was chosen. */
	isWithoutFields: boolean;
	/** Undefined where a subscription keeps what it has. */
	reportMimeType?: string;
	/** Undefined where it is left to the service, or a subscription keeps what it has. */
	timeZone?: string;
	selectedMerchantGroupName?: string;
	/** The values as they were entered: a list, or text with commas. */
	filters: Array<{ field: string; values: unknown }>;
	filtersJson?: unknown;
	signedAmounts?: boolean;
	fieldNameConvention?: string;
	preferencesJson?: unknown;
}

/** The part of the body that subscriptions and one-time reports have in common, or all that is wrong with it. */
export function reportBody(choices: ReportChoices): Checked<IDataObject> {
	const { reportName, reportDefinitionName, reportMimeType, timeZone } = choices;
	const problems: Problem[] = [];
	if (reportName === '') problems.push(error('Report Name', 'enter a name'));
	if (reportName.length > LONGEST_NAME) {
		problems.push(
			error(
				'Report Name',
				`at most ${LONGEST_NAME} characters are allowed, this one has ${reportName.length}`,
			),
		);
	}
	if (reportDefinitionName === '') {
		problems.push(error('Report Definition', 'choose a report definition'));
	}
	if (choices.isWithoutFields) problems.push(error('Fields', 'choose at least one field'));
	const zone = checkZone(timeZone);
	if ('problems' in zone) problems.push(...zone.problems);
	const filters = filtersOf(choices);
	const preferences = preferencesOf(choices);
	if ('problems' in filters) problems.push(...filters.problems);
	if ('problems' in preferences) problems.push(...preferences.problems);
	if ('problems' in filters || 'problems' in preferences || 'problems' in zone) {
		return { problems };
	}
	if (problems.length > 0) return { problems };
	return {
		value: withoutUndefined({
			reportName,
			reportDefinitionName,
			reportMimeType,
			timezone: zone.value,
			reportFilters: filters.value,
			reportPreferences: preferences.value,
			selectedMerchantGroupName: choices.selectedMerchantGroupName,
		}),
	};
}

/** A zone as the service names it; undefined where none is given. */
export function checkZone(zone: string | undefined): Checked<string | undefined> {
	if (zone === undefined) return { value: undefined };
	const known = serviceTimeZone(zone);
	if (known !== undefined) return { value: known };
	const problem = `"${zone}" is not one of the 90 zones that the service knows. Choose one from the list`;
	return { problems: [error('Time Zone', problem)] };
}

function filtersOf({ filters, filtersJson }: ReportChoices): Checked<unknown> {
	const json = readJson('Filters (JSON)', filtersJson);
	if ('problems' in json) return json;
	if (json.value === undefined) return filtersOfForm(filters);
	if (filters.length > 0) {
		return { problems: [error('Filters', 'use either the form or Filters (JSON), not both')] };
	}
	return isRecord(json.value) || Array.isArray(json.value)
		? json
		: { problems: [error('Filters (JSON)', 'enter an object or a list')] };
}

function filtersOfForm(filters: ReportChoices['filters']): Checked<unknown> {
	if (filters.length === 0) return { value: undefined };
	const lists = filters.map(({ field, values }) => [field, readNames(values)] as const);
	const problems = lists.flatMap(([field, values], i) =>
		field === '' || values.length === 0
			? [error(`Filters, entry ${i + 1}`, 'Field and Values are required')]
			: [],
	);
	if (problems.length > 0) return { problems };
	const byField: Record<string, string[]> = {};
	for (const [field, values] of lists) {
		byField[field] = [...new Set([...(byField[field] ?? []), ...values])];
	}
	return { value: byField };
}

function preferencesOf(choices: ReportChoices): Checked<IDataObject | undefined> {
	const { signedAmounts, fieldNameConvention, preferencesJson, reportMimeType } = choices;
	const json = readJson('Preferences (JSON)', preferencesJson);
	if ('problems' in json) return json;
	if (json.value !== undefined && !isRecord(json.value)) {
		return { problems: [error('Preferences (JSON)', 'enter an object')] };
	}
	const preferences: IDataObject = {
		...json.value,
		...(signedAmounts === undefined ? {} : { signedAmounts }),
		...(fieldNameConvention === undefined ? {} : { fieldNameConvention }),
	};
	if (preferences.fieldNameConvention !== undefined && (reportMimeType ?? CSV) !== CSV) {
		return { problems: [CSV_ONLY] };
	}
	return { value: Object.keys(preferences).length > 0 ? preferences : undefined };
}

export const CSV_ONLY = error(
	'Field Name Convention',
	'applies to CSV reports only. Remove it or choose CSV',
);

export const withoutUndefined = (body: Record<string, unknown>): IDataObject =>
	Object.fromEntries(
		Object.entries(body).filter(([, value]) => value !== undefined),
	) as IDataObject;
