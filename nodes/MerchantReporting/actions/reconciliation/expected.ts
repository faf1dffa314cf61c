import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { looseName } from '../../../shared/catalog/fields';
import { withoutFloatError, type Decimal, toDecimal } from '../../../shared/money';
import { textField } from '../../../shared/node/fields';
import { given, inMessage, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { capitalized } from '../../../shared/node/rows';
import { readMoment } from '../../../shared/period/moment';
import { readAll, refusal } from '../../../shared/problem';
import { textOf, valueAt } from '../../../shared/text';
import { amountWritten, dateWritten, type Writing } from '../../../shared/written';
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

/** What people call the fields of the input, the most telling name first. "Order #" is order. */
const PARTS = {
	reference: {
		holds: 'with the invoice or order number',
		names: [
			...['invoiceNumber', 'orderNumber', 'merchantReferenceNumber', 'referenceNumber'],
			...['reference', 'orderId', 'number', 'invoice', 'order'],
		],
	},
	currency: { holds: 'with the currency', names: ['currency', 'currencyCode'] },
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

const ofEach = <Value>(valueOf: (part: Part) => Value): Record<Part, Value> =>
	Object.fromEntries((Object.keys(PARTS) as Part[]).map((part) => [part, valueOf(part)])) as Record<
		Part,
		Value
	>;

/** For input whose fields have other names. */
export const FIELDS = ofEach((part) =>
	textField(`${capitalized(part)} Field`, `${part}Field`, {
		typeOptions: { requiresDataPath: 'single' },
		placeholder: `e.g. ${PARTS[part].names[0]}`,
		description: `The input field ${PARTS[part].holds}`,
	}),
);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The name that each field has in the input, if it has one, and how its dates are written. */
type Fields = Record<Part, string | undefined> & Pick<Writing, 'dates'>;

/** Looked for once, and not for each of many items. */
const known = new WeakMap<readonly Item[], Fields>();

function fieldsOf({ all, context }: Item): Fields {
	const before = known.get(all);
	if (before !== undefined) return before;
	const options = readOptions(all[0]);
	const names = new Map<string, string>();
	const inputs = context.getInputData().map(({ json }) => json);
	for (const json of inputs) {
		for (const name in json) if (isGiven(json[name])) names.set(looseName(name), name);
	}
	const found = ofEach(
		(part) =>
			given(options[FIELDS[part].name], FIELDS[part].displayName) ??
			PARTS[part].names.flatMap((name) => names.get(looseName(name)) ?? []).at(0),
	);
	const fields = { ...found, dates: datesIn(inputs.map((json) => json[found.date ?? ''])) };
	known.set(all, fields);
	return fields;
}

/** One column has its days and months in one order: a day after the 12th says in which. */
function datesIn(values: readonly unknown[]): Writing['dates'] {
	const [first, second] = [
		/^(?:1[3-9]|2\d|3[01])[/-]\d/,
		/^\d{1,2}[/-](?:1[3-9]|2\d|3[01])[/-]/,
	].map((pattern) => values.some((value) => pattern.test(textOf(value))));
	return first === second ? undefined : first ? 'dayFirst' : 'monthFirst';
}

/** Google Sheets numbers empty rows too. */
const isBlank = (json: IDataObject): boolean =>
	Object.keys(json).every((name) => name === 'row_number' || !isGiven(json[name]));

/** What an input item says, or everything that cannot be read of it. Nothing for an empty row among others. */
export function readExpected(item: Item): Expected[] {
	const fields = fieldsOf(item);
	const { json } = item.context.getInputData()[item.index];
	if (fields.reference !== undefined && isBlank(json)) return [];
	const {
		reference,
		currency: code,
		amount,
		date,
	} = ofEach((part): unknown => {
		const name = fields[part];
		return name === undefined ? undefined : (json[name] ?? valueAt(json, name.split('.')));
	});
	const required = <T>(part: Part, value: unknown, what: string, reading: T | undefined): T => {
		if (reading !== undefined) return reading;
		const { displayName } = FIELDS[part];
		if (isGiven(value)) {
			throw refusal(`must be ${what}, not ${inMessage(value)}`, undefined, displayName);
		}
		const name = fields[part] ?? PARTS[part].names.join(', ');
		throw refusal(`no value in ${name}`, OTHER_NAME, displayName);
	};
	const currency = textOf(code).toUpperCase();
	const like = `an amount in ${currency} such as 1234.50`;
	const written =
		typeof amount === 'string' ? amountWritten(amount, { currency, isPaid: true }) : amount;
	const paid = toDecimal(withoutFloatError(written));
	const paidAt = readMoment(dateWritten(date, fields) ?? date, zoneOf(item))?.at;
	return [
		readAll<Expected>({
			reference: () =>
				required('reference', reference, 'text or a number', textOf(reference) || undefined),
			currency: () => required('currency', code, 'a code such as USD', CODE.exec(currency)?.[0]),
			amount: () => required('amount', amount, like, paid),
			date: () =>
				isGiven(date) ? required('date', date, 'a date like 2026-12-31', paidAt) : undefined,
			index: () => item.index,
		}),
	];
}

const CODE = /^[A-Z]{3}$/;
const OTHER_NAME =
	'If it has another name, add this option and enter that name, not an expression.';
