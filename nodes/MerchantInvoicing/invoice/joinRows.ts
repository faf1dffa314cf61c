import { INVOICE_FIELDS, type InvoiceField, LINE_FIELDS } from '../../shared/invoice/invoice';
import { format, trimZeros, ZERO } from '../../shared/money';
import { error, type Problem } from '../../shared/problem';
import { trimText } from '../../shared/text';
import { isSameValue } from './changes';
import { findLineChargeOrTotal } from './columnNames';
import { type DraftReading, skuFromName } from './draft';
import { isZeroOrUnset, isTaxed } from './rules';
import { isSameAmount, parseAmount, subtotalsAndTotal, type TaxBasis } from './totals';
import { isNoteOrStatusColumn, FILTER_ADVICE } from './unknownColumns';
import {
	type InvoiceDraft,
	type LineItem,
	keysOf,
	type FieldValue,
	type FieldValues,
} from './values';

export interface RowOfInvoice {
	/** Counted from 1. */
	row: number;
	reading: DraftReading;
	/** Cells of the sheet that aren't billed. */
	unused?: ReadonlyMap<string, unknown>;
}

/** Fields of the invoice may be blank after the first row. */
export function joinRows(rows: readonly RowOfInvoice[]): DraftReading {
	const drafts = rows.map(({ reading }) => reading.draft);
	const problems = [...ofEachRow(rows, 'problems'), ...equalLines(rows), ...withoutLines(rows)];
	const fields: InvoiceDraft['fields'] = {};
	for (const name of keysOf(INVOICE_FIELDS)) {
		const said = rows.flatMap(({ row, reading: { draft } }) => {
			const value = draft.fields[name];
			return value === undefined ? [] : [{ row, value }];
		});
		if (said.length === 0) continue;
		fields[name] = said[0].value;
		problems.push(...contradiction(name, said));
	}
	const customFields = drafts.filter((draft) => draft.customFields.length > 0);
	const lists = customFields.map((draft) => JSON.stringify(draft.customFields));
	if (new Set(lists).size > 1) problems.push(error('Custom Field Values', ROWS_DIFFER_MESSAGE));
	return {
		draft: {
			fields,
			lineItems: drafts.flatMap((draft) => draft.lineItems.filter(isThere)),
			customFields: customFields.at(0)?.customFields ?? [],
		},
		problems,
		ifTaxed: ofEachRow(rows, 'ifTaxed'),
	};
}

export const ROWS_DIFFER_MESSAGE =
	'the rows of one invoice have different values. Keep one of them';

/** A row without values for a line item has an empty line. */
const isThere = (line: object): boolean => Object.keys(line).length > 0;

function contradiction(
	name: InvoiceField,
	said: ReadonlyArray<{ row: number; value: FieldValue }>,
): Problem[] {
	const [first] = said;
	const other = said.find(({ value }) => !isSameValue(INVOICE_FIELDS[name], first.value, value));
	if (other === undefined) return [];
	const words = [first, other].map(({ row, value }) => `${String(value)} in row ${row}`);
	const { label } = INVOICE_FIELDS[name];
	const problem = error(label, `is ${words.join(' and ')}. The rows of one invoice must agree`);
	return [{ ...problem, kind: 'contradiction' }];
}

/** Problems count the lines of the whole invoice. */
function ofEachRow(rows: readonly RowOfInvoice[], of: 'problems' | 'ifTaxed'): Problem[] {
	let before = 0;
	return rows.flatMap(({ row, reading }) => {
		const offset = before;
		before += reading.draft.lineItems.filter(isThere).length;
		return (reading[of] ?? []).map(({ line, ...problem }) => ({
			...problem,
			row,
			line: line === undefined ? undefined : line + offset,
		}));
	});
}

export function addRowNumbersToProblems(
	rows: readonly RowOfInvoice[],
	problems: readonly Problem[],
): Problem[] {
	const ofLines = rows.flatMap(({ row, reading: { draft } }) =>
		draft.lineItems.filter(isThere).map(() => row),
	);
	return problems.map((problem) => ({
		...problem,
		row: problem.row ?? (problem.line === undefined ? undefined : ofLines[problem.line - 1]),
	}));
}

/** An invoice with more lines is refused anyway. */
const MAX_COMPARED = 30;

