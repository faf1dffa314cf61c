import { FIELD_GROUPS, type FieldGroup } from './fieldGroups';

interface CatalogField {
	group: string;
	name: string;
	/** Its name in requests. Fields of several groups share one. */
	wireName: string;
	description: string;
	/** Its names in reports, the wire name first. Case, dots and underscores may differ. */
	columns: string[];
}

/** "PaymentMethod.CardType" becomes "Payment Method: Card Type". */
export const readableName = (wireName: string): string =>
	wireName
		.replace(/\./g, ': ')
		.replace(/_/g, ' ')
		.replace(/([a-z])([A-Z0-9])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.replace(/\b(?!and\b|or\b|of\b)[a-z]/g, (first) => first.toUpperCase())
		// settlementStatus_status is one status.
		.replace(/\b(\p{L}+) \1\b/gu, '$1');

/** Naming conventions differ by case, dots and underscores: BillTo.City, billTo_city, bill_to_city. */
export const looseName = (name: string): string =>
	name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function fieldIn(
	{ name: group, prefix, elements, descriptions = {} }: FieldGroup,
	name: string,
): CatalogField {
	const wireName = prefix ? `${prefix}.${name}` : name;
	return {
		group,
		name,
		wireName,
		description: descriptions[name] ?? '',
		columns: elements ? [wireName, `${elements}.${name}`] : [wireName],
	};
}

export const CATALOG_FIELDS: readonly CatalogField[] = FIELD_GROUPS.flatMap((group) =>
	group.fields.split(', ').map((name) => fieldIn(group, name)),
);

export const ROW_TIME_FIELDS = [
	'BatchDate',
	'CaseTime',
	'ChargebackTime',
	'ConversionDate',
	'EventDate',
	'ExceptionDate',
	'Funding.FundingDate',
	'SettlementTime',
	'Time',
] as const;

/** The same for BillTo.FirstName, billTo_firstName and bill_to_first_name. */
export const splitWordsAndNumbers = (name: string): string[] =>
	name
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((part) => part !== '');

export const splitWordsOnly = (name: string): string[] =>
	splitWordsAndNumbers(name).filter((part) => !/^\d+$/.test(part));

/** The words before "currency"; undefined if the column holds no currency. */
export function currencyStem(name: string): string[] | undefined {
	const stem = splitWordsAndNumbers(name);
	if (stem.at(-1) === 'code') stem.pop();
	return ['currency', 'ccy'].includes(stem.pop() ?? '') ? stem : undefined;
}

export type FieldKind = 'amount' | 'currency' | 'time' | 'text';

/** By the last word: auth_amount, request_date, not AmountType or ExpirationMonth. */
export function guessKindByName(name: string): FieldKind {
	const own = splitWordsOnly(name);
	const last = own.at(-1) ?? '';
	if (['amount', 'amounts', 'amt', 'balance'].includes(last)) return 'amount';
	if (['date', 'time', 'datetime', 'timestamp'].includes(last)) return 'time';
	return currencyStem(own.join(' ')) === undefined ? 'text' : 'currency';
}

function fieldsBy(namesOf: (field: CatalogField) => string[]): Map<string, CatalogField[]> {
	const fields = new Map<string, CatalogField[]>();
	for (const field of CATALOG_FIELDS) {
		for (const name of new Set(namesOf(field))) {
			fields.set(name, [...(fields.get(name) ?? []), field]);
		}
	}
	return fields;
}

const BY_WIRE_NAME = fieldsBy(({ wireName }) => [looseName(wireName)]);
const BY_SIMILAR_COLUMN = fieldsBy(({ columns }) => columns.map(looseName));

export const findFieldsByWireName = (wireName: string): CatalogField[] =>
	BY_WIRE_NAME.get(looseName(wireName)) ?? [];

export const columnNamesOfField = (name: string): string[] => [
	...new Set([name, ...findFieldsByWireName(name).flatMap(({ columns }) => columns)]),
];

/** Repeated names are numbered: Amount_2, LineItem.2.Amount. */
export const withoutNumbers = (name: string): string => name.replace(/[._]\d+(?=[._]|$)/g, '');

/** The fields that the column may hold: some share a name. */
export function fieldNamesOfColumn(column: string): string[] {
	const fields =
		BY_SIMILAR_COLUMN.get(looseName(column)) ??
		BY_SIMILAR_COLUMN.get(looseName(withoutNumbers(column)));
	return [...new Set(fields?.map(({ wireName }) => wireName))];
}

/** Undefined if the catalog lacks the column. Fields that share one are of one kind. */
export const findKindInCatalog = (column: string): FieldKind | undefined =>
	fieldNamesOfColumn(column).map(guessKindByName).at(0);
