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

const endsWith = (name: string, endings: readonly string[]) =>
	endings.includes(words(name).at(-1) ?? '');

/** FeeAmount, ccAuthReply_amount, auth_amount, gift_card_current_balance; not AmountType. */
export const isAmountName = (name: string): boolean => endsWith(name, AMOUNT_WORDS);

/** ChargebackTime, EventDate, request_date; not SettlementTimeZone or ExpirationMonth. */
export const isTimeName = (name: string): boolean => endsWith(name, TIME_WORDS);

/** The words before "currency", or undefined where the column holds no currency. */
function currencyStem(name: string): string[] | undefined {
	const parts = words(name);
	if (parts.at(-1) === 'code') parts.pop();
	const last = parts.pop();
	return last !== undefined && CURRENCY_WORDS.includes(last) ? parts : undefined;
}

/** Currency, FeeCurrency, ServiceFeeAmountCcy, CurrencyCode. */
export const isCurrencyName = (name: string): boolean => currencyStem(name) !== undefined;

/**
 * The column that holds the currency of an amount: the one whose name shares the most words with
 * it (FeeAmount and FeeCurrency, not Currency), or the only one that there is.
 */
export function currencyColumnOf(amount: string, columns: readonly string[]): string | undefined {
	const amountWords = words(amount);
	const currencies = columns.filter(isCurrencyName);
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
