import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fieldLabel } from '../../../shared/catalog/fieldList';
import { listMissingFieldsForTotals, listUsualFields } from '../../../shared/catalog/money';
import { findServiceTimeZone } from '../../../shared/catalog/timeZones';
import { readJsonField } from '../../../shared/exactJson';
import { showHint } from '../../../shared/node/output';
import { booleanField, sortedByDisplayName, textField } from '../../../shared/node/fields';
import {
	optionalText,
	read,
	readCollection,
	readLocatorValue,
} from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { valueOrThrow, error, readAll, Refusal, refusal } from '../../../shared/problem';
import {
	type ReportAttribute,
	type ReportDefinition,
	attributeNameOf,
} from '../../../shared/service/reportResponses';
import { isRecord, parseNames } from '../../../shared/text';
import { definitionLocator, reportFormatField, type ReportingRun } from './fields';

const SETS: INodePropertyOptions[] = [
	{ name: 'Selected Fields', value: 'selected' },
	{
		name: 'Usual Fields',
		value: 'usual',
		description: 'ID, time, type, decision, amount, currency, reference and card',
	},
];

const fieldSetField: INodeProperties = {
	displayName: 'Fields',
	name: 'fieldSet',
	type: 'options',
	default: 'usual',
	description:
		'The columns of the report. To add more, use More Field Names or IDs in Additional Fields.',
	options: SETS,
};

const FIELDS_OF_REPORT = {
	loadOptionsMethod: 'getReportFields',
	loadOptionsDependsOn: ['reportDefinitionName.value', 'options.organizationId'],
};

