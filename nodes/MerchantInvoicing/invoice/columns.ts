import {
	LINE_ITEM_FIELDS,
	type InvoiceField,
	type LineItemField,
} from '../../shared/invoice/fields';
import {
	compare,
	format,
	HUNDRED,
	multiply,
	parseDecimal,
	toDecimal,
	trim,
} from '../../shared/money';
import { error, type Problem } from '../../shared/problem';
import { textOf } from '../../shared/text';
import { currencyWritten } from '../../shared/written';
import {
	currencyInHeader,
	meaningsOf,
	named,
	nameOf,
	plainName,
	type InvoiceRowKind,
	type Target,
} from './columnNames';
import { type Entered, isBlank, type ValuePlace, readValue } from './values';

const ONE = { units: 1n, scale: 0 };

/** Columns that can hold a percentage or an amount. */
const SHARES = new Map<string, 'discount' | 'tax'>([
	...named<'discount'>('discount', ['Discount', 'Line Discount']),
	...named<'tax'>('tax', ['GST', 'Line Tax', 'Sales Tax', 'Tax', 'VAT']),
]);

const MAY_BE_MONEY = /tax|vat|gst|discount|price|amount|total|fee|shipping|freight|charge/i;
/** Shop exports have a Discount Code, a Shipping Zip and a Total weight. "Shipping paid" is no ID. */
const IDENTIFIES =
	/(?:name|description|code|number|type|method|address\d?|zip|phone|date)$|(?:^|[^a-z])(?:id|no|ref|weight|grams|quantity|count|items)$/i;
/** "Electricity" is no city, and an "Add-on" no time. */
const DESCRIBES =
	/(?:company|street|province|country)$|[ _]at$|(?:^|[^d])[ _]on$|(?:^|[^a-z])(?:city|state|time|year|month|week|day|row|index|position|stock|size|age|version)$/i;
const wordsOf = (column: string): string => column.replace(/([a-z])([A-Z])/g, '$1 $2');
const isIdentifier = (column: string): boolean => IDENTIFIES.test(wordsOf(column));

/** Whether a cell, or a part of it, has a number other than zero, however it is written. */
export const hasNumber = (cell: unknown): boolean =>
	typeof cell === 'object' && cell !== null
		? Object.entries(cell).some(([name, part]) => !isIdentifier(name) && hasNumber(part))
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
const isAmount = (cell: unknown): boolean => {
	const text = textOf(cell).replace(UNIT, '');
	const isWritten = IS_WRITTEN_AS_AMOUNT.test(text) || /\p{Sc}/u.test(text);
	const whole = text.replace(/[.,]\d*$/, '').replace(/\D/g, '');
	return isWritten && whole.length <= MOST_DIGITS_OF_MONEY;
};

/** "Price (€)" says the currency of its cells, and "Shipping %" that they are no amounts. */
function withUnit(column: string, cell: unknown): unknown {
	const [unit] = /\p{Sc}|%/u.exec(column) ?? [currencyInHeader(column)];
	const text = textOf(cell);
	return unit === undefined || /[\p{Sc}%A-Z]/u.test(text) ? cell : `${text} ${unit}`;
}

const IS_AMOUNT = /amount$|\.unitPrice$/i;
const IS_CHARGE = /\.(?:tax|discount|freight)/;
/** What people write in place of nothing. */
const NO_CHARGE = /^(?:exempt|n\/?a|no|none|zero[ -]rated|reverse charge|[-–—])$/i;

const SAYS_YES = /^(?:yes|y|true|x|1|✓|✔)$/i;
const SAYS_NO = /^(?:no|n|false|0|[-–—])$/i;
/** "Tax Exempt: yes", "Taxable: no" and "Prices include VAT: yes". */
const taxesOtherwise = (name: string, text: string): boolean =>
	/tax|vat|gst/.test(name) &&
	((/exempt|include|including/.test(name) && SAYS_YES.test(text)) ||
		(name.endsWith('taxable') && SAYS_NO.test(text)));

const IS_STATUS = /(?:status|state)$|^payment$/;
/** Also "partially_paid": nobody knows what is left. Not "unpaid". */
const IS_SETTLED =
	/(?:^|[^a-z])(?:paid|refund(?:ed)?|canceled|cancelled|void(?:ed)?|settled|partial)(?![a-z])/i;
const IS_OPEN = /(?:^|[^a-z])(?:not|to be|awaiting|un)(?![a-z])/i;
/** "Paid?", "Paid on" and "Canceled at", with a date or a yes. */
const IS_FLAG =
	/^(?:is)?(?:paid|refunded|canceled|cancelled|voided|invoiced|billed)(?:at|on|date)?$/;
/** Whether the row says that nothing is to be paid any more. */
function isSettled(name: string, text: string): boolean {
	if (IS_FLAG.test(name)) return !SAYS_NO.test(text) && !/^0(?:[.,]0+)?$/.test(text);
	return IS_STATUS.test(name) && IS_SETTLED.test(text) && !IS_OPEN.test(text);
}

