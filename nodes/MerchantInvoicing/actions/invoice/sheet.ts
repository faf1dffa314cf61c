import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../shared/node/errors';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { LINE_ITEM_FIELDS, type LineItemField } from '../../../shared/invoice/fields';
import { error, firstOf, type Problem } from '../../../shared/problem';
import { readable, textOf } from '../../../shared/text';
import type { Writing } from '../../../shared/written';
import { saysTotal } from '../../invoice/billedTwice';
import { sameValue } from '../../invoice/changes';
import { isAmountOnlySheet, type Target, targetByLabel } from '../../invoice/columnNames';
import { Wording } from '../../invoice/columnRoles';
import { readRows, type RowReading } from '../../invoice/columns';
import type { DraftReading } from '../../invoice/draft';
import { type InvoiceDraft, isBlank, type Value } from '../../invoice/values';
import { isIdle } from '../../invoice/rules';
import { type TaxBasis, completeTotals } from '../../invoice/totals';
import { hasNumber } from '../../invoice/unknownColumns';
import { DEFAULT_CURRENCY, readIgnoredColumns, readWriting } from './invoiceFields';

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
export const mappingFields: INodeProperties[] = [
	mappingField,
	{
		displayName: mappingField.displayName,
		name: mappingField.name,
		type: 'hidden',
		default: 'defineBelow',
		displayOptions: { show: { '@tool': [true] } },
	},
];

/** A field that is asked for only where the user maps the columns. */
export const ifManual = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		hide: { ...field.displayOptions?.hide, [mappingField.name]: [AUTOMATIC] },
	},
});

export const isAutomatic = (item: Item): boolean =>
	read<unknown>(item, mappingField.name, 'defineBelow') === AUTOMATIC;

interface Sheet {
	rows: readonly RowReading[];
	/** The columns that any row has. */
	columns: ReadonlyMap<Target, string>;
}

const sheets = new WeakMap<IExecuteFunctions, Sheet>();

function sheetOf({ context, all }: Item): Sheet {
	const sheet = sheets.get(context) ?? readSheet(all);
	sheets.set(context, sheet);
	return sheet;
}

/** What the columns of a row of the input mean. */
export const rowReading = (item: Item): RowReading => sheetOf(item).rows[item.index];

/** What the row or the form says. */
export const entered = (
	item: Item,
	name: 'customerEmail' | 'customerName' | 'invoiceNumber',
): unknown => (isAutomatic(item) ? rowReading(item).fields[name] : read<unknown>(item, name, ''));

function readSheet(all: readonly Item[]): Sheet {
	const [{ context }] = all;
	const places = all.map((item) => ({
		zone: context.getTimezone(),
		writing: {
			...readWriting(item),
			currency: textOf(item.parameter('currency', '', { extractValue: true })),
		},
		ignored: readIgnoredColumns(item),
	}));
	const rows = readRows(
		'row',
		places.map((place, index) => ({ row: context.getInputData()[all[index].index].json, place })),
	);
	const columns = new Map(rows.flatMap((row) => [...row.columns]));
	if (!columns.has('invoice.currency')) {
		refuseDecimalCommas(rows.filter((_row, index) => isUnasked(places[index].writing)));
	}
	if (isAmountOnlySheet(columns)) rows.forEach(refuseCharges);
	const unused = namesOfUnused(rows);
	if (unused.length > 0) {
		showHint(context, `Columns that are not used: ${unused.join(', ')}`, { type: 'info' });
	}
	return { rows, columns };
}

/** Letters of what the cells of a column say. */
const MOST_SHOWN = 80;

/** A status that is not known as a reason not to bill is told with what it says. */
function namesOfUnused(rows: readonly RowReading[]): string[] {
	const unused = new Map<string, Set<string>>();
	for (const [column, cell] of rows.flatMap((row) => [...row.unused])) {
		unused.set(column, (unused.get(column) ?? new Set()).add(textOf(cell)));
	}
	return [...unused].map(([column, said]) => {
		const { head } = new Wording(column);
		if (head !== 'status' && head !== 'documentKind') return column;
		return `${column} (${firstOf([...said], MOST_SHOWN).join(', ')})`;
	});
}

