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

export const CATALOG_FIELDS: readonly CatalogField[] = FIELD_GROUPS.flatMap(
	({ name: group, prefix, fields, descriptions = {} }: FieldGroup) =>
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
		}),
);

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

/** When what a row is about happened. */
export const TIMES_OF_ROWS = [
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

/** The fields of the catalog that hold something else than text, by wire name. */
export const FIELD_KINDS = {
	amount: [
		'AdjustmentAmount',
		'Amount',
		'AssessmentAmount',
		'ChargebackAmount',
		'Current Balance',
		'DiscountAmount',
		'ExceptionAmount',
		'FeeAmount',
		'Funding.FeeAmount',
		'Funding.FundingAmount',
		'InterchangeAmount',
		'PerItemFeeAmount',
		'Previous Balance',
		'ServiceFeeAmount',
		'ServiceFeeFixedAmount',
		'SettlementAmount',
		'TotalFeeAmount',
		'TransactionAmount',
	],
	currency: [
		'AdjustmentCurrency',
		'AssessmentCurrency',
		'ChargebackCurrency',
		'Currency',
		'CurrencyCode',
		'DiscountCurrency',
		'ExceptionAmountCurrency',
		'FeeCurrency',
		'Funding.FeeCurrency',
		'Funding.FundingCurrency',
		'FundingCurrency',
		'InterchangeCurrency',
		'LocalCurrencyCode',
		'PerItemFeeCurrency',
		'ServiceFeeAmountCcy',
		'ServiceFeeFixedAmountCcy',
		'SettlementCurrency',
		'TotalFeeCurrency',
	],
	time: [
		...TIMES_OF_ROWS,
		'LastActionDate',
		'NextActionDate',
		'OriginalTransactionSubmissionDate',
		'PaymentMethod.SignatureDate',
		'ResolutionTime',
		'RespondByDate',
		'Travel.DepartureDateTime',
	],
} as const;

export type FieldKind = keyof typeof FIELD_KINDS | 'text';

/** The naming conventions differ by case, dots and underscores only: BillTo.City is billTo_city and bill_to_city. */
export const looseName = (name: string): string =>
	name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

interface ColumnNames {
	/** What a report may call a field, its wire name first, whatever the case, dots and underscores. */
	similar: string[];
	/** What it may be called in these very letters. */
	exact: string[];
}

interface Field extends ColumnNames {
	wireName: string;
	kind: FieldKind;
}

const KINDS = new Map<string, FieldKind>(
	Object.entries(FIELD_KINDS).flatMap(([kind, names]) =>
		names.map((name): [string, FieldKind] => [name, kind as FieldKind]),
	),
);
const ELEMENTS = new Map(FIELD_GROUPS.map(({ name, elements }) => [name, elements]));
/** Groups without a prefix, as reports may write them before their fields. */
const IN_GROUPS: Partial<Record<string, string>> = {
	'Chargeback and retrieval': 'Chargeback',
	Deposit: 'Deposit',
	Event: 'Event',
	Exception: 'Exception',
	Conversion: 'Conversion',
};
const GIFT_CARD = new Map(Object.entries(GIFT_CARD_COLUMNS));

function columnsOf({ group, name, wireName }: CatalogField): ColumnNames {
	const elements = ELEMENTS.get(group);
	const giftCard = group === 'Gift card' ? GIFT_CARD.get(name) : undefined;
	const inGroup = wireName === name ? IN_GROUPS[group] : undefined;
	const others = [
		elements && `${elements}.${name}`,
		inGroup && `${inGroup}.${name}`,
		giftCard?.SCMP,
	];
	return {
		similar: [wireName, ...others.filter((column) => column !== undefined)],
		// One of these is the name of another field too, but for the case and the underscores.
		exact: giftCard === undefined ? [] : [giftCard.SOAPI],
	};
}

const FIELDS = CATALOG_FIELDS.map((field): Field => {
	const { wireName } = field;
	return { wireName, kind: KINDS.get(wireName) ?? 'text', ...columnsOf(field) };
});

function fieldsBy(namesOf: (field: Field) => string[]): Map<string, Field[]> {
	const fields = new Map<string, Field[]>();
	for (const field of FIELDS) {
		for (const name of new Set(namesOf(field))) {
			fields.set(name, [...(fields.get(name) ?? []), field]);
		}
	}
	return fields;
}

const BY_WIRE_NAME = fieldsBy(({ wireName }) => [looseName(wireName)]);
const BY_EXACT_COLUMN = fieldsBy(({ similar, exact }) => [...similar, ...exact]);
const BY_SIMILAR_COLUMN = fieldsBy(({ similar }) => similar.map(looseName));

/** What a report may call the column that someone asks for by this name. */
export function columnNamesOf(name: string): ColumnNames {
	const fields = BY_WIRE_NAME.get(looseName(name)) ?? [];
	return {
		similar: [...new Set([name, ...fields.flatMap(({ similar }) => similar)])],
		exact: fields.flatMap(({ exact }) => exact),
	};
}

/** Second ones of a name are numbered: Amount_2, LineItem.2.Amount. */
const withoutNumbers = (name: string) => name.replace(/[._]\d+(?=[._]|$)/g, '');

function fieldsOf(column: string): Field[] {
	const unnumbered = withoutNumbers(column);
	return (
		BY_EXACT_COLUMN.get(column) ??
		BY_EXACT_COLUMN.get(unnumbered) ??
		BY_SIMILAR_COLUMN.get(looseName(column)) ??
		BY_SIMILAR_COLUMN.get(looseName(unnumbered)) ??
		[]
	);
}

/** The fields that a column of this name may hold. The service gives one name to two fields. */
export const fieldsOfColumn = (column: string): string[] => [
	...new Set(fieldsOf(column).map(({ wireName }) => wireName)),
];

/** What a column holds, where the catalog knows it; text where it may be one thing or another. */
export function kindOfColumn(column: string): FieldKind | undefined {
	const kinds = new Set(fieldsOf(column).map(({ kind }) => kind));
	return kinds.size > 1 ? 'text' : [...kinds].at(0);
}