const fieldsOfReport: INodeProperties = {
	displayName: 'Field Names or IDs',
	name: 'reportFields',
	type: 'multiOptions',
	typeOptions: FIELDS_OF_REPORT,
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const chosenFields: INodeProperties = {
	...fieldsOfReport,
	displayOptions: { show: { fieldSet: ['selected'] } },
};

export const oneTimeReportFields: INodeProperties[] = [
	definitionLocator,
	fieldSetField,
	chosenFields,
];

export const subscriptionReportFields: INodeProperties[] = [
	{
		...definitionLocator,
		description: "The type of report. It can't be changed after creation.",
	},
	{
		...fieldSetField,
		default: 'keep',
		options: [{ name: 'Current, or Usual Fields If New', value: 'keep' }, ...SETS],
	},
	chosenFields,
];

const SETTINGS: INodeProperties[] = [
	{
		displayName: 'Field Name Convention',
		name: 'fieldNameConvention',
		type: 'options',
		default: 'SOAPI',
		description: 'How the columns of a CSV report are named',
		options: [
			{ name: 'SCMP', value: 'SCMP' },
			{ name: 'Simple Order API (SOAPI)', value: 'SOAPI' },
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add filter',
		default: {},
		description: 'Only transactions whose fields have one of these values',
		options: [
			{
				displayName: 'Filter',
				name: 'filter',
				values: [
					{
						displayName: 'Field Name or ID',
						name: 'field',
						type: 'options',
						typeOptions: FIELDS_OF_REPORT,
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					},
					textField('Values', 'values', {
						placeholder: 'e.g. ics_auth, ics_bill',
						description: 'The values to keep, separated by commas',
					}),
				],
			},
		],
	},
	{
		displayName: 'Filters (JSON)',
		name: 'filtersJson',
		type: 'json',
		default: '',
		placeholder: 'e.g. { "Application.Name": ["ics_auth"] }',
		description: 'An object or a list (reportFilters), instead of Filters',
	},
	reportFormatField('You can download the report in this format only'),
	textField('Merchant Group Name', 'selectedMerchantGroupName', {
		description: 'The group of merchants to report on',
	}),
	{
		...fieldsOfReport,
		displayName: 'More Field Names or IDs',
		name: 'moreFields',
	},
	booleanField('Signed Amounts', 'signedAmounts', 'Whether amounts of refunds have a minus sign', {
		default: true,
	}),
];

/** For a report without a period, which has its own zone. */
export const timeZoneField: INodeProperties = {
	displayName: 'Time Zone Name or ID',
	name: 'timeZone',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getTimeZones' },
	default: '',
	description:
		'The time zone of the report. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const additionalFields = (...own: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: sortedByDisplayName([...SETTINGS, ...own]),
});

const MAX_NAME_LENGTH = 250;
export const CSV = 'text/csv';

/** keep: the fields of the existing subscription. */
type FieldSet = 'keep' | 'usual' | 'selected';

/** Without the fields that only the service knows. */
interface ReportToMake {
	body: IDataObject & { reportDefinitionName: string };
	fieldSet: FieldSet;
	chosen: string[];
	more: string[];
}

export function readReportToMake(
	item: Item,
	reportName: string,
	zone: string | undefined,
): ReportToMake {
	const fieldSet = read<FieldSet>(item, 'fieldSet', 'usual');
	const settings = readCollection(item, 'additionalFields');
	const chosen = fieldSet === 'selected' ? parseNames(read(item, 'reportFields', [])) : [];
	const reportDefinitionName = readLocatorValue(item, 'reportDefinitionName');
	const tooLong = `at most ${MAX_NAME_LENGTH} characters are allowed, this one has ${reportName.length}`;
	const entered = readAll({
		name: () => {
			refuseIf(reportName === '', 'Report Name', 'enter a name');
			refuseIf(reportName.length > MAX_NAME_LENGTH, 'Report Name', tooLong);
		},
		definition: () =>
			refuseIf(reportDefinitionName === '', 'Report Definition', 'choose a report definition'),
		fields: () => {
			const isWithout = fieldSet === 'selected' && chosen.length === 0;
			refuseIf(isWithout, 'Fields', 'choose at least one field');
		},
		reportMimeType: () => optionalText(settings.reportMimeType),
		timezone: () => toServiceZone(zone),
		reportFilters: () => filtersOf(settings),
		reportPreferences: () => preferencesOf(settings),
		selectedMerchantGroupName: () =>
			optionalText(settings.selectedMerchantGroupName, 'Merchant Group Name'),
	});
	return {
		body: { reportName, reportDefinitionName, ...withoutUndefined(entered) },
		fieldSet,
		chosen,
		more: parseNames(settings.moreFields ?? []),
	};
}

export function refuseIf(isWrong: boolean, field: string, message: string): void {
	if (isWrong) throw refusal(message, undefined, field);
}

export async function resolveReportFields(
	run: ReportingRun,
	{ body: { reportDefinitionName: name }, fieldSet, chosen, more }: ReportToMake,
	has?: readonly string[],
): Promise<string[]> {
	const isKept = fieldSet === 'keep' && has !== undefined;
	const isUsual = fieldSet !== 'selected' && !isKept;
	const { attributes = [] } = isUsual ? await definitionOnce(run, name) : {};
	const first = isUsual ? usualOf(name, attributes) : isKept ? has : chosen;
	const fields = [...new Set([...first, ...more])];
	const offered = attributes.map(attributeNameOf);
	const isOffered = (field: string) => offered.length === 0 || offered.includes(field);
	const missing = listMissingFieldsForTotals(name, fields, isOffered);
	if (missing.length > 0) {
		const hedge = offered.length === 0 ? ' if the report offers them' : '';
		showHint(
			run.context,
			`Totals of this report also need ${missing.map(fieldLabel).join(' and ')}. Add them to ${fieldSet === 'selected' ? 'Field Names or IDs' : 'More Field Names or IDs in Additional Fields'}${hedge}.`,
			{ type: 'info' },
		);
	}
	return fields;
}

function usualOf(name: string, attributes: readonly ReportAttribute[]): string[] {
	const usual = listUsualFields(name, attributes.map(attributeNameOf));
	const marked = attributes.filter((attribute) => attribute.default === true).map(attributeNameOf);
	const required = attributes
		.filter((attribute) => attribute.required === true)
		.map(attributeNameOf);
	const fields = [...(usual.length > 0 ? usual : marked), ...required];
	if (fields.length > 0) return fields;
	throw refusal(
		`the service names no such fields for ${name}`,
		'Choose Selected Fields and pick them.',
		'Fields',
	);
}

/** Once per execution: all items have the same context. */
const known = new WeakMap<object, Map<string, Promise<ReportDefinition>>>();

async function definitionOnce(
	{ context, reporting }: ReportingRun,
	name: string,
): Promise<ReportDefinition> {
	const definitions = known.get(context) ?? new Map<string, Promise<ReportDefinition>>();
	known.set(context, definitions);
	const key = JSON.stringify([name, reporting.organizationId]);
	const definition = definitions.get(key) ?? reporting.getDefinition(name);
	definitions.set(key, definition);
	// The next item tries again.
	definition.catch(() => definitions.delete(key));
	return await definition;
}

export function toServiceZone(zone: string | undefined): string | undefined {
	const known = zone && findServiceTimeZone(zone);
	const problem = `"${zone}" is not one of the 90 zones that the service knows. Choose one from the list`;
	refuseIf(zone !== undefined && known === undefined, 'Time Zone', problem);
	return known;
}

function filtersOf({ filters, filtersJson }: IDataObject): unknown {
	const { filter = [] } = (filters ?? {}) as { filter?: Filter[] };
	const json = valueOrThrow(readJsonField('Filters (JSON)', filtersJson));
	if (json === undefined) return filter.length === 0 ? undefined : filtersOfForm(filter);
	refuseIf(filter.length > 0, 'Filters', 'use either the form or Filters (JSON), not both');
	refuseIf(!isRecord(json) && !Array.isArray(json), 'Filters (JSON)', 'enter an object or a list');
	return json;
}

interface Filter {
	field: string;
	/** A list, or text with commas. */
	values: unknown;
}

function filtersOfForm(filters: readonly Filter[]): Record<string, string[]> {
	const byField: Record<string, string[]> = {};
	filters.forEach(({ values, ...filter }, index) => {
		const field = String(filter.field).trim();
		const wanted = parseNames(values);
		const isMissing = field === '' || wanted.length === 0;
		refuseIf(isMissing, `Filters, entry ${index + 1}`, 'Field and Values are required');
		byField[field] = [...new Set([...(byField[field] ?? []), ...wanted])];
	});
	return byField;
}

function preferencesOf({ signedAmounts, reportMimeType, ...choices }: IDataObject) {
	const fieldNameConvention = optionalText(choices.fieldNameConvention);
	const isCsv = (optionalText(reportMimeType) ?? CSV) === CSV;
	if (fieldNameConvention !== undefined && !isCsv) throw new Refusal([CONVENTION_NEEDS_CSV]);
	const preferences = withoutUndefined({ signedAmounts, fieldNameConvention });
	return Object.keys(preferences).length > 0 ? preferences : undefined;
}

export const CONVENTION_NEEDS_CSV = error(
	'Field Name Convention',
	'applies to CSV reports only. Remove it or choose CSV',
);

export const withoutUndefined = (body: Record<string, unknown>): IDataObject =>
	Object.fromEntries(
		Object.entries(body).filter(([, value]) => value !== undefined),
	) as IDataObject;