/** A line that was pasted twice must not be billed twice. */
function equalLines(rows: readonly RowOfInvoice[]): Problem[] {
	const seen = new Map<string, RowOfInvoice[]>();
	return rows.flatMap((row) =>
		row.reading.draft.lineItems.filter(isThere).flatMap((line) => {
			const content = contentOf(line);
			const before = seen.get(content) ?? [];
			seen.set(content, [...before, row].slice(0, MAX_COMPARED));
			const first = before.find((one) => !isOtherSale(one, row));
			if (first === undefined) return [];
			const message = `rows ${first.row} and ${row.row} have the same line. Remove one of them. To bill it twice, enter a quantity of 2`;
			return [error('Line Items', message)];
		}),
	);
}

/** The time of day after a date, and seconds, say when a row was entered, not what was sold. */
const TIME_OF_DAY =
	/(?<![t\s])[t\s]+\d{1,2}:\d{2}.*$|(?<=^\d{5})\.\d+$|(?<=^\d{1,2}:\d{2}):\d{2}.*$/;

/** The same work on two days, or for two children, is billed twice. */
const isOtherSale = (
	{ unused: one = new Map() }: RowOfInvoice,
	{ unused: other = new Map() }: RowOfInvoice,
): boolean =>
	[...one].some(([name, cell]) => {
		const [a, b] = [cell, other.get(name)].map((said) => trimText(said).toLowerCase());
		// A note, a status and a row's own number say nothing about what was sold.
		const isCounted = /^\d+$/.test(a) && !/(?:day|week|month|quarter|year)$/i.test(name);
		if (a === '' || b === '' || isCounted || isNoteOrStatusColumn(name)) return false;
		return a.replace(TIME_OF_DAY, '') !== b.replace(TIME_OF_DAY, '');
	});

/** 10 and 10.00 are the same price. */
const contentOf = (line: LineItem): string =>
	JSON.stringify(
		keysOf(LINE_FIELDS).map((name) => {
			const value = line[name];
			if (LINE_FIELDS[name].kind === 'text') return value;
			return isZeroOrUnset(value) ? undefined : format(trimZeros(parseAmount(value) ?? ZERO));
		}),
	);

/** One row may have no line. Two such rows are two invoices, or one that was pasted twice. */
function withoutLines(rows: readonly RowOfInvoice[]): Problem[] {
	const without = rows.filter(({ reading: { draft } }) => !draft.lineItems.some(isThere));
	if (without.length < 2) return [];
	const [first, second] = without;
	const message = `rows ${first.row} and ${second.row} have the same Invoice Number and no lines. Keep one of them, or enter other numbers`;
	return [error('Line Items', message)];
}

/** "Total", "Order total", "Total with tax" and "Total November". "Total Gym" and "Total 90" may be products. */
const SAYS_TOTAL =
	/^(?:(?:final|grand|invoice|net|order|overall|sub)[\s-]?)?(?:gesamt|gesamtsumme|somme|sum(?:me)?|suma|total|totale|zwischensumme|合計|小計)s?(?:\s(?:after|before|due|excl|for|incl|of|to|with|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$).*)?$/i;
export const isTotalLabel = (value: unknown): boolean => SAYS_TOTAL.test(trimText(value));

export const TOTALS_ROW_MESSAGE = `looks like a totals row. Remove it, for example ${FILTER_ADVICE}. If it is to be billed, give it an SKU`;

const MAY_BE_OLDER = /balance|outstanding|owed|owing|unpaid|open/i;

/** "Discount", "Less: deposit", "Refund for May" and "Deposit paid", but not "Discount brakes" or "Credit report". */
const IS_DEDUCTION = new RegExp(
	[
		'^less\\b|^(?:coupon|credit note|promo code|scholarship|trade-?in)\\b|^\\w+ (?:paid|received)$|paid to date$',
		'^(?:credit|discount|payment|rebate|refund)(?:[:,]|\\s[-–(]|\\s(?:for|from|of|on)\\b)|%\\soff$',
		'(?:^|\\s)(?:adjustment|applied|credit|discount|payment|rebate|reduction|refund|write-?off)$',
		'^(?:acompte|anzahlung|avoir|gutschrift|remise)\\b|rabatt$',
	].join('|'),
	'i',
);

