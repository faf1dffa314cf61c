import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { booleanField, limitFields, optionsField, addShow } from '../../../shared/node/fields';
import { OUTPUT_FIELD, readOutputKind, showHint, omitAbsent } from '../../../shared/node/output';
import { readLimit, readOptions } from '../../../shared/node/parameters';
import { type Item, defineOperation, type ItemRun } from '../../../shared/node/resource';
import { storeBytes } from '../../../shared/node/storeBytes';
import { readAll } from '../../../shared/problem';
import { type Invoice, Invoicing } from '../../../shared/service/invoicing';
import {
	fileField,
	formatOption,
	groupByField,
	readBinaryPropertyName,
	WORKBOOK_CHOICE,
} from '../../../shared/spreadsheet/fields';
import { type CsvFormat, SpreadsheetCsv } from '../../../shared/spreadsheet/spreadsheetCsv';
import type { Throttle, TablePlan } from '../../../shared/spreadsheet/table';
import { SpreadsheetTimes } from '../../../shared/spreadsheet/values';
import { Workbook } from '../../../shared/spreadsheet/workbook';
import { parseNames } from '../../../shared/text';
import {
	toTextCells,
	planInvoiceTable,
	toTableRow,
	withoutEmptyColumns,
} from '../../invoice/table';
import { amountsOption } from '../options';
import {
	invoiceJson,
	invoiceOutputFields,
	readOutputOptions,
	showWarnings,
	type OutputOptions,
} from './output';
import {
	filtersField,
	listInvoices,
	type ListFilter,
	filterLines,
	readFilter,
	statusField,
} from './wantedInvoices';

const SPREADSHEETS = [WORKBOOK_CHOICE.value];

/** A file has all invoices, and cells for people. */
const notForFiles = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, hide: { [`/${OUTPUT_FIELD}`]: SPREADSHEETS } },
});

const isFile = (item: Item): boolean => readOutputKind(item) === WORKBOOK_CHOICE.value;

/** For a field that the list does not show, each invoice is read in full. */
const LISTED = [
	...['invoiceNumber', 'status', 'customerName', 'merchantCustomerId', 'createdDate'],
	...['totalAmount', 'currency', 'balanceAmount', 'dueDate', 'daysUntilDue', 'isOverdue'],
	'expirationDate',
];

const needsDetails = ({ output }: OutputOptions): boolean =>
	output.kind === 'selected' && output.names.some((name) => !LISTED.includes(name));

const mayBeMore = (limit: number): string =>
	`These are the first ${limit} invoices, and there may be more. Turn on Return All to get all of them.`;

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many invoices',
	description: 'List invoices by status, due date or customer, or those that are overdue',
	subtitle: 'Get Many Invoices',
	fields: [
		statusField,
		...limitFields.map(notForFiles),
		...invoiceOutputFields(WORKBOOK_CHOICE),
		...addShow({ [OUTPUT_FIELD]: SPREADSHEETS }, [
			fileField,
			{ ...groupByField, default: 'status', placeholder: 'e.g. status, customerName' },
		]),
		filtersField,
		optionsField(
			notForFiles(amountsOption),
			booleanField(
				'Full Details',
				'details',
				'Whether to also read line items, payment link, email address and history. This takes one more request for each invoice.',
				{ default: true },
			),
			...addShow({ [`/${OUTPUT_FIELD}`]: SPREADSHEETS }, [formatOption]),
			notForFiles(
				booleanField(
					'Include Balance',
					'balances',
					'Whether to add the balance. This takes one more request for each partly paid invoice.',
					{ default: true },
				),
			),
		),
	],

	prepare: (item) =>
		readAll({
			filter: () => readFilter(item),
			details: () => readOptions(item).details === true,
			// A file has everything: its totals would be wrong with a limit, or without some balances.
			balances: () => isFile(item) || readOptions(item).balances === true,
			limit: () => (isFile(item) ? Infinity : readLimit(item)),
			view: () => readOutputOptions(item),
			spreadsheet: () => readSpreadsheet(item),
		}),

	async carryOut({ filter, details, balances, limit, view, spreadsheet }, run) {
		const items: INodeExecutionData[] = [];
		const warnings: string[] = [];
		const invoicing = new Invoicing(run.transport);
		const reading = {
			inFull: details || needsDetails(view),
			withBalances: balances,
			limit,
			today: view.today,
			onWarning: (warning: string) => warnings.push(warning),
		};
		const invoices = listInvoices(invoicing, filter, reading);
		if (spreadsheet !== undefined) {
			const listed = { invoices, filter, view, warnings };
			const { json, binary } = await spreadsheetItem(run, spreadsheet, listed);
			const notes = { isComplete: warnings.length === 0, warnings: showWarnings(run, warnings) };
			return [{ json: { ...json, ...notes }, binary }];
		}
		for await (const invoice of invoices) items.push({ json: invoiceJson(invoice, view) });
		// Where there are as many items as the form says, n8n says so itself.
		const isSaid = run.all.length === 1 && run.context.getNode().parameters.limit === items.length;
		if (items.length === limit && !isSaid)
			showHint(run.context, mayBeMore(limit), { type: 'info' });
		showWarnings(run, warnings);
		return items;
	},
});

