import type { IDataObject } from 'n8n-workflow';

import { toWireNames } from '../../../shared/catalogue/fields';
import { readNames } from '../../../shared/names';
import { given, read, readCollection, readPicked } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { Checked } from '../../../shared/problem';
import { refusal } from '../../../shared/problem';
import type { Reporting } from '../../../shared/service/reporting';
import type { ReportDefinition } from '../../../shared/service/reportingAnswers';
import { wireNameOf } from '../../../shared/service/reportingAnswers';
import type { ReportChoices } from './reportBody';
import { reportBody } from './reportBody';

/** A report to be made, once or again and again: complete but for the fields that only the service knows. */
export interface ReportToMake {
	body: IDataObject;
	/** Whether the fields that the service marks as default are added to the chosen ones. */
	withDefaultFields: boolean;
}

export function checkReport(
	item: Item,
	reportName: string,
	timeZone: string | undefined,
): Checked<ReportToMake> {
	const choices = readChoices(item, reportName, timeZone);
	const body = reportBody(choices);
	if ('problems' in body) return body;
	return { value: { body: body.value, withDefaultFields: choices.withDefaultFields } };
}

function readChoices(item: Item, reportName: string, timeZone: string | undefined): ReportChoices {
	const settings = readCollection(item, 'additionalFields');
	const { filter = [] } = (settings.filters ?? {}) as { filter?: ReportChoices['filters'] };
	const fieldSet = read<string>(item, 'fieldSet', 'default');
	return {
		reportName,
		timeZone,
		reportDefinitionName: readPicked(item, 'reportDefinitionName'),
		withDefaultFields: fieldSet !== 'selected',
		reportFields: fieldSet === 'default' ? [] : readFields(item),
		reportMimeType: read(item, 'reportMimeType', 'text/csv'),
		selectedMerchantGroupName: given(settings.selectedMerchantGroupName),
		filters: filter.map(({ field, values }) => ({
			field: toWireNames([String(field)])[0] ?? '',
			values,
		})),
		filtersJson: settings.filtersJson,
		signedAmounts: settings.signedAmounts as boolean | undefined,
		fieldNameConvention: given(settings.fieldNameConvention),
		preferencesJson: settings.preferencesJson,
	};
}

const readFields = (item: Item): string[] =>
	toWireNames([
		...readNames(read(item, 'reportFields', [])),
		...readNames(read(item, 'otherFields', '')),
	]);

/** The body to send, with the default fields of the service where they are wanted. */
export async function completeBody(
	run: Run,
	reporting: Reporting,
	{ body, withDefaultFields }: ReportToMake,
): Promise<IDataObject> {
	if (!withDefaultFields) return body;
	const { reportDefinitionName, reportFields } = body as ReportChoices & IDataObject;
	const defaults = await defaultFields(run, reporting, reportDefinitionName);
	return { ...body, reportFields: [...new Set([...defaults, ...reportFields])] };
}

/** The fields that the service marks as default or required for a type of report. */
async function defaultFields(run: Run, reporting: Reporting, name: string): Promise<string[]> {
	const { attributes = [] } = await definitionOnce(run, reporting, name);
	const fields = attributes
		.filter((attribute) => attribute.default === true || attribute.required === true)
		.map(wireNameOf);
	if (fields.length > 0) return fields;
	throw refusal(
		`the service marks no default fields for ${name}`,
		'Choose Selected Fields and pick them.',
		'Fields',
	);
}

/** Asked once per execution, not per item: the context is the same for all of them. */
const known = new WeakMap<object, Map<string, Promise<ReportDefinition>>>();

async function definitionOnce(
	{ context }: Run,
	reporting: Reporting,
	name: string,
): Promise<ReportDefinition> {
	const definitions = known.get(context) ?? new Map<string, Promise<ReportDefinition>>();
	known.set(context, definitions);
	const key = JSON.stringify([name, reporting.organizationId]);
	const definition = definitions.get(key) ?? reporting.getDefinition(name);
	definitions.set(key, definition);
	// The next item may be luckier: a failure is not remembered.
	definition.catch(() => definitions.delete(key));
	return await definition;
}
