import type { IDataObject } from 'n8n-workflow';

import { serviceTimeZone } from '../../../shared/catalog/timeZones';
import { readJson } from '../../../shared/node/json';
import { checked, error, readAll, Refusal, refusal } from '../../../shared/problem';
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
}

function refuseIf(isWrong: boolean, field: string, message: string): void {
	if (isWrong) throw refusal(message, undefined, field);
}

/** The part of the body that subscriptions and one-time reports have in common. */
export function reportBody(choices: ReportChoices): IDataObject & { reportDefinitionName: string } {
	const { reportName, reportDefinitionName, reportMimeType } = choices;
	const tooLong = `at most ${LONGEST_NAME} characters are allowed, this one has ${reportName.length}`;
	const { timezone, reportFilters, reportPreferences } = readAll({
		name: () => {
			refuseIf(reportName === '', 'Report Name', 'enter a name');
			refuseIf(reportName.length > LONGEST_NAME, 'Report Name', tooLong);
		},
		definition: () =>
			refuseIf(reportDefinitionName === '', 'Report Definition', 'choose a report definition'),
		fields: () => refuseIf(choices.isWithoutFields, 'Fields', 'choose at least one field'),
		timezone: () => readZone(choices.timeZone),
		reportFilters: () => filtersOf(choices),
		reportPreferences: () => preferencesOf(choices),
	});
	const { selectedMerchantGroupName } = choices;
	const settings = { reportMimeType, timezone, reportFilters, reportPreferences };
	return {
		...{ reportName, reportDefinitionName },
		...withoutUndefined({ ...settings, selectedMerchantGroupName }),
	};
}

/** A zone as the service names it; undefined where none is given. */
export function readZone(zone: string | undefined): string | undefined {
	const known = zone && serviceTimeZone(zone);
	const problem = `"${zone}" is not one of the 90 zones that the service knows. Choose one from the list`;
	refuseIf(zone !== undefined && known === undefined, 'Time Zone', problem);
	return known;
}

function filtersOf({ filters, filtersJson }: ReportChoices): unknown {
	const json = checked(readJson('Filters (JSON)', filtersJson));
	if (json === undefined) return filters.length === 0 ? undefined : filtersOfForm(filters);
	refuseIf(filters.length > 0, 'Filters', 'use either the form or Filters (JSON), not both');
	refuseIf(!isRecord(json) && !Array.isArray(json), 'Filters (JSON)', 'enter an object or a list');
	return json;
}

function filtersOfForm(filters: ReportChoices['filters']): Record<string, string[]> {
	const byField: Record<string, string[]> = {};
	filters.forEach(({ field, values }, index) => {
		const wanted = readNames(values);
		const isMissing = field === '' || wanted.length === 0;
		refuseIf(isMissing, `Filters, entry ${index + 1}`, 'Field and Values are required');
		byField[field] = [...new Set([...(byField[field] ?? []), ...wanted])];
	});
	return byField;
}

function preferencesOf(choices: ReportChoices): IDataObject | undefined {
	const { signedAmounts, fieldNameConvention, reportMimeType } = choices;
	const isCsv = (reportMimeType ?? CSV) === CSV;
	if (fieldNameConvention !== undefined && !isCsv) throw new Refusal([CSV_ONLY]);
	const preferences = withoutUndefined({ signedAmounts, fieldNameConvention });
	return Object.keys(preferences).length > 0 ? preferences : undefined;
}

export const CSV_ONLY = error(
	'Field Name Convention',
	'applies to CSV reports only. Remove it or choose CSV',
);

export const withoutUndefined = (body: Record<string, unknown>): IDataObject =>
	Object.fromEntries(
		Object.entries(body).filter(([, value]) => value !== undefined),
	) as IDataObject;
