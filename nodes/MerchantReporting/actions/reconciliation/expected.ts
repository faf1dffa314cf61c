import type { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { looseName } from '../../../shared/catalog/fields';
import { type Decimal, format, toDecimal, trim, withoutFloatError } from '../../../shared/money';
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
	/** Equal where it is one total, which a shop writes into each line of an order. */
	key: string;
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

type ExpectedField = keyof typeof PARTS;

const ofEach = <Value>(valueOf: (part: ExpectedField) => Value) => {
	const parts = Object.keys(PARTS) as ExpectedField[];
	return Object.fromEntries(parts.map((part) => [part, valueOf(part)])) as Record<
		ExpectedField,
		Value
	>;
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

/** By the rows of a run: the name that each field has in the input, and how its dates are written. */
const known = new WeakMap<readonly Item[], ReturnType<typeof fieldsIn>>();

function fieldsIn({ all, context }: Item) {
	const options = readOptions(all[0]);
	const inputs = context.getInputData().map(({ json }) => json);
	const names = new Map<string, string>();
	for (const json of inputs) {
		for (const name in json) if (isGiven(json[name])) names.set(looseName(name), name);
	}
	if (names.size === 0) throw refusal('The input has no columns', CONNECT);
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
	return { ...fields, order: isDayFirst === isMonthFirst ? undefined : order };
}

/** What an input item says, or everything that cannot be read of it. Nothing for a row that adds nothing to others. */
export function readExpected(item: Item): Expected[] {
	const fields = known.get(item.all) ?? fieldsIn(item);
	known.set(item.all, fields);
	const inputs = item.context.getInputData();
	const valuesOf = ({ json }: INodeExecutionData) =>
		ofEach((part): unknown => {
			const name = fields[part];
			return name === undefined ? undefined : (json[name] ?? valueAt(json, name.split('.')));
		});
	const values = valuesOf(inputs[item.index]);
	// Empty, or a further line of an order whose total a shop writes into the first.
	const isLine = item.index > 0 && valuesOf(inputs[item.index - 1]).reference === values.reference;
	const addsNothing = !isGiven(values.amount) && (isLine || !isGiven(values.reference));
	if (addsNothing && fields.reference !== undefined && fields.amount !== undefined) return [];
	const required = <T>(part: ExpectedField, what: string, reading: T | undefined): T => {
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
	const paid = toDecimal(withoutFloatError(written));
	const paidAt = readMoment(dateWritten(date, { dates: fields.order }) ?? date, zoneOf(item))?.at;
	const isTotal = /total/i.test(fields.amount ?? '');
	return [
		readAll<Expected>({
			reference: () =>
				required('reference', 'text or a number', textOf(values.reference) || undefined),
			currency: () => required('currency', 'a code such as USD', CODE.exec(currency)?.[0]),
			amount: () => required('amount', like, paid),
			date: () => (isGiven(date) ? required('date', 'a date like 2026-12-31', paidAt) : undefined),
			index: () => item.index,
			key: () => JSON.stringify([paid && format(trim(paid)), paidAt, isTotal || item.index]),
		}),
	];
}

/** Of rows that were read each by itself. */
export function readAllExpected(rows: readonly Item[]): Expected[] {
	const expected = rows.flatMap(readExpected);
	if (expected.length === 0) {
		throw refusal('no row has a reference or an amount', OTHER_NAME, FIELDS.reference.displayName);
	}
	return expected;
}

const CODE = /^[A-Z]{3}$/;
const OTHER_NAME =
	'If it has another name, add this option and enter that name, not an expression.';
const CONNECT =
	'Connect the invoices or orders to compare with the payments, for example Get Many Invoices.';
