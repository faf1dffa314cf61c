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

/** Which fields a report has: those that a subscription has already, the default ones of the service, the chosen ones. */
export type FieldSet = 'keep' | 'keepAndMore' | 'default' | 'defaultAndMore' | 'selected';

/** A report to be made, once or again and again: complete but for the fields that only the service knows. */
export interface ReportToMake {
	/** Its `reportFields` are the chosen ones. */
	body: IDataObject & { reportFields: string[] };
	fieldSet: FieldSet;
}

export function checkReport(
	item: Item,
	reportName: string,
	timeZone: string | undefined,
): Checked<ReportToMake> {
	const fieldSet = read<FieldSet>(item, 'fieldSet', 'default');
	const choices = readChoices(item, fieldSet, reportName, timeZone);
	const body = reportBody(choices);
	if ('problems' in body) return body;
	return { value: { body: { ...body.value, reportFields: choices.reportFields }, fieldSet } };
}

/** Stands for what a subscription has already. */
export const KEEP = 'keep';

function readChoices(
	item: Item,
	fieldSet: FieldSet,
	reportName: string,
	timeZone: string | undefined,
): ReportChoices {
	const settings = readCollection(item, 'additionalFields');
	const { filter = [] } = (settings.filters ?? {}) as { filter?: ReportChoices['filters'] };
	const format = read<string>(item, 'reportMimeType', 'text/csv');
	return {
		reportName,
		timeZone,
		reportDefinitionName: readPicked(item, 'reportDefinitionName'),
		onlyChosenFields: fieldSet === 'selected',
		reportFields: ['keep', 'default'].includes(fieldSet) ? [] : readFields(item),
		reportMimeType: format === KEEP ? undefined : format,
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

/** The fields of a report, those of the service included. `has`: those of the subscription that is there already. */
export async function completeFields(
	run: Run,
	reporting: Reporting,
	{ body, fieldSet }: ReportToMake,
	has?: readonly string[],
): Promise<string[]> {
	const { reportFields: chosen, reportDefinitionName } = body;
	if (fieldSet === 'selected') return chosen;
	const keeps = fieldSet === 'keep' || fieldSet === 'keepAndMore';
	const first =
		keeps && has !== undefined
			? has
			: await defaultFields(run, reporting, reportDefinitionName as string);
	return [...new Set([...first, ...chosen])];
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
