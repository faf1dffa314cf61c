import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../shared/node/output';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { INVOICE_FIELDS, type InvoiceField, LINE_FIELDS } from '../../../shared/invoice/invoice';
import { error, type Problem, refusal, Refusal } from '../../../shared/problem';
import { isRecord, toTitle, trimText } from '../../../shared/text';
import type { InputFormat } from '../../../shared/written';
import { isTotalLabel } from '../../invoice/joinRows';
import { isSameValue } from '../../invoice/changes';
import {
	isAmountOnlySheet,
	plainName,
	rateInHeader,
	findTaxOrDiscount,
	type TargetField,
	targetByLabel,
} from '../../invoice/columnNames';
import { readSheetRows, type SheetRow, contextWithRowCurrency } from '../../invoice/columns';
import type { DraftReading } from '../../invoice/draft';
import {
	type EnteredValues,
	type InvoiceDraft,
	isBlank,
	readFields,
	type FieldValue,
	type ValueContext,
} from '../../invoice/values';
import { isZeroOrUnset } from '../../invoice/rules';
import {
	DEFAULT_TAX_BASIS,
	explainTotal,
	type MismatchToProblem,
	mismatchInWords,
	type TaxBasis,
} from '../../invoice/totals';
import {
	columnsWithExamples,
	hasNonZeroDigit,
	isDefaultCell,
	isSameCell,
	unclearTaxOrDiscountMessage,
	cellText,
	type UnclearColumn,
	unclearInWords,
} from '../../invoice/unknownColumns';
import { DEFAULT_CURRENCY, readIgnoredColumns, readInputFormat } from './invoiceFields';

const AUTOMATIC = 'autoMapInputData';

const mappingField: INodeProperties = {
	displayName: 'Mapping Column Mode',
	name: 'mappingMode',
	type: 'options',
	default: AUTOMATIC,
	noDataExpression: true,
	displayOptions: { show: { '@tool': [false] } },
	options: [
		{
			name: 'Map Automatically',
			value: AUTOMATIC,
			description:
				'Columns of the input such as Order Number, Customer, Email, Item, Qty and Price',
		},
		{
			name: 'Map Each Column Manually',
			value: 'defineBelow',
			description: 'Type one invoice here, or drag columns into the fields',
		},
	],
};

/** An agent fills in the fields itself. */
export const mappingModeFields: INodeProperties[] = [
	mappingField,
	{
		displayName: mappingField.displayName,
		name: mappingField.name,
		type: 'hidden',
		default: 'defineBelow',
		displayOptions: { show: { '@tool': [true] } },
	},
];

export const showIfManual = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		hide: { ...field.displayOptions?.hide, [mappingField.name]: [AUTOMATIC] },
	},
});

export const isAutoMapped = (item: Item): boolean =>
	read<unknown>(item, mappingField.name, 'defineBelow') === AUTOMATIC;

interface Sheet {
	rows: readonly SheetRow[];
	columns: ReadonlyMap<TargetField, string>;
	/** Columns that are not billed, although they have numbers. The totals tell if that is right. */
	unknown: readonly UnclearColumn[];
}

const sheets = new WeakMap<IExecuteFunctions, Sheet | Refusal>();

function sheetOf({ context, all }: Item): Sheet {
	const sheet = sheets.get(context) ?? readSheet(all);
	sheets.set(context, sheet);
	if (sheet instanceof Refusal) throw sheet;
	return sheet;
}

export const sheetRowOf = (item: Item): SheetRow => sheetOf(item).rows[item.index];

export const readFieldOrCell = (
	item: Item,
	name: 'customerEmail' | 'customerName' | 'invoiceNumber',
): unknown => (isAutoMapped(item) ? sheetRowOf(item).fields[name] : read<unknown>(item, name, ''));

