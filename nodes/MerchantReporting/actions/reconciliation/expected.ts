import type { IDataObject } from 'n8n-workflow';

import { looseName } from '../../../shared/catalog/fields';
import { asEntered, currencyOf, type Decimal, toDecimal } from '../../../shared/money';
import { given, inMessage, readOptions, readText } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { readMoment } from '../../../shared/period/moment';
import { readAll, type Refusal, refusal } from '../../../shared/problem';
import { textOf, valueAt } from '../../../shared/text';
import { amountWritten, dateWritten } from '../../../shared/written';

/** What an input item says that was paid. */
export interface Expected {
	reference: string;
	currency: string;
	amount: Decimal;
	/** When it was paid: a day or a moment, if it is known. */
	date: unknown;
}

type Part = keyof Expected;

export const LABELS: Record<Part, string> = {
	reference: 'Reference Field',
	currency: 'Currency Field',
	amount: 'Amount Field',
	date: 'Date Field',
};

/** What people call these fields, the most telling name first. */
const USUAL: Record<Part, string[]> = {
	reference: [
		...['invoiceNumber', 'orderNumber', 'merchantReferenceNumber', 'referenceNumber'],
		...['reference', 'orderId', 'number'],
	],
	currency: ['currency', 'currencyCode'],
	amount: ['totalAmount', 'amount', 'total', 'totalPrice', 'grandTotal'],
	date: ['paidDate', 'paidAt', 'datePaid', 'paymentDate', 'transactionDate', 'date'],
};

const valueIn = (json: IDataObject, name: string): unknown =>
	json[name] ?? valueAt(json, name.split('.'));

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The fields that have a value in any item, by their loose names: looked for once, and not for each of many items. */
const known = new WeakMap<readonly Item[], Map<string, string>>();

function namesIn({ all, context }: Item): Map<string, string> {
	const names = known.get(all) ?? new Map<string, string>();
	if (known.has(all)) return names;
	known.set(all, names);
	for (const { json } of context.getInputData()) {
		for (const name in json) if (isGiven(json[name])) names.set(looseName(name), name);
	}
	return names;
}

/** The name that each field has in the input, '' where there is none. The choices of the first item count. */
export function fieldsOf(item: Item): Record<Part, string> {
	const [first] = item.all;
	const names = namesIn(item);
	const find = (part: Part, chosen: string): string => {
		const wanted = chosen === '' ? USUAL[part] : [chosen, chosen.split('.')[0]];
		const found = wanted.map(looseName).find((name) => names.has(name));
		if (chosen === '') return names.get(found ?? '') ?? '';
		if (found !== undefined) return chosen;
		throw not(
			part,
			`no input item has a value in "${chosen}"`,
			'Enter the name of a field, such as invoiceNumber, and not an expression with its value.',
		);
	};
	const option = (part: Part) => given(readOptions(first)[`${part}Field`], LABELS[part]) ?? '';
	return readAll<Record<Part, string>>({
		reference: () => find('reference', readText(first, 'referenceField')),
		currency: () => find('currency', option('currency')),
		amount: () => find('amount', option('amount')),
		date: () => find('date', readText(first, 'dateField')),
	});
}

const not = (part: Part, words: string, advice?: string): Refusal =>
	refusal(words, advice, LABELS[part]);

/** What an input item says, or everything that cannot be read of it. */
export function readExpected(item: Item): Expected {
	const fields = fieldsOf(item);
	const { json } = item.context.getInputData()[item.index];
	const valueOf = (part: Part) => (fields[part] === '' ? undefined : valueIn(json, fields[part]));
	const required = (part: Part): unknown => {
		const name = fields[part];
		const value = valueOf(part);
		if (isGiven(value)) return value;
		if (name !== '') throw not(part, `"${name}" is empty`);
		const names = USUAL[part].join(', ');
		throw not(part, `the input has none of ${names}`, 'Enter the name of the field that has it.');
	};
	const currency = textOf(valueOf('currency')).toUpperCase();
	return readAll<Expected>({
		reference: () => readReference(required('reference')),
		currency: () => readCurrency(required('currency')),
		amount: () => readAmount(required('amount'), currency),
		date: () => readDate(valueOf('date')),
	});
}

const twoReadings = (part: Part, value: unknown, readings: string[], advice: string): Refusal =>
	not(part, `${inMessage(value)} can mean ${readings.join(' or ')}`, advice);

function readReference(value: unknown): string {
	const text = textOf(value);
	if (text !== '') return text;
	throw not('reference', `must be text, not ${inMessage(value)}`);
}

function readCurrency(value: unknown): string {
	const code = textOf(value).toUpperCase();
	if (/^[A-Z]{3}$/.test(code)) return code;
	throw not('currency', `must be a code such as USD, not ${inMessage(value)}`);
}

/** Which mark stands before decimals: 1.234 dinars have all of theirs, and 1,234 yen have none. */
function decimalsOf(text: string, currency: string): 'comma' | 'point' | undefined {
	const hasComma = text.includes(',');
	switch (currencyOf(currency)?.minorUnits) {
		case 0:
			return hasComma ? 'point' : 'comma';
		case 3:
			return hasComma ? undefined : 'point';
		default:
			return undefined;
	}
}

function readAmount(value: unknown, currency: string): Decimal {
	const writing = { currency, decimals: decimalsOf(textOf(value), currency) };
	const written = typeof value === 'string' ? amountWritten(value, writing) : undefined;
	if (Array.isArray(written)) {
		throw twoReadings('amount', value, written, 'Write it with all its decimals: 1234.00.');
	}
	const amount = toDecimal(typeof value === 'string' ? written : asEntered(value));
	if (amount !== undefined) return amount;
	const example = `an amount in ${currency} such as 1234.50`;
	throw not('amount', `must be ${example}, not ${inMessage(value)}`);
}

function readDate(value: unknown): unknown {
	if (!isGiven(value)) return undefined;
	const written = dateWritten(value, {});
	if (Array.isArray(written)) {
		throw twoReadings('date', value, written, 'Write dates like 2026-12-31.');
	}
	if (readMoment(written ?? value, 'utc') !== undefined) return written ?? value;
	throw not('date', `must be a date like 2026-12-31, not ${inMessage(value)}`);
}
