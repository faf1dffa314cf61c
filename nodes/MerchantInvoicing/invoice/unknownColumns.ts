import type { Kind } from '../../shared/invoice/fields';
import { dayAsWritten } from '../../shared/invoice/simplify';
import {
	compare,
	currencyOf,
	format,
	HUNDRED,
	multiply,
	parseDecimal,
	trim,
} from '../../shared/money';
import { readable, textOf } from '../../shared/text';
import { currencyWritten, dateWritten } from '../../shared/written';
import {
	type LineOrRow,
	type SuggestedColumnName,
	suggestedColumnName,
	taxOrDiscountNamed,
	type Target,
} from './columnNames';
import { roleOfCell, Wording } from './columnRoles';

/** What depends on the last word of a column. */
type ByHead<Rule> = Partial<Record<NonNullable<Wording['head']>, Rule>>;

const isText = ({ head }: Wording): boolean => head === 'other' || head === 'note';

/** Whether a cell, or a part of it, has a number other than zero, however it is written. */
export const hasNumber = (cell: unknown): boolean =>
	typeof cell === 'object' && cell !== null
		? Object.entries(cell).some(([name, part]) => !isText(new Wording(name)) && hasNumber(part))
		: /[1-9]/.test(textOf(cell));

/** "19 %", and not "100% cotton". */
const isPercentage = (cell: unknown): boolean => /^[-+]?[\d.,]+\s*%$/.test(textOf(cell));

/** "VAT 20%", also in a column such as Tax Name. */
const SAYS_PERCENT = /\d\s*(?:%|percent)/i;