/** Refuses totals rows, deductions, and charges that the invoice also has. */
export function checkUnbillableLines(draft: InvoiceDraft, basis?: TaxBasis): Problem[] {
	const { fields, lineItems } = draft;
	if (lineItems.length === 1) return [];
	const has = { freight: !isZeroOrUnset(fields.freightAmount), tax: isTaxed(draft) };
	return lineItems.flatMap((line, index) => {
		const name = trimText(line.productName);
		const charge = findLineChargeOrTotal(name);
		const problem = (message: string) =>
			error(LINE_FIELDS.productName.label, `"${name}" ${message}`, index + 1);
		if (charge === 'freight' || charge === 'tax') {
			if (!has[charge]) return [];
			return problem(`is a line, and the invoice has ${charge} besides. Keep one of them`);
		}
		// A line with its own SKU is a product.
		if (line.productSku !== skuFromName(name)) return [];
		if (IS_DEDUCTION.test(name)) {
			return problem(
				'is added, and looks like a deduction. Put it into a column Order Discount Amount, or give it an SKU if it is to be billed',
			);
		}
		return isTotalOfInvoice(name) || isSumOfOthersBefore(draft, index, basis)
			? problem(TOTALS_ROW_MESSAGE)
			: [];
	});
}

/** "Outstanding balance" may come from an older invoice. */
const isTotalOfInvoice = (name: string): boolean =>
	findLineChargeOrTotal(name) === 'total' && (/due/i.test(name) || !MAY_BE_OLDER.test(name));

/** In any language: a quantity of 1 whose price is the sum of two or more lines before it. */
function isSumOfOthersBefore(draft: InvoiceDraft, index: number, basis?: TaxBasis): boolean {
	const { unitPrice, quantity, productName } = draft.lineItems[index];
	const before = draft.lineItems.slice(0, index);
	const isNew = before.length > 1 && before.every((line) => line.productName !== productName);
	if (!isNew || Number(quantity) !== 1 || isZeroOrUnset(unitPrice)) return false;
	const sums = subtotalsAndTotal({ ...draft, lineItems: before }, basis);
	return sums.some((sum) => isSameAmount(unitPrice, sum));
}

const CHARGES = [
	{ ofInvoice: ['discountAmount', 'discountPercent'], ofLines: ['discountAmount', 'discountRate'] },
	{ ofInvoice: ['freightAmount'], ofLines: [] },
	{ ofInvoice: ['taxAmount', 'taxRate'], ofLines: ['taxAmount', 'taxRate'] },
] as const;

const chargeIn = <Name extends string>(
	values: FieldValues<Name>,
	names: readonly Name[],
): Name | undefined => names.find((name) => !isZeroOrUnset(values[name]));

const isSaid = <Name extends string>(values: FieldValues<Name>, names: readonly Name[]): boolean =>
	names.some((name) => values[name] !== undefined);

const lost = (label: string, had: FieldValue | undefined): Problem =>
	error(label, `has no value here, and the invoice has ${String(had)}. To remove it, enter 0`);

/** The cell may be empty, or the column may have another name now. */
export function checkChargesLostByUpdate(before: InvoiceDraft, entered: InvoiceDraft): Problem[] {
	// A line that is removed takes its charges with it.
	const skus = new Set(entered.lineItems.map(({ productSku }) => productSku));
	const kept = before.lineItems.filter(({ productSku }) => skus.has(productSku));
	return CHARGES.flatMap(({ ofInvoice, ofLines }) => {
		const had = chargeIn(before.fields, ofInvoice);
		if (had !== undefined) {
			const isOfLines = entered.lineItems.some((line) => chargeIn(line, ofLines));
			const isKept = isSaid(entered.fields, ofInvoice) || isOfLines;
			return isKept ? [] : lost(INVOICE_FIELDS[had].label, before.fields[had]);
		}
		const charged = kept.filter((line) => chargeIn(line, ofLines));
		const said = entered.lineItems.filter((line) => isSaid(line, ofLines));
		if (charged.length <= said.length || chargeIn(entered.fields, ofInvoice)) return [];
		const name = chargeIn(charged[0], ofLines) ?? 'taxRate';
		return lost(LINE_FIELDS[name].label, charged[0][name]);
	});
}