function readSheet(all: readonly Item[]): Sheet | Refusal {
	const [{ context }] = all;
	const inputs = context.getInputData();
	if (inputs.every(({ json }) => Object.keys(json).length === 0)) {
		return refusal(
			'The input has no columns',
			'To type the invoice here, set Mapping Column Mode to Map Each Column Manually. To bill a sheet, connect the node that reads it.',
		);
	}
	const places = all.map((item) => ({
		zone: context.getTimezone(),
		inputFormat: {
			...readInputFormat(item),
			currency: trimText(item.parameter('currency', '', { extractValue: true })),
		},
		ignored: readIgnoredColumns(item),
	}));
	const { rows, unclear } = readSheetRows(
		'row',
		places.map((place, index) => ({ row: inputs[all[index].index].json, place })),
	);
	const [place] = places;
	const inLists = rows.flatMap(({ lines = [] }) => lines.filter(isRecord));
	const inLines = inLists.map((row) => ({ row, place }));
	const ofLines = readSheetRows('line', inLines).unclear;
	const columns = new Map(rows.flatMap((row) => [...row.columns]));
	const names = new Set(inputs.flatMap(({ json }) => Object.keys(json)));
	const proven = areTotaled(rows) ? provenColumns(rows, [...names], columns) : [];
	const stopping = unclear.filter(({ name, isInTotal }) => !isInTotal || !proven.includes(name));
	const stops = new Map([...stopping, ...ofLines].map((one) => [one.name, one]));
	if (stops.size > 0) return refusal(unclearInWords([...stops.values()], place.ignored));
	if (!columns.has('invoice.currency')) {
		refuseDecimalCommas(
			rows
				.map((row, index) => ({ row, cells: inputs[index].json }))
				.filter((_row, index) => isDefaultFormat(places[index].inputFormat)),
		);
	}
	if (isAmountOnlySheet(columns)) {
		rows.forEach((row, index) =>
			leaveOutCharges(row, [...names], contextWithRowCurrency(row, places[index])),
		);
	}
	const ignored = place.ignored.map(plainName);
	const unused = unusedInWords([
		...rows.flatMap((row) => [...row.unused]),
		...inputs
			.flatMap(({ json }) => Object.entries(json))
			.filter(([column, cell]) => ignored.includes(plainName(column)) && !isBlank(cell)),
	]);
	if (unused !== '') {
		showHint(context, `Columns that are not used: ${unused}`, { type: 'info' });
	}
	return { rows, columns, unknown: unclear };
}

/**
 * What stands left of a total is in it, or the calculation does not match. Right of it can stand what else is to be paid,
 * and the export of a shop repeats the tax there.
 */
function provenColumns(
	rows: readonly SheetRow[],
	names: readonly string[],
	columns: Sheet['columns'],
): readonly string[] {
	const total = names.indexOf(columns.get('invoice.totalAmount') ?? '');
	const isTax = ({ unused, fields, line }: SheetRow, name: string) => {
		const cell = unused.get(name);
		const taxes = [fields.taxAmount, line.taxAmount];
		return isBlank(cell) || isDefaultCell(name, cell) || taxes.some((tax) => isSameCell(cell, tax));
	};
	return names.filter((name, index) => index < total || rows.every((row) => isTax(row, name)));
}

function areTotaled(rows: readonly SheetRow[]): boolean {
	const numberIn = ({ fields }: SheetRow) => trimText(fields.invoiceNumber);
	const totaled = rows.filter(({ fields }) => !isBlank(fields.totalAmount));
	const numbers = new Set(totaled.map(numberIn).filter(Boolean));
	return rows.every((row) => row.isEmpty || totaled.includes(row) || numbers.has(numberIn(row)));
}

/** Columns with more or longer cells have names or texts. */
const MAX_SHOWN = { cells: 3, letters: 20 };