/** "5", "1,200.00", "(50.00)", "1 200,00" and "5.-". */
const IS_WRITTEN_AS_AMOUNT = /^\(?[-+]?[.,]?\d[\d.,]*(?:[\s'’]\d{3}[\d.,]*)*-?\)?$/;
/** Of "5 EUR", "USD 5" and "5 dollars". */
const UNIT =
	/^(?:[A-Z]{3}|kr|usd|eur)\s?(?=\d)|(?<=[\d.,-])\s?(?:[A-Z]{3}|kr|usd|eur|Euros?|euros?|Dollars?|dollars?)$/;
/** Before the decimals. More are a phone number or an identifier. */
const MOST_DIGITS_OF_MONEY = 8;
export const isAmount = (cell: unknown): boolean => {
	// CTR1044 is a contract.
	const text = textOf(cell).replace(UNIT, (unit) =>
		/^[A-Z]{3}$/.test(unit.trim()) && currencyOf(unit.trim()) === undefined ? unit : '',
	);
	const isWritten = IS_WRITTEN_AS_AMOUNT.test(text) || /\p{Sc}/u.test(text);
	const whole = text.replace(/[.,]\d*$/, '').replace(/\D/g, '');
	return isWritten && whole.length <= MOST_DIGITS_OF_MONEY;
};

const digitsOf = (cell: unknown): string =>
	textOf(cell)
		.replace(/[^\d.,-]/g, '')
		.replace(/[.,]0{1,3}$/, '');
const unitOf = (cell: unknown): string => textOf(cell).replace(/[\d.,\s'’()+-]/g, '');

/** "$7.00" and 7 are the same, and 7 USD and 7 EUR are not. */
export function isSame(one: unknown, other: unknown): boolean {
	if (!isAmount(one) || !isAmount(other)) return textOf(one) === textOf(other);
	const units = new Set([one, other].map(unitOf).filter(Boolean));
	return digitsOf(one) === digitsOf(other) && units.size < 2;
}

const SAYS_YES = /^(?:yes|y|true|x|1|✓|✔)$/i;
const SAYS_NO = /^(?:no|n|n\/a|nein|false|0|[-–—☐✗])$/i;
const SAYS_INCLUSIVE = /^(?:gst |tax |vat )?inclusive(?: of (?:gst|tax|vat))?$/i;
/** "Tax Exempt: yes", "Taxable: no", "Prices include VAT: yes" and "Amounts Are: Tax Inclusive". */
const taxesOtherwise = (column: Wording, text: string): boolean =>
	SAYS_INCLUSIVE.test(text) ||
	(column.head === 'taxable'
		? SAYS_NO.test(text)
		: column.mentions('includes') && column.mentionsMoney && SAYS_YES.test(text));

const CLOSES = ['closed', 'notBilled', 'settled'];
const IS_NO_INVOICE = [...CLOSES, 'document', 'offered', 'payment'];
const CLOSES_AS_STATUS = [...CLOSES, 'document', 'offered'];

const never = (): boolean => false;

/** Whether a text says that nothing is to be paid, by what its column is. `only`: what the whole text is listed as. */
const IS_NOT_TO_BE_PAID: ByHead<(text: string, only: string, column: Wording) => boolean> = {
	documentKind: (text, only) => IS_NO_INVOICE.includes(only) || /^credits?$/i.test(text),
	settled(text, _only, column) {
		const cell = new Wording(text);
		const isNo = SAYS_NO.test(text) || isZero(text) || (cell.mentions('open') && !cell.isSettled);
		return !isNo && !(column.mentionsMoney && isAmount(text));
	},
	status(text, only, column) {
		const cell = new Wording(text);
		const isPaid = column.mentions('payment') && cell.says('received');
		return isPaid || CLOSES_AS_STATUS.includes(only) || cell.isSettled || cell.says('dropped');
	},
	terms: never,
};

/** Whether the row says that nothing is to be paid, or not any more. An amount in "Shipping paid" is one. */
function isNotToBePaid(column: Wording, text: string): boolean {
	const only = roleOfCell(text) ?? 'other';
	const rule = column.head && IS_NOT_TO_BE_PAID[column.head];
	if (rule !== undefined) return rule(text, only, column);
	// A setup fee of "No charge" is none, and the row is billed.
	return CLOSES.includes(only) && !(only === 'notBilled' && column.mentionsMoney);
}

const isZero = (text: string): boolean => isAmount(text) && !/[1-9]/.test(text);

/** The columns of all rows, or lines. */
export interface Columns {
	kind: LineOrRow;
	/** The fields that they are for. */
	targets: ReadonlySet<Target>;
}

/** A column that is not a field of an invoice, looked at once for all rows. */
export interface UnknownColumn {
	name: string;
	wording: Wording;
	/** The name that it should have. Where no column has that, the form does: nobody would miss it. */
	misnamed?: SuggestedColumnName;
	/** Whether one of its cells is written as money is. */
	isPrecise: boolean;
}

export function unknownColumn(
	name: string,
	{ kind, targets }: Columns,
	cells: readonly unknown[],
): UnknownColumn {
	const wording = new Wording(name);
	const isPrecise = cells.some(
		(cell) => isAmount(cell) && (IS_PRECISE.test(textOf(cell)) || UNIT.test(textOf(cell))),
	);
	const column = { name, wording, isPrecise };
	if (kind === 'line') return column;
	const isDue = wording.mentions('due') && !targets.has('invoice.dueDate');
	const isCurrency = wording.mentions('currency') && !targets.has('invoice.currency');
	if (isDue) return { ...column, misnamed: { name: 'Due Date', kind: 'date' } };
	if (isCurrency) return { ...column, misnamed: { name: 'Currency', kind: 'currency' } };
	return { ...column, misnamed: suggestedColumnName(name, targets) };
}

/** Whether it can be the value of a field. What has two readings is one, too. */
function isFitting(kind: Kind, said: string): boolean {
	switch (kind) {
		case 'currency':
			return currencyOf(currencyWritten(said).toUpperCase()) !== undefined;
		case 'date':
		case 'dayFirstDate':
			return (dateWritten(said, {}) ?? dayAsWritten(said)) !== undefined;
		default:
			return isAmount(said) || isPercentage(said);
	}
}

/** Why a row is not billed: at all, as a new invoice, or with a tax. */
export interface Objection {
	kind: 'refused' | 'ifNew' | 'ifTaxed';
	message: string;
}

const OR_IGNORE = 'or add it to Ignore Columns';
export const WITH_FILTER = 'with a Filter node before this one';

/** What a cell has against billing the row. */
export function objectionTo(
	unknown: UnknownColumn,
	cell: unknown,
	columns: Columns,
): Objection | undefined {
	const { name: column, wording, misnamed } = unknown;
	const said = typeof cell === 'boolean' ? String(cell) : textOf(cell);
	const refused = (message: string): Objection => ({ kind: 'refused', message });
	if (taxesOtherwise(wording, said)) {
		const advice = `Write the tax of each row in its column, ${OR_IGNORE}`;
		const message = `is "${said}", and it is not clear what that changes. ${advice}`;
		return { kind: 'ifTaxed', message };
	}
	const isNotBilled =
		(wording.head === 'billable' && SAYS_NO.test(said)) ||
		(wording.head === 'notBilled' && SAYS_YES.test(said));
	if (isNotBilled) {
		return refused(`is "${said}". Remove the row, for example ${WITH_FILTER}`);
	}
	if (isNotToBePaid(wording, said)) {
		const advice = `Remove the row, for example ${WITH_FILTER}. To bill the row, add ${column} to Ignore Columns`;
		return { kind: 'ifNew', message: `is "${said}". ${advice}` };
	}
	if (misnamed !== undefined && said !== '' && isFitting(misnamed.kind, said)) {
		const advice = `Did you mean ${misnamed.name}? Rename the column, ${OR_IGNORE}`;
		return refused(`${said} is not used, as the column is not known. ${advice}`);
	}
	if (!changesBill(unknown, cell, columns)) return undefined;
	return wording.head === 'factor' && columns.targets.has('line.quantity')
		? refused(`${said} is not billed. Multiply the Unit Price by it, ${OR_IGNORE}`)
		: refused(notUnderstood(column, cell));
}

/** "120.00", "4.5" and "$120", and not 2026. */
const IS_PRECISE = /[.,]\d\d?$|\p{Sc}/u;

/** A cell with a number in it. */
interface NumberCell {
	cell: unknown;
	column: UnknownColumn;
	isNumber: boolean;
	/** Whether one is billed, as no column has the quantity. */
	lacksQuantity: boolean;
}

/** Such as 1:30. */
const isFactor = ({ cell, isNumber, lacksQuantity }: NumberCell): boolean =>
	isNumber || (lacksQuantity && !isAmount(cell));

/** By what a column is. Any other can be money. */
const CAN_CHANGE_BILL: ByHead<(given: NumberCell) => boolean> = {
	billable: isFactor,
	count: ({ isNumber, lacksQuantity }) => isNumber && lacksQuantity,
	documentKind: never,
	due: isFactor,
	factor: isFactor,
	note: never,
	other: never,
	payment: isFactor,
	received: isFactor,
	span: never,
	terms: never,
	time: never,
};

function canBeMoney({ cell, column, isNumber, lacksQuantity }: NumberCell): boolean {
	const { wording, isPrecise } = column;
	if (wording.isMoney || wording.mentionsMoney || hasMoneyInside(cell)) return true;
	if (isNumber && lacksQuantity && wording.head !== 'period') return true;
	// Nothing but money is negative, and "Qty Shipped" is another quantity.
	const isNegative = /^[-(]/.test(textOf(cell));
	const isCharge = isPrecise || wording.head === 'charge' || wording.mentions('count');
	return isAmount(cell) && (isNegative || isCharge);
}

/** Whether a cell can be money, or what the price is for. */
function changesBill(column: UnknownColumn, cell: unknown, { kind, targets }: Columns): boolean {
	if (!hasNumber(cell)) return false;
	const { name, wording } = column;
	const isShare = name.includes('%') || isPercentage(cell);
	if (isShare || taxOrDiscountNamed(name) !== undefined) return true;
	if (wording.mentionsMoney && SAYS_PERCENT.test(textOf(cell))) return true;
	const isNumber = isAmount(cell) && !isSame(cell, 1);
	const lacksQuantity =
		kind === 'row' && targets.has('line.unitPrice') && !targets.has('line.quantity');
	const rule = (wording.head && CAN_CHANGE_BILL[wording.head]) ?? canBeMoney;
	return rule({ cell, column, isNumber, lacksQuantity });
}

/** Shops give extras as objects: [{ name, price }]. */
const hasMoneyInside = (cell: unknown): boolean =>
	typeof cell === 'object' &&
	cell !== null &&
	Object.entries(cell).some(
		([name, part]) => (new Wording(name).isMoney && hasNumber(part)) || hasMoneyInside(part),
	);

const LONGEST_SHOWN = 80;

export function notUnderstood(column: string, cell: unknown): string {
	const value = (textOf(cell) || JSON.stringify(cell)).slice(0, LONGEST_SHOWN);
	const share = taxOrDiscountNamed(column);
	if (share === undefined) {
		const advice =
			'Name it as what it is, such as Unit Price, Quantity or Freight Amount, or add it to Ignore Columns if it is not to be billed';
		return `${value} is not billed, as the column is not known. ${advice}`;
	}
	const names = `Name the column ${readable(share)} Amount or ${readable(share)} %`;
	const number = parseDecimal(value);
	if (number === undefined) return `it is not clear what ${value} means. ${names}`;
	// A cell that a spreadsheet shows as 19% has the value 0.19.
	const isSmall = compare(number, { units: 1n, scale: 0 }) <= 0;
	const percent = isSmall ? ` and write ${format(trim(multiply(number, HUNDRED)))}` : '';
	return `${value} can be a percentage or an amount. ${names}${percent}`;
}
