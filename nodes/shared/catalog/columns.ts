import { FIELD_GROUPS } from './fieldGroups';
import { CATALOG_FIELDS, type CatalogField, GIFT_CARD_COLUMNS } from './fields';

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
const GIFT_CARD = new Map(Object.entries(GIFT_CARD_COLUMNS));

function columnsOf({ group, name, wireName }: CatalogField): ColumnNames {
	const elements = ELEMENTS.get(group);
	const giftCard = group === 'Gift card' ? GIFT_CARD.get(name) : undefined;
	const others = [elements && `${elements}.${name}`, giftCard?.SCMP];
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
