import {
	type Field,
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_FIELDS,
	type LineField,
} from '../../shared/invoice/invoice';
import { findCurrency } from '../../shared/money';
import { toTitle } from '../../shared/text';
import { keysOf } from './values';

/** A field of the invoice, or of the line item in the row. */
export type TargetField = `invoice.${InvoiceField}` | `line.${LineField}`;

/** What sheets and shops call the fields. */
const OTHER_NAMES: Partial<Record<TargetField, string>> = {
	'invoice.allowPartialPayments': '',
	'invoice.companyName': 'Company',
	'invoice.currency':
		'Currency Code, Billing Currency, Ccy, Cur, Currency ISO Code, Invoice Currency, Order Currency, Payment Currency, Price Currency, Transaction Currency',
	'invoice.customerEmail':
		'Email, Billing Email, Email Billing, Name Email, Buyer Email, Client Email, Contact Email, Email Address, Guest Email, Member Email, Parent Email, Patient Email, Primary Email, Student Email, Tenant Email',
	'invoice.customerName':
		'Customer, Bill To, Bill To Name, Billing Name, Buyer, Buyer Name, Client, Client Name, Customer Full Name, Full Name, Sold To',
	'invoice.description': 'Invoice Description',
	'invoice.discountAmount': 'Order Discount Amount, Invoice Discount Amount',
	'invoice.discountPercent': 'Order Discount Percent, Invoice Discount Percent',
	'invoice.dueDate':
		'Due, Date Due, Due By, Due On, Pay By, Payment Deadline, Payment Due, Payment Due Date',
	'invoice.expirationDate': 'Expires, Expires On',
	'invoice.freightAmount':
		'Freight, Delivery Charge, Delivery Fee, Invoice Freight Amount, Order Shipping, Order Shipping Amount, Postage, Shipping, Shipping & Handling, Shipping Amount, Shipping Charge, Shipping Cost, Shipping Fee, Shipping Total',
	'invoice.freightTaxRate': 'Shipping Tax Rate',
	'invoice.freightTaxable': 'Shipping Taxable',
	'invoice.invoiceNumber':
		'Invoice, Invoice ID, Invoice No, Invoice Ref, Inv No, Inv Number, Bill No, Bill Number, Order, Order ID, Order No, Order Number, Order Ref',
	'invoice.merchantCustomerId': 'Client ID, Customer ID, Customer No, Customer Number',
	'invoice.minimumPartialAmount': '',
	'invoice.subAmount': 'Subtotal, Invoice Subtotal, Order Subtotal',
	'invoice.taxAmount': 'Order Tax Amount, Invoice Tax Amount, Tax Total, Total Tax',
	'invoice.taxRate': 'Order Tax Rate, Invoice Tax Rate',
	'invoice.totalAmount':
		'Total, Amount Due, Amount Outstanding, Amount Owed, Amount Owing, Balance, Balance Due, Balance Remaining, Brutto, Grand Total, Gross, Gross Amount, Gross Total, Invoice Amount, Invoice Total, Invoice Total Amount, Invoice Value, Left to Pay, Open Amount, Open Balance, Order Total, Order Value, Outstanding, Outstanding Amount, Outstanding Balance, Owed, Owing, Please Pay, Remaining Balance, To Pay, Tot, Total Amt, Total Due, Order Total Amount, Ttl, Ttl Amt, Unpaid Amount',
	'line.discountRate': 'Discount Percent',
	'line.productName':
		'Item, Item Name, Item Product Service, Line Item Name, Product, Product Service, Service',
	'line.productSku': 'Item Code, Line Item SKU, Product Code, SKU',
	'line.quantity':
		'Billable Hours, Duration (Decimal), Hours, Hours Worked, Hrs, Item Quantity, Line Item Quantity, Product Qty, Product Quantity, Qty, Quantity Purchased',
	'line.taxAmount':
		'GST Amount, GST Amt, Item Tax Amount, Sales Tax Amount, Tax Amt, VAT Amount, VAT Amt',
	'line.taxRate': 'Tax Percent, VAT Rate, GST Rate, Sales Tax Rate',
	'line.totalAmount':
		'Line Total, Billable Amount, Ext Amount, Ext Price, Extended Amount, Extended Price, Item Amount, Item Total, Line Amount, Line Subtotal, Net Amount',
	'line.unitPrice':
		'Billable Rate, Hourly Rate, Item Cost, Item Price, Item Rate, Line Item Price, Net Price, Net Unit Price, Price, Price Each, Price Per Item, Price Per Unit, Product Unit Price, Rate, Sale Price, Sales Price, Selling Price, Unit Amount, Unit Cost, Unit Rate',
};