/** What this node gives out, and people write back to their sheets. */
const OUTPUT = ['row', 'outcome', 'reason', 'error', 'warnings', 'calculation', 'paymentLink'];

/** What the columns of a row mean. */
export interface RowReading {
	fields: Entered<InvoiceField>;
	line: Entered<LineItemField>;
	/** Lines in one cell, as shops give them. */
	lines?: unknown[];
	/** The columns of the fields, also where the cell is empty. */
	columns: ReadonlyMap<Target, string>;
	problems: Problem[];
	/** Why no new invoice is made of the row. One that exists may be paid or canceled since. */
	settled?: Problem;
	/** The column that says that nothing is added for tax. */
	untaxed?: string;
	/** The cells without a meaning, by their columns. */
	unused: ReadonlyMap<string, unknown>;
	/** Whether no cell has anything in it. */
	isEmpty: boolean;
}

export interface RowPlace extends ValuePlace {
	/** The columns that the user wants to leave out. */
	ignored: readonly string[];
}

const LISTS = ['Items', 'Line Items', 'Lines', 'Products'].map(plainName);

/** What the rows of a sheet, or the lines of a list, say. */
export function readRows(
	kind: InvoiceRowKind,
	rows: ReadonlyArray<{ row: object; place: RowPlace }>,
): RowReading[] {
	const cells = rows.map(({ row, place: { ignored } }) => {
		const left = new Set([...ignored, ...OUTPUT, 'row_number'].map(plainName));
		const entries = Object.entries(row) as Array<[string, unknown]>;
		return entries.filter(([column]) => !left.has(plainName(column)));
	});
	const names = new Set(cells.flatMap((row) => row.map(([column]) => nameOf(column))));
	const meanings = meaningsOf(names, kind);
	return rows.map(({ place }, index) => new RowReader(kind, meanings, place, cells[index]));
}

class RowReader implements RowReading {
	readonly fields: Entered<InvoiceField> = {};
	readonly line: Entered<LineItemField> = {};
	lines?: unknown[];
	readonly columns = new Map<Target, string>();
	readonly problems: Problem[] = [];
	settled?: Problem;
	untaxed?: string;
	readonly unused = new Map<string, unknown>();
	readonly isEmpty: boolean;

	constructor(
		private readonly kind: InvoiceRowKind,
		private readonly meanings: ReadonlyMap<string, Target>,
		private readonly place: RowPlace,
		cells: ReadonlyArray<[column: string, cell: unknown]>,
	) {
		this.isEmpty = cells.every(([, cell]) => isBlank(cell));
		const amounts: Array<[column: string, cell: unknown]> = [];
		for (const [column, cell] of cells) {
			const target = this.targetOf(column, cell);
			if (target === 'line.totalAmount') amounts.push([column, cell]);
			else this.take(column, cell, target);
		}
		for (const [column, cell] of amounts) this.takeAmount(column, cell);
	}

	/** The field that a cell is for. A percent sign in the cell or above it tells a rate from an amount. */
	private targetOf(column: string, cell: unknown): Target | undefined {
		const share = SHARES.get(nameOf(column));
		if (share === undefined) return this.meanings.get(nameOf(column));
		const isRate = `${column} ${textOf(cell)}`.includes('%');
		return isRate || !hasNumber(cell) ? `line.${share}Rate` : undefined;
	}

	private take(column: string, cell: unknown, target: Target | undefined): void {
		const name = nameOf(column);
		const said = typeof cell === 'boolean' ? String(cell) : textOf(cell);
		if (this.kind === 'row' && Array.isArray(cell) && LISTS.includes(name)) this.lines = cell;
		else if (target !== undefined) this.enter(target, column, this.valueOf(target, column, cell));
		else if (isBlank(cell)) return;
		else if (taxesOtherwise(name, said)) {
			const advice = 'Write the tax of each row in its column, or add this one to Ignore Columns';
			this.refuse(column, `is "${said}", and it is not clear what that changes. ${advice}`);
		} else if (isSettled(name, said)) {
			const advice = `To bill the row, add ${column} to Ignore Columns. Otherwise remove it, for example with a Filter node before this one`;
			this.settled = error(column, `is "${said}". ${advice}`);
		} else if (isUnknownMoney(column, cell)) this.refuse(column, notUnderstood(column, cell));
		else this.unused.set(column, cell);
	}

