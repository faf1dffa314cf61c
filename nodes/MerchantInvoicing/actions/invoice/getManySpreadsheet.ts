import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { showFor } from '../../../shared/node/fields';
import { OUTPUT_FIELD, readOutputKind, withoutNothing } from '../../../shared/node/output';
import { readOptions } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import { storeBytes } from '../../../shared/node/storeBytes';
import { readNames } from '../../../shared/text';
import { readAll } from '../../../shared/problem';
import type { Invoice } from '../../../shared/service/invoicing';
import {
	fileField,
	formatOption,
	groupByField,
	readBinaryPropertyName,
	WORKBOOK_CHOICE,
} from '../../../shared/spreadsheet/fields';
import { type CsvFormat, SpreadsheetCsv } from '../../../shared/spreadsheet/spreadsheetCsv';
import type { Gate, TablePlan } from '../../../shared/spreadsheet/table';
import { SpreadsheetTimes } from '../../../shared/spreadsheet/values';
import { Workbook } from '../../../shared/spreadsheet/workbook';
import type { ListFilter } from '../../invoice/listFilter';
import { cellsOf, planOf, rowOf, withoutEmptyColumns } from '../../invoice/table';
import { readOutputFields, type View } from './output';

const SPREADSHEETS = [WORKBOOK_CHOICE.value];

export const listOutputFields: INodeProperties[] = [
	...readOutputFields(WORKBOOK_CHOICE),
	...showFor({ [OUTPUT_FIELD]: SPREADSHEETS }, [
		fileField,
		{ ...groupByField, default: 'status', placeholder: 'e.g. status, customerName' },
	]),
];

/** A file has all invoices, and cells for people. */
export const notForFiles = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, hide: { [`/${OUTPUT_FIELD}`]: SPREADSHEETS } },
});

export const isFile = (item: Item): boolean => SPREADSHEETS.includes(readOutputKind(item));

export const fileOptions = showFor({ [`/${OUTPUT_FIELD}`]: SPREADSHEETS }, [formatOption]);

export interface Spreadsheet {
	plan: TablePlan;
	groupColumns: number;
	format: CsvFormat | 'xlsx';
	binaryPropertyName: string;
}

export function readSpreadsheet(item: Item): Spreadsheet | undefined {
	if (!isFile(item)) return undefined;
	const { spreadsheetFormat: format = 'xlsx' } = readOptions(item) as {
		spreadsheetFormat?: Spreadsheet['format'];
	};
	const groupBy = format === 'xlsx' ? readNames(item.parameter('groupBy', '')) : [];
	return readAll<Spreadsheet>({
		plan: () => planOf(groupBy),
		groupColumns: () => groupBy.length,
		format: () => format,
		binaryPropertyName: () => readBinaryPropertyName(item.parameter),
	});
}

/** The invoices of a list, what was asked for, and what there is to say of it in the end. */
export interface Listed {
	invoices: AsyncGenerator<Invoice>;
	filter: ListFilter;
	warnings: string[];
}

export async function spreadsheetItem(
	{ context, transport }: Run,
	wanted: Spreadsheet,
	view: View,
	listed: Listed,
): Promise<INodeExecutionData> {
	const rows: string[][] = [];
	for await (const invoice of listed.invoices) {
		rows.push(cellsOf(wanted.plan, rowOf(invoice, view.today)));
	}
	const table = tableOf(wanted, view, listed);
	// A CSV file has the same columns on every day.
	const plan = wanted.format === 'xlsx' ? withoutEmptyColumns(wanted.plan, rows) : wanted.plan;
	const fill = async (gate: Gate) => {
		table.begin(plan, rows.slice(0, ROWS_AT_ONCE));
		for await (const some of gate(inParts(rows))) for (const row of some) table.row(row);
		listed.warnings.push(...table.findings.inWords(UNREAD));
	};
	const file = await storeBytes(context, {
		bytes: table.bytes(fill),
		toStream: (bytes) => transport.streamOf(bytes),
		fileName: `Invoices ${view.today}`,
		mimeType: table.mimeType,
	});
	const json = withoutNothing({ ...table.summary });
	return { json, binary: { [wanted.binaryPropertyName]: file } };
}

const ROWS_AT_ONCE = 1000;

async function* inParts(rows: readonly string[][]): AsyncGenerator<readonly string[][]> {
	for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
		yield await Promise.resolve(rows.slice(start, start + ROWS_AT_ONCE));
	}
}

/** What makes a list incomplete: it is not in the totals, or not where dates are looked for. */
const UNREAD = ['notANumber', 'notATime'] as const;

function tableOf({ format, groupColumns }: Spreadsheet, view: View, listed: Listed) {
	if (format !== 'xlsx') return new SpreadsheetCsv(new SpreadsheetTimes(view.zone), { format });
	return new Workbook({
		name: 'Invoices',
		groupColumns,
		zone: view.zone,
		notes: () => [
			'All invoices of the list',
			...filterInWords(listed.filter),
			`Overdue as of ${view.today}, ${view.zone}`,
			...listed.warnings,
		],
	});
}

export function filterInWords(filter: ListFilter): string[] {
	const { statuses, customer, email, dueFrom, dueTo, overdueOnly } = filter;
	return [
		statuses.length > 0 ? `Status ${statuses.join(', ')}` : '',
		customer === undefined ? '' : `Customer ${customer}`,
		email === undefined ? '' : `Customer email ${email}`,
		dueFrom === undefined ? '' : `Due from ${dueFrom}`,
		dueTo === undefined ? '' : `Due until ${dueTo}`,
		overdueOnly ? 'Overdue only' : '',
	].filter((words) => words !== '');
}