interface Spreadsheet {
	plan: TablePlan;
	format: CsvFormat | 'xlsx';
	binaryPropertyName: string;
}

function readSpreadsheet(item: Item): Spreadsheet | undefined {
	if (!isFile(item)) return undefined;
	const { spreadsheetFormat: format = 'xlsx' } = readOptions(item) as {
		spreadsheetFormat?: Spreadsheet['format'];
	};
	const groupBy = format === 'xlsx' ? parseNames(item.parameter('groupBy', '')) : [];
	return readAll<Spreadsheet>({
		plan: () => planInvoiceTable(groupBy),
		format: () => format,
		binaryPropertyName: () => readBinaryPropertyName(item.parameter),
	});
}

interface Listed {
	invoices: AsyncGenerator<Invoice>;
	filter: ListFilter;
	view: OutputOptions;
	warnings: string[];
}

async function spreadsheetItem(
	{ context, transport }: ItemRun,
	{ plan: wholePlan, format, binaryPropertyName }: Spreadsheet,
	{ invoices, filter, view: { today, zone }, warnings }: Listed,
): Promise<INodeExecutionData> {
	const rows: string[][] = [];
	for await (const invoice of invoices)
		rows.push(toTextCells(wholePlan, toTableRow(invoice, today)));
	const isWorkbook = format === 'xlsx';
	const table = isWorkbook
		? new Workbook({
				name: 'Invoices',
				groupColumns: wholePlan.by.length,
				zone,
				notes: () => [...filterLines(filter), `Overdue as of ${today}, ${zone}`, ...warnings],
			})
		: new SpreadsheetCsv(new SpreadsheetTimes(zone), { format });
	// A CSV file has the same columns on every day.
	const plan = isWorkbook ? withoutEmptyColumns(wholePlan, rows) : wholePlan;
	const fill = async (throttle: Throttle) => {
		table.begin(plan, rows.slice(0, ROWS_AT_ONCE));
		for await (const some of throttle(inParts(rows))) for (const row of some) table.row(row);
		warnings.push(...table.findings.inWords(UNREAD));
	};
	const file = await storeBytes(context, {
		bytes: table.bytes(fill),
		streamClass: transport.streamClass,
		fileName: `Invoices ${today}`,
		mimeType: table.mimeType,
	});
	const json = omitAbsent({ ...table.summary });
	return { json, binary: { [binaryPropertyName]: file } };
}

const ROWS_AT_ONCE = 1000;

async function* inParts(rows: readonly string[][]): AsyncGenerator<readonly string[][]> {
	for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
		yield await Promise.resolve(rows.slice(start, start + ROWS_AT_ONCE));
	}
}

/** What makes a list incomplete: it is not in the totals, or not where dates are looked for. */
const UNREAD = ['notANumber', 'notATime'] as const;
