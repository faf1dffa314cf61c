import type { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { looseName } from '../../../shared/catalog/fields';
import { withoutFloatError, type Decimal, toDecimal } from '../../../shared/money';
import { textField } from '../../../shared/node/fields';
import { given, inMessage, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { capitalized } from '../../../shared/node/rows';
import { readMoment } from '../../../shared/period/moment';
import { readAll, refusal } from '../../../shared/problem';
import { textOf, valueAt } from '../../../shared/text';
import { amountWritten, dateWritten } from '../../../shared/written';
import { zoneOf } from '../common/period';

/** What an input item says that was paid. */
export interface Expected {
	reference: string;
	currency: string;
	amount: Decimal;
	/** When it was paid, if it is known. */
	date?: DateTime;
	/** Its place in the input. */
	index: number;
}

type Part = 'reference' | 'currency' | 'amount' | 'date';

/** What people call the fields of the input, the most telling name first. "Order #" is order. */
const USUAL: Record<Part, string[]> = {
	reference: [
		...['invoiceNumber', 'orderNumber', 'merchantReferenceNumber', 'referenceNumber'],
		...['reference', 'orderId', 'number', 'invoice', 'order'],
	],
	currency: ['currency', 'currencyCode'],
	amount: ['totalAmount', 'grandTotal', 'totalPrice', 'total', 'amount'],
	date: ['paidDate', 'paidAt', 'datePaid', 'paymentDate', 'transactionDate'],
};

const fieldOption = (part: Part, description: string): INodeProperties =>
	textField(`${capitalized(part)} Field`, `${part}Field`, {
		typeOptions: { requiresDataPath: 'single' },
		placeholder: `e.g. ${USUAL[part][0]}`,
		description,
	});

/** For input whose fields have other names. */
export const FIELDS: Record<Part, INodeProperties> = {
	reference: fieldOption('reference', 'The input field with the invoice or order number'),
	currency: fieldOption('currency', 'The input field with the currency'),
	amount: fieldOption('amount', 'The input field with the amount'),
	date: fieldOption('date', 'The input field that says when it was paid'),
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The name that each field has in the input, if it has one. */
type Fields = Record<Part, string | undefined>;

/** Looked for once, and not for each of many items. */
const known = new WeakMap<readonly Item[], Fields>();

function fieldsOf({ all, context }: Item): Fields {
	const found = known.get(all);
	if (found !== undefined) return found;
	const options = readOptions(all[0]);
	const names = new Map<string, string>();
	for (const { json } of context.getInputData()) {
		for (const name in json) if (isGiven(json[name])) names.set(looseName(name), name);
	}
	const fieldOf = (part: Part): string | undefined =>
		given(options[FIELDS[part].name], FIELDS[part].displayName) ??
		USUAL[part].flatMap((name) => names.get(looseName(name)) ?? []).at(0);
	const fields = {
		reference: fieldOf('reference'),
		currency: fieldOf('currency'),
		amount: fieldOf('amount'),
		date: fieldOf('date'),
	};
	known.set(all, fields);
	return fields;
}

/** Google Sheets numbers empty rows too. */
const isBlank = (json: IDataObject): boolean =>
	Object.keys(json).every((name) => name === 'row_number' || !isGiven(json[name]));

/** What an input item says, or everything that cannot be read of it. Nothing for an empty row among others. */
export function readExpected(item: Item): Expected[] {
	const fields = fieldsOf(item);
	const { json } = item.context.getInputData()[item.index];
	if (fields.reference !== undefined && isBlank(json)) return [];
	const valueOf = (part: Part): unknown => {
		const name = fields[part];
		return name === undefined ? undefined : (json[name] ?? valueAt(json, name.split('.')));
	};
	const required = <T>(part: Part, what: string, reading: T | undefined): T => {
		if (reading !== undefined) return reading;
		const value = valueOf(part);
		const { displayName } = FIELDS[part];
		if (isGiven(value))
			throw refusal(`must be ${what}, not ${inMessage(value)}`, undefined, displayName);
		const name = fields[part] ?? USUAL[part].join(', ');
		throw refusal(`no value in ${name}`, OTHER_NAME, displayName);
	};
	const [reference, amount, date] = [valueOf('reference'), valueOf('amount'), valueOf('date')];
	const currency = textOf(valueOf('currency')).toUpperCase();
	const like = `an amount in ${currency} such as 1234.50`;
	const written =
		typeof amount === 'string' ? amountWritten(amount, { currency, isPaid: true }) : amount;
	const paidAt = readMoment(dateWritten(date, {}) ?? date, zoneOf(item))?.at;
	return [
		readAll<Expected>({
			reference: () => required('reference', 'text or a number', textOf(reference) || undefined),
			currency: () => required('currency', 'a code such as USD', CODE.exec(currency)?.[0]),
			amount: () => required('amount', like, toDecimal(withoutFloatError(written))),
			date: () => (isGiven(date) ? required('date', 'a date like 2026-12-31', paidAt) : undefined),
			index: () => item.index,
		}),
	];
}

const CODE = /^[A-Z]{3}$/;
const OTHER_NAME =
	'If it has another name, add this option and enter that name, not an expression.';