/** Names that count only if no other column has the field, the likeliest first. */
const IF_NO_OTHER: Partial<Record<TargetField, string>> = {
	'invoice.customerName':
		'Contact Name, Account Name, Parent, Parent Name, Tenant, Tenant Name, Guest, Guest Name, Member, Member Name, Patient, Patient Name, Student, Student Name',
	'invoice.invoiceNumber': 'Num, Work Order',
	'line.productName':
		'Item Description, Product Title, Product Description, Description, Task, Activity, Treatment, Job, Memo Description',
	'line.quantity': 'Units',
	'line.taxRate': 'Tax Type',
	'line.unitPrice': 'Fee, Cost, Rent, Charge, Net, Netto',
};

/** Beside a quantity, these can be the price of one unit or of all. */
export const PRICE_OR_TOTAL_NAMES = ['amount', 'amt', 'charge', 'fee', 'cost'];

/** "Unit Price", "unit_price" and "unitprice" all mean unitPrice, and "Order #" is "Order No". */
export const plainName = (name: string): string =>
	name
		.toLowerCase()
		.replaceAll('#', 'no')
		.replace(/[^\p{L}\p{N}]/gu, '');

const CODE_IN_HEADER = /\(([A-Z]{3})\)$/;

/** The currency in "Price (EUR)". In "Hours (MIN)" there is none. */
export function currencyInHeader(column: string): string | undefined {
	const code = CODE_IN_HEADER.exec(column)?.[1] ?? '';
	return findCurrency(code) && code;
}

/** "shippingCity", "SHIPPING_CITY" and "Shipping City (US)" are the words shipping and city, and "Job #" is "Job No". */
export const wordsOf = (text: string): string[] =>
	text
		.replace(/\([^()]*\)/g, ' ')
		.replaceAll('#', ' no ')
		.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.toLowerCase()
		.match(/\p{L}+/gu) ?? [];

export const nameWithoutCurrency = (column: string): string =>
	plainName(currencyInHeader(column) ? column.replace(CODE_IN_HEADER, '') : column);

const named = <Meaning>(meaning: Meaning, columns: readonly string[]): Array<[string, Meaning]> =>
	columns.map((column) => [plainName(column), meaning]);

export const splitAtCommas = (names = ''): string[] => names.split(', ').filter(Boolean);

const ofLines = keysOf(LINE_FIELDS).flatMap((name) => {
	const others = splitAtCommas(OTHER_NAMES[`line.${name}`]);
	return named<TargetField>(`line.${name}`, [name, `line ${name}`, ...others]);
});

const SHARES = {
	discount: 'Disc, Discount',
	tax: 'BTW, GST, HST, IVA, Moms, MVA, MwSt, PST, QST, Sales Tax, Tax, Taxes, TVA, USt, VAT',
};

interface TaxOrDiscount {
	kind: 'discount' | 'tax';
	of: 'invoice' | 'line';
}

const SHARES_NAMED = new Map<string, TaxOrDiscount>(
	(['discount', 'tax'] as const).flatMap((kind) => [
		...named<TaxOrDiscount>({ kind, of: 'line' }, [...splitAtCommas(SHARES[kind]), `Line ${kind}`]),
		...named<TaxOrDiscount>({ kind, of: 'invoice' }, [`Order ${kind}`, `Invoice ${kind}`]),
	]),
);

/** The rate in "VAT (20%)". */
const RATE_IN_HEADER = /\(?(?<![\d.,])([\d.,]{1,8})\s?%\)?/;

export const removeRate = (column: string): string => column.replace(RATE_IN_HEADER, '');

export const rateInHeader = (column: string): string | undefined =>
	RATE_IN_HEADER.exec(column)?.[1];

export const findTaxOrDiscount = (column: string): TaxOrDiscount | undefined =>
	SHARES_NAMED.get(nameWithoutCurrency(removeRate(column)));

export function taxOrDiscountTarget({ kind, of }: TaxOrDiscount, isRate: boolean): TargetField {
	if (!isRate) return `${of}.${kind}Amount`;
	if (kind === 'tax') return `${of}.taxRate`;
	return of === 'invoice' ? 'invoice.discountPercent' : 'line.discountRate';
}

