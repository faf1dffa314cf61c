import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { showFor } from '../../../shared/node/fields';
import { OUTPUT_FIELD, readOutputKind, withoutNothing } from '../../../shared/node/output';
import { read, readOptions } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import { storeBytes } from '../../../shared/node/storeBytes';
import { readNames } from '../../../shared/text';
import { readAll } from '../../../shared/problem';
import type { Invoice } from '../../../shared/service/invoicing';
import type { Gate } from '../../../shared/spreadsheet/besideReading';
import {
	csvFormatField,
	fileField,
	groupByField,
	readBinaryPropertyName,
	SPREADSHEET_CSV_CHOICE,
	WORKBOOK_CHOICE,
} from '../../../shared/spreadsheet/fields';
import { type CsvFormat, SpreadsheetCsv } from '../../../shared/spreadsheet/spreadsheetCsv';
import type { HeadingStyle, TablePlan } from '../../../shared/spreadsheet/table';
import { SpreadsheetTimes } from '../../../shared/spreadsheet/values';
import { Workbook } from '../../../shared/spreadsheet/workbook';
import { TableCoverage, InvoiceRows, planOf, rowsOf } from '../../invoice/table';
import type { WantedInvoices } from './wantedInvoices';
import { readOutputFields, type View } from './output';

const SPREADSHEETS = [WORKBOOK_CHOICE.value, SPREADSHEET_CSV_CHOICE.value];

const shownFor = (rows: string[], ...fields: INodeProperties[]) =>
	showFor({ [OUTPUT_FIELD]: rows }, fields);

/** The choice of output, and what a spreadsheet needs. */
export const listOutputFields: INodeProperties[] = [
	...readOutputFields(SPREADSHEET_CSV_CHOICE, WORKBOOK_CHOICE),
	...shownFor(
		SPREADSHEETS,
		{
			displayName: 'Rows',
			name: 'sheetRows',
			type: 'options',
			default: 'invoices',
			options: [
				{ name: 'One Row for Each Invoice', value: 'invoices' },
				{
					name: 'One Row for Each Line Item',
					value: 'lineItems',
					description:
						'Amounts of the invoice itself are on its first line only. Takes one more request per invoice.',
				},
			],
		},
		fileField,
	),
	...shownFor([SPREADSHEET_CSV_CHOICE.value], csvFormatField),
	...shownFor([WORKBOOK_CHOICE.value], {
		...groupByField,
		default: 'status',
		placeholder: 'e.g. status, customerName',
	}),
];

/** A file has all invoices, and cells for people. */
export const notForFiles = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, hide: { [`/${OUTPUT_FIELD}`]: SPREADSHEETS } },
});

export const isFile = (item: Item): boolean => SPREADSHEETS.includes(readOutputKind(item));

export const headingsOption: INodeProperties = {
	displayName: 'Column Headings',
	name: 'headings',
	type: 'options',
	default: 'readable',
	options: [
		{ name: 'As in the Items', value: 'report', description: 'For example totalAmount' },
		{ name: 'Readable', value: 'readable', description: 'For example Total Amount' },
	],
	displayOptions: { show: { [`/${OUTPUT_FIELD}`]: SPREADSHEETS } },
};

/** How the user wants a spreadsheet. */
export interface Spreadsheet {
	kind: 'workbook' | 'spreadsheetCsv';
	plan: TablePlan;
	groupColumns: number;
	format: CsvFormat;
	binaryPropertyName: string;
}

/** Nothing where the user wants items. */
export function readSpreadsheet(item: Item, { rows }: View): Spreadsheet | undefined {
	const kind = readOutputKind(item);
	if (kind !== 'workbook' && kind !== 'spreadsheetCsv') return undefined;
	const { parameter } = item;
	const headings = (readOptions(item).headings ?? 'readable') as HeadingStyle;
	const groupBy = kind === 'workbook' ? readNames(parameter('groupBy', '')) : [];
	const { plan, binaryPropertyName } = readAll({
		plan: () => planOf(rows, headings, groupBy),
		binaryPropertyName: () => readBinaryPropertyName(parameter),
	});
	const format = read<CsvFormat>(item, csvFormatField.name, 'commaAndPoint');
	return { kind, plan, groupColumns: groupBy.length, format, binaryPropertyName };
}

