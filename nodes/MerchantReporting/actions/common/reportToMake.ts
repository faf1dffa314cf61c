import type { IDataObject } from 'n8n-workflow';

import { fieldLabel } from '../../../shared/catalog/fieldList';
import { missingFieldsForTotals, usualFields } from '../../../shared/catalog/money';
import { showHint } from '../../../shared/node/errors';
import { readNames } from '../../../shared/text';
import { given, read, readCollection, readPicked } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import type { ReportAttribute, ReportDefinition } from '../../../shared/service/reportingAnswers';
import { wireNameOf } from '../../../shared/service/reportingAnswers';
import type { ReportingRun } from './options';
import type { ReportChoices } from './reportBody';
import { reportBody } from './reportBody';

/** Which fields a report has: those that a subscription has already, the usual ones, or the chosen ones. */
type FieldSet = 'keep' | 'usual' | 'selected';

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
		isWithoutFields: fieldSet === 'selected' && chosen.length === 0,
	});
	return { body, fieldSet, chosen, more: readNames(moreFields ?? []) };
}

/** All fields of a report. `has`: those of the subscription that is there already. */
export async function completeFields(
	run: ReportingRun,
	{ body: { reportDefinitionName: name }, fieldSet, chosen, more }: ReportToMake,
	has?: readonly string[],
): Promise<string[]> {
	const isKept = fieldSet === 'keep' && has !== undefined;
	const isUsual = fieldSet !== 'selected' && !isKept;
	const { attributes = [] } = isUsual ? await definitionOnce(run, name) : {};
	const first = isUsual ? usualOf(name, attributes) : isKept ? has : chosen;
	const fields = [...new Set([...first, ...more])];
	const offered = attributes.map(wireNameOf);
	const isOffered = (field: string) => offered.length === 0 || offered.includes(field);
	const missing = missingFieldsForTotals(name, fields, isOffered);
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

/** The usual fields of a type of report, or those that the service marks as default, and the required ones. */
function usualOf(name: string, attributes: readonly ReportAttribute[]): string[] {
	const usual = usualFields(name, attributes.map(wireNameOf));
	const marked = attributes.filter((attribute) => attribute.default === true).map(wireNameOf);
	const required = attributes.filter((attribute) => attribute.required === true).map(wireNameOf);
	const fields = [...(usual.length > 0 ? usual : marked), ...required];
	if (fields.length > 0) return fields;
	throw refusal(
		`the service names no such fields for ${name}`,
		'Choose Selected Fields and pick them.',
		'Fields',
	);
}

/** Asked once per execution, not per item: the context is the same for all of them. */
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
	// The next item may be luckier: a failure is not remembered.
	definition.catch(() => definitions.delete(key));
	return await definition;
}
