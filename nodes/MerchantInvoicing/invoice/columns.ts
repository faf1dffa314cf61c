import { LINE_ITEM_FIELDS, type LineItemField } from '../../shared/invoice/fields';
import { compare, format, HUNDRED, multiply, parseDecimal, trim } from '../../shared/money';
import { error, type Problem } from '../../shared/problem';
import { textOf } from '../../shared/text';
import { type Entered, fieldNames, isBlank } from './values';

/** "Unit Price", "unit_price" and "unitprice" all mean unitPrice: columns of a sheet are named freely. */
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const ONE = { units: 1n, scale: 0 };

const LINE_ITEM_NAMES = new Map<string, LineItemField>([
	...fieldNames(LINE_ITEM_FIELDS).map((name) => [plainName(name), name] as const),
	[plainName('Discount Percent'), 'discountRate'],
	[plainName('Tax Percent'), 'taxRate'],
]);

/** Columns that can hold a percentage or an amount. */
const SHARES = new Map<string, { rate: LineItemField; amount: LineItemField }>([
	['discount', { rate: 'discountRate', amount: 'discountAmount' }],
	['tax', { rate: 'taxRate', amount: 'taxAmount' }],
	['vat', { rate: 'taxRate', amount: 'taxAmount' }],
]);

const MAY_BE_MONEY = /tax|vat|gst|discount|price|amount|total|fee|shipping|freight|charge/i;
/** Shop exports have a Discount Code and a Shipping Zip. "Shipping paid" is no ID. */
const IS_ABOUT_OTHERS =
	/(?:name|code|number|type|method|company|street|address\d?|city|zip|postcode|province|state|country|phone|date|(?:^|[^a-z])(?:id|no))$/i;
const isAboutOthers = (column: string): boolean =>
	IS_ABOUT_OTHERS.test(column.replace(/([a-z])([A-Z])/g, '$1 $2'));

/** Whether a cell, or a part of it, has a number other than zero, however it is written. */
const hasNumber = (cell: unknown): boolean =>
	typeof cell === 'object' && cell !== null
		? Object.entries(cell).some(([name, part]) => !isAboutOthers(name) && hasNumber(part))
		: /[1-9]/.test(textOf(cell));

/** "19 %", and not "100% cotton". */
const isPercentage = (cell: unknown): boolean => /^[-+]?[\d.,]+\s*%$/.test(textOf(cell));

/** What the columns of a row mean. */
export interface RowReading {
	entered: Entered<LineItemField>;
	problems: Problem[];
	/** The columns without a meaning. */
	unused: string[];
}

/** `ignored`: the columns that the user wants to leave out. */
export function readLineRow(row: object, line: number, ignored: readonly string[]): RowReading {
	const entered: Entered<LineItemField> = {};
	const problems: Problem[] = [];
	const unused: string[] = [];
	const left = new Set(ignored.map(plainName));
	for (const [column, cell] of Object.entries(row) as Array<[string, unknown]>) {
		if (isBlank(cell) || left.has(plainName(column))) continue;
		const name = fieldOf(column, cell);
		if (name === undefined) {
			if (isUnknownMoney(column, cell)) problems.push(notUnderstood(column, cell, line));
			else unused.push(column);
		} else if (!(name in entered)) entered[name] = cell;
		else if (textOf(cell) !== textOf(entered[name])) {
			const { label } = LINE_ITEM_FIELDS[name];
			problems.push(error(label, `"${column}" has another value for it. Keep one of them`, line));
		}
	}
	return { entered, problems, unused };
}

/** The field that a cell is for. A percent sign in the cell or above it tells a rate from an amount. */
function fieldOf(column: string, cell: unknown): LineItemField | undefined {
	const plain = plainName(column);
	const share = SHARES.get(plain);
	if (share === undefined) return LINE_ITEM_NAMES.get(plain);
	const isRate = `${column} ${textOf(cell)}`.includes('%');
	return isRate || !hasNumber(cell) ? share.rate : undefined;
}

const isUnknownMoney = (column: string, cell: unknown): boolean =>
	hasNumber(cell) && (isPercentage(cell) || (MAY_BE_MONEY.test(column) && !isAboutOthers(column)));

const LONGEST_SHOWN = 80;

function notUnderstood(column: string, cell: unknown, line: number): Problem {
	const value = (textOf(cell) || JSON.stringify(cell)).slice(0, LONGEST_SHOWN);
	const share = SHARES.get(plainName(column));
	if (share === undefined) {
		const advice = 'Rename the column, or add it to Ignore Columns if it is not to be billed';
		return error(column, `${value} is not billed, as the column is not known. ${advice}`, line);
	}
	const names = `ame the column ${share.rate} or ${share.amount}`;
	const number = parseDecimal(value);
	if (number === undefined) {
		return error(column, `it is not clear what ${value} means. N${names}`, line);
	}
	// A cell that a spreadsheet shows as 19% has the value 0.19.
	const isSmall = compare(number, ONE) <= 0;
	const asShare = isSmall ? `${format(trim(multiply(number, HUNDRED)))}% or ` : '';
	const message = `${value} can be a percentage or an amount. Write ${asShare}${value}%, or n${names}`;
	return error(column, message, line);
}
