import {
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_FIELDS,
	type LineField,
} from '../../shared/invoice/invoice';
import {
	compare,
	findCurrency,
	divide,
	format,
	multiply,
	parseTextOrNumber,
	trimZeros,
} from '../../shared/money';
import { error, type Problem } from '../../shared/problem';
import { trimText } from '../../shared/text';
import { currencySignToCode, type InputFormat } from '../../shared/written';
import {
	currencyInHeader,
	isAmountOnlySheet,
	mapColumnsToFields,
	nameWithoutCurrency,
	findSplitCustomerName,
	PRICE_OR_TOTAL_NAMES,
	plainName,
	rateInHeader,
	findTaxOrDiscount,
	type LineOrRow,
	type TargetField,
	taxOrDiscountTarget,
	removeRate,
} from './columnNames';
import { DEFAULT_TAX_BASIS, isSameAmount as isAsCalculated, lineAmounts } from './totals';
import {
	type KnownColumns,
	hasNonZeroDigit,
	isErrorCell,
	isAmountText,
	isDefaultCell,
	isSameCell,
	findBillingObjection,
	type UnclearColumn,
	checkUnknownColumn,
} from './unknownColumns';
import { isZeroOrUnset } from './rules';
import { type EnteredValues, isBlank, readFields, type ValueContext } from './values';

/** "Price (€)" says the currency of its cells, and "Shipping %" that they are not amounts. */
function withUnit(column: string, cell: unknown): unknown {
	const [unit] = /\p{Sc}|%/u.exec(column) ?? [currencyInHeader(column)];
	const text = trimText(cell);
	return unit === undefined || /[\p{Sc}%A-Z]/u.test(text) ? cell : `${text} ${unit}`;
}

const IS_AMOUNT = /amount$|\.unitPrice$/i;

/** A spreadsheet keeps 2:30 as 0.10416666666666667 of a day, which are whole minutes. */
function isTime(text: string): boolean {
	const minutes = Number(text) * 24 * 60;
	return /^0?\.\d{3,}$/.test(text) && Math.abs(minutes - Math.round(minutes)) < 0.001;
}

/** People write Amount Due. */
const IS_OF_API = /^(?:unit_amount|amount_[a-z]+)$/;

/** Names and prices are never in an empty row. */
const CAN_BE_DRAGGED = /Date$|Rate$|\.quantity$/;

const IS_CHARGE = /\.(?:tax|discount|freight)/;
/** What people write in place of nothing. */
const NO_CHARGE =
	/^(?:(?:(?:tax )?exempt|no (?:charge|gst|tax|vat)|zero[ -]rated)(?: .*)?|n\/?a|nil|no|none|reverse charge|[-–—]+)$/i;
/** "n/a" in these is no customer and no number. */
const IS_REQUIRED: readonly TargetField[] = ['invoice.customerName', 'invoice.invoiceNumber'];
/** The rate in the "20% (VAT on Income)" of an accounting program. */
const RATE_IN_TEXT = /^[^\d%]*(\d[\d.,]*)\s?%[^\d%]*$/;
/** A rate of these is not added. */
const IS_NOT_ADDED = /\b(?:brutto|exempt|gross|inc|incl\w*|inkl\w*|rc|reverse|ttc)\b/i;
const IS_FREE = /^free(?: shipping| delivery)?$/i;

export interface RowReadOptions extends ValueContext {
	ignored: readonly string[];
}

const IS_TAX = /\.tax(?:Amount|Rate)$/;

/** What to do with two columns for one field. */
const ADVICE_ON_TWO: ReadonlyArray<readonly [of: RegExp, advice: string]> = [
	[IS_TAX, 'If both are charged, add them up in one column'],
	[/^invoice\.totalAmount$/, 'Keep what is still owed, and add the other to Ignore Columns'],
	[/^/, 'Keep one of them, and add the other to Ignore Columns'],
];

type NamedCell = [column: string, cell: unknown];

const IS_TOTAL_OF_SHOP = /^(?:sub_?)?total$/i;

