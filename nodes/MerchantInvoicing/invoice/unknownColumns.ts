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
	isIdentifier,
	type LineOrRow,
	shareNamed,
	suggestedColumnName,
	type Target,
	wordsOf,
} from './columnNames';

/** Whether a cell has a number other than zero, however it is written. */
export const hasNumber = (cell: unknown): boolean => /[1-9]/.test(textOf(cell));

/** "5", "1,200.00", "(50.00)", "1 200,00" and "5.-". */
const IS_WRITTEN_AS_AMOUNT = /^\(?[-+\u2212]?[.,]?\d[\d.,]*(?:[\s'’]\d{3}[\d.,]*)*-?\)?$/;
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

/** "19 %", and not "100% cotton". */
const IS_PERCENTAGE = /^[-+]?[\d.,]+\s*%$/;
/** "3 nights", "2 kg" and "90min", and not "2nd" or "4B". */
const HAS_UNIT = /^[-+]?\d[\d.,]*\s?(?!(?:st|nd|rd|th|[ap]m)$)(?:\p{L}{2,}|[dh])\.?$/iu;
const IS_NUMBER = /^\d+(?:\.\d+)?$/;

const dayIn = (text: string): unknown => dateWritten(text, {}) ?? dayAsWritten(text);

/** What a spreadsheet shows in place of a value. */
export const IS_SHEET_ERROR = /^#(?:DIV\/0!|ERROR!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)$/;

const IS_WHOLE = /^[^\p{Sc}.,]*$/u;
/** What the names of columns that nobody bills end with, and how their cells are then written. */
const NEUTRAL: ReadonlyArray<readonly [name: RegExp, cell: RegExp]> = [
	[
		/(?:^|\s)(?:barcode|code|ean|id|isbn|no|nr|ref|reference|sku|upc)$|\snumber$|^(?:account|line|po|row)$/,
		IS_WHOLE,
	],
	[/(?:^|\s)(?:fax|mobile|phone|postcode|tel|telephone|zip|zipcode)$/, /^[^\p{Sc}.,]{4,}$/u],
	[/(?:^|\s)date$|^(?:day|end|start)$/, /^\d{5}(?:\.\d+)?$/],
	[/^(?:end|end time|start|start time)$/, /^0?\.\d+$/],
	[/^(?:age|day|grade|month|quarter|season|week|year)$/, /^\w{1,4}$/],
	[
		/(?:^|\s)(?:address|comments?|description|error|instructions|memo|message|method|name|notes?|reason|remarks?|terms|title)$|compare at price$/,
		/^/,
	],
];

const namesCurrency = (text: string): boolean =>
	/\p{Sc}|(?:^|\s)(?:fr|kr|rs|zł)\b/iu.test(text) ||
	(text.match(/\b[A-Z]{3}\b/g) ?? []).some((code) => currencyOf(code));

/** Whether a cell of a column that is not known has a number that can change the bill. Nothing is guessed: any can. */
function isUnclear(column: string, cell: unknown): boolean {
	if (Array.isArray(cell)) return cell.some((part) => isUnclear(column, part));
	if (typeof cell === 'object' && cell !== null && dayAsWritten(cell) === undefined) {
		return Object.entries(cell).some(([name, part]) => isUnclear(name, part));
	}
	const text = textOf(cell);
	if (IS_SHEET_ERROR.test(text)) return true;
	const isQuantity = isAmount(text) || IS_PERCENTAGE.test(text) || HAS_UNIT.test(text);
	if (!hasNumber(text) || !(isQuantity || namesCurrency(text))) return false;
	if (!IS_NUMBER.test(text) && dayIn(text) !== undefined) return false;
	const words = wordsOf(column).join(' ');
	if (isIdentifier(column) && IS_WHOLE.test(text)) return false;
	return !NEUTRAL.some(([name, of]) => name.test(words) && of.test(text));
}

/** The columns of all rows, or lines. */
export interface Columns {
	kind: LineOrRow;
	/** The fields that they are for. */
	targets: ReadonlySet<Target>;
}

/** A column that stops the sheet. */
export interface UnclearColumn {
	name: string;
	/** One of its cells. */
	example: unknown;
	/** The name that it should have. */
	meant?: string;
}

/** Whether it can be the value of a field. What has two readings is one, too. */
function isFitting(kind: Kind, cell: unknown): boolean {
	const text = textOf(cell);
	if (kind === 'currency') return currencyOf(currencyWritten(text).toUpperCase()) !== undefined;
	if (kind === 'date' || kind === 'dayFirstDate') return dayIn(text) !== undefined;
	return isAmount(text) || IS_PERCENTAGE.test(text);
}

/** What a column that is not known may be, by its name or its cells. Nobody would miss a due date or a currency. */
function suggestionFor(column: string, cells: readonly unknown[], { kind, targets }: Columns) {
	if (kind === 'line') return undefined;
	const isDue = wordsOf(column).some((word) =>
		['deadline', 'due', 'payable', 'fällig', 'échéance'].includes(word),
	);
	if (isDue && !targets.has('invoice.dueDate')) return { name: 'Due Date', kind: 'date' as const };
	const isCurrency = cells.length > 0 && cells.every((cell) => isFitting('currency', cell));
	return isCurrency && !targets.has('invoice.currency')
		? { name: 'Currency', kind: 'currency' as const }
		: suggestedColumnName(column, targets);
}

const TOLD_BY_CELLS: readonly Kind[] = ['currency', 'date', 'dayFirstDate'];

/** A column whose name is not known, if it has numbers or the cells of a misspelled field. `cells`: without empty ones. */
export function unclearColumn(
	name: string,
	cells: readonly unknown[],
	columns: Columns,
): UnclearColumn | undefined {
	const words = wordsOf(name).join(' ');
	if (IS_FLAG.some((flag) => flag.test(words)) || shareNamed(name) !== undefined) return undefined;
	const found = suggestionFor(name, cells, columns);
	const isMeant = (cell: unknown) => found !== undefined && isFitting(found.kind, cell);
	const isMissed = (cell: unknown) =>
		(isUnclear(name, cell) && objectionTo(name, cell) === undefined) ||
		(found !== undefined && TOLD_BY_CELLS.includes(found.kind) && isMeant(cell));
	const example = cells.find(isMissed);
	if (example === undefined) return undefined;
	return { name, example, meant: isMeant(example) ? found?.name : undefined };
}

const LONGEST_SHOWN = 40;

/** One message for all columns, with what to enter. `ignored`: what is there already. */
export function unclearInWords(
	columns: readonly UnclearColumn[],
	ignored: readonly string[],
): string {
	const given = columns.map(({ name, example, meant }) => {
		const cell = (textOf(example) || JSON.stringify(example)).slice(0, LONGEST_SHOWN);
		return `${name} (${cell}${meant ? `. Did you mean ${meant}?` : ''})`;
	});
	const names = [...ignored, ...columns.map(({ name }) => name)];
	const list = names.map((name) => (name.includes(',') ? `"${name}"` : name)).join(', ');
	return `these columns are not billed, as their names are not known: ${given.join(', ')}. Rename what belongs to the bill, such as Unit Price, Quantity or Freight Amount. For the others, set Ignore Columns to: ${list}`;
}

const SAYS_YES = /^(?:yes|y|true|x|1|✓|✔)$/i;
const SAYS_NO = /^(?:no|n|n\/a|nein|false|0|[-–—☐✗])$/i;
const SAYS_INCLUSIVE = /^(?:gst |tax |vat )?inclusive(?: of (?:gst|tax|vat))?$/i;
const IS_OF_TAX = /\b(?:gst|prices?|sales|tax|taxes|ust|vat)\b/;

/** "Tax Exempt: yes", "Taxable: no", "Prices include VAT: yes" and "Amounts Are: Tax Inclusive". */
function taxesOtherwise(name: string, text: string): boolean {
	if (/\btaxable$/.test(name)) return SAYS_NO.test(text);
	const isIncluded = /\b(?:exempt|incl\w*)\b/.test(name) && IS_OF_TAX.test(name);
	return SAYS_INCLUSIVE.test(text) || (isIncluded && SAYS_YES.test(text));
}

const BILLS =
	/^(?:active|approved|charge|bill|bill (?:client|customer|it|to client)|billable|chargeable|confirmed|include|ok|process|ready to (?:bill|invoice)|select|send|send invoice|to (?:bill|invoice))$/;
const BILLS_NOT =
	/^(?:archived|do not (?:bill|invoice|send)|excluded?|free(?: of charge)?|ignored?|no charge|(?:non|not) billable|on hold|hold|pro bono|removed|skip|test|unbillable)$/;

/** What these say is no number, also where it is 1. */
const IS_FLAG = [BILLS, BILLS_NOT, /\btaxable$/];

/** Nobody is to pay, or not any more: what beside a column of such a name says anything but no. */
const PAID = new Set(
	[
		'bezahlt, billed, canceled, cancellation, cancelled, cash received, check no, cheque no, date received, invoice sent, invoiced',
		'paid, paid in full, partially paid, partially refunded, payment made, payment received, pd, prepaid, rcvd, received date',
		'refunded, settled, voided, annulé, annulée, anulado, anulada, pagado, pagada, payé, payée, storniert',
	].flatMap((names) => names.split(', ')),
);
/** The same as a whole cell, or as a column beside a yes, a date or a number. */
const NO_INVOICE = new Set(
	[
		'bad debt, cancel, chargeback, comp, comped, complimentary, cr, credit, credit memo, credit note, credited, declined, deleted',
		'disputed, do not bill, do not invoice, do not send, draft, duplicate, estimate, expired, gutschrift, hold, in dispute, lost, no charge',
		'no show, non billable, not approved, not billable, on hold, overpaid, payment, pending approval, pro forma, proforma',
		'purchase order, quotation, quote, receipt, refund, rejected, returned, sales credit note, sales receipt, void, waived, write off, written off',
	].flatMap((names) => names.split(', ')),
);

const isOpen = (text: string): boolean =>
	/^(?:awaiting|due|nicht|non?|not|open|outstanding|overdue|pending|un\w+)\b/i.test(text);

/** Whether a row says that nobody is to pay it, in the name of a column or in a cell. */
function isNotToBePaid(name: string, text: string): boolean {
	if (/(?:^|\s)(?:method|terms)$/.test(name)) return false;
	const said = text.toLowerCase().replace(/[-_]/g, ' ');
	if (NO_INVOICE.has(said) || PAID.has(said)) return true;
	if (/\b(?:comments?|notes?|stat(?:e|us))$|^(?:payment|stage)$/.test(name)) {
		// "Paid 11/02" and "Written off - Bob", and not "Quote accepted".
		const [first = '', second = ''] = said.match(/\p{L}+/gu) ?? [];
		const isDone = /^(?:captured|cleared|closed|completed?|received|succeeded)$/.test(first);
		if (isDone && /\b(?:financial|payment)\b/.test(name)) return true;
		if (PAID.has(first) || [NO_INVOICE, PAID].some((all) => all.has(`${first} ${second}`)))
			return true;
	}
	const of = name.replace(/^(?:date of|is)\s|\s(?:am|at|by|date|le|made|on)$/g, '');
	const isNo = SAYS_NO.test(text) || isOpen(text) || (isAmount(text) && !hasNumber(text));
	if (isNo || /\b(?:be|no|not|non)\s\S+$/.test(of)) return false;
	const endsIn = (names: ReadonlySet<string>) =>
		[1, 2, 3].some((count) => names.has(of.split(' ').slice(-count).join(' ')));
	if (endsIn(PAID)) return true;
	const isSaid = SAYS_YES.test(text) || isAmount(text) || dayIn(text) !== undefined;
	return endsIn(NO_INVOICE) && isSaid;
}

/** Why a row is not billed: at all, as a new invoice, or with a tax. */
export interface Objection {
	kind: 'refused' | 'ifNew' | 'ifTaxed';
	message: string;
}

const OR_IGNORE = 'or add it to Ignore Columns';
export const WITH_FILTER = 'with a Filter node before this one';

/** What a cell of a column that is not known has against billing the row. */
export function objectionTo(column: string, cell: unknown): Objection | undefined {
	const name = wordsOf(column).join(' ');
	const text = typeof cell === 'boolean' ? String(cell) : textOf(cell);
	if (taxesOtherwise(name, text)) {
		const advice = `Write the tax of each row in its column, ${OR_IGNORE}`;
		const message = `is "${text}", and it is not clear what that changes. ${advice}`;
		return { kind: 'ifTaxed', message };
	}
	const isNo = SAYS_NO.test(text) || isOpen(text);
	if (BILLS_NOT.test(name) ? SAYS_YES.test(text) : BILLS.test(name) && isNo) {
		return { kind: 'refused', message: `is "${text}". Remove the row, for example ${WITH_FILTER}` };
	}
	if (isNotToBePaid(name, text)) {
		const advice = `Remove the row, for example ${WITH_FILTER}. To bill the row, add ${column} to Ignore Columns`;
		return { kind: 'ifNew', message: `is "${text}". ${advice}` };
	}
	const isShare = shareNamed(column) !== undefined && (hasNumber(cell) || isUnclear(column, cell));
	return isShare ? { kind: 'refused', message: notUnderstood(column, cell) } : undefined;
}

/** A tax or a discount whose number has two readings. */
export function notUnderstood(column: string, cell: unknown): string {
	const value = (textOf(cell) || JSON.stringify(cell)).slice(0, LONGEST_SHOWN);
	const { kind, of } = shareNamed(column) ?? { kind: '', of: 'line' };
	const share = `${of === 'invoice' ? 'Order ' : ''}${readable(kind)}`;
	const names = `Name the column ${share} Amount or ${share} %`;
	const number = parseDecimal(value);
	if (number === undefined) return `it is not clear what ${value} means. ${names}`;
	// A cell that a spreadsheet shows as 19% has the value 0.19.
	const isSmall = compare(number, { units: 1n, scale: 0 }) <= 0;
	const percent = isSmall ? ` and write ${format(trim(multiply(number, HUNDRED)))}` : '';
	return `${value} can be a percentage or an amount. ${names}${percent}`;
}

/** What says nothing of what was sold: two rows that differ in it alone can be one line that was pasted twice. */
export const isNoteOrStatus = (column: string): boolean =>
	/(?:^|\s)(?:billable|comments?|memo|message|notes?|paid|payment|reason|remarks?|stage|state|status)$/.test(
		wordsOf(column).join(' '),
	);

/** What a column of a status or a kind says is told, as nobody can list all words for it. */
export const isStatus = (column: string): boolean =>
	/(?:^|\s)(?:kind|outcome|payment|stage|state|status|type)$/.test(wordsOf(column).join(' '));
