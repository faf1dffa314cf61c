import type { IDataObject } from 'n8n-workflow';
import { isServiceTimeZone } from '../../shared/catalogue';
import type { Checked } from '../../shared/period';
import { isRecord } from '../../shared/record';
import { readJson } from './json';

export const LONGEST_NAME = 250;
export const CSV = 'text/csv';
export const XML = 'application/xml';

/** What the user entered for a report to be made, once or again and again. */
export interface ReportChoices {
	reportName: string;
	reportDefinitionName: string;
	/** Whether the fields that the service marks as default are added to the chosen ones. */
	withDefaultFields: boolean;
	reportFields: string[];
	reportMimeType: string;
	timeZone?: string;
	selectedMerchantGroupName?: string;
	filters: Array<{ field: string; values: string }>;
	filtersJson?: unknown;
	signedAmounts?: boolean;
	fieldNameConvention?: string;
	preferencesJson?: unknown;
}

const filtersOf = ({ filters, filtersJson }: ReportChoices): Checked<unknown> => {
	const json = readJson('Filters (JSON)', filtersJson);
	if ('problems' in json) return json;
	if (json.value === undefined) {
		if (filters.length === 0) return { value: undefined };
		const problems = filters.flatMap(({ field, values }, i) =>
			field === '' || values === ''
				? [`Filters, entry ${i + 1}: Field and Values are required`]
				: [],
		);
		if (problems.length > 0) return { problems };
		return {
			value: Object.fromEntries(filters.map(({ field, values }) => [field, listOf(values)])),
		};
	}
	if (filters.length > 0) {
		return { problems: ['Filters: use either the form or Filters (JSON), not both'] };
	}
	return isRecord(json.value) || Array.isArray(json.value)
		? json
		: { problems: ['Filters (JSON): enter an object or a list'] };
};

const listOf = (values: string): string[] =>
	values
		.split(',')
		.map((value) => value.trim())
		.filter((value) => value !== '');

const preferencesOf = (choices: ReportChoices): Checked<IDataObject | undefined> => {
	const { signedAmounts, fieldNameConvention, preferencesJson, reportMimeType } = choices;
	const json = readJson('Preferences (JSON)', preferencesJson);
	if ('problems' in json) return json;
	if (json.value !== undefined && !isRecord(json.value)) {
		return { problems: ['Preferences (JSON): enter an object'] };
	}
	const preferences: IDataObject = {
		...json.value,
		...(signedAmounts === undefined ? {} : { signedAmounts }),
		...(fieldNameConvention === undefined ? {} : { fieldNameConvention }),
	};
	if (preferences.fieldNameConvention !== undefined && reportMimeType !== CSV) {
		return {
			problems: ['Field Name Convention: applies to CSV reports only. Remove it or choose CSV'],
		};
	}
	return { value: Object.keys(preferences).length > 0 ? preferences : undefined };
};

/** The part of the body that subscriptions and one-time reports have in common, or all that is wrong with it. */
export const reportBody = (choices: ReportChoices): Checked<IDataObject> => {
	const { reportName, reportDefinitionName, reportFields, reportMimeType, timeZone } = choices;
	const problems: string[] = [];
	if (reportName === '') problems.push('Report Name: enter a name');
	if (reportName.length > LONGEST_NAME) {
		problems.push(
			`Report Name: at most ${LONGEST_NAME} characters are allowed, this one has ${reportName.length}`,
		);
	}
	if (reportDefinitionName === '') problems.push('Report Type: choose the type of report');
	if (reportFields.length === 0 && !choices.withDefaultFields) {
		problems.push('Fields: choose at least one field');
	}
	if (timeZone !== undefined && !isServiceTimeZone(timeZone)) {
		problems.push(
			timeZone === ''
				? 'Time Zone: choose one'
				: `Time Zone: "${timeZone}" is not one of the 90 zones that the service knows`,
		);
	}
	const filters = filtersOf(choices);
	const preferences = preferencesOf(choices);
	if ('problems' in filters) problems.push(...filters.problems);
	if ('problems' in preferences) problems.push(...preferences.problems);
	if (problems.length > 0 || 'problems' in filters || 'problems' in preferences) {
		return { problems };
	}
	return {
		value: withoutUndefined({
			reportName,
			reportDefinitionName,
			reportFields,
			reportMimeType,
			timezone: timeZone,
			reportFilters: filters.value,
			reportPreferences: preferences.value,
			selectedMerchantGroupName: choices.selectedMerchantGroupName,
		}),
	};
};

export const withoutUndefined = (body: Record<string, unknown>): IDataObject =>
	Object.fromEntries(
		Object.entries(body).filter(([, value]) => value !== undefined),
	) as IDataObject;