	/** What a cell says, with what its column says of it. */
	private valueOf(target: Target, column: string, cell: unknown): unknown {
		if (isBlank(cell)) return undefined;
		const isNone = IS_CHARGE.test(target) && NO_CHARGE.test(textOf(cell));
		if (target.startsWith('line.tax') && (isNone || !hasNumber(cell))) this.untaxed = column;
		if (isNone) return target.startsWith('line.') ? undefined : '0';
		if (target === 'line.productName' && isAmount(cell)) {
			const advice = 'Rename the column, for example SKU, or add it to Ignore Columns';
			this.refuse(column, `${textOf(cell)} is a number, not the name of a product. ${advice}`);
		}
		if (target === 'invoice.currency') {
			return currencyWritten(textOf(cell), this.place.writing?.currency);
		}
		return IS_AMOUNT.test(target) ? withUnit(column, cell) : cell;
	}

	/** The amount of a line is its price where no column has that. */
	private takeAmount(column: string, given: unknown): void {
		const isTotal = nameOf(column) !== 'amount';
		const cell = this.valueOf('line.totalAmount', column, given);
		const { quantity } = this.line;
		const isOne = isBlank(quantity) || isSame(quantity, 1);
		if ([...this.meanings.values()].includes('line.unitPrice')) {
			if (isTotal || !this.isPriceTimesQuantity(cell)) this.enter('line.totalAmount', column, cell);
		} else if (isOne && !(isTotal && this.kind === 'line')) {
			this.enter('line.unitPrice', column, cell);
		} else if (isTotal || cell === undefined) this.enter('line.totalAmount', column, cell);
		else {
			const advice = 'Name the column Unit Price, or add a column with the price of one';
			const unclear = `it is not clear whether ${textOf(cell)} is for one or for all`;
			this.refuse(column, `${unclear}. ${advice}`);
		}
	}

	private isPriceTimesQuantity(cell: unknown): boolean {
		const { writing } = this.place;
		const currency = textOf(this.fields.currency).toUpperCase() || writing?.currency;
		const place = { ...this.place, writing: { ...writing, currency } };
		const [price, quantity, amount] = [
			readValue(LINE_ITEM_FIELDS.unitPrice, this.line.unitPrice, place),
			readValue(LINE_ITEM_FIELDS.quantity, this.line.quantity ?? 1, place),
			readValue(LINE_ITEM_FIELDS.totalAmount, cell, place),
		].map((reading) => ('value' in reading ? toDecimal(reading.value) : undefined));
		if (price === undefined || quantity === undefined || amount === undefined) return false;
		return compare(multiply(price, quantity), amount) === 0;
	}

	private enter(target: Target, column: string, cell: unknown): void {
		const first = this.columns.get(target) ?? column;
		this.columns.set(target, first);
		if (cell === undefined) return;
		const [of, name] = target.split('.');
		const entered: Entered<string> = of === 'line' ? this.line : this.fields;
		const { [name]: before = cell } = entered;
		entered[name] = before;
		if (isSame(cell, before)) return;
		const advice = 'Keep one of them, or add it to Ignore Columns';
		this.refuse(first, `"${column}" has another value for it: ${textOf(cell)}. ${advice}`);
	}

	private refuse(field: string, message: string): void {
		this.problems.push(error(field, message, this.place.line));
	}
}

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

const isUnknownMoney = (column: string, cell: unknown): boolean => {
	if (!hasNumber(cell)) return false;
	if (isPercentage(cell)) return true;
	const mayBeMoney = MAY_BE_MONEY.test(column);
	if (mayBeMoney && SAYS_PERCENT.test(textOf(cell))) return true;
	if (isIdentifier(column)) return false;
	const isOther = DESCRIBES.test(wordsOf(column)) || !isAmount(cell);
	return mayBeMoney || !isOther || hasMoneyInside(cell);
};

/** Shops give extras as objects: [{ name, price }]. */
const hasMoneyInside = (cell: unknown): boolean =>
	typeof cell === 'object' &&
	cell !== null &&
	Object.entries(cell).some(
		([name, part]) =>
			(MAY_BE_MONEY.test(name) && !isIdentifier(name) && hasNumber(part)) || hasMoneyInside(part),
	);

const LONGEST_SHOWN = 80;

function notUnderstood(column: string, cell: unknown): string {
	const value = (textOf(cell) || JSON.stringify(cell)).slice(0, LONGEST_SHOWN);
	const share = SHARES.get(nameOf(column));
	if (share === undefined) {
		const advice =
			'Name it as what it is, such as Quantity or Freight Amount, or add it to Ignore Columns if it is not to be billed';
		return `${value} is not billed, as the column is not known. ${advice}`;
	}
	const names = `ame the column ${share}Rate or ${share}Amount`;
	const number = parseDecimal(value);
	if (number === undefined) return `it is not clear what ${value} means. N${names}`;
	// A cell that a spreadsheet shows as 19% has the value 0.19.
	const isSmall = compare(number, ONE) <= 0;
	const asShare = isSmall ? `${format(trim(multiply(number, HUNDRED)))}% or ` : '';
	return `${value} can be a percentage or an amount. Write ${asShare}${value}%, or n${names}`;
}