/** With what they say, as nobody can list all words for what is not to be billed. */
function unusedInWords(cells: ReadonlyArray<readonly [column: string, cell: unknown]>): string {
	const unused = new Map<string, Set<string>>();
	for (const [column, cell] of cells) {
		unused.set(column, (unused.get(column) ?? new Set()).add(cellText(cell)));
	}
	const words = [...unused].map(([column, texts]) => {
		const isShort = [...texts].every((one) => one !== '' && one.length <= MAX_SHOWN.letters);
		const isShown = isShort && texts.size <= MAX_SHOWN.cells;
		return isShown ? `${column} (${[...texts].join(', ')})` : column;
	});
	return words.join(', ');
}

/** Nobody may have looked at the currency that the form begins with. */
const isDefaultFormat = ({ currency, decimals }: InputFormat): boolean =>
	currency === DEFAULT_CURRENCY && decimals === undefined;

const DECIMAL_COMMA = /^[-+]?\d[\d.]*,\d{1,2}$/;

/** A sheet with decimal commas is hardly one of dollars. */
function refuseDecimalCommas(rows: ReadonlyArray<{ row: SheetRow; cells: IDataObject }>): void {
	const commasIn = ({ row: { columns }, cells }: (typeof rows)[number]) =>
		[...columns]
			.filter(([target]) => /(?:Amount|Price)$/.test(target))
			.map(([, column]) => trimText(cells[column]))
			.filter((amount) => DECIMAL_COMMA.test(amount));
	const [example] = rows.flatMap(commasIn);
	const message = `${example} has a decimal comma, and ${DEFAULT_CURRENCY} is written with a point. Choose the currency of the sheet, or add Number Format to bill in ${DEFAULT_CURRENCY}`;
	for (const one of rows) {
		if (commasIn(one).length > 0) one.row.problems.push(error('Currency', message));
	}
}

const IS_CHARGE = /^(?:discount|freight|sub|tax)/;

/** What stands left of the only total is in it. Of what stands right of it, nobody knows unless a subtotal tells. */
function leaveOutCharges(row: SheetRow, names: readonly string[], place: ValueContext): void {
	const { fields, line, columns, problems, unused } = row;
	if (row.lines !== undefined) return;
	const total = columns.get('invoice.totalAmount') ?? '';
	const charges = { ...line, discountPercent: line.discountRate, ...fields };
	const { values } = readFields<InvoiceField>(INVOICE_FIELDS, charges, place);
	const { subAmount } = values;
	const whole = { fields: values, lineItems: [{ totalAmount: subAmount }], customFields: [] };
	const isExplained = explainTotal(whole, [DEFAULT_TAX_BASIS]) !== undefined;
	for (const [target, column] of columns) {
		const [of, name] = target.split('.');
		if (of === 'invoice' && !IS_CHARGE.test(name)) continue;
		const entered: EnteredValues<string> = of === 'line' ? line : fields;
		const cell = entered[name];
		delete entered[name];
		if (!hasNonZeroDigit(cell)) continue;
		unused.set(column, cell);
		const isLeft = names.indexOf(column) < names.indexOf(total);
		if (subAmount === undefined ? isLeft : isExplained) continue;
		const unclear = `it is not clear whether ${trimText(fields.totalAmount)} includes ${trimText(cell)} of ${column}`;
		const advice = `Name it Unit Price if that is to be added, or add ${column} to Ignore Columns`;
		problems.push(error(total, `${unclear}. ${advice}`));
	}
}

const textsOf = ({ fields, line, lines }: SheetRow): string[] =>
	[
		...[fields.invoiceNumber, fields.customerName, fields.customerEmail, fields.description],
		...[line.productName, line.productSku, lines && 'a list'],
	]
		.map(trimText)
		.filter(Boolean);

/** A row with amounts only, or with a word for a total. */
export function isTotalsRow(item: Item): boolean {
	const row = sheetRowOf(item);
	const { fields, line } = row;
	// An invoice of one amount can be for "Total for March".
	const isOfCustomer = !isBlank(fields.customerName) || !isBlank(fields.customerEmail);
	const name = line.productName ?? (isOfCustomer ? '' : fields.description);
	const isSum = isBlank(line.productSku) && isTotalLabel(name);
	if (isSum || isTotalLabel(fields.invoiceNumber)) return true;
	const isNameless = (one: SheetRow) => textsOf(one).every(isTotalLabel);
	return !row.isEmpty && isNameless(row) && !item.all.every((one) => isNameless(sheetRowOf(one)));
}

