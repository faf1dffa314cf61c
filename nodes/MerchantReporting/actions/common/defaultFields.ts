import type { ItemRun } from '../../../shared/items';
import { getDefinition, wireNameOf, type ReportDefinition } from '../../service/definitions';
import { readOrganizationId } from './parameters';
import { refuse } from './refuse';

/** Asked once per execution, not per item: the context is the same for all of them. */
const known = new WeakMap<object, Map<string, Promise<ReportDefinition>>>();

const definitionOnce = async (run: ItemRun, name: string): Promise<ReportDefinition> => {
	const organizationId = readOrganizationId(run);
	const definitions = known.get(run.context) ?? new Map<string, Promise<ReportDefinition>>();
	known.set(run.context, definitions);
	const key = JSON.stringify([name, organizationId]);
	const definition = definitions.get(key) ?? getDefinition(run.transport, name, organizationId);
	definitions.set(key, definition);
	// The next item may be luckier: a failure is not remembered.
	definition.catch(() => definitions.delete(key));
	return await definition;
};

/** The fields that the service marks as default or required for a type of report. */
export const defaultFields = async (run: ItemRun, name: string): Promise<string[]> => {
	const { attributes = [] } = await definitionOnce(run, name);
	const fields = attributes
		.filter((attribute) => attribute.default === true || attribute.required === true)
		.map(wireNameOf);
	if (fields.length === 0) {
		refuse(run, [
			`Fields: the service marks no default fields for ${name}. Choose Selected Fields and pick them`,
		]);
	}
	return fields;
};
