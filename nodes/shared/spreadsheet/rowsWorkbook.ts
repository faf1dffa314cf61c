import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { omitAbsent } from '../node/output';
import type { ItemRun } from '../node/resource';
import { storeBytes } from '../node/storeBytes';
import { toTitle, trimText } from '../text';
import type { TableColumn } from './table';
import { Workbook } from './workbook';

/** Amounts are in the currency of the row. */
export const buildTableColumns = (
	names: readonly string[],
	kindOf: (name: string) => TableColumn['kind'],
	headingOf: (name: string) => string = toTitle,
): TableColumn[] =>
	names.map((name, slot) => ({
		name,
		heading: headingOf(name),
		kind: kindOf(name),
		slot,
		currencySlot: names.indexOf('currency'),
	}));

interface KnownRows {
	/** Of the sheet, and with the days of the file. */
	name: string;
	days: string;
	columns: readonly TableColumn[];
	/** How many of the first columns to total by. */
	groupColumns: number;
	rows: readonly IDataObject[];
	zone: string;
	notes: readonly string[];
	binaryPropertyName: string;
}

export async function rowsToWorkbookItem(
	{ context }: ItemRun,
	{ name, days, columns, groupColumns, rows, zone, notes, binaryPropertyName }: KnownRows,
): Promise<INodeExecutionData> {
	const workbook = new Workbook({ name, groupColumns, zone, notes: () => notes });
	const summed = columns.filter(({ kind }) => kind === 'amount');
	const cells = rows.map((row) => columns.map((column) => trimText(row[column.name])));
	const file = await storeBytes(context, {
		bytes: workbook.bytes(async () => {
			workbook.begin({ columns, by: columns.slice(0, groupColumns), summed }, cells);
			for (const row of cells) workbook.row(row);
			await Promise.resolve();
		}),
		fileName: `${name} ${days}`,
		mimeType: workbook.mimeType,
	});
	const json = omitAbsent({ ...workbook.summary });
	return { json, binary: { [binaryPropertyName]: file } };
}
