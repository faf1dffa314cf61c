import { DateTime } from 'luxon';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import {
	CATALOGUE_FIELDS,
	definitionLabel,
	inWords,
	timeZoneLabel,
	TIME_ZONES,
} from '../../shared/catalogue';
import {
	getDefinition,
	listDefinitions,
	nameOf,
	wireNameOf,
	type Attribute,
} from '../service/definitions';
import { hasCredential, organizationOf, transportOf } from './context';

export async function getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const now = DateTime.now();
	return TIME_ZONES.map((zone) => ({ name: timeZoneLabel(zone, now), value: zone }));
}

/** For a period, which may also follow the clock of the workflow. */
export async function getPeriodTimeZones(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const own = timeZoneLabel(this.getTimezone(), DateTime.now());
	return [{ name: `Workflow: ${own}`, value: 'workflow' }, ...(await getTimeZones.call(this))];
}

/** The types of report as the list of reports filters by them: by identifier. */
export async function getReportDefinitionIds(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const definitions = await listDefinitions(transportOf(this), organizationOf(this));
	return definitions
		.filter(({ reportDefinitionId }) => reportDefinitionId !== undefined)
		.map((definition) => ({
			name: definitionLabel(nameOf(definition)),
			value: String(definition.reportDefinitionId),
			description: definition.description,
		}))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** What the field holds, and the name by which its column is found in the report. */
const explain = (description: string | undefined, column: string): string =>
	description ? `${description} (column ${column})` : `Column ${column}`;

const asOption = (attribute: Attribute): INodePropertyOptions => {
	const wireName = wireNameOf(attribute);
	const mark = attribute.required ? ' (required)' : attribute.default ? ' (default)' : '';
	return {
		name: `${inWords(wireName)}${mark}`,
		value: wireName,
		description: explain(attribute.description, wireName),
	};
};

/** The type of report that is chosen in the editor; an expression is not known before the workflow runs. */
const pickedDefinition = (context: ILoadOptionsFunctions): string => {
	const picked = context.getCurrentNodeParameter('reportDefinitionName') as
		{ value?: unknown } | undefined;
	const name = picked?.value;
	return typeof name === 'string' && !name.startsWith('=') ? name : '';
};

const listedAttributes = async (context: ILoadOptionsFunctions): Promise<Attribute[]> => {
	const name = pickedDefinition(context);
	if (name === '' || !hasCredential(context)) return [];
	try {
		const { attributes = [] } = await getDefinition(
			transportOf(context),
			name,
			organizationOf(context),
		);
		return attributes.filter((attribute) => wireNameOf(attribute) !== '');
	} catch (error) {
		// The catalogue is good enough to go on with: the fields can be chosen though the service is away.
		context.logger.warn(`The fields of ${name} could not be fetched: ${String(error)}`);
		return [];
	}
};

/** The fields that the service lists for the chosen type of report, then all others of the catalogue. */
export async function getReportFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const listed = (await listedAttributes(this)).map(asOption);
	const taken = new Set(listed.map(({ value }) => value));
	const others = CATALOGUE_FIELDS.filter(({ value }) => !taken.has(value)).map(
		({ label, value, wireName, description }) => ({
			name: label,
			value,
			description: explain(description, wireName),
		}),
	);
	return [...listed, ...others];
}
