import { DateTime } from 'luxon';
import type { INodePropertyOptions } from 'n8n-workflow';

import { definitionLabel } from '../../shared/catalog/definitions';
import {
	buildCatalogFieldOptions,
	buildFieldOptions,
	type ListedField,
} from '../../shared/catalog/fieldList';
import { timeZoneLabel, TIME_ZONES, formatZoneWithOffset } from '../../shared/catalog/timeZones';
import { editorMethod, type EditorRun } from '../../shared/node/editor';
import { toPlainTextError } from '../../shared/node/errors';
import { isRecord, trimText } from '../../shared/text';
import {
	definitionNameOf,
	type ReportAttribute,
	attributeNameOf,
} from '../../shared/service/reportResponses';
import { reportingOf } from '../actions/common/fields';
import { WORKFLOW_ZONE } from '../actions/common/period';

export const getTimeZones = editorMethod(async () => timeZones());

export const getPeriodTimeZones = editorMethod(async ({ context }) => {
	const own = formatZoneWithOffset(context.getTimezone(), DateTime.now());
	return [{ name: `Workflow: ${own}`, value: WORKFLOW_ZONE }, ...timeZones()];
});

function timeZones(): INodePropertyOptions[] {
	const now = DateTime.now();
	return TIME_ZONES.map((zone) => ({ name: timeZoneLabel(zone, now), value: zone }));
}

/** The service filters its list of reports by ID, not by name. */
export const getReportDefinitionIds = editorMethod(async (run) => {
	const definitions = await reportingOf(run).listDefinitions();
	return definitions
		.filter(({ reportDefinitionId }) => reportDefinitionId !== undefined)
		.map((definition) => ({
			name: definitionLabel(definitionNameOf(definition)),
			value: String(definition.reportDefinitionId),
			description: definition.description,
		}))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
});

/** If the service lists no fields, those of the specification. */
export const getReportFields = editorMethod(async (run): Promise<INodePropertyOptions[]> => {
	const name = pickedDefinition(run);
	const listed = await listedFields(run, name);
	return listed.length === 0 ? buildCatalogFieldOptions(name) : buildFieldOptions(name, listed);
});

async function listedFields(run: EditorRun, name: string): Promise<ListedField[]> {
	if (name === '' || !run.hasCredential) return [];
	try {
		const { attributes = [] } = await reportingOf(run).getDefinition(name);
		return attributes.map(asListed).filter(({ wireName }) => wireName !== '');
	} catch (error) {
		// The catalog is enough to choose fields while the service is down.
		run.context.logger.warn(
			`The fields of ${name} could not be fetched: ${toPlainTextError(run.context, error).message}`,
		);
		return [];
	}
}

const asListed = (attribute: ReportAttribute): ListedField => ({
	wireName: attributeNameOf(attribute),
	description: trimText(attribute.description),
	mark: attribute.required ? 'required by the service' : '',
});

/** '' if it is an expression, which has no value before the workflow runs. */
function pickedDefinition({ parameter }: EditorRun): string {
	const picked = parameter('reportDefinitionName', {});
	const name = isRecord(picked) ? picked.value : picked;
	return typeof name === 'string' && !name.startsWith('=') ? name : '';
}