const SUBTOTAL: TargetField = 'invoice.subAmount';
const TOTALS_OF_INVOICE: readonly unknown[] = ['invoice.totalAmount', SUBTOTAL];

/** It is not sent: it tells whether the lines were understood. */
export function takeSubAmount({ group }: Item, { fields }: InvoiceDraft): FieldValue | undefined {
	if (!group.some((one) => sheetRowOf(one).columns.has(SUBTOTAL))) return undefined;
	const { subAmount } = fields;
	delete fields.subAmount;
	return subAmount;
}

export const isSkippedEmptyRow = (item: Item): boolean =>
	isAutoMapped(item) &&
	sheetRowOf(item).isEmpty &&
	!item.all.every((one) => sheetRowOf(one).isEmpty);

/** A discount or a tax in the rows of an order that may be that of the order. */
interface ShareOfRows {
	name: 'discountAmount' | 'taxAmount' | 'taxRate';
	column: string;
	value: FieldValue | undefined;
	isFirst: boolean;
}

/**
 * Shops repeat the discount or the tax of an order in each of its rows, or in those with a product. A tax rate that is
 * in the first row only is that of its line, or of an order whose values are in its first row.
 */
function sharesOfRows(item: Item, lineItems: InvoiceDraft['lineItems']): ShareOfRows[] {
	const { group } = item;
	if (group.length === 1 || lineItems.length === 1) return [];
	const { columns } = sheetOf(item);
	const isTaxLeft = group.slice(1).every((one) => {
		const { line, ifTaxed } = sheetRowOf(one);
		return ifTaxed.length === 0 && (line.taxRate ?? line.taxAmount) === undefined;
	});
	return (['discountAmount', 'taxAmount', 'taxRate'] as const).flatMap((name) => {
		const column = columns.get(`line.${name}`);
		if (column === undefined || /^line/i.test(column)) return [];
		const values = lineItems.map((line) => line[name]).filter((value) => !isZeroOrUnset(value));
		const isSame = values.every((value) => isSameValue(LINE_FIELDS[name], value, values[0]));
		const isFirst = isTaxLeft && values.length === 1 && values[0] === lineItems[0][name];
		const isRepeated = values.length > 1 && isSame;
		if (!isRepeated && !(isFirst && name === 'taxRate')) return [];
		return { name, column, value: values[0], isFirst };
	});
}

/** Numbers under Tax or Discount were read as amounts, and can be percentages. */
const unclearShares = ({ group }: Item): Problem[] => [
	...new Map(
		(['discountAmount', 'taxAmount'] as const).flatMap((name) =>
			group.flatMap((one): Array<[string, Problem]> => {
				const { columns, line } = sheetRowOf(one);
				const column = columns.get(`line.${name}`) ?? '';
				const isNamed = findTaxOrDiscount(column) !== undefined && !rateInHeader(column);
				if (!isNamed || !/^[\d.,\s]+$/.test(trimText(line[name]))) return [];
				return [[column, error(column, unclearTaxOrDiscountMessage(column, line[name]))]];
			}),
		),
	).values(),
];

