import type { INodeExecutionData } from 'n8n-workflow';

import { INVOICE_FIELDS } from '../../../shared/invoice/fields';
import { readable, valueAt } from '../../../shared/text';
import { showHint } from '../../../shared/node/errors';
import { flagField, listFields, optionsField } from '../../../shared/node/fields';
import { readLimit, readOptions } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { readAll } from '../../../shared/problem';
import { type Invoice, Invoicing } from '../../../shared/service/invoicing';
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
import { invoiceItems, readView, tellWarnings } from './output';

const notListed = (names: readonly string[]): string =>
	`The list of the service does not show ${names.map(readable).join(', ')}. Turn on Full Details in the options to read each invoice in full`;

const mayBeMore = (limit: number): string =>
	`These are the first ${limit} invoices, and there may be more. Turn on Return All to get all of them.`;

/** The fields that an invoice shows as empty: these are known. */
const emptyIn = (invoice: Invoice): string[] =>
	Object.entries(INVOICE_FIELDS).flatMap(([name, { path }]) =>
		valueAt(invoice, path) === null ? [name] : [],
	);

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
			flagField(
				'Include Balance',
				'balances',
				'Whether to add the balance. This takes one more request for each partly paid invoice.',
				{ default: true },
			),
		),
	],

	prepare: (item) =>
		readAll({
			filter: () => readFilter(item),
			details: () => readOptions(item).details === true,
			balances: () => readOptions(item).balances === true,
			// A file has everything: a limit that nobody sees would make its totals wrong.
			limit: () => (isFile(item) ? Infinity : readLimit(item)),
			view: () => readView(item),
			spreadsheet: () => readSpreadsheet(item, readView(item)),
		}),

	async carryOut({ filter, details, balances, limit, view, spreadsheet }, run) {
		const items: INodeExecutionData[] = [];
		const warnings: string[] = [];
		const readings = new Set<boolean>();
		const invoicing = new Invoicing(run.transport);
		const reading = {
			// Only an invoice in full has its line items.
			inFull: details || view.rows === 'lineItems',
			withBalances: balances,
			limit,
			today: view.today,
			onWarning: (warning: string) => warnings.push(warning),
			onPage: (isInFull: boolean) => readings.add(isInFull),
		};
		const invoices = invoicesOf(invoicing, filter, reading);
		if (spreadsheet !== undefined) {
			const isMixed = () => readings.size > 1;
			const listed = { invoices, filter, warnings, isMixed };
			const { json, binary } = await spreadsheetItem(run, spreadsheet, view, listed);
			const notes = { isComplete: warnings.length === 0, warnings: tellWarnings(run, warnings) };
			return [{ json: { ...json, ...notes }, binary }];
		}
		const empty = new Set<string>();
		let count = 0;
		for await (const invoice of invoices) {
			count += 1;
			for (const name of emptyIn(invoice)) empty.add(name);
			for (const item of invoiceItems(invoice, view)) items.push(item);
		}
		// Where there are as many items as the form says, n8n says so itself.
		const isSaid = run.all.length === 1 && run.context.getNode().parameters.limit === items.length;
		if (count === limit && !isSaid) showHint(run.context, mayBeMore(limit), { type: 'info' });
		const isInFull = details || !readings.has(false);
		if (!isInFull && view.output.kind === 'selected') {
			const missing = view.output.names.filter(
				(name) => !empty.has(name) && items.every(({ json }) => !(name in json)),
			);
			if (items.length > 0 && missing.length > 0) warnings.push(notListed(missing));
		}
		tellWarnings(run, warnings);
		return items;
	},
});
