import type { IDataObject } from 'n8n-workflow';

import {
	dayAsWritten,
	formatAmount,
	invoiceRow,
	type AmountAndDayReader,
} from '../../shared/invoice/invoice';
import { toTitle } from '../../shared/text';
import { refusal } from '../../shared/problem';
import { buildTableColumns } from '../../shared/spreadsheet/rowsWorkbook';
import type { TableColumn, TablePlan } from '../../shared/spreadsheet/table';
import { cellAmountOrIssue } from '../../shared/spreadsheet/values';
import { plainName } from './columnNames';
import { AGE_BUCKETS } from './sums';

const NUMBERS = /^(count|daysUntilDue|lineItemCount|\w*(Percent|Rate))$/;
const AMOUNTS = /Amount$/;
const TIMES = /(Date|Utc)$/;

const kindOf = (name: string): TableColumn['kind'] => {
	if (NUMBERS.test(name)) return 'number';
	if (AMOUNTS.test(name)) return 'amount';
	return TIMES.test(name) ? 'time' : 'text';
};

const asText = (value: unknown): string | null => {
	if (value === undefined || value === null) return null;
	return typeof value === 'string' ? value : JSON.stringify(value);
};

/** What cannot be read comes as it is, so that the spreadsheet shows and counts it. */
const AS_GIVEN: AmountAndDayReader = {
	amount: (value, currency) =>
		typeof value === 'string' && cellAmountOrIssue(value) === 'notANumber'
			? value
			: (formatAmount(value, currency) ?? asText(value)),
	day: (value) => dayAsWritten(value) ?? asText(value),
};

export const toTableRow = (invoice: unknown, today: string): IDataObject =>
	invoiceRow(invoice, today, AS_GIVEN);

const named = (columns: readonly TableColumn[], names: readonly string[]) =>
	names.map((wish) => {
		const found = columns.find(({ name }) => plainName(name) === plainName(wish));
		if (found !== undefined) return found;
		throw refusal(
			`there is no column "${wish}"`,
			`Use one of: ${columns.map(({ name }) => name).join(', ')}.`,
			'Group Totals By',
		);
	});

export function buildTotalsColumns(names: readonly string[]): TableColumn[] {
	const headings = new Map<string, string>(AGE_BUCKETS.map(({ name, heading }) => [name, heading]));
	return buildTableColumns(names, kindOf, (name) => headings.get(name) ?? toTitle(name));
}

export function planInvoiceTable(groupBy: readonly string[]): TablePlan {
	const columns = buildTableColumns(Object.keys(toTableRow({}, '')), kindOf);
	return {
		columns,
		by: named(columns, groupBy),
		summed: columns.filter(
			({ kind, name }) => kind === 'amount' && name !== 'minimumPartialAmount',
		),
	};
}

const textOf = (value: unknown): string => {
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const toTextCells = ({ columns }: TablePlan, row: IDataObject): string[] =>
	columns.map(({ name }) => textOf(row[name]));

/** Without rows, all are shown. */
export function withoutEmptyColumns(plan: TablePlan, rows: readonly string[][]): TablePlan {
	const isShown = ({ slot }: TableColumn) => rows.some((cells) => cells[slot] !== '');
	return rows.length === 0 ? plan : { ...plan, columns: plan.columns.filter(isShown) };
}