/** The discount and the tax of the rows are those of the order if only that gives its total. */
export function moveTaxAndDiscountToOrder(
	item: Item,
	reading: DraftReading,
	basis: TaxBasis = DEFAULT_TAX_BASIS,
): DraftReading {
	const { draft, problems } = reading;
	const shares = sharesOfRows(item, draft.lineItems);
	const isTotaled = draft.fields.totalAmount !== undefined;
	const explained = [draft, ofOrder(draft, shares)].find((one) => explainTotal(one, [basis]));
	if (explained !== undefined) return { ...reading, draft: explained };
	const unclear = unclearShares(item);
	if (unclear.length > 0) {
		// That the total does not match follows from them.
		const fields = { ...draft.fields, totalAmount: undefined };
		return { ...reading, draft: { ...draft, fields }, problems: [...problems, ...unclear] };
	}
	if (isTotaled) return reading;
	// The totals of the lines are checked, and have it in them.
	const areTotaled = draft.lineItems.every(({ totalAmount }) => totalAmount !== undefined);
	const ofRows = shares.filter(({ name, isFirst }) =>
		name === 'taxRate' ? isFirst : name !== 'taxAmount' || !areTotaled,
	);
	const wrong = ofRows.map(({ name, column, value, isFirst }) => {
		const where = isFirst ? 'the first row only' : 'several rows of the invoice';
		const advice = `Name the column Line ${toTitle(name)} if it is of one line, or Order ${toTitle(name)} if it is of the whole order`;
		return error(column, `${trimText(value)} is in ${where}. ${advice}`);
	});
	return { ...reading, problems: [...problems, ...wrong] };
}

/** With the shares of its lines as its own. */
function ofOrder(draft: InvoiceDraft, shares: readonly ShareOfRows[]): InvoiceDraft {
	const own = Object.fromEntries(shares.map(({ name, value }) => [name, value]));
	const none = Object.fromEntries(shares.map(({ name }) => [name, undefined]));
	const lineItems = draft.lineItems.map((line) => ({ ...line, ...none }));
	return { ...draft, fields: { ...draft.fields, ...own }, lineItems };
}

/** What is missing may be there under an unknown name. */
function adviceOnMissing(target: TargetField | undefined, field: string, total?: string): string {
	if (target === undefined) return '. Name the columns of a line Item, Quantity and Unit Price';
	if (target === 'invoice.invoiceNumber') {
		return '. Name the column "Invoice Number" or "Order Number", or choose Map Each Column Manually to type the invoice here';
	}
	return target === 'line.unitPrice' && total !== undefined
		? `. If ${total} is that of each line, name it Line Total`
		: `. If the input has it, name its column ${field}`;
}

export function withColumnNames(item: Item, problem: Problem): Problem {
	const { kind, field, line, message } = problem;
	const row = item.group.find(({ index }) => index + 1 === problem.row) ?? item;
	const { columns } = sheetOf(item);
	const total = columns.get('invoice.totalAmount');
	if (kind === 'missing' && field === 'Line Items' && isAmountOnlySheet(columns)) {
		return { ...problem, field: total ?? field, message: 'is required' };
	}
	const target = targetByLabel(field, line === undefined ? 'invoice' : 'line');
	const column = target && (sheetRowOf(row).columns.get(target) ?? columns.get(target));
	const isMissing = kind === 'missing' && column === undefined;
	const ofTotals = '. If it is the total of each line, name the column Line Total';
	const ofRows = kind === 'contradiction' && TOTALS_OF_INVOICE.includes(target) ? ofTotals : '';
	const advice = isMissing ? adviceOnMissing(target, field, total) : ofRows;
	return { ...problem, field: column ?? field, message: `${message}${advice}` };
}

/** In a sheet, nobody knows whether the total or what it is made of is wrong. */
export const sheetMismatchToProblem =
	(item: Item): MismatchToProblem =>
	(field, given, what, due, line) => {
		const { columns, unknown } = sheetOf(item);
		const price = columns.get('line.unitPrice');
		const ofPrice = price === undefined ? '' : `. The price was taken from ${price}`;
		const ofUnknown =
			unknown.length === 0 ? '' : `. These columns are not billed: ${columnsWithExamples(unknown)}`;
		const advice =
			'Correct it, choose Tax Calculation if the prices include the tax, or add its column to Ignore Columns';
		const reason = line === undefined ? ofUnknown : ofPrice;
		return error(field, `${mismatchInWords(given, what, due)}. ${advice}${reason}`, line);
	};