const IS_DITTO = /^(?:["'″〃”]{1,2}|ditto|do\.)$/i;

const saysNone = (target: TargetField, cell: unknown): boolean =>
	isBlank(cell) || (IS_REQUIRED.includes(target) && NO_CHARGE.test(trimText(cell)));

function mistakeIn(text: string): string | undefined {
	if (isErrorCell(text)) return `is ${text}, an error of the spreadsheet. Correct it there`;
	return IS_DITTO.test(text) ? `is ${text}. Write the value that is meant` : undefined;
}

const LISTS = ['Items', 'Line Items', 'Lines', 'Products'].map(plainName);

/** Reads them together, as an empty cell can be left out of its row. */
export function readSheetRows(
	kind: LineOrRow,
	rows: ReadonlyArray<{ row: object; place: RowReadOptions }>,
): { rows: SheetRow[]; unclear: UnclearColumn[] } {
	const given = rows.map(({ row, place: { ignored } }) => {
		const left = new Set([...ignored, 'row_number'].map(plainName));
		const entries = Object.entries(row) as NamedCell[];
		return entries.filter(([column]) => !left.has(plainName(column)));
	});
	const parts = findSplitCustomerName(given.flatMap((row) => row.map(([column]) => column)));
	const cells = parts && kind === 'row' ? given.map((row) => withFullName(row, parts)) : given;
	const cellsOf = new Map<string, unknown[]>(cells.flat().map(([column]) => [column, []]));
	for (const [column, cell] of cells.flat()) if (!isBlank(cell)) cellsOf.get(column)?.push(cell);
	const columns = [...cellsOf.keys()];
	const isEach = (name: string, form: RegExp) =>
		columns
			.filter((column) => nameWithoutCurrency(column) === name)
			.every((column) => cellsOf.get(column)?.every((cell) => form.test(trimText(cell))));
	const names = new Set(columns.map(nameWithoutCurrency));
	// Beside a description, these are counted or those of a catalog.
	if (names.has('description') && isEach('item', /^\d*$/)) names.delete('item');
	const meanings = mapColumnsToFields(names, kind, isEach('name', /\d/));
	const targets = new Set(meanings.values());
	const isTax = (column: string) => findTaxOrDiscount(column)?.kind === 'tax';
	const sheet: SheetColumns = {
		kind,
		meanings,
		targets,
		hasTax: [...targets].some((target) => IS_TAX.test(target)) || columns.some(isTax),
		dragged: columns.filter((column) => {
			const own = cellsOf.get(column) ?? [];
			return own.length === rows.length && own.every((cell) => trimText(cell) === trimText(own[0]));
		}),
	};
	const unclear = [...cellsOf].flatMap(([column, own]) => {
		const name = nameWithoutCurrency(column);
		const isList = kind === 'row' && LISTS.includes(name) && own.some(Array.isArray);
		return meanings.has(name) || isList ? [] : (checkUnknownColumn(column, own, sheet) ?? []);
	});
	const read = rows.map(({ place }, index) => new SheetRow(sheet, place, cells[index]));
	for (const name of ['totalAmount', 'subAmount'] as const) dropTotalsOfLines(read, name);
	return { rows: read, unclear };
}

/** A total that each row of an order has of its own says nothing that prices and quantities do not. */
function dropTotalsOfLines(rows: readonly SheetRow[], name: 'subAmount' | 'totalAmount'): void {
	const given = rows.filter(({ fields }) => !isBlank(fields[name]));
	const numbers = given.map(({ fields }) => trimText(fields.invoiceNumber));
	const isOfLines = new Set(numbers).size < numbers.length && !numbers.includes('');
	const isEach = (which: 'beforeTax' | 'withTax') =>
		given.every((row) => row.isTotalOfLine(row.fields[name], which));
	if (!isOfLines) return;
	const isTaxed = !isEach('beforeTax');
	if (isTaxed && !isEach('withTax')) return;
	for (const row of given) {
		// With its tax, it tells that the tax is of the line.
		if (isTaxed) row.line.totalAmount ??= row.fields[name];
		delete row.fields[name];
	}
}

function withFullName(row: readonly NamedCell[], parts: readonly string[]): NamedCell[] {
	const cells = parts.map((part) => row.find(([column]) => plainName(column) === part)?.[1]);
	const name = cells.map(trimText).filter(Boolean).join(' ');
	const others = row.filter(([column]) => !parts.includes(plainName(column)));
	return [...others, [INVOICE_FIELDS.customerName.label, name]];
}

interface SheetColumns extends KnownColumns {
	meanings: ReadonlyMap<string, TargetField>;
	/** The columns whose cells are all equal. */
	dragged: readonly string[];
}

export function contextWithRowCurrency(
	{ fields }: Pick<SheetRow, 'fields'>,
	place: ValueContext,
): ValueContext & { inputFormat: InputFormat } {
	const currency = trimText(fields.currency).toUpperCase() || place.inputFormat?.currency;
	return { ...place, inputFormat: { ...place.inputFormat, currency } };
}

export class SheetRow {
	readonly fields: EnteredValues<InvoiceField> = {};
	readonly line: EnteredValues<LineField> = {};
	/** Lines in one cell, as shops give them. */
	lines?: unknown[];
	/** Also where the cell is empty. */
	readonly columns = new Map<TargetField, string>();
	readonly problems: Problem[] = [];
	/** Why no new invoice is made of the row. One that exists may be paid or canceled since. */
	ifNew?: Problem;
	/** What is unclear if a tax is added. */
	readonly ifTaxed: Problem[] = [];
	/** The cells that are not billed, by their columns. */
	readonly unused = new Map<string, unknown>();
	/** Whether no cell of a row says anything of a sale. */
	readonly isEmpty: boolean;

	constructor(
		private readonly sheet: SheetColumns,
		private readonly place: RowReadOptions,
		cells: readonly NamedCell[],
	) {
		this.isEmpty = sheet.kind === 'row' && cells.every((cell) => this.saysNothing(...cell));
		const amounts: NamedCell[] = [];
		for (const [column, cell] of cells) {
			const target = this.targetOf(column, cell);
			if (target === 'line.totalAmount') amounts.push([column, cell]);
			else this.take(column, cell, target);
		}
		for (const [column, cell] of amounts) this.takeAmount(column, cell);
		const hasLine = Object.keys(this.line).length > 0;
		const isOne = sheet.kind === 'row' && hasLine && !sheet.targets.has('line.quantity');
		if (isOne && !isAmountOnlySheet(sheet.targets)) this.line.quantity = '1';
		this.refuseUnclearPrice(isOne);
	}

	/** A price can be that of one or of all, and from before a discount or after it. A total tells. */
	private refuseUnclearPrice(isOne: boolean): void {
		const { targets } = this.sheet;
		const hasLineTotal = targets.has('line.totalAmount') && targets.has('line.unitPrice');
		const price = this.columns.get('line.unitPrice');
		if (price === undefined || hasLineTotal || targets.has('invoice.totalAmount')) return;
		if (isOne && /rate$/.test(plainName(price))) {
			const advice = 'Add a column Quantity, or name the column Price if it is for all';
			this.refuse(price, `is the price of one, and no column says how many there are. ${advice}`);
		}
		const { discountAmount, discountRate } = this.line;
		if (/^net/.test(plainName(price)) && [discountAmount, discountRate].some(hasNonZeroDigit)) {
			const advice = 'Name the column Price if it is before, or add the other to Ignore Columns';
			this.refuse(price, `can be before the discount or after it. ${advice}`);
		}
	}

	/** Formulas, checkboxes and dropdowns are also in empty rows. */
	private saysNothing(column: string, cell: unknown): boolean {
		if (isBlank(cell) || isDefaultCell(column, cell)) return true;
		const target = this.targetOf(column, cell) ?? 'invoice.currency';
		const isDragged = this.sheet.dragged.includes(column);
		const isKnown = this.sheet.meanings.has(nameWithoutCurrency(column));
		if (target === 'invoice.currency') return isKnown || isDragged;
		return isDragged && CAN_BE_DRAGGED.test(target);
	}

	/** A percent sign in the cell or above it tells a rate from an amount. */
	private targetOf(column: string, cell: unknown): TargetField | undefined {
		const share = findTaxOrDiscount(column);
		if (share === undefined) return this.sheet.meanings.get(nameWithoutCurrency(column));
		const text = trimText(cell);
		const rate = rateInHeader(column);
		if (text.includes('%') || (column.includes('%') && rate === undefined)) {
			return taxOrDiscountTarget(share, true);
		}
		if (typeof cell !== 'object' && !hasNonZeroDigit(cell)) return taxOrDiscountTarget(share, true);
		// The total tells, and is checked.
		const hasTotal = this.sheet.kind === 'row' && this.sheet.targets.has('invoice.totalAmount');
		const isAmountOfTax =
			hasTotal || (rate === undefined ? /\p{Sc}/u.test(column + text) : text !== rate);
		return isAmountOfTax && isAmountText(cell) ? taxOrDiscountTarget(share, false) : undefined;
	}

	private take(column: string, cell: unknown, target: TargetField | undefined): void {
		const isList = this.sheet.kind === 'row' && LISTS.includes(nameWithoutCurrency(column));
		if (isList && Array.isArray(cell)) this.lines = cell;
		else if (target !== undefined) this.enter(target, column, this.valueOf(target, column, cell));
		else if (!isBlank(cell)) this.takeUnknown(column, cell);
	}

	private takeUnknown(column: string, cell: unknown): void {
		const objection = findBillingObjection(column, cell);
		if (objection === undefined) {
			this.unused.set(column, cell);
			return;
		}
		const { line } = this.place;
		const problem = error(column, objection.message, line);
		if (objection.kind === 'ifNew') this.ifNew = problem;
		else if (objection.kind === 'ifTaxed') {
			const isOfLine = /taxable$/.test(plainName(column));
			this.ifTaxed.push({ ...problem, line: line ?? (isOfLine ? 1 : undefined) });
		} else this.problems.push(problem);
	}

	private valueOf(target: TargetField, column: string, cell: unknown): unknown {
		if (saysNone(target, cell)) return undefined;
		const mistake = mistakeIn(trimText(cell));
		if (mistake !== undefined) {
			this.refuse(column, mistake);
			return undefined;
		}
		const isFree = target === 'invoice.freightAmount' && IS_FREE.test(trimText(cell));
		if (isFree || (IS_CHARGE.test(target) && NO_CHARGE.test(trimText(cell)))) return '0';
		const unclear = this.unclearValue(target, column, cell);
		if (unclear !== undefined) this.refuse(column, `${trimText(cell)} ${unclear}`);
		const rate = target === 'line.taxRate' ? RATE_IN_TEXT.exec(trimText(cell)) : null;
		if (rate !== null) return `${rate[1]}%`;
		if (target === 'invoice.currency') {
			return currencySignToCode(trimText(cell), this.place.inputFormat?.currency);
		}
		return IS_AMOUNT.test(target) ? withUnit(removeRate(column), cell) : cell;
	}

	private unclearValue(target: TargetField, column: string, cell: unknown): string | undefined {
		const text = trimText(cell);
		if (IS_OF_API.test(column) && /^\d{3,}$/.test(text)) {
			return 'can be in cents, as in the data of an API. Rename the column if it is not';
		}
		if (target === 'line.productName') {
			const isNamed = nameWithoutCurrency(column) === plainName('productName');
			if (isNamed || !isAmountText(cell) || /\p{L}{2}/u.test(text)) return undefined;
			return 'is a number, not the name of a product. Name the column Product Name if it is one, or as what it is, such as SKU';
		}
		if (target === 'line.taxRate' && IS_NOT_ADDED.test(text)) {
			return 'can be a tax that is not added. Write 0, or the rate only. If the price includes the tax, choose Tax Calculation too';
		}
		const isHours = target === 'line.quantity' && /^(?:hours|hrs)/i.test(column);
		if (!isHours || !isTime(text)) return undefined;
		return 'can be a time such as 2:30 in the spreadsheet. Write the hours as a number, such as 2.5';
	}

	/** The amount of a line is its price where no column has that. */
	private takeAmount(column: string, given: unknown): void {
		const isTotal = !PRICE_OR_TOTAL_NAMES.includes(nameWithoutCurrency(column));
		const cell = this.valueOf('line.totalAmount', column, given);
		// An unreadable quantity is an error of its own column.
		const { quantity } = this.lineWith(cell).values;
		const isOne = quantity === undefined || Number(quantity) === 1;
		// A list can have totals as exact as those of the service, and those of a shop.
		const isGiven = isTotal && this.sheet.kind === 'line' && !IS_TOTAL_OF_SHOP.test(column);
		if (this.sheet.targets.has('line.unitPrice')) {
			// The total before the tax says nothing that the price and the quantity do not.
			if (isGiven || !this.isTotalOfLine(cell, 'beforeTax')) {
				this.enter('line.totalAmount', column, cell);
			}
		} else if (isOne && !isGiven) {
			this.enter('line.unitPrice', column, this.lineWith(cell).values.totalAmount ?? cell);
		} else if (isGiven || cell === undefined) {
			this.enter('line.totalAmount', column, cell);
		} else if (isTotal) {
			const price = this.priceOf(cell);
			const problem = 'does not tell the price of one. Add a column Unit Price';
			if (price === undefined) this.refuse(column, `${trimText(cell)} ${problem}`);
			else this.enter('line.unitPrice', column, price);
		} else {
			const problem = 'can be for one or for all. Name the column Unit Price or Line Total';
			this.refuse(column, `${trimText(cell)} ${problem}`);
		}
	}

	/** The price of one if the total of the line gives it exactly. */
	private priceOf(total: unknown): string | undefined {
		const { values, decimals } = this.lineWith(total);
		const [all, count] = [values.totalAmount, values.quantity].map(parseTextOrNumber);
		const isReduced = !isZeroOrUnset(values.discountAmount) || !isZeroOrUnset(values.discountRate);
		if (all === undefined || count === undefined || isReduced) return undefined;
		const price = divide(all, count, decimals + 2, 'down');
		return compare(multiply(price, count), all) === 0 ? format(trimZeros(price)) : undefined;
	}

	/** beforeTax: before the discount or after it. */
	isTotalOfLine(cell: unknown, which: 'beforeTax' | 'withTax'): boolean {
		const { values, decimals } = this.lineWith(cell);
		const net = { ...values, taxAmount: undefined, taxRate: undefined };
		const gross = { ...net, discountAmount: undefined, discountRate: undefined };
		const lines = which === 'beforeTax' ? [gross, net] : [values];
		return lines.some((line) =>
			isAsCalculated(values.totalAmount, lineAmounts(line, decimals, DEFAULT_TAX_BASIS)?.total),
		);
	}

	private lineWith(totalAmount: unknown) {
		const place = contextWithRowCurrency(this, this.place);
		const entered = { quantity: 1, ...this.line, totalAmount };
		const { values } = readFields(LINE_FIELDS, entered, place);
		return { values, decimals: findCurrency(place.inputFormat.currency ?? '')?.minorUnits ?? 2 };
	}

	private enter(target: TargetField, column: string, cell: unknown): void {
		const first = this.columns.get(target) ?? column;
		this.columns.set(target, first);
		if (cell === undefined) return;
		const [of, name] = target.split('.');
		const entered: EnteredValues<string> = of === 'line' ? this.line : this.fields;
		const { [name]: before } = entered;
		entered[name] ??= cell;
		if (before === undefined || isSameCell(cell, before)) return;
		const advice = ADVICE_ON_TWO.find(([of]) => of.test(target))?.[1];
		this.refuse(first, `"${column}" has another value for it: ${trimText(cell)}. ${advice}`);
	}

	private refuse(field: string, message: string): void {
		this.problems.push(error(field, message, this.place.line));
	}
}
