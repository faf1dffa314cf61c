import { type FieldGroup, type GroupName, GROUPS } from './groups';

export type Convention = 'SOAPI' | 'SCMP';

/** A field of a report definition. */
export interface Attribute {
	/** What `reportFields` names it by. */
	id: string;
	group: GroupName;
	field: string;
	supportedType: 'String' | 'Number' | 'Date';
	/** The column's name in a CSV report, by convention. */
	columns: Record<Convention, string>;
}

/** The specification gives these three; one SOAPI name really is listed twice. */
const GIFT_CARD_COLUMNS: Record<string, Record<Convention, string>> = {
	'Current Balance': { SOAPI: 'giftCard_currentBalance', SCMP: 'gift_card_current_balance' },
	'Previous Balance': { SOAPI: 'giftCard_previousBalance', SCMP: 'gift_card_previous_balance' },
	'Redemption Type': { SOAPI: 'giftCard_previousBalance', SCMP: 'gift_card_redemption_type' },
};

export function attributesOf(groups: readonly GroupName[]): Attribute[] {
	return groups.flatMap((group) =>
		GROUPS[group].fields.map((field) => attribute(group, GROUPS[group], field)),
	);
}

function attribute(group: GroupName, { prefix }: FieldGroup, field: string): Attribute {
	const id = prefix === '' ? field : `${prefix}.${field}`;
	return {
		id,
		group,
		field,
		supportedType: typeOf(field),
		columns: GIFT_CARD_COLUMNS[field] ?? {
			SOAPI: id.split('.').map(camelCase).join('_'),
			SCMP: id.split('.').map(snakeCase).join('_'),
		},
	};
}

function typeOf(field: string): Attribute['supportedType'] {
	if (/(Date|Time)$/.test(field)) return 'Date';
	return /(Amount|Rate|Balance|Count|Quantity|UnitPrice|Fee)$/.test(field) ? 'Number' : 'String';
}

/** RequestID → request_id, AVSResult → avs_result */
function snakeCase(name: string): string {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1_$2')
		.replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
		.toLowerCase();
}

/** RequestID → requestID, AVSResult → avsResult */
function camelCase(name: string): string {
	return name.replace(/^([A-Z]+)(?=[A-Z][a-z]|$)|^[A-Z]/, (start) => start.toLowerCase());
}