/** The invoices of a list, what was asked for, and what there is to say of it in the end. */
export interface Listed {
	invoices: AsyncGenerator<Invoice>;
	wanted: WantedInvoices;
	warnings: string[];
	/** Whether some invoices were read in full and others not. */
	isMixed: () => boolean;
}

/** One file of all invoices, written page by page. */
export async function spreadsheetItem(
	{ context, transport }: Run,
	wanted: Spreadsheet,
	view: View,
	listed: Listed,
): Promise<INodeExecutionData> {
	// The file is begun after the first answer: a service that cannot be reached leaves none.
	const first = await listed.invoices.next();
	const all = async function* () {
		if (!first.done) yield first.value;
		yield* listed.invoices;
	};
	const fill = async (gate: Gate, rows: InvoiceRows) => {
		const coverage = new TableCoverage(wanted.plan.summed);
		for await (const invoice of gate(all())) {
			const ofInvoice = rowsOf(invoice, view.rows, view.today);
			coverage.add(ofInvoice);
			for (const row of ofInvoice) rows.add(row);
		}
		rows.finish();
		listed.warnings.push(
			...coverage.warnings({
				isMixed: listed.isMixed(),
				hasTotals: wanted.kind === 'workbook',
			}),
			...made.unread(),
		);
	};
	const made = wanted.kind === 'workbook' ? workbookOf(wanted, view, listed) : csvOf(wanted, view);
	const file = await storeBytes(context, {
		bytes: made.bytes(fill),
		toStream: (bytes) => transport.streamOf(bytes),
		fileName: `${sheetName(view)} ${view.today}`,
		mimeType: made.mimeType,
	});
	return { json: withoutNothing(made.summary()), binary: { [wanted.binaryPropertyName]: file } };
}

/** What makes a list incomplete: it is not in the totals, or not where dates are looked for. */
const UNREAD = ['notANumber', 'notATime'] as const;

type Fill = (gate: Gate, rows: InvoiceRows) => Promise<void>;

const sheetName = ({ rows }: View): string => (rows === 'invoices' ? 'Invoices' : 'Line Items');

function workbookOf(wanted: Spreadsheet, view: View, listed: Listed) {
	const { groupColumns, plan } = wanted;
	const workbook = new Workbook({
		name: sheetName(view),
		groupColumns,
		zone: view.zone,
		notes: () => [
			`All ${sheetName(view).toLowerCase()} of the list`,
			...filterInWords(listed.wanted),
			`Overdue as of ${view.today}, ${view.zone}`,
			...listed.warnings,
		],
	});
	return {
		mimeType: workbook.mimeType,
		summary: () => ({ ...workbook.summary }),
		unread: () => workbook.findings.inWords(UNREAD),
		bytes: (fill: Fill) =>
			workbook.bytes(
				async (gate) => await fill(gate, new InvoiceRows(plan, workbook, { showsAll: false })),
			),
	};
}

function csvOf(wanted: Spreadsheet, { zone }: View) {
	const csv = new SpreadsheetCsv(new SpreadsheetTimes(zone), wanted);
	return {
		mimeType: csv.mimeType,
		summary: () => ({ rows: csv.rows }),
		unread: () => csv.findings.inWords(UNREAD),
		// The line of headings stands once, before it is known which columns hold something.
		bytes: (fill: Fill) =>
			csv.bytes(
				async (gate) => await fill(gate, new InvoiceRows(wanted.plan, csv, { showsAll: true })),
			),
	};
}

export function filterInWords({ filter, email }: WantedInvoices): string[] {
	const { statuses, customer, dueFrom, dueTo, overdueOnly } = filter;
	return [
		statuses.length > 0 ? `Status ${statuses.join(', ')}` : '',
		customer === undefined ? '' : `Customer ${customer}`,
		email === undefined ? '' : `Customer email ${email}`,
		dueFrom === undefined ? '' : `Due from ${dueFrom}`,
		dueTo === undefined ? '' : `Due until ${dueTo}`,
		overdueOnly ? 'Overdue only' : '',
	].filter((words) => words !== '');
}
