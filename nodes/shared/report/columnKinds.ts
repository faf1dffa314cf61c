import { type FieldKind, fieldsOfColumn, kindOfColumn } from '../catalog/columns';
import { FEE_AMOUNTS, FUNDED_AMOUNT } from '../catalog/money';

const AMOUNT_WORDS = ['amount', 'amounts', 'amt', 'balance'];
const TIME_WORDS = ['date', 'time', 'datetime', 'timestamp'];
const CURRENCY_WORDS = ['currency', 'ccy'];

/** BillTo.FirstName, billTo_firstName and bill_first_name are made of what they look made of. */
export const partsOfName = (name: string): string[] =>
	name
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((part) => part !== '');

const words = (name: string): string[] => partsOfName(name).filter((part) => !/^\d+$/.test(part));

/** By the last word: ccAuthReply_amount, auth_amount; request_date; not AmountType, ExpirationMonth. */
function kindByName(name: string): FieldKind {
	const last = words(name).at(-1) ?? '';
	if (AMOUNT_WORDS.includes(last)) return 'amount';
	if (TIME_WORDS.includes(last)) return 'time';
	return currencyStem(words(name).join(' ')) === undefined ? 'text' : 'currency';
}

/** What a column holds: as the catalog says where it has the field, and else as its name says. */
export const kindOf = (column: string): FieldKind => kindOfColumn(column) ?? kindByName(column);

/** Whether nothing but its name says what a column holds. */
export const isGuessed = (column: string): boolean => kindOfColumn(column) === undefined;

/** Fields whose times are in UTC, as the specification says, also where they do not name it. */
const UTC_TIMES = new Set(['EventDate', 'ResolutionTime', 'Time']);

export const isUtc = (column: string): boolean =>
	fieldsOfColumn(column).some((field) => UTC_TIMES.has(field));

export const isAmount = (column: string): boolean => kindOf(column) === 'amount';
export const isCurrency = (column: string): boolean => kindOf(column) === 'currency';

/** A fee is paid for a refund too, so that it has no part in what a refund turns around. */
export const isFee = (column: string): boolean =>
	fieldsOfColumn(column).some((field) => FEE_AMOUNTS.has(field)) || words(column).includes('fee');

/** What the bank got. */
export const isFunded = (column: string): boolean => fieldsOfColumn(column).includes(FUNDED_AMOUNT);

/** What stands before "currency", or undefined where the column holds no currency. */
export function currencyStem(name: string): string[] | undefined {
	const stem = partsOfName(name);
	if (stem.at(-1) === 'code') stem.pop();
	const last = stem.pop();
	return last !== undefined && CURRENCY_WORDS.includes(last) ? stem : undefined;
}
