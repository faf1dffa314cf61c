import {
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_ITEM_FIELDS,
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
import { type Entered, fieldNames, isBlank, type Place, readValue } from './values';

/** "Unit Price", "unit_price" and "unitprice" all mean unitPrice: columns of a sheet are named freely. */
const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Entries of a map by the names that columns can have. */
const named = <Meaning>(meaning: Meaning, columns: readonly string[]): Array<[string, Meaning]> =>
	columns.map((column) => [plainName(column), meaning]);

const ONE = { units: 1n, scale: 0 };

/** What sheets and shops call the fields of an invoice, besides their own names and labels. */
const INVOICE_NAMES: Partial<Record<InvoiceField, readonly string[]>> = {
	allowPartialPayments: [],
	companyName: ['Company'],
	currency: ['Currency Code'],
	customerEmail: ['Email', 'Email Address', 'Billing Email', 'Client Email'],
	customerName: ['Customer', 'Name', 'Full Name', 'Billing Name', 'Client', 'Client Name'],
	description: ['Invoice Description'],
	discountAmount: ['Order Discount Amount', 'Invoice Discount Amount'],
	discountPercent: ['Order Discount Percent', 'Invoice Discount Percent'],
	dueDate: ['Due', 'Due On', 'Due By'],
	expirationDate: ['Expires', 'Expires On'],
	freightAmount: [
		'Freight',
		'Shipping',
		'Shipping Amount',
		'Shipping Cost',
		'Invoice Freight Amount',
	],
	freightTaxRate: ['Freight Tax Rate', 'Shipping Tax Rate'],
	freightTaxable: [],
	invoiceNumber: [
		'Invoice',
		'Invoice ID',
		'Invoice No',
		'Order',
		'Order ID',
		'Order No',
		'Order Number',
	],
	merchantCustomerId: ['Client ID', 'Customer ID', 'Customer No', 'Customer Number'],
	minimumPartialAmount: [],
	taxAmount: ['Order Tax Amount', 'Invoice Tax Amount'],
	taxRate: ['Order Tax Rate', 'Invoice Tax Rate'],
	totalAmount: ['Total', 'Grand Total', 'Invoice Total', 'Invoice Total Amount', 'Order Total'],
};

const LINE_NAMES: Record<LineItemField, readonly string[]> = {
	discountAmount: [],
	discountRate: ['Discount Percent'],
	productName: ['Item', 'Item Name', 'Line Item Name', 'Product', 'Service'],
	productSku: ['Item Code', 'Line Item SKU', 'Product Code', 'SKU'],
	quantity: ['Hours', 'Item Quantity', 'Line Item Quantity', 'Qty', 'Units'],
	taxAmount: [],
	taxRate: ['Tax Percent', 'VAT Rate', 'GST Rate'],
	totalAmount: ['Line Total', 'Item Total'],
	unitPrice: ['Item Price', 'Line Item Price', 'Price', 'Rate'],
};

/** What a column of a row is for: the invoice, or the line that the row is. */
type Target = { of: 'invoice'; name: InvoiceField } | { of: 'line'; name: LineItemField };

/** Of the lines that are given as data. */
const OF_LINES = new Map<string, Target>(
	fieldNames(LINE_ITEM_FIELDS).flatMap((name) =>
		named<Target>({ of: 'line', name }, [name, `line ${name}`, ...LINE_NAMES[name]]),
	),
);

/** A discount or a tax of a row is that of its line. */
const ALSO_OF_LINES = ['discountAmount', 'discountPercent', 'taxAmount', 'taxRate'];

/** Of the rows of a sheet. */
const OF_ROWS = new Map<string, Target>([
	...OF_LINES,
	...(Object.keys(INVOICE_NAMES) as InvoiceField[]).flatMap((name) => {
		const own = ALSO_OF_LINES.includes(name) ? [] : [name, INVOICE_FIELDS[name].label];
		return named<Target>({ of: 'invoice', name }, [...own, ...(INVOICE_NAMES[name] ?? [])]);
	}),
]);

type Share = Record<'rate' | 'amount', Target>;

const LINE_TAX: Share = {
	rate: { of: 'line', name: 'taxRate' },
	amount: { of: 'line', name: 'taxAmount' },
};
const LINE_DISCOUNT: Share = {
	rate: { of: 'line', name: 'discountRate' },
	amount: { of: 'line', name: 'discountAmount' },
};

/** Columns that can hold a percentage or an amount. */
const SHARES = new Map<string, Share>([
	...named(LINE_DISCOUNT, ['Discount', 'Line Discount']),
	...named(LINE_TAX, ['GST', 'Line Tax', 'Sales Tax', 'Tax', 'VAT']),
]);

const MAY_BE_MONEY = /tax|vat|gst|discount|price|amount|total|fee|shipping|freight|charge/i;
/** Shop exports have a Discount Code, a Shipping Zip and a Total weight. "Shipping paid" is no ID. */
const IDENTIFIES =
	/(?:name|code|number|type|method|address\d?|zip|phone|date)$|(?:^|[^a-z])(?:id|no|ref|weight|grams|quantity|count|items)$/i;
/** "Electricity" is no city, and an "Add-on" no time. */
const DESCRIBES =
	/(?:company|street|province|country)$|[ _](?:at|on)$|(?:^|[^a-z])(?:city|state|time|year|month|week|day|row|index|position|stock|size|age|version)$/i;
const wordsOf = (column: string): string => column.replace(/([a-z])([A-Z])/g, '$1 $2');
const isIdentifier = (column: string): boolean => IDENTIFIES.test(wordsOf(column));

/** Whether a cell, or a part of it, has a number other than zero, however it is written. */
const hasNumber = (cell: unknown): boolean =>
	typeof cell === 'object' && cell !== null
		? Object.entries(cell).some(([name, part]) => !isIdentifier(name) && hasNumber(part))
		: /[1-9]/.test(textOf(cell));

/** "19 %", and not "100% cotton". */
const isPercentage = (cell: unknown): boolean => /^[-+]?[\d.,]+\s*%$/.test(textOf(cell));

/** "VAT 20%", also in a column such as Tax Name. */
const SAYS_PERCENT = /\d\s*(?:%|percent)/i;

/** "5", "1,200.00", "(50.00)", "1 200,00", "5.-" and "5 EUR". */
const IS_WRITTEN_AS_AMOUNT =
	/^\(?[-+]?\d[\d.,]*(?:[\s'’]\d{3}[\d.,]*)*-?\)?(?:\s?(?:[A-Z]{3}|euros?))?$/;
/** Before the decimals. More are a phone number or an identifier. */
const MOST_DIGITS_OF_MONEY = 8;
const isAmount = (cell: unknown): boolean => {
	const text = textOf(cell);
	const isWritten = IS_WRITTEN_AS_AMOUNT.test(text) || /\p{Sc}/u.test(text);
	const whole = text.replace(/[.,]\d*$/, '').replace(/\D/g, '');
	return isWritten && whole.length <= MOST_DIGITS_OF_MONEY;
};

/** The fields that an amount in the header's currency can be for. */
const AMOUNTS: ReadonlyArray<InvoiceField | LineItemField> = [
	...(['unitPrice', 'totalAmount', 'taxAmount', 'discountAmount'] as const),
	...(['freightAmount', 'minimumPartialAmount'] as const),
];

const CODE_IN_HEADER = /\(([A-Z]{3})\)$/;

/** "Price (€)" says the currency of its cells, and "Shipping %" that they are no amounts. */
function withUnit(column: string, cell: unknown): unknown {
	const [unit] = /\p{Sc}|%/u.exec(column) ?? [CODE_IN_HEADER.exec(column)?.[1]];
	const text = textOf(cell);
	return unit === undefined || /[\p{Sc}%A-Z]/u.test(text) ? cell : `${text} ${unit}`;
}

/** What the columns of a row mean. */
export interface RowReading {
	fields: Entered<InvoiceField>;
	line: Entered<LineItemField>;
	/** Lines in one cell, as shops give them. */
	lines?: unknown[];
	/** The columns of the fields, also where the cell is empty. */
	columns: ReadonlyMap<InvoiceField | LineItemField, string>;
	problems: Problem[];
	/** The columns without a meaning. */
	unused: string[];
}

export interface RowPlace extends Place {
	/** A line of the data, or a row of a sheet, which says something of its invoice too. */
	kind: 'line' | 'row';
	/** The columns that the user wants to leave out. */
	ignored: readonly string[];
}

const LISTS = ['Items', 'Line Items', 'Lines', 'Products'].map(plainName);

/** Taken for what is still missing, in this order. The name in a row is that of the customer. */
const LAST = { line: ['name', 'description', 'amount'], row: ['description', 'amount'] };

export function readColumns(row: object, place: RowPlace): RowReading {
	const reader = new RowReader(place);
	const left = new Set([...place.ignored, 'row_number'].map(plainName));
	const cells = (Object.entries(row) as Array<[string, unknown]>).filter(
		([column]) => !left.has(plainName(column)),
	);
	const last = LAST[place.kind];
	for (const [column, cell] of cells) {
		if (!last.includes(plainName(column))) reader.take(column, cell);
	}
	for (const name of last) {
		for (const [column, cell] of cells) {
			if (plainName(column) === name) reader.takeLast(column, cell);
		}
	}
	return reader;
}

class RowReader implements RowReading {
	readonly fields: Entered<InvoiceField> = {};
	readonly line: Entered<LineItemField> = {};
	lines?: unknown[];
	readonly columns = new Map<InvoiceField | LineItemField, string>();
	readonly problems: Problem[] = [];
	readonly unused: string[] = [];

	constructor(private readonly place: RowPlace) {}

	take(column: string, cell: unknown): void {
		const isRow = this.place.kind === 'row';
		if (isRow && Array.isArray(cell) && LISTS.includes(plainName(column))) {
			this.lines = cell;
			return;
		}
		const target = targetOf(column, cell, isRow ? OF_ROWS : OF_LINES);
		if (target !== undefined) {
			if (target.name === 'productName' && isAmount(cell)) {
				const advice = 'Rename the column, for example SKU, or add it to Ignore Columns';
				this.refuse(column, `${textOf(cell)} is a number, not the name of a product. ${advice}`);
			}
			const isOfAmount = AMOUNTS.includes(target.name) && !isBlank(cell);
			this.enter(target, column, isOfAmount ? withUnit(column, cell) : cell);
		} else if (isBlank(cell)) return;
		else if (isUnknownMoney(column, cell)) this.refuse(column, notUnderstood(column, cell));
		else this.unused.push(column);
	}

	/** A name or description is that of the product where nothing else is. An amount is a price where there is none. */
	takeLast(column: string, value: unknown): void {
		if (isBlank(value)) return;
		if (plainName(column) !== 'amount') {
			if (this.line.productName === undefined) this.line.productName = value;
			else this.unused.push(column);
			return;
		}
		const cell = withUnit(column, value);
		const { productName, productSku, quantity, unitPrice } = this.line;
		const isLine = [productName, productSku, quantity, unitPrice].some((value) => !isBlank(value));
		if (!isLine && this.place.kind === 'row') {
			this.enter({ of: 'invoice', name: 'totalAmount' }, column, cell);
		} else if (unitPrice === undefined && (quantity === undefined || textOf(quantity) === '1')) {
			this.enter({ of: 'line', name: 'unitPrice' }, column, cell);
		} else if (unitPrice === undefined) {
			const advice = 'Name the column Unit Price, or add a column with the price of one';
			this.refuse(
				column,
				`it is not clear whether ${textOf(cell)} is for one or for all. ${advice}`,
			);
		} else if (!this.isPriceTimesQuantity(cell)) {
			this.enter({ of: 'line', name: 'totalAmount' }, column, cell);
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
		this.columns.set(target.name, column);
		if (isBlank(cell)) return;
		const entered: Entered<string> = target.of === 'line' ? this.line : this.fields;
		const { [target.name]: before = cell } = entered;
		entered[target.name] = before;
		if (textOf(cell) === textOf(before)) return;
		const { label } =
			target.of === 'line' ? LINE_ITEM_FIELDS[target.name] : INVOICE_FIELDS[target.name];
		const advice = 'Keep one of them, or add it to Ignore Columns';
		this.refuse(label, `"${column}" has another value for it: ${textOf(cell)}. ${advice}`);
	}

	private refuse(field: string, message: string): void {
		this.problems.push(error(field, message, this.place.line));
	}
}

/** The field that a cell is for. A percent sign in the cell or above it tells a rate from an amount. */
function targetOf(
	column: string,
	cell: unknown,
	names: ReadonlyMap<string, Target>,
): Target | undefined {
	const plain = plainName(column.replace(CODE_IN_HEADER, ''));
	const share = SHARES.get(plain);
	if (share === undefined) return names.get(plain);
	const isRate = `${column} ${textOf(cell)}`.includes('%');
	return isRate || !hasNumber(cell) ? share.rate : undefined;
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
	const share = SHARES.get(plainName(column));
	if (share === undefined) {
		const advice = 'Rename the column, or add it to Ignore Columns if it is not to be billed';
		return `${value} is not billed, as the column is not known. ${advice}`;
	}
	const names = `ame the column ${share.rate.name} or ${share.amount.name}`;
	const number = parseDecimal(value);
	if (number === undefined) return `it is not clear what ${value} means. N${names}`;
	// A cell that a spreadsheet shows as 19% has the value 0.19.
	const isSmall = compare(number, ONE) <= 0;
	const asShare = isSmall ? `${format(trim(multiply(number, HUNDRED)))}% or ` : '';
	return `${value} can be a percentage or an amount. Write ${asShare}${value}%, or n${names}`;
}
