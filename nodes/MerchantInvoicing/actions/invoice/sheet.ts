import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../shared/node/errors';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { error, type Problem } from '../../../shared/problem';
import { textOf } from '../../../shared/text';
import { readColumns, type RowReading } from '../../invoice/columns';
import { isBlank } from '../../invoice/values';
import { readIgnoredColumns, readWriting } from './invoiceFields';

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

const sheets = new WeakMap<IExecuteFunctions, readonly RowReading[]>();

/** What the columns of a row of the input mean. */
export function sheetRow({ context, index, all }: Item): RowReading {
	const sheet = sheets.get(context) ?? readSheet(all);
	sheets.set(context, sheet);
	return sheet[index];
}

function readSheet(all: readonly Item[]): RowReading[] {
	const [{ context }] = all;
	const rows = all.map((item) =>
		readColumns(context.getInputData()[item.index].json, {
			kind: 'row',
			zone: context.getTimezone(),
			writing: {
				...readWriting(item),
				currency: textOf(item.parameter('currency', '', { extractValue: true })),
			},
			ignored: readIgnoredColumns(item),
		}),
	);
	const hasColumn = (name: 'quantity' | 'unitPrice') =>
		rows.some(({ columns }) => columns.has(name));
	if (!hasColumn('unitPrice')) rows.forEach(becomeAmountOnly);
	if (!hasColumn('quantity')) {
		for (const [index, row] of rows.entries()) {
			if (Object.keys(row.line).length === 0) continue;
			row.line.quantity = '1';
			const { json } = context.getInputData()[all[index].index];
			const likely = row.unused.filter(
				(name) => MAY_BE_QUANTITY.test(name) && isNotOne(json[name]),
			);
			row.problems.push(...likely.map(notCounted));
		}
	}
	const unused = new Set(rows.flatMap((row) => row.unused));
	if (unused.size > 0) {
		showHint(context, `Columns that are not used: ${[...unused].join(', ')}`, { type: 'info' });
	}
	return rows;
}

/** "Order Quantity", "Item Count" and a time sheet's "Time". */
const MAY_BE_QUANTITY =
	/(?:^|[^a-z])(?:quantity|count)$|^(?:number|time|duration|nights|days|weeks|months|pieces)$/i;

const isNotOne = (cell: unknown): boolean => /\d/.test(textOf(cell)) && textOf(cell) !== '1';

const notCounted = (column: string): Problem =>
	error(
		column,
		'can be the quantity, and one is billed. Name the column Quantity, or add it to Ignore Columns',
	);

/** In a sheet without prices, a total is the amount of the invoice, and the item is what it is for. */
function becomeAmountOnly({ fields, line }: RowReading): void {
	if (isBlank(fields.totalAmount) || line.quantity !== undefined) return;
	fields.description ??= line.productName;
	delete line.productName;
}

/** "$10.00" and "10" are the same amount. */
const digitsOf = (amount: string): string => amount.replace(/[^\d.,]/g, '').replace(/[.,]0+$/, '');

/** Shops repeat the discount or the tax of an order in each of its rows, or in those with a product. */
export function ambiguousAmounts({ group }: Item): Problem[] {
	if (group.length === 1) return [];
	const rows = group.map(sheetRow);
	return (['discountAmount', 'taxAmount'] as const).flatMap((name) => {
		const values = rows
			.map(({ line }) => textOf(line[name]))
			.filter((value) => /[1-9]/.test(value));
		const column = rows[0].columns.get(name);
		const isOfLine = column === undefined || /^line/i.test(column);
		const isRepeated = values.length > 1 && new Set(values.map(digitsOf)).size === 1;
		if (isOfLine || !isRepeated) return [];
		const message = `${values[0]} is in several rows of the invoice. Name the column Line ${column} if each line has it, or Order ${column} if it is for the whole order`;
		return [error(column, message)];
	});
}

const ADVICE: ReadonlyArray<[begins: string, advice: (field: string) => string]> = [
	['is required', (field) => `If the input has it, name its column ${field}`],
	['enter at least one', () => 'Name the columns of a line Item, Quantity and Unit Price'],
];

/** What is missing may be there under a name that is not known. */
export const adviseOnColumns = (problem: Problem): Problem => {
	const { field, message } = problem;
	const advice = ADVICE.find(([begins]) => message.startsWith(begins))?.[1](field);
	const isAdvised = advice === undefined || message.includes('Name the column');
	return isAdvised ? problem : { ...problem, message: `${message}. ${advice}` };
};
