import type { INodeExecutionData } from 'n8n-workflow';

import { showHint } from '../../../shared/node/errors';
import { flagField, listFields, optionsField } from '../../../shared/node/fields';
import { readLimit, readOptions } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { readAll } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { amountsOption } from '../options';
import {
	fileOptions,
	isFile,
	listOutputFields,
	notForFiles,
	readSpreadsheet,
	spreadsheetItem,
} from './getManySpreadsheet';
import { filtersField, invoicesOf, readFilter, statusField } from './wantedInvoices';
import { invoiceItem, readView, tellWarnings, type View } from './output';

/** What the list of the service shows of an invoice. For any other field, each invoice is read in full. */
const LISTED = [
	...['invoiceNumber', 'status', 'customerName', 'merchantCustomerId', 'createdDate'],
	...['totalAmount', 'currency', 'balanceAmount', 'dueDate', 'daysUntilDue', 'isOverdue'],
	'expirationDate',
];

const needsDetails = ({ output }: View): boolean =>
	output.kind === 'selected' && output.names.some((name) => !LISTED.includes(name));

const mayBeMore = (limit: number): string =>
	`These are the first ${limit} invoices, and there may be more. Turn on Return All to get all of them.`;

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many invoices',
	description: 'List invoices by status, due date or customer, or those that are overdue',
	subtitle: 'Get Many Invoices',
	fields: [
		statusField,
		...listFields.map(notForFiles),
		...listOutputFields,
		filtersField,
		optionsField(
			notForFiles(amountsOption),
			flagField(
				'Full Details',
				'details',
				'Whether to also read line items, payment link, email address and history. This takes one more request for each invoice.',
				{ default: true },
			),
			...fileOptions,
			notForFiles(
				flagField(
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
			view: () => readView(item),
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
		const invoices = invoicesOf(invoicing, filter, reading);
		if (spreadsheet !== undefined) {
			const listed = { invoices, filter, warnings };
			const { json, binary } = await spreadsheetItem(run, spreadsheet, view, listed);
			const notes = { isComplete: warnings.length === 0, warnings: tellWarnings(run, warnings) };
			return [{ json: { ...json, ...notes }, binary }];
		}
		for await (const invoice of invoices) items.push({ json: invoiceItem(invoice, view) });
		// Where there are as many items as the form says, n8n says so itself.
		const isSaid = run.all.length === 1 && run.context.getNode().parameters.limit === items.length;
		if (items.length === limit && !isSaid)
			showHint(run.context, mayBeMore(limit), { type: 'info' });
		tellWarnings(run, warnings);
		return items;
	},
});