/** In a row of a sheet, these belong to its line. */
const ALSO_OF_LINES = ['discountAmount', 'discountPercent', 'taxAmount', 'taxRate'];

const ofInvoices = keysOf<InvoiceField>(INVOICE_FIELDS).flatMap((name) => {
	const others = OTHER_NAMES[`invoice.${name}`];
	if (others === undefined) return [];
	const own = ALSO_OF_LINES.includes(name) ? [] : [name, INVOICE_FIELDS[name].label];
	return named<TargetField>(`invoice.${name}`, [...own, ...splitAtCommas(others)]);
});

export type LineOrRow = 'line' | 'row';

const KNOWN: Record<LineOrRow, ReadonlyMap<string, TargetField>> = {
	line: new Map([...ofLines, ...named<TargetField>('line.totalAmount', ['Total', 'Subtotal'])]),
	row: new Map([...ofLines, ...ofInvoices]),
};

/** What a line is for if it's named like a column, such as Shipping. */
export function findLineChargeOrTotal(name: string): 'freight' | 'tax' | 'total' | undefined {
	if (findTaxOrDiscount(name)?.kind === 'tax') return 'tax';
	const target = KNOWN.row.get(plainName(name));
	if (target === 'invoice.freightAmount') return 'freight';
	return target === 'invoice.totalAmount' || target === 'invoice.subAmount' ? 'total' : undefined;
}

const NUMBERS_IF_NO_OTHER = splitAtCommas(IF_NO_OTHER['invoice.invoiceNumber']).map(plainName);
const IDENTIFIERS = ['invoice.invoiceNumber', 'line.productName'];

export const isCurrencyColumn = (column: string): boolean =>
	KNOWN.row.get(plainName(column)) === 'invoice.currency';

export function mapsToIdentifier(column: string): boolean {
	const name = plainName(column);
	return NUMBERS_IF_NO_OTHER.includes(name) || IDENTIFIERS.includes(KNOWN.row.get(name) ?? '');
}

const NAMES_AS_WRITTEN = [
	...[...keysOf(LINE_FIELDS), ...keysOf(INVOICE_FIELDS)].map(toTitle),
	...[...Object.values(OTHER_NAMES), ...Object.values(SHARES)].flatMap(splitAtCommas),
];
const MIN_LETTERS = 5;

/** The name of a field that still has no column, if `column` is that name with one typo. */
export const suggestFieldName = (
	column: string,
	targets: ReadonlySet<TargetField>,
): string | undefined =>
	NAMES_AS_WRITTEN.find((name) => {
		const plain = plainName(name);
		const target = KNOWN.row.get(plain);
		const isLacking = target === undefined ? findTaxOrDiscount(name) : !targets.has(target);
		return plain.length >= MIN_LETTERS && isLacking && isOneOff(plainName(column), plain);
	});

/** A letter is left out, added or replaced, or two are swapped. */
function isOneOff(one: string, other: string): boolean {
	let same = 0;
	while (same < one.length && one[same] === other[same]) same += 1;
	const [a, b] = [one.slice(same), other.slice(same)];
	const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
	return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}

const PARTS_OF_NAME = [
	...['', 'billing', 'customer'].map((of) => [`${of}firstname`, `${of}lastname`]),
	['firstnamebilling', 'lastnamebilling'],
];

export function findSplitCustomerName(columns: readonly string[]): readonly string[] | undefined {
	const names = new Set(columns.map(plainName));
	const isNamed = [...names].some((name) => KNOWN.row.get(name) === 'invoice.customerName');
	return isNamed
		? undefined
		: PARTS_OF_NAME.find((parts) => parts.every((part) => names.has(part)));
}

/** By the plain names of the columns. */
class Meanings extends Map<string, TargetField> {
	constructor(
		private readonly names: ReadonlySet<string>,
		readonly kind: LineOrRow,
	) {
		super([...KNOWN[kind]].filter(([name]) => names.has(name) && name !== 'description'));
	}

	namesOf(target: TargetField): string[] {
		return [...this].flatMap(([name, other]) => (other === target ? [name] : []));
	}

	readonly lacks = (target: TargetField): boolean => this.namesOf(target).length === 0;