/** Whether nobody may have looked at the currency: it is the one that the form begins with. */
const isUnasked = ({ currency, decimals }: Writing): boolean =>
	currency === DEFAULT_CURRENCY && decimals === undefined;

const DECIMAL_COMMA = /^[-+]?\d[\d.]*,\d{1,2}$/;

/** A sheet without a currency that is written as in Europe is hardly one of dollars. */
function refuseDecimalCommas(rows: readonly RowReading[]): void {
	const commasIn = ({ fields, line }: RowReading) =>
		[fields.totalAmount, fields.freightAmount, line.unitPrice, line.totalAmount]
			.map(textOf)
			.filter((amount) => DECIMAL_COMMA.test(amount));
	const [example] = rows.flatMap(commasIn);
	const message = `${example} has a decimal comma, and ${DEFAULT_CURRENCY} is written with a point. Choose the currency of the sheet, or add Number Format to bill in ${DEFAULT_CURRENCY}`;
	for (const row of rows) {
		if (commasIn(row).length > 0) row.problems.push(error('Currency', message));
	}
}

/** Nobody knows whether a total that is the only amount includes the tax beside it. */
function refuseCharges({ fields, line, lines, columns, problems }: RowReading): void {
	if (lines !== undefined) return;
	for (const [name, value] of Object.entries(line)) {
		delete line[name as LineItemField];
		if (!hasNumber(value)) continue;
		const column = columns.get(`line.${name as LineItemField}`) ?? name;
		const total = columns.get('invoice.totalAmount') ?? '';
		const unclear = `it is not clear whether ${textOf(fields.totalAmount)} includes ${textOf(value)} of ${column}`;
		const advice = `Name it Unit Price if that is to be added, or add ${column} to Ignore Columns`;
		problems.push(error(total, `${unclear}. ${advice}`));
	}
}

/** What tells whose a row is, and what it is for. */
const textsOf = ({ fields, line, lines }: RowReading): string[] =>
	[
		...[fields.invoiceNumber, fields.customerName, fields.customerEmail, fields.description],
		...[line.productName, line.productSku, lines && 'a list'],
	]
		.map(textOf)
		.filter(Boolean);

/** A row with amounts only, or with the word for it. */
export function isTotalsRow(item: Item): boolean {
	const row = rowReading(item);
	const { fields, line } = row;
	// An invoice of one amount can be for "Total for March".
	const isOfCustomer = !isBlank(fields.customerName) || !isBlank(fields.customerEmail);
	const name = line.productName ?? (isOfCustomer ? '' : fields.description);
	const isSum = isBlank(line.productSku) && saysTotal(name);
	if (isSum || saysTotal(fields.invoiceNumber)) return true;
	const isNameless = (one: RowReading) => textsOf(one).every(saysTotal);
	return !row.isEmpty && isNameless(row) && !item.all.every((one) => isNameless(rowReading(one)));
}

const SUBTOTAL: Target = 'invoice.subAmount';

/** The subtotal of a sheet, which is not sent: it tells whether the lines were understood. */
export function takeSubtotal({ group }: Item, { fields }: InvoiceDraft): Value | undefined {
	if (!group.some((one) => rowReading(one).columns.has(SUBTOTAL))) return undefined;
	const { subAmount } = fields;
	delete fields.subAmount;
	return subAmount;
}

export const isEmptyRow = (item: Item): boolean =>
	isAutomatic(item) &&
	rowReading(item).isEmpty &&
	!item.all.every((one) => rowReading(one).isEmpty);

/**
 * Shops repeat the discount or the tax of an order in each of its rows, or in those with a product. A tax rate that is
 * in the first row only is that of its line, or of an order whose values are in its first row.
 */
