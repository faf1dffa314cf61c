import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { looseName } from '../../../shared/catalog/fields';
import { asEntered, currencyOf, type Decimal, toDecimal } from '../../../shared/money';
import { textField } from '../../../shared/node/fields';
import { given, inMessage, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { readMoment } from '../../../shared/period/moment';
import { onlyRefusal, readAll, Refusal, refusal } from '../../../shared/problem';
import { textOf, valueAt } from '../../../shared/text';
import { amountWritten, dateWritten } from '../../../shared/written';

/** What an input item says that was paid. */
export interface Expected {
	reference: string;
	currency: string;
	amount: Decimal;
	/** When it was paid: a day or a moment, if it is known. */
	date: unknown;
	/** Its place in the input. */
	index: number;
}

type Part = 'reference' | 'currency' | 'amount' | 'date';

/** What people call the fields of the input, the most telling name first. */
const USUAL: Record<Part, string[]> = {
	reference: [
		...['invoiceNumber', 'orderNumber', 'merchantReferenceNumber', 'referenceNumber'],
		...['reference', 'orderId', 'number'],
	],
	currency: ['currency', 'currencyCode'],
	amount: ['totalAmount', 'amount', 'total', 'totalPrice', 'grandTotal'],
	date: ['paidDate', 'paidAt', 'datePaid', 'paymentDate', 'transactionDate'],
};

const fieldOption = (displayName: string, part: Part, description: string): INodeProperties =>
	textField(displayName, `${part}Field`, {
		typeOptions: { requiresDataPath: 'single' },
		placeholder: `e.g. ${USUAL[part][0]}`,
		description,
	});

/** For input whose fields have other names. */
export const FIELDS: Record<Part, INodeProperties> = {
	reference: fieldOption(
		'Reference Field',
		'reference',
		'The input field with the invoice or order number',
	),
	currency: fieldOption('Currency Field', 'currency', 'The input field with the currency'),
	amount: fieldOption('Amount Field', 'amount', 'The input field with the amount'),
	date: fieldOption('Date Field', 'date', 'The input field that says when it was paid'),
};

const valueIn = (json: IDataObject, name: string): unknown =>
	json[name] ?? valueAt(json, name.split('.'));

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

type Fields = Record<Part, string>;

/** Looked for once, and not for each of many items. */
const known = new WeakMap<readonly Item[], Fields | Refusal>();

/** The name that each field has in the input, '' for a date that it does not have; or why one is not found. */
export function fieldsOf({ all, context }: Item): Fields | Refusal {
	const fields = known.get(all) ?? findFields(all[0], context.getInputData());
	known.set(all, fields);
	return fields;
}

function findFields(first: Item, rows: readonly INodeExecutionData[]): Fields | Refusal {
	const names = new Map<string, string>();
	for (const { json } of rows) {
		for (const name in json) if (isGiven(json[name])) names.set(looseName(name), name);
	}
	const find = (part: Part): string => {
		const chosen = given(readOptions(first)[FIELDS[part].name], FIELDS[part].displayName);
		if (chosen === undefined) {
			const name = USUAL[part].map((one) => names.get(looseName(one))).find(isGiven);
			if (name !== undefined || part === 'date') return name ?? '';
			const usual = USUAL[part].join(', ');
			throw not(part, `the input has none of ${usual}`, 'Add the option with the name of yours.');
		}
		if (rows.some(({ json }) => isGiven(valueIn(json, chosen)))) return chosen;
		throw not(
			part,
			`no input item has a value in "${chosen}"`,
			'Enter the name of a field, such as invoiceNumber, and not an expression with its value.',
		);
	};
	try {
		return readAll<Fields>({
			reference: () => find('reference'),
			currency: () => find('currency'),
			amount: () => find('amount'),
			date: () => find('date'),
		});
	} catch (reason) {
		return onlyRefusal(reason);
	}
}

const not = (part: Part, words: string, advice?: string): Refusal =>
	refusal(words, advice, FIELDS[part].displayName);

/** What an input item says, or everything that cannot be read of it. */
export function readExpected(item: Item): Expected {
	const fields = fieldsOf(item);
	if (fields instanceof Refusal) throw fields;
	const { json } = item.context.getInputData()[item.index];
	const valueOf = (part: Part) => (fields[part] === '' ? undefined : valueIn(json, fields[part]));
	const required = (part: Part): string => {
		const value = valueOf(part);
		const text = textOf(value);
		if (text !== '') return text;
		const isEmpty = !isGiven(value);
		throw not(part, isEmpty ? `"${fields[part]}" is empty` : mustBe('text or a number', value));
	};
	return readAll<Expected>({
		reference: () => required('reference'),
		currency: () => readCurrency(required('currency')),
		amount: () => {
			required('amount');
			return readAmount(valueOf('amount'), textOf(valueOf('currency')).toUpperCase());
		},
		date: () => readDate(valueOf('date')),
		index: () => item.index,
	});
}

const mustBe = (what: string, value: unknown): string => `must be ${what}, not ${inMessage(value)}`;

const canMean = (value: unknown, readings: readonly string[]): string =>
	`${inMessage(value)} can mean ${readings.join(' or ')}`;

function readCurrency(text: string): string {
	const code = text.toUpperCase();
	if (/^[A-Z]{3}$/.test(code)) return code;
	throw not('currency', mustBe('a code such as USD', text));
}

function readAmount(value: unknown, currency: string): Decimal {
	const { minorUnits } = currencyOf(currency) ?? {};
	const plain = toDecimal(asEntered(value));
	// 1.234 dinars have all of their decimals, and what a sheet adds up has more.
	if (plain !== undefined && (typeof value === 'number' || plain.scale === minorUnits))
		return plain;
	const text = textOf(value);
	// Yen have no decimals, so any mark separates groups.
	const grouped = text.includes(',') ? 'point' : 'comma';
	const decimals = minorUnits === 0 ? grouped : undefined;
	const written = amountWritten(text, { currency, decimals });
	if (Array.isArray(written)) {
		const advice = 'Write it with all its decimals: 1234.00.';
		throw not('amount', canMean(value, written), advice);
	}
	const amount = toDecimal(written);
	if (amount !== undefined) return amount;
	throw not('amount', mustBe(`an amount in ${currency} such as 1234.50`, value));
}

function readDate(value: unknown): unknown {
	if (!isGiven(value)) return undefined;
	const written = dateWritten(value, {});
	if (Array.isArray(written)) {
		throw not('date', canMean(value, written), 'Write dates like 2026-12-31.');
	}
	if (readMoment(written ?? value, 'utc') !== undefined) return written ?? value;
	throw not('date', mustBe('a date like 2026-12-31', value));
}
