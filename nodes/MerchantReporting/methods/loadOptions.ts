import { DateTime } from 'luxon';
import type { INodePropertyOptions } from 'n8n-workflow';

import { definitionLabel } from '../../shared/catalogue/definitions';
import { CATALOGUE_FIELDS, readableName } from '../../shared/catalogue/fields';
import { timeZoneLabel, TIME_ZONES } from '../../shared/catalogue/timeZones';
import type { EditorRun } from '../../shared/node/editor';
import { editorMethod } from '../../shared/node/editor';
import type { Attribute } from '../../shared/service/reportingAnswers';
import { Reporting } from '../../shared/service/reporting';
import { definitionNameOf, wireNameOf } from '../../shared/service/reportingAnswers';
import { readOrganizationId } from '../actions/common/options';
import { WORKFLOW_ZONE } from '../actions/common/period';

export const getTimeZones = editorMethod(async () => timeZones());

/** For a period, which may also follow the clock of the workflow. */
export const getPeriodTimeZones = editorMethod(async ({ context }) => {
	const own = timeZoneLabel(context.getTimezone(), DateTime.now());
	return [{ name: `Workflow: ${own}`, value: WORKFLOW_ZONE }, ...timeZones()];
});

function timeZones(): INodePropertyOptions[] {
	const now = DateTime.now();
	return TIME_ZONES.map((zone) => ({ name: timeZoneLabel(zone, now), value: zone }));
}

/** The types of report as the list of reports filters by them: by identifier. */
export const getReportDefinitionIds = editorMethod(async (run) => {
	const definitions = await new Reporting(run.transport, readOrganizationId(run)).listDefinitions();
	return definitions
		.filter(({ reportDefinitionId }) => reportDefinitionId !== undefined)
		.map((definition) => ({
			name: definitionLabel(definitionNameOf(definition)),
			value: String(definition.reportDefinitionId),
			description: definition.description,
		}))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
});

/** The fields that the service lists for the chosen type of report, then all others of the catalogue. */
export const getReportFields = editorMethod(async (run): Promise<INodePropertyOptions[]> => {
	const listed = (await listedAttributes(run)).map(asOption);
	const taken = new Set(listed.map(({ value }) => value));
	const others = CATALOGUE_FIELDS.filter(({ value }) => !taken.has(value)).map(
		({ label, value, wireName, description }) => ({
			name: label,
			value,
			description: explain(description, wireName),
		}),
	);
	return [...listed, ...others];
});

async function listedAttributes(run: EditorRun): Promise<Attribute[]> {
	const name = pickedDefinition(run);
	if (name === '' || !run.hasCredential) return [];
	try {
		const reporting = new Reporting(run.transport, readOrganizationId(run));
		const { attributes = [] } = await reporting.getDefinition(name);
		return attributes.filter((attribute) => wireNameOf(attribute) !== '');
	} catch (error) {
		// The catalogue is good enough to go on with: the fields can be chosen though the service is away.
		run.context.logger.warn(`The fields of ${name} could not be fetched: ${String(error)}`);
		return [];
	}
}

/** The type of report that is chosen in the editor; an expression is not known before the workflow runs. */
function pickedDefinition({ parameter }: EditorRun): string {
	const { value: name } = parameter('reportDefinitionName', {}) as { value?: unknown };
	return typeof name === 'string' && !name.startsWith('=') ? name : '';
}

function asOption(attribute: Attribute): INodePropertyOptions {
	const wireName = wireNameOf(attribute);
	const mark = attribute.required ? ' (required)' : attribute.default ? ' (default)' : '';
	return {
		name: `${readableName(wireName)}${mark}`,
		value: wireName,
		description: explain(attribute.description, wireName),
	};
}

/** What the field holds, and the name by which its column is found in the report. */
const explain = (description: string | undefined, column: string): string =>
	description ? `${description} (column ${column})` : `Column ${column}`;
