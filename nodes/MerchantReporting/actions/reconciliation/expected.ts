import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { looseName } from '../../../shared/catalog/fields';
import {
	type Decimal,
	format,
	toDecimal,
	trim,
	withoutFloatError,
	ZERO,
} from '../../../shared/money';
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
	/** Whether other rows may have the same amount again: it is of an order with several lines. */
	isOrderTotal: boolean;
}

/** What people call the fields of the input, the most telling name first. "Order #" is order. */
const PARTS = {
	reference: {
		holds: 'with the invoice or order number',
		names: [
			...['invoiceNumber', 'orderNumber', 'merchantReferenceNumber', 'referenceNumber'],
			...['reference', 'orderId', 'number', 'invoice', 'order'],
		],
	},
	currency: {
		holds: 'with the currency, or its code such as USD',
		names: ['currency', 'currencyCode'],
	},
	amount: {
		holds: 'with the amount',
		names: ['totalAmount', 'grandTotal', 'totalPrice', 'total', 'amount'],
	},
	date: {
		holds: 'that says when it was paid',
		names: ['paidDate', 'paidAt', 'datePaid', 'paymentDate', 'transactionDate'],
	},
};

type Part = keyof typeof PARTS;

const ofEach = <Value>(valueOf: (part: Part) => Value) => {
	const parts = Object.keys(PARTS) as Part[];
	return Object.fromEntries(parts.map((part) => [part, valueOf(part)])) as Record<Part, Value>;
};

/** For input whose fields have other names. */
export const FIELDS = ofEach((part) =>
	textField(`${capitalized(part)} Field`, `${part}Field`, {
		typeOptions: { requiresDataPath: 'single' },
		placeholder: `e.g. ${PARTS[part].names[0]}`,
		description: `The input field ${PARTS[part].holds}`,
	}),
);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What a shop has for each line of an order, without blanks and capitals. */
const LINE_FIELDS = [
	...['sku', 'lineitemsku', 'lineitemname', 'lineitemquantity', 'product', 'productname'],
	...['item', 'itemname', 'quantity', 'qty'],
];

/** By the rows of a run: the name that each field has in the input, and how its dates are written. */
const known = new WeakMap<readonly Item[], ReturnType<typeof fieldsIn>>();

function fieldsIn({ all, context }: Item) {
	const options = readOptions(all[0]);
	const inputs = context.getInputData().map(({ json }) => json);
	const names = new Map<string, string>();
	for (const json of inputs) {
		for (const name in json) if (isGiven(json[name])) names.set(looseName(name), name);
	}
	const fields = ofEach(
		(part) =>
			given(options[FIELDS[part].name], FIELDS[part].displayName) ??
			PARTS[part].names.flatMap((name) => names.get(looseName(name)) ?? []).at(0),
	);
	// One column has its days and months in one order: a day after the 12th says in which.
	const dates = inputs.map((json) => textOf(json[fields.date ?? '']));
	const isDayFirst = dates.some((date) => /^(1[3-9]|2\d|3[01])[/-]\d/.test(date));
	const isMonthFirst = dates.some((date) => /^\d\d?[/-](1[3-9]|2\d|3[01])[/-]/.test(date));
	const order = isDayFirst ? ('dayFirst' as const) : ('monthFirst' as const);
	const hasLines = LINE_FIELDS.some((name) => names.has(name));
	const isOrderTotal = hasLines && /total/i.test(fields.amount ?? '');
	return { ...fields, isOrderTotal, order: isDayFirst === isMonthFirst ? undefined : order };
}

/** Google Sheets numbers empty rows too. */
const isBlank = (json: IDataObject): boolean =>
	Object.keys(json).every((name) => name === 'row_number' || !isGiven(json[name]));

/** What an input item says, or everything that cannot be read of it. Nothing for an empty row among others. */
export function readExpected(item: Item): Expected[] {
	const fields = known.get(item.all) ?? fieldsIn(item);
	known.set(item.all, fields);
	const { json } = item.context.getInputData()[item.index];
	if (fields.reference !== undefined && isBlank(json)) return [];
	const values = ofEach((part): unknown => {
		const name = fields[part];
		return name === undefined ? undefined : (json[name] ?? valueAt(json, name.split('.')));
	});
	const required = <T>(part: Part, what: string, reading: T | undefined): T => {
		if (reading !== undefined) return reading;
		const { displayName } = FIELDS[part];
		const is = isGiven(values[part]) && `must be ${what}, not ${inMessage(values[part])}`;
		if (is) throw refusal(is, undefined, displayName);
		const name = fields[part] ?? PARTS[part].names.join(', ');
		throw refusal(`no value in ${name}`, OTHER_NAME, displayName);
	};
	const { amount, date } = values;
	const isCode = values.currency === undefined && CODE.test(fields.currency ?? '');
	const currency = isCode ? (fields.currency ?? '') : textOf(values.currency).toUpperCase();
	const like = `an amount in ${currency} such as 1234.50`;
	const written =
		typeof amount === 'string' ? amountWritten(amount, { currency, isPaid: true }) : amount;
	const isLine = fields.isOrderTotal && !isGiven(amount);
	const paid = isLine ? ZERO : toDecimal(withoutFloatError(written));
	const paidAt = readMoment(dateWritten(date, { dates: fields.order }) ?? date, zoneOf(item))?.at;
	return [
		readAll<Expected>({
			reference: () =>
				required('reference', 'text or a number', textOf(values.reference) || undefined),
			currency: () => required('currency', 'a code such as USD', CODE.exec(currency)?.[0]),
			amount: () => required('amount', like, paid),
			date: () => (isGiven(date) ? required('date', 'a date like 2026-12-31', paidAt) : undefined),
			index: () => item.index,
			isOrderTotal: () => fields.isOrderTotal,
		}),
	];
}

const CODE = /^[A-Z]{3}$/;
const OTHER_NAME =
	'If it has another name, add this option and enter that name, not an expression.';

/** A shop writes the total of an order into each of its lines: it counts once. */
export function withoutRepeats(inputs: readonly Expected[]): Expected[] {
	const seen = new Set<string>();
	return inputs.filter(({ amount, isOrderTotal }) => {
		const { size } = seen;
		return seen.add(format(trim(amount))).size > size || !isOrderTotal;
	});
}
