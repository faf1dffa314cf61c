import { kindOfColumn } from '../catalogue/columns';
import type { FieldKind } from '../catalogue/fieldKinds';

const AMOUNT_WORDS = ['amount', 'amounts', 'amt', 'balance'];
const TIME_WORDS = ['date', 'time', 'datetime', 'timestamp'];
const CURRENCY_WORDS = ['currency', 'ccy'];

/** BillTo.FirstName, billTo_firstName and bill_first_name are made of the words they look made of. */
const words = (name: string): string[] =>
	name
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter((word) => word !== '' && !/^\d+$/.test(word));

/** By the last word: ccAuthReply_amount, auth_amount; request_date; not AmountType, ExpirationMonth. */
function kindByName(name: string): FieldKind {
	const last = words(name).at(-1) ?? '';
	if (AMOUNT_WORDS.includes(last)) return 'amount';
	if (TIME_WORDS.includes(last)) return 'time';
	return currencyStem(name) === undefined ? 'text' : 'currency';
}

/** What a column holds: as the catalogue says where it has the field, and else as its name says. */
export const kindOf = (column: string): FieldKind => kindOfColumn(column) ?? kindByName(column);

/** Whether nothing but its name says what a column holds. */
export const isGuessed = (column: string): boolean => kindOfColumn(column) === undefined;

export const isAmount = (column: string): boolean => kindOf(column) === 'amount';
export const isCurrency = (column: string): boolean => kindOf(column) === 'currency';

/** The words before "currency", or undefined where the column holds no currency. */
function currencyStem(name: string): string[] | undefined {
	const parts = words(name);
	if (parts.at(-1) === 'code') parts.pop();
	const last = parts.pop();
	return last !== undefined && CURRENCY_WORDS.includes(last) ? parts : undefined;
}

/**
 * The column that holds the currency of an amount: the one whose name shares the most words with
 * it (FeeAmount and FeeCurrency, not Currency), or the only one that there is.
 */
export function currencyColumnOf(
	amount: string,
	currencies: readonly string[],
): string | undefined {
	const amountWords = words(amount);
	let best: string | undefined;
	let shared = -1;
	for (const column of currencies) {
		const stem = currencyStem(column) ?? [];
		const fits = stem.every((word, index) => word === amountWords[index]);
		if (fits && stem.length > shared) {
			best = column;
			shared = stem.length;
		}
	}
	return best ?? (currencies.length === 1 ? currencies[0] : undefined);
}
