import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { looseName } from '../../../shared/catalog/fields';
import {
	type Decimal,
	format,
	parseTextOrNumber,
	trimZeros,
	roundFloatError,
} from '../../../shared/money';
import { showHint } from '../../../shared/node/output';
import { textField } from '../../../shared/node/fields';
import { optionalText, inMessage, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { parseDateInput } from '../../../shared/period/period';
import { readAll, refusal } from '../../../shared/problem';
import { capitalize, trimText, valueAt } from '../../../shared/text';
import { interpretAmount, interpretDate, type InputFormat } from '../../../shared/written';
import { readPeriodZone } from '../common/period';

export interface ExpectedPayment {
	reference: string;
	currency: string;
	amount: Decimal;
	date?: DateTime;
	row: number;
}

type ExpectedField = 'reference' | 'currency' | 'amount' | 'date';

/** The best one first. */
const NAMES: Record<ExpectedField, string[]> = {
	reference: ['invoiceNumber', 'orderNumber', 'invoiceNo', 'reference', 'orderId', 'number'],
	currency: ['currency', 'currencyCode', 'cur'],
	amount: ['totalAmount', 'totalPrice', 'orderTotal', 'total', 'amount'],
	date: ['paidDate', 'paidAt', 'datePaid', 'paymentDate', 'transactionDate'],
};

const PARTS = Object.keys(NAMES) as ExpectedField[];

const field = (part: ExpectedField, description?: string) =>
	textField(`${capitalize(part)} Field`, `${part}Field`, {
		typeOptions: { requiresDataPath: 'single' },
		placeholder: `e.g. ${NAMES[part][0]}`,
		description,
	});

export const FIELD_NAME_OPTIONS = {
	reference: field('reference', 'The input field with the invoice or order number'),
	currency: field('currency', 'The input field with the currency, or a code such as USD for all'),
	amount: field('amount'),
	date: field('date', 'The input field that says when it was paid'),
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

type Fields = Partial<Record<ExpectedField | 'currencyOfAll', string>> & Pick<InputFormat, 'dates'>;

type Cells = Partial<Record<ExpectedField, unknown>>;

const cellIn = (json: IDataObject, name?: string): unknown =>
	name === undefined ? undefined : (json[name] ?? valueAt(json, name.split('.')));

const known = new WeakMap<readonly Item[], Fields>();

function fieldsOf({ all, context }: Item): Fields {
	const before = known.get(all);
	if (before !== undefined) return before;
	const options = readOptions(all[0]);
	const inputs = context.getInputData().map(({ json }) => json);
	const names = new Map<string, string>();
	for (const json of inputs) {
		for (const name in json) if (isGiven(json[name])) names.set(looseName(name), name);
	}
	const fields: Fields = {};
	for (const part of PARTS) {
		const { name: option, displayName } = FIELD_NAME_OPTIONS[part];
		const entered = optionalText(options[option], displayName);
		fields[part] = entered ?? NAMES[part].flatMap((name) => names.get(looseName(name)) ?? [])[0];
	}
	const isColumn = inputs.some((json) => isGiven(cellIn(json, fields.currency)));
	if (!isColumn) fields.currencyOfAll = fields.currency;
	// A day after the 12th shows the order of days and months in the whole column.
	const dates = inputs.map((json) => trimText(cellIn(json, fields.date)));
	const isDayFirst = dates.some((text) => /^(1[3-9]|2\d|3[01])[/-]\d\d?[/-]\d{4}/.test(text));
	const isMonthFirst = dates.some((text) => /^\d\d?[/-](1[3-9]|2\d|3[01])[/-]/.test(text));
	if (isDayFirst !== isMonthFirst) fields.dates = isDayFirst ? 'dayFirst' : 'monthFirst';
	known.set(all, fields);
	return fields;
}

/** Empty, or another line of an order whose first line has its total. */
const addsNothing = ({ reference, amount, date }: Cells, before: Cells): boolean =>
	!isGiven(amount) && (!isGiven(reference) || (reference === before.reference && !isGiven(date)));

const TIME_OF_DAY = /\s\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?$/i;

/** Undefined for a row that adds nothing. */
export function readPaymentInRow(item: Item): ExpectedPayment | undefined {
	const fields = fieldsOf(item);
	const inputs = item.context.getInputData();
	const [before, cells] = [item.index - 1, item.index].map((row): Cells => {
		const { json = {} } = inputs[row] ?? {};
		return Object.fromEntries(PARTS.map((part) => [part, cellIn(json, fields[part])]));
	});
	if (addsNothing(cells, before)) return undefined;
	const required = <T>(part: ExpectedField, what: string, reading: T | undefined): T => {
		if (reading !== undefined) return reading;
		const [message, advice] = isGiven(cells[part])
			? [`must be ${what}, not ${inMessage(cells[part])}`]
			: [`no value in ${fields[part] ?? NAMES[part].join(', ')}`, OTHER_NAME];
		throw refusal(message, advice, FIELD_NAME_OPTIONS[part].displayName);
	};
	const { reference, amount, date } = cells;
	const code = trimText(fields.currencyOfAll ?? cells.currency).toUpperCase();
	const currency = /^[A-Z]{3}$/.exec(code)?.[0];
	const written =
		typeof amount === 'string' ? interpretAmount(amount, { currency, isPaid: true }) : amount;
	const day = interpretDate(trimText(date).replace(TIME_OF_DAY, ''), fields);
	const paidAt = parseDateInput(day ?? date, readPeriodZone(item))?.at;
	return readAll<ExpectedPayment>({
		reference: () => required('reference', 'text or a number', trimText(reference) || undefined),
		currency: () => required('currency', 'a code such as USD', currency),
		amount: () =>
			required(
				'amount',
				`an amount in ${code} like 1234`,
				parseTextOrNumber(roundFloatError(written)),
			),
		date: () => (isGiven(date) ? required('date', 'a date like 2026-12-31', paidAt) : undefined),
		row: () => item.index,
	});
}

/** A shop may write the total of an order into each of its lines. */
export function readDistinctPayments(rows: readonly Item[]): ExpectedPayment[] {
	const isTotal = /total/i.test(fieldsOf(rows[0]).amount ?? '');
	const all = rows.flatMap((row) => readPaymentInRow(row) ?? []);
	const expected = new Map(
		all.map((one) => {
			const { reference, currency, amount, date, row } = one;
			const own = isTotal ? date : row;
			return [JSON.stringify([reference, currency, format(trimZeros(amount)), own]), one];
		}),
	);
	if (all.length === 0) {
		throw refusal(
			'no row has a reference or an amount',
			OTHER_NAME,
			FIELD_NAME_OPTIONS.reference.displayName,
		);
	}
	const repeated = all.length - expected.size;
	const message = `Equal totals in several rows of an order count once: ${repeated} left out.`;
	if (repeated > 0) showHint(rows[0].context, message, { type: 'info' });
	return [...expected.values()];
}

const OTHER_NAME =
	'Fill it in, or leave the row out. If the field has another name, enter that name under Options, not an expression.';
