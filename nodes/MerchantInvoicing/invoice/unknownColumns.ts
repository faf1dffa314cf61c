import { dayAsWritten } from '../../shared/invoice/invoice';
import {
	compare,
	findCurrency,
	format,
	HUNDRED,
	multiply,
	parseDecimal,
	trimZeros,
} from '../../shared/money';
import { isRecord, toTitle, trimText } from '../../shared/text';
import { currencySignToCode, interpretDate } from '../../shared/written';
import {
	isAmountOnlySheet,
	mapsToIdentifier,
	suggestFieldName,
	type LineOrRow,
	splitAtCommas,
	findTaxOrDiscount,
	type TargetField,
	wordsOf,
} from './columnNames';

/** A cell as text, with ½ and digits of full width as 1/2 and plain digits. */
const plainText = (cell: unknown): string => trimText(cell).normalize('NFKC').replaceAll('⁄', '/');

export const hasNonZeroDigit = (cell: unknown): boolean => /[1-9]/.test(plainText(cell));

/**
 * "5", "1,200.00", "12,34,567", "(50.00)", "1 200,00", "5.-" and "500/-". Nine digits and more without separators are a
 * phone number or an identifier.
 */
const IS_WRITTEN_AS_AMOUNT =
	/^(?!\d{9,}$)[(=~]?[-+\u2212]?(?=[.,]?\d)(?:\d*|\d{1,3}(?:(?:[.,]\d{2,3})+|(?:[\s'’]\d{3})+))(?:[.,]\d*)?\/?-?\)?$/;
/** Of "5 EUR", "USD 5" and "5 dollars". */
const UNIT =
	/^(?:[A-Z]{3}|kr|usd|eur)\s?(?=\d)|(?<=[\d.,-])\s?(?:[A-Z]{3}|kr|usd|eur|Euros?|euros?|Dollars?|dollars?)$/;
export const isAmountText = (cell: unknown): boolean => {
	// CTR1044 is a contract.
	const text = plainText(cell).replace(UNIT, (unit) =>
		/^[A-Z]{3}$/.test(unit.trim()) && findCurrency(unit.trim()) === undefined ? unit : '',
	);
	return IS_WRITTEN_AS_AMOUNT.test(text) || /\p{Sc}/u.test(text);
};

/** Three zeros after a separator may mean thousands. */
const digitsOf = (cell: unknown): string =>
	trimText(cell)
		.replace(/[^\d.,-]/g, '')
		.replace(/[.,]0{1,2}$/, '');
const unitOf = (cell: unknown): string => trimText(cell).replace(/[\d.,\s'’()+-]/g, '');

/** "$7.00" and 7 are the same, and 7 USD and 7 EUR are not. */
export function isSameCell(one: unknown, other: unknown): boolean {
	if (!isAmountText(one) || !isAmountText(other)) return trimText(one) === trimText(other);
	const units = new Set([one, other].map(unitOf).filter(Boolean));
	return digitsOf(one) === digitsOf(other) && units.size < 2;
}

const IS_PERCENTAGE = /^[-+]?[\d.,]+\s*%$/;
/** "3 nights", "2 kg" and "90min", and not "2nd" or "4B". */
const HAS_UNIT = /^[-+]?\d[\d.,]*\s?(?!(?:st|nd|rd|th|[ap]m)$)(?:\p{L}{2,}|[dh])\.?$/iu;

/** A number within a text that can be billed. */
const IS_MONEY: readonly RegExp[] = [
	// A sign or a code beside a digit. "SKU 5" has no code of a currency.
	/\p{Sc}|(?<!\p{L})(?:fr|kr|rm|rp|rs|zł)\.?\s?\d|\d\s?(?:fr|kr|rp|rs|zł)(?!\p{L})|^R\s?\d[\d\s,.]*$/iu,
	// "Cleaning 60.00", and no day or time.
	/(?<![\d.:/])\d+[.,]\d{2}(?![\d.:/]|\s?(?:[ap]m|h|uhr)\b)/i,
	// "10% off", and not "100% cotton".
	/(?<!\b100\s?)%/,
	// "x2", "2x", "15/30", "1 of 3", "2 x 25", "3 nights @ 50", "50/h" and "500/-". A date has a year, and 9:30 is a time.
	/^x\s?\d{1,3}$|^\d{1,3}\s?x$|^(?:\d+\s)?\d{1,3}\s?(?:\/|of|x|@)\s?\d{1,6}$(?<!\/\d{4})|\s@\s?\d+(?![\d:])|^\d[\d.,]*\/(?:-|\p{Ll}+)$/u,
];
const saysMoney = (text: string): boolean =>
	IS_MONEY.some((form) => form.test(text)) ||
	[...text.matchAll(/\b([A-Z]{3})\s?\d|\d\s?([A-Z]{3})\b/g)].some(([, before, after]) =>
		findCurrency(before || after),
	);

const dayIn = (text: string): unknown => interpretDate(text, {}) ?? dayAsWritten(text);

export const isErrorCell = (text: string): boolean =>
	/^#(?:DIV\/0!|ERROR!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)$/.test(text);

const IS_WHOLE = /^[^\p{Sc}.,%]*$/u;
const oneOf = (names: string) => new RegExp(`^(?:${names.replaceAll(', ', '|')})$`);
/** Beside a quantity, these are no other one. */
const COUNTABLE = oneOf(
	'apartment, apt, batch, booking, branch, card, case, class, department, dept, flat, floor, house, lane, license, locker, lot, part, policy, position, project, reservation, room, route, seat, session, store, table, team, ticket, unit, zone',
);
/** The names of columns that nobody bills, and how their cells are then written. */
const NEUTRAL: ReadonlyArray<readonly [name: RegExp, cell: RegExp]> = [
	[
		/(?:^|\s)(?:barcode|code|ean|fax|id|isbn|mobile|no|nr|phone|plz|postal|postcode|ref|reference|rep|sku|tel|telephone|upc|zip|zipcode)$|\snumber$/,
		IS_WHOLE,
	],
	[
		oneOf(
			'account, acct, age, card ending, cost cent(?:er|re), cpt, day, employee, gl(?: account| acct)?, grade, hsn(?: sac)?, konto, last, line, matter, model, month, mrn, n, p ?o, pos, quarter, row, sac, season, seq, serial, sl, week, (?:(?:academic|calendar|fiscal|model|school|tax) )?year, year built',
		),
		IS_WHOLE,
	],
	// The days and times of a spreadsheet, and 20261101.
	[
		/(?:^|\s)(?:at|check ?(?:in|out)|created|(?<!to )date|day|departure|end|from|on|start|submitted|timestamp|to|updated)$|^(?:arrival|date)\b/,
		/^(?:[3-6]\d{4}(?:\.\d+)?|(?:19|20)\d{2}[01]\d[0-3]\d|\d{1,2}\/\d{1,2})$/,
	],
	[/(?:^|\s)(?:birthday|dob)$/, /^\d{5}$/],
	[/^(?:end|start)(?: time)?$/, /^0?\.\d+$/],
	[
		/^(?!.*\b(?:fee|gst|tax|vat)\b).*(?:^|\s)(?:address|calculation|changes|comments?|description|error|instructions|memo|message|method|name|notes?|reason|remarks?|terms|title)$|compare at price$|^(?:days until due|line item count)$/,
		/^/,
	],
];

/** An object also has numbers that nobody pays, such as the size of a file. */
const IS_COUNTED =
	/(?:^|\s)(?:amount|amt|balance|charge|cost|discount|due|fee|freight|gst|hours|price|qty|quantity|rate|rent|shipping|tax|tip|total|units?|vat)$/;

function isUnclearPart(name: string, part: unknown): boolean {
	if (Array.isArray(part)) return part.some((one) => isUnclearPart(name, one));
	if (isRecord(part)) return Object.entries(part).some(([key, one]) => isUnclearPart(key, one));
	const isCounted = IS_COUNTED.test(wordsOf(name).join(' '));
	return isUnclear(name, part) && (isCounted || saysMoney(plainText(part)));
}

/** Any number can change the bill, unless it is an identifier, a day or a note. */
function isUnclear(column: string, cell: unknown, isCountedElsewhere = false): boolean {
	if (Array.isArray(cell)) {
		return cell.some((part) =>
			typeof part === 'number' ? isUnclear(column, part) : isUnclearPart(column, part),
		);
	}
	if (isRecord(cell)) return isUnclearPart(column, cell);
	const text = plainText(cell);
	if (isErrorCell(text) || isSurcharge(column, cell)) return true;
	const isDay = !/^\d+(?:\.\d+)?$/.test(text) && dayIn(text) !== undefined;
	if (!hasNonZeroDigit(text) || isDay) return false;
	const isQuantity = isAmountText(text) || IS_PERCENTAGE.test(text) || HAS_UNIT.test(text);
	if (!isQuantity && !saysMoney(text)) return false;
	const words = wordsOf(column).join(' ');
	const isNamed = mapsToIdentifier(column) || (isCountedElsewhere && COUNTABLE.test(words));
	if (isNamed && IS_WHOLE.test(text)) return false;
	return !NEUTRAL.some(([name, of]) => name.test(words) && of.test(text));
}

/** A box that is ticked says true. */
export const cellText = (cell: unknown): string =>
	typeof cell === 'boolean' ? String(cell) : trimText(cell);

/** "Rush (+$25)" with a yes. */
const isSurcharge = (column: string, cell: unknown): boolean =>
	hasNonZeroDigit(column) && saysMoney(column) && !SAYS_NO.test(cellText(cell) || 'no');

/** The columns of all rows, or lines. */
export interface KnownColumns {
	kind: LineOrRow;
	targets: ReadonlySet<TargetField>;
	/** As a rate or as an amount. */
	hasTax: boolean;
}

export interface UnclearColumn {
	name: string;
	example: unknown;
	/** The name that it was perhaps meant to have. */
	meant?: string;
	/** Whether the total of an invoice tells if it is not billed. */
	isInTotal: boolean;
}

/** Nobody would miss a due date or a currency, as the form has one. */
function missedField(
	name: string,
	cells: readonly unknown[],
	{ kind, targets }: KnownColumns,
): UnclearColumn | undefined {
	if (kind === 'line') return undefined;
	const isDue =
		suggestFieldName(name, targets) === 'Due Date' ||
		wordsOf(name).some((word) =>
			['deadline', 'due', 'payable', 'fällig', 'échéance'].includes(word),
		);
	const day = cells.find((cell) => dayIn(trimText(cell)) !== undefined);
	if (isDue && day !== undefined && !targets.has('invoice.dueDate')) {
		return { name, example: day, meant: 'Due Date', isInTotal: false };
	}
	const isCode = (cell: unknown) => findCurrency(currencySignToCode(trimText(cell)).toUpperCase());
	return cells.length > 0 && cells.every(isCode) && !targets.has('invoice.currency')
		? { name, example: cells[0], meant: 'Currency', isInTotal: false }
		: undefined;
}

/** Finds numbers, days on which to pay and currencies. `cells`: without empty ones. */
export function checkUnknownColumn(
	name: string,
	cells: readonly unknown[],
	columns: KnownColumns,
): UnclearColumn | undefined {
	const words = wordsOf(name).join(' ');
	const isNameOfTax = columns.hasTax && /\bname$/.test(words) && /\b(?:gst|tax|vat)\b/.test(words);
	if (isNameOfTax || findTaxOrDiscount(name) !== undefined) return undefined;
	const missed = missedField(name, cells, columns);
	if (missed !== undefined) return missed;
	const { kind, targets } = columns;
	const isCounted = targets.has('line.quantity') || isAmountOnlySheet(targets);
	// A yes or a no is no number there, also where it is 1.
	const isFlag = [BILLS, BILLS_NOT, /\btaxable$/].some((flag) => flag.test(words));
	const isYesOrNo = (cell: unknown) =>
		[SAYS_YES, SAYS_NO].some((form) => form.test(cellText(cell)));
	const example = cells.find(
		(cell) =>
			isUnclear(name, cell, isCounted) &&
			!(isFlag && isYesOrNo(cell)) &&
			findBillingObjection(name, cell) === undefined,
	);
	if (example === undefined) return undefined;
	const meant = kind === 'row' ? suggestFieldName(name, targets) : undefined;
	return { name, example, meant, isInTotal: true };
}

const MAX_SHOWN_LENGTH = 40;
const INCLUDES_TAX = /\b(?:brutto|gross|inc|incl|including|inclusive|inkl|ttc)\b/;

/** "Setup (40), Quanity (3. Did you mean Quantity?)". */
export const columnsWithExamples = (columns: readonly UnclearColumn[]): string =>
	columns
		.map(({ name, example, meant }) => {
			const cell = (trimText(example) || JSON.stringify(example)).slice(0, MAX_SHOWN_LENGTH);
			return `${name} (${cell}${meant ? `. Did you mean ${meant}?` : ''})`;
		})
		.join(', ');

/** `ignored`: what Ignore Columns already has. */
export function unclearInWords(
	columns: readonly UnclearColumn[],
	ignored: readonly string[],
): string {
	// Whoever pastes the list without reading it must not lose a quantity.
	const others = columns.filter(({ meant }) => meant === undefined).map(({ name }) => name);
	const list = [...ignored, ...others].map((name) => (name.includes(',') ? `"${name}"` : name));
	const advice =
		others.length > 0 ? ` For the others, set Ignore Columns to: ${list.join(', ')}` : '';
	const isTaxed = columns.some(({ name }) => INCLUDES_TAX.test(wordsOf(name).join(' ')));
	const basis = isTaxed ? ' If a price includes the tax, choose Tax Calculation too.' : '';
	return `these columns are not billed, as their names are not known: ${columnsWithExamples(columns)}. Rename what belongs to the bill, such as Unit Price, Quantity or Freight Amount, or give it a row of its own.${basis}${advice}`;
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

/** Nobody is to pay, or not any more: what beside a column of such a name says anything but no. */
const PAID = new Set(
	[
		'bezahlt, billed, canceled, cancellation, cancelled, cash received, check no, cheque no, date received, invoice sent, invoiced',
		'paid, paid in full, partially paid, partially refunded, payment made, payment received, pd, prepaid, rcvd, received date',
		'refunded, settled, voided, annulé, annulée, anulado, anulada, pagado, pagada, payé, payée, storniert',
	].flatMap(splitAtCommas),
);
/** The same as a whole cell, or as a column beside a yes, a date or a number. */
const NO_INVOICE = new Set(
	[
		'bad debt, cancel, chargeback, comp, comped, complimentary, cr, credit, credit memo, credit note, credited, declined, deleted, disputed, do not bill, do not invoice, do not send',
		'draft, duplicate, estimate, expired, gutschrift, hold, in dispute, lost, no charge, no show, non billable, not approved, not billable, on hold, overpaid, payment, pending approval',
		'pro forma, proforma, purchase order, quotation, quote, receipt, refund, rejected, returned, sales receipt, void, waived, write off, written off',
	].flatMap(splitAtCommas),
);

const saysNotYet = (text: string): boolean =>
	SAYS_NO.test(text) ||
	/^(?:awaiting|due|nicht|non?|not|open|outstanding|overdue|pending|un\w+)\b/i.test(text);

/** What only such a column says. */
const SAID_UNDER: ReadonlyArray<readonly [name: RegExp, said: RegExp]> = [
	[
		/^(?:financial|payment)(?: stat(?:e|us))?$/,
		/^(?:captured|cleared|closed|complete|received|succeeded)/,
	],
	[/\b(?:kind|type?)$/, /credit (?:memo|note)|gutschrift|avoir/],
];

/** "Paid 11/02" and "Written off - Bob" as a status or a note, and not "Quote accepted". */
function isSettledNote(name: string, said: string): boolean {
	if (!/\b(?:comments?|notes?|stat(?:e|us))$|^(?:payment|stage)$/.test(name)) return false;
	const [first = '', second = ''] = said.match(/\p{L}+/gu) ?? [];
	const words = `${first} ${second}`;
	return [first, words].some((one) => PAID.has(one)) || NO_INVOICE.has(words);
}

/** "Paid at" with a day, and "Refund" with a yes or an amount. */
function isSettledColumn(name: string, text: string): boolean {
	const of = name.replace(/^(?:date of|is)\s|\s(?:am|at|by|(?<!received )date|le|made|on)$/g, '');
	const isNone = isAmountText(text) && !hasNonZeroDigit(text);
	if (isNone || saysNotYet(text) || /\b(?:be|no|not|non)\s\S+$/.test(of)) return false;
	const endsIn = (names: ReadonlySet<string>) =>
		[1, 2, 3].some((count) => names.has(of.split(' ').slice(-count).join(' ')));
	if (endsIn(PAID)) return true;
	const isSaid = SAYS_YES.test(text) || isAmountText(text) || dayIn(text) !== undefined;
	return endsIn(NO_INVOICE) && isSaid;
}

function isNotToBePaid(name: string, text: string): boolean {
	if (/(?:^|\s)(?:method|terms)$/.test(name)) return false;
	const said = text.toLowerCase().replace(/[-_]/g, ' ');
	// Such an order of a shop waits for the transfer.
	if (said === 'on hold' && /\border status$/.test(name)) return false;
	if (NO_INVOICE.has(said) || PAID.has(said)) return true;
	if (SAID_UNDER.some(([of, form]) => of.test(name) && form.test(said))) return true;
	return isSettledNote(name, said) || isSettledColumn(name, text);
}

/** Why a row is not billed: at all, as a new invoice, or with a tax. */
interface BillingObjection {
	kind: 'refused' | 'ifNew' | 'ifTaxed';
	message: string;
}

const OR_IGNORE = 'or add it to Ignore Columns';
export const FILTER_ADVICE = 'with a Filter node before this one';
const REMOVE = `Remove the row, for example ${FILTER_ADVICE}`;

export function findBillingObjection(column: string, cell: unknown): BillingObjection | undefined {
	const name = wordsOf(column).join(' ');
	const text = cellText(cell);
	if (taxesOtherwise(name, text)) {
		const advice = `Write the tax of each row in its column, ${OR_IGNORE}`;
		const message = `is "${text}", and it is not clear what that changes. ${advice}`;
		return { kind: 'ifTaxed', message };
	}
	if (BILLS_NOT.test(name) ? SAYS_YES.test(text) : BILLS.test(name) && saysNotYet(text)) {
		return { kind: 'refused', message: `is "${text}". ${REMOVE}` };
	}
	if (isNotToBePaid(name, text)) {
		const anyway = `To bill it anyway, enter what is still owed as the price, and clear ${column}. To bill all rows whatever ${column} says, add it to Ignore Columns`;
		return { kind: 'ifNew', message: `is "${text}". ${REMOVE}. ${anyway}` };
	}
	const isShare =
		findTaxOrDiscount(column) !== undefined && (hasNonZeroDigit(cell) || isUnclear(column, cell));
	return isShare
		? { kind: 'refused', message: unclearTaxOrDiscountMessage(column, cell) }
		: undefined;
}

export function unclearTaxOrDiscountMessage(column: string, cell: unknown): string {
	const value = (trimText(cell) || JSON.stringify(cell)).slice(0, MAX_SHOWN_LENGTH);
	const { kind, of } = findTaxOrDiscount(column) ?? { kind: '', of: 'line' };
	const share = `${of === 'invoice' ? 'Order ' : ''}${toTitle(kind)}`;
	const names = `Name the column ${share} Amount or ${share} %`;
	const number = parseDecimal(value);
	if (number === undefined) return `it is not clear what ${value} means. ${names}`;
	// A cell that a spreadsheet shows as 19% has the value 0.19.
	const isSmall = compare(number, { units: 1n, scale: 0 }) <= 0;
	const percent = isSmall ? ` and write ${format(trimZeros(multiply(number, HUNDRED)))}` : '';
	return `${value} can be a percentage or an amount. ${names}${percent}`;
}

/** Two rows that differ in these alone can be one line that was pasted twice. */
export const isNoteOrStatusColumn = (column: string): boolean =>
	/(?:^|\s)(?:billable|comments?|memo|message|notes?|paid|payment|reason|remarks?|stage|state|status)$/.test(
		wordsOf(column).join(' '),
	);

/** Empty rows have such cells too: a dragged 0, a checkbox or a status. */
export const isDefaultCell = (column: string, cell: unknown): boolean =>
	cell === false ||
	SAYS_NO.test(trimText(cell)) ||
	(isAmountText(cell) && !hasNonZeroDigit(cell)) ||
	/(?:^|\s)(?:kind|outcome|payment|stage|state|status|type)$/.test(wordsOf(column).join(' '));
