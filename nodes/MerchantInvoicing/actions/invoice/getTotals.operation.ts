import { optionsField, addShow } from '../../../shared/node/fields';
import { OUTPUT_FIELD, readOutputKind } from '../../../shared/node/output';
import { read } from '../../../shared/node/parameters';
import { defineOperation } from '../../../shared/node/resource';
import { shortenList, readAll } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import {
	fileField,
	readBinaryPropertyName,
	WORKBOOK_CHOICE,
} from '../../../shared/spreadsheet/fields';
import { rowsToWorkbookItem } from '../../../shared/spreadsheet/rowsWorkbook';
import { type Grouping, InvoiceSums } from '../../invoice/sums';
import { buildTotalsColumns } from '../../invoice/table';
import { amountsOption } from '../options';
import { readOutputOptions, showWarnings, convertAmounts } from './output';
import { filtersField, listInvoices, filterLines, readFilter, statusField } from './wantedInvoices';

export const getTotals = defineOperation({
	name: 'Get Totals',
	action: 'Get invoice totals',
	description:
		'Who owes how much: total, paid, balance and overdue, by customer, currency, status or age',
	subtitle: 'Get Invoice Totals',
	builderHint:
		'Use it for sums, such as who owes how much, in place of getAll with a Code or Summarize node.',
	fields: [
		{ ...statusField, default: ['CREATED', 'SENT', 'PARTIAL'] },
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'options',
			default: 'customer',
			description: 'Different currencies are never added up',
			options: [
				{
					name: 'Age',
					value: 'age',
					description: 'What each customer owes: not due, 1-30, 31-60, 61-90 and over 90 days late',
				},
				{ name: 'Currency', value: 'currency' },
				{ name: 'Customer', value: 'customer' },
				{ name: 'Status', value: 'status' },
			],
		},
		{
			displayName: 'Output',
			name: OUTPUT_FIELD,
			type: 'options',
			default: 'items',
			options: [WORKBOOK_CHOICE, { name: 'Items', value: 'items' }],
		},
		...addShow({ [OUTPUT_FIELD]: [WORKBOOK_CHOICE.value] }, [fileField]),
		filtersField,
		optionsField(amountsOption),
	],

	prepare: (item) =>
		readAll({
			filter: () => readFilter(item),
			grouping: () => read<Grouping>(item, 'groupBy', 'customer'),
			binaryPropertyName: () =>
				readOutputKind(item) === WORKBOOK_CHOICE.value
					? readBinaryPropertyName(item.parameter)
					: undefined,
			view: () => readOutputOptions(item),
		}),

	async carryOut({ filter, grouping, binaryPropertyName, view }, run) {
		const sums = new InvoiceSums(grouping);
		const warnings: string[] = [];
		const onWarning = (warning: string) => warnings.push(warning);
		const invoicing = new Invoicing(run.transport);
		const { today } = view;
		const reading = { inFull: false, withBalances: true, today, onWarning };
		for await (const invoice of listInvoices(invoicing, filter, reading)) {
			sums.add(invoice, today);
		}
		const unread = sums.unread();
		if (unread.length > 0) {
			const numbers = shortenList(unread, MAX_NUMBERS_LENGTH).join(', ');
			warnings.push(
				`Some sums are left out: no currency, due date, total or balance can be read of invoice ${numbers}`,
			);
		}
		const notes = { isComplete: warnings.length === 0, warnings: showWarnings(run, warnings) };
		if (binaryPropertyName !== undefined) {
			const { json, binary } = await rowsToWorkbookItem(run, {
				name: 'Invoice Totals',
				days: today,
				columns: buildTotalsColumns(sums.columns),
				groupColumns: 0,
				rows: sums.rows(),
				zone: view.zone,
				notes: [...filterLines(filter), `Late as of ${today}`, ...warnings],
				binaryPropertyName,
			});
			return [{ json: { ...json, ...notes }, binary }];
		}
		return sums.rows().map((row) => ({ json: { ...convertAmounts(view.amounts, row), ...notes } }));
	},
});

/** Of the numbers of invoices in a warning. */
const MAX_NUMBERS_LENGTH = 200;
