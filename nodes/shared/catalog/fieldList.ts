import type { INodePropertyOptions } from 'n8n-workflow';

import { CATALOG_FIELDS, findFieldsByWireName, looseName, readableName } from './fields';
import { listUsualFields } from './money';

export interface ListedField {
	wireName: string;
	description?: string;
	/** Such as "required". */
	mark: string;
}

function entryOf({ wireName, description, mark }: ListedField): INodePropertyOptions {
	const known = findFieldsByWireName(wireName);
	const parts = wireName.split('.');
	const field = parts.at(-1) ?? '';
	const group =
		known.map((one) => readableName(one.group)).join(' / ') ||
		readableName(parts.slice(0, -1).join('.') || 'Other');
	const name = `${group}: ${readableName(known.at(0)?.name ?? field)}`;
	const isMoreThanName = (text = '') =>
		text !== '' && !looseName(text).startsWith(looseName(field));
	const descriptions = [...known.map((one) => one.description), description];
	return {
		name: mark === '' ? name : `${name} (${mark})`,
		value: wireName,
		description: descriptions.find(isMoreThanName) ?? '',
	};
}

export const fieldLabel = (wireName: string): string => entryOf({ wireName, mark: '' }).name;

const groupOf = (label: string): string => label.slice(0, label.indexOf(': '));

/**
 * One entry for each column, by group: first that of the ID, then those of what else people look for in this type of
 * report. A search in the editor keeps the order.
 */
export function buildFieldOptions(
	definition: string,
	fields: readonly ListedField[],
): INodePropertyOptions[] {
	const wanted = [...listUsualFields(definition, []), 'PaymentMethod.CardType', 'BillTo.City'];
	const groups = wanted.map((name) => groupOf(fieldLabel(name)));
	const placeOf = ({ name }: INodePropertyOptions) =>
		groups[0] === groupOf(name) ? 0 : groups.includes(groupOf(name)) ? 1 : 2;
	return [...new Map(fields.map((field) => [looseName(field.wireName), field])).values()]
		.map(entryOf)
		.sort((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, 'en'));
}

/** If the service doesn't list the fields of a report. */
export const buildCatalogFieldOptions = (definition: string): INodePropertyOptions[] =>
	buildFieldOptions(
		definition,
		CATALOG_FIELDS.map(({ wireName }) => ({ wireName, mark: 'from the catalog' })),
	);