	/** Maps the name to the first target that has no column. */
	take(name: string, targets: readonly TargetField[], otherwise?: TargetField): void {
		const target = targets.find(this.lacks) ?? otherwise;
		if (this.names.has(name) && target !== undefined) this.set(name, target);
	}
}

/** `isNameNumbered`: whether the column Name can have order numbers, such as #1001. */
export function mapColumnsToFields(
	names: ReadonlySet<string>,
	kind: LineOrRow,
	isNameNumbered: boolean,
): Map<string, TargetField> {
	const meanings = new Meanings(names, kind);
	leaveOutOrders(meanings);
	const number: TargetField[] = isNameNumbered ? ['invoice.invoiceNumber'] : [];
	const customer = 'invoice.customerName';
	if (kind === 'line') meanings.take('name', ['line.productName']);
	else meanings.take('name', [customer, 'line.productName', ...number], customer);
	const hasTax = [...names].some((name) => findTaxOrDiscount(name)?.kind === 'tax');
	for (const [target, others] of Object.entries(IF_NO_OTHER) as Array<[TargetField, string]>) {
		const isOfInvoice = target.startsWith('invoice.');
		if ((kind === 'line' && isOfInvoice) || (hasTax && target === 'line.taxRate')) continue;
		for (const name of splitAtCommas(others)) meanings.take(plainName(name), [target]);
	}
	takeAmounts(meanings, names.has('amount'));
	if (isAmountOnlySheet(new Set(meanings.values()))) describeByItem(meanings);
	return meanings;
}

/** Unless another column shows that an amount is a price, it's a total. */
function takeAmounts(meanings: Meanings, hasAmount: boolean): void {
	const { lacks, kind } = meanings;
	const isChecked = !lacks('line.totalAmount') || !lacks('invoice.totalAmount') || hasAmount;
	if (!lacks('line.quantity') && !isChecked) {
		for (const name of meanings.namesOf('line.unitPrice')) {
			if (PRICE_OR_TOTAL_NAMES.includes(name)) meanings.set(name, 'line.totalAmount');
		}
	}
	const amountOf = (isOfOrder: boolean): TargetField =>
		kind === 'row' && isOfOrder ? 'invoice.totalAmount' : 'line.totalAmount';
	const ofAmount = amountOf(OF_LINES.every(lacks));
	// Beside a unit price it's the total of the line. Otherwise shops use it for the total of the order.
	const ofTotalPrice = amountOf(lacks('line.unitPrice'));
	for (const name of ['amount', 'amt']) meanings.take(name, [], ofAmount);
	meanings.take(plainName('Total Price'), [], ofTotalPrice);
}

const OF_LINES: readonly TargetField[] = [
	'line.productName',
	'line.productSku',
	'line.quantity',
	'line.unitPrice',
];

/** An invoice can cover several orders, so their numbers aren't its number. */
function leaveOutOrders(meanings: Meanings): void {
	const numbers = meanings.namesOf('invoice.invoiceNumber');
	const ofOrders = numbers.filter((name) => name.startsWith('order'));
	// A column named only Invoice can be a flag or a link.
	const hasOther = numbers.some((name) => !ofOrders.includes(name) && name !== 'invoice');
	if (hasOther) for (const name of ofOrders) meanings.delete(name);
}

function describeByItem(meanings: Meanings): void {
	const items = meanings.namesOf('line.productName');
	for (const name of [...items, ...meanings.namesOf('line.productSku')]) meanings.delete(name);
	if (!meanings.lacks('invoice.description')) return;
	for (const name of items) meanings.set(name, 'invoice.description');
}

/** In a sheet without prices, a total is the amount of the invoice, and the item is its description. */
export const isAmountOnlySheet = (targets: { has(target: TargetField): boolean }): boolean =>
	targets.has('invoice.totalAmount') && !PRICED.some((target) => targets.has(target));

const PRICED = ['line.unitPrice', 'line.totalAmount', 'line.quantity'] as const;

/** Fields of lines and invoices can have the same label. */
export function targetByLabel(label: string, of: 'invoice' | 'line'): TargetField | undefined {
	const fields: Record<string, Field> = of === 'line' ? LINE_FIELDS : INVOICE_FIELDS;
	const name = Object.keys(fields).find((one) => fields[one].label === label);
	return name === undefined ? undefined : (`${of}.${name}` as TargetField);
}
