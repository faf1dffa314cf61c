import { FIELD_GROUPS, type FieldGroup } from './fieldGroups';

export interface CatalogField {
	group: string;
	name: string;
	/** What a dropdown stores: unlike wire names, no two fields share one. */
	value: string;
	wireName: string;
	label: string;
	description: string;
}

/**
 * The names that a gift card field has as a CSV column, by naming convention. Kept as the specification
 * lists them, the one SOAPI name that it gives to two fields included.
 */
export const GIFT_CARD_COLUMNS = {
	'Current Balance': { SOAPI: 'giftCard_currentBalance', SCMP: 'gift_card_current_balance' },
	'Previous Balance': { SOAPI: 'giftCard_previousBalance', SCMP: 'gift_card_previous_balance' },
	'Redemption Type': { SOAPI: 'giftCard_previousBalance', SCMP: 'gift_card_redemption_type' },
} as const;

/** "PaymentMethod.CardType" as a person would write it: "Payment Method: Card Type". */
export const readableName = (wireName: string): string =>
	wireName
		.replace(/\./g, ': ')
		.replace(/_/g, ' ')
		.replace(/([a-z])([A-Z0-9])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.replace(/\b(?!and\b|or\b|of\b)[a-z]/g, (first) => first.toUpperCase());

const columnNames = (field: string): string => {
	const columns = Object.entries(GIFT_CARD_COLUMNS).find(([name]) => name === field)?.[1];
	return columns ? ` (in CSV: ${columns.SOAPI} in SOAPI, ${columns.SCMP} in SCMP)` : '';
};

const fieldsOf = ({ name: group, prefix, fields, descriptions = {} }: FieldGroup): CatalogField[] =>
	fields.split(', ').map((field) => {
		const description = descriptions[field] ?? '';
		const wireName = prefix ? `${prefix}.${field}` : field;
		return {
			group,
			name: field,
			value: prefix ? wireName : `${group}/${field}`,
			wireName,
			label: `${readableName(group)}: ${readableName(field)}`,
			description: group === 'Gift card' ? description + columnNames(field) : description,
		};
	});

export const CATALOG_FIELDS: readonly CatalogField[] = FIELD_GROUPS.flatMap(fieldsOf);

const wireNames = new Map(CATALOG_FIELDS.map(({ value, wireName }) => [value, wireName]));

/** The names to send for chosen or typed fields, each once. What the catalog does not know is a wire name already. */
export const toWireNames = (chosen: readonly string[]): string[] => [
	...new Set(
		chosen
			.map((value) => value.trim())
			.filter((value) => value !== '')
			.map((value) => wireNames.get(value) ?? value),
	),
];
