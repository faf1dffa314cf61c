import { BARE_GROUPS } from './bareFields';
import type { FieldGroup } from './fieldGroup';
import { GIFT_CARD_COLUMNS } from './giftCard';
import { inWords } from './inWords';
import { PREFIXED_GROUPS } from './prefixedFields';

export interface CatalogueField {
	group: string;
	name: string;
	/** What a dropdown stores: unlike wire names, no two fields share one. */
	value: string;
	wireName: string;
	label: string;
	description: string;
}

const columnNames = (field: string): string => {
	const columns = Object.entries(GIFT_CARD_COLUMNS).find(([name]) => name === field)?.[1];
	return columns ? ` (in CSV: ${columns.SOAPI} in SOAPI, ${columns.SCMP} in SCMP)` : '';
};

const fieldsOf = ({ name: group, prefix, fields }: FieldGroup): CatalogueField[] =>
	Object.entries(fields).map(([field, description]) => {
		const wireName = prefix ? `${prefix}.${field}` : field;
		return {
			group,
			name: field,
			value: prefix ? wireName : `${group}/${field}`,
			wireName,
			label: `${inWords(group)}: ${inWords(field)}`,
			description: group === 'Gift card' ? description + columnNames(field) : description,
		};
	});

export const FIELD_GROUPS: readonly FieldGroup[] = [...PREFIXED_GROUPS, ...BARE_GROUPS].sort(
	(a, b) => a.name.localeCompare(b.name, 'en'),
);

export const CATALOGUE_FIELDS: readonly CatalogueField[] = FIELD_GROUPS.flatMap(fieldsOf);

const wireNames = new Map(CATALOGUE_FIELDS.map(({ value, wireName }) => [value, wireName]));

/** The names to send for chosen or typed fields, each once. What the catalogue does not know is a wire name already. */
export const toWireNames = (chosen: readonly string[]): string[] => [
	...new Set(
		chosen
			.map((value) => value.trim())
			.filter((value) => value !== '')
			.map((value) => wireNames.get(value) ?? value),
	),
];
