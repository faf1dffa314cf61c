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
			description: 'Enter each value, or drag its column into the field',
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
		for (const { line } of rows) if (Object.keys(line).length > 0) line.quantity = '1';
	}
	const unused = new Set(rows.flatMap((row) => row.unused));
	if (unused.size > 0) {
		showHint(context, `Columns that are not used: ${[...unused].join(', ')}`, { type: 'info' });
	}
	return rows;
}

/** In a sheet without prices, a total is the amount of the invoice, and the item is what it is for. */
function becomeAmountOnly({ fields, line }: RowReading): void {
	if (isBlank(fields.totalAmount) || line.quantity !== undefined) return;
	fields.description ??= line.productName;
	delete line.productName;
}

/** Shops repeat the discount or the tax of an order in each of its rows. */
export function ambiguousAmounts({ group }: Item): Problem[] {
	if (group.length === 1) return [];
	const rows = group.map(sheetRow);
	return (['discountAmount', 'taxAmount'] as const).flatMap((name) => {
		const [first, ...others] = rows.map(({ line }) => line[name]);
		const column = rows[0].columns.get(name);
		const isOfLine = column === undefined || /^line/i.test(column);
		const isRepeated = others.every((value) => textOf(value) === textOf(first));
		if (isOfLine || !isRepeated || !/[1-9]/.test(textOf(first))) return [];
		const message = `${textOf(first)} is in every row of the invoice. Name the column Line ${column} if each line has it, or Order ${column} if it is for the whole order`;
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
