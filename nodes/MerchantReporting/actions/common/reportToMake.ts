import type { IDataObject } from 'n8n-workflow';

import { fieldLabel } from '../../../shared/catalog/fieldList';
import { missingFieldsForTotals, usualFields } from '../../../shared/catalog/money';
import { showHint } from '../../../shared/node/errors';
import { readNames } from '../../../shared/text';
import { given, read, readCollection, readPicked } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import type { Reporting } from '../../../shared/service/reporting';
import type { ReportDefinition } from '../../../shared/service/reportingAnswers';
import { wireNameOf } from '../../../shared/service/reportingAnswers';
import type { ReportChoices } from './reportBody';
import { reportBody } from './reportBody';

/** Which fields a report has: those that a subscription has already, the usual ones, those of the service, the chosen ones. */
type FieldSet = 'keep' | 'usual' | 'default' | 'selected';

/** A report to be made, once or again and again: complete but for the fields that only the service knows. */
interface ReportToMake {
	body: IDataObject & { reportDefinitionName: string };
	fieldSet: FieldSet;
	chosen: string[];
	more: string[];
}

export function readReportToMake(
	item: Item,
	reportName: string,
	timeZone: string | undefined,
): ReportToMake {
	const fieldSet = read<FieldSet>(item, 'fieldSet', 'usual');
	const { filters = {}, moreFields, ...settings } = readCollection(item, 'additionalFields');
	const { filter = [] } = filters as { filter?: ReportChoices['filters'] };
	const chosen = fieldSet === 'selected' ? readNames(read(item, 'reportFields', [])) : [];
	const body = reportBody({
		reportName,
		timeZone,
		reportDefinitionName: readPicked(item, 'reportDefinitionName'),
		reportMimeType: given(settings.reportMimeType),
		selectedMerchantGroupName: given(settings.selectedMerchantGroupName, 'Merchant Group Name'),
		filters: filter.map(({ field, values }) => ({
			field: String(field).trim(),
			values,
		})),
		filtersJson: settings.filtersJson,
		signedAmounts: settings.signedAmounts as boolean | undefined,
		fieldNameConvention: given(settings.fieldNameConvention),
		preferencesJson: settings.preferencesJson,
		isWithoutFields: fieldSet === 'selected' && chosen.length === 0,
	});
	return { body, fieldSet, chosen, more: readNames(moreFields ?? []) };
}

/** The fields of a report, those of the service included. `has`: those of the subscription that is there already. */
export async function completeFields(
	run: Run,
	reporting: Reporting,
	{ body, fieldSet, chosen, more }: ReportToMake,
	has?: readonly string[],
): Promise<string[]> {
	const first =
		fieldSet === 'selected'
			? chosen
			: fieldSet === 'keep' && has !== undefined
				? has
				: await fieldsOf(run, reporting, body.reportDefinitionName, fieldSet === 'default');
	return [...new Set([...first, ...more])];
}

/** Says what totals of a report with these fields would need besides. */
export async function tellFieldsForTotals(
	run: Run,
	reporting: Reporting,
	name: string,
	fields: readonly string[],
): Promise<void> {
	const offered = await offeredOnce(run, reporting, name);
	const missing = missingFieldsForTotals(name, fields, (field) => offered?.includes(field) ?? true);
	if (missing.length === 0) return;
	const hedge = offered === undefined ? ' if the report offers them' : '';
	showHint(
		run.context,
		`Totals of this report also need ${missing.map(fieldLabel).join(' and ')}. Add More Field Names or IDs in Additional Fields${hedge}.`,
		{ type: 'info' },
	);
}

/** The fields of a type, where the service was asked for them; undefined where it was not, or lists none. */
async function offeredOnce(
	{ context }: Run,
	reporting: Reporting,
	name: string,
): Promise<string[] | undefined> {
	const asked = known.get(context)?.get(keyOf(name, reporting));
	const names = (await asked)?.attributes?.map(wireNameOf) ?? [];
	return names.length === 0 ? undefined : names;
}

/** The required fields of a type of report, and the usual ones or those that the service marks as default. */
async function fieldsOf(
	run: Run,
	reporting: Reporting,
	name: string,
	isOfService: boolean,
): Promise<string[]> {
	const { attributes = [] } = await definitionOnce(run, reporting, name);
	const required = attributes.filter((attribute) => attribute.required === true).map(wireNameOf);
	const marked = attributes.filter((attribute) => attribute.default === true).map(wireNameOf);
	const usual = isOfService ? [] : usualFields(name, attributes.map(wireNameOf));
	const fields = [...(usual.length > 0 ? usual : marked), ...required];
	if (fields.length > 0) return fields;
	throw refusal(
		`the service names no such fields for ${name}`,
		'Choose Selected Fields and pick them.',
		'Fields',
	);
}

const keyOf = (name: string, { organizationId }: Reporting): string =>
	JSON.stringify([name, organizationId]);

/** Asked once per execution, not per item: the context is the same for all of them. */
const known = new WeakMap<object, Map<string, Promise<ReportDefinition>>>();

async function definitionOnce(
	{ context }: Run,
	reporting: Reporting,
	name: string,
): Promise<ReportDefinition> {
	const definitions = known.get(context) ?? new Map<string, Promise<ReportDefinition>>();
	known.set(context, definitions);
	const key = keyOf(name, reporting);
	const definition = definitions.get(key) ?? reporting.getDefinition(name);
	definitions.set(key, definition);
	// The next item may be luckier: a failure is not remembered.
	definition.catch(() => definitions.delete(key));
	return await definition;
}