function ambiguousShares(item: Item, lineItems: InvoiceDraft['lineItems']) {
	const { group } = item;
	if (group.length === 1 || lineItems.length === 1) return [];
	const { columns } = sheetOf(item);
	const isTaxLeft = group.slice(1).every((one) => rowReading(one).untaxed === undefined);
	return (['discountAmount', 'taxAmount', 'taxRate'] as const).flatMap((name) => {
		const column = columns.get(`line.${name}`);
		if (column === undefined || /^line/i.test(column)) return [];
		const values = lineItems.map((line) => line[name]).filter((value) => !isIdle(value));
		const isSame = values.every((value) => sameValue(LINE_ITEM_FIELDS[name], value, values[0]));
		const isFirst = isTaxLeft && values.length === 1 && values[0] === lineItems[0][name];
		if (name === 'taxRate' ? !isFirst : values.length < 2 || !isSame) return [];
		return { name, column, value: values[0], isFirst };
	});
}

/** The invoice with the discount and the tax of its rows where they belong. A total tells which it is. */
export function withShares(
	item: Item,
	{ draft, problems, ...rest }: DraftReading,
	basis: TaxBasis | undefined,
): DraftReading {
	const shares = ambiguousShares(item, draft.lineItems);
	const isExplained = (one: InvoiceDraft) =>
		completeTotals(one, false, basis, undefined, []).steps !== undefined;
	if (draft.fields.totalAmount !== undefined) {
		const ofOrder = Object.fromEntries(shares.map(({ name, value }) => [name, value]));
		const ofNone = Object.fromEntries(shares.map(({ name }) => [name, undefined]));
		const fields = { ...draft.fields, ...ofOrder };
		const lineItems = draft.lineItems.map((line) => ({ ...line, ...ofNone }));
		const moved = { ...draft, fields, lineItems };
		const isOfOrder = !isExplained(draft) && isExplained(moved);
		return { ...rest, problems, draft: isOfOrder ? moved : draft };
	}
	const unclear = shares.map(({ name, column, value, isFirst }) => {
		const where = isFirst ? 'the first row only' : 'several rows of the invoice';
		const advice = `Name the column Line ${readable(name)} if it is of one line, or Order ${readable(name)} if it is of the whole order`;
		return error(column, `${textOf(value)} is in ${where}. ${advice}`);
	});
	return { ...rest, draft, problems: [...problems, ...unclear] };
}

const NAME_OF_NUMBER =
	'Name the column "Invoice Number" or "Order Number", or choose Map Each Column Manually to type the invoice here';

/** What is missing may be there under a name that is not known. */
function adviceOn({ kind, field }: Problem, target: Target | undefined): string {
	if (kind === 'contradiction' && (target === 'invoice.totalAmount' || target === SUBTOTAL)) {
		return '. If it is the total of each line, name the column Line Total';
	}
	if (kind !== 'missing') return '';
	if (target === undefined) return '. Name the columns of a line Item, Quantity and Unit Price';
	if (target === 'invoice.invoiceNumber') return `. ${NAME_OF_NUMBER}`;
	return `. If the input has it, name its column ${field}`;
}

/** What is wrong, with the names of the columns in place of those of the form. */
export function withColumnNames(item: Item, problem: Problem): Problem {
	const { kind, field, line, message } = problem;
	const row = item.group.find(({ index }) => index + 1 === problem.row) ?? item;
	const { columns } = sheetOf(item);
	const isOfTotal = kind === 'missing' && field === 'Line Items' && isAmountOnlySheet(columns);
	const target = isOfTotal
		? 'invoice.totalAmount'
		: targetByLabel(field, line === undefined ? 'invoice' : 'line');
	const column = target && (rowReading(row).columns.get(target) ?? columns.get(target));
	if (isOfTotal) return { ...problem, field: column ?? field, message: 'is required' };
	const advice = column === undefined || kind !== 'missing' ? adviceOn(problem, target) : '';
	return { ...problem, field: column ?? field, message: `${message}${advice}` };
}
