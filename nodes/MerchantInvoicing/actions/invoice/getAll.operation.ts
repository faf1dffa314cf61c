import type { INodeExecutionData } from 'n8n-workflow';

import { INVOICE_FIELDS, valueAt } from '../../../shared/invoice/fields';
import { readable } from '../../../shared/names';
import { listFields } from '../../../shared/node/fields';
import { readLimit, readOptions } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { readSort } from '../../../shared/node/sort';
import { readAll } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { amountsOption, optionsOf } from '../options';
import { listOutputFields, readSpreadsheet, spreadsheetItem } from './getManySpreadsheet';
import {
	filtersField,
	invoicesInOrder,
	pageSizeOption,
	readListing,
	sortInvoicesField,
} from './listing';
import { invoiceItems, readView, tellWarnings } from './output';

const notListed = (names: readonly string[]): string =>
	`The list of the service does not show ${names.map(readable).join(', ')}. Turn on Full Details in the options to read each invoice in full`;

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
		...listFields,
		...listOutputFields,
		filtersField,
		sortInvoicesField,
		optionsOf(
			amountsOption,
			{
				displayName: 'Full Details',
				name: 'details',
				type: 'boolean',
				default: false,
				description:
					'Whether to also read the line items, payment link, email address and history of each invoice. This takes one more request per invoice.',
			},
			pageSizeOption,
		),
	],

	prepare: (item) =>
		readAll({
			listing: () => readListing(item),
			details: () => readOptions(item).details === true,
			limit: () => readLimit(item),
			sort: () => readSort(item),
			view: () => readView(item),
			spreadsheet: () => readSpreadsheet(item, readView(item)),
		}),

	async carryOut({ listing, details, limit, sort, view, spreadsheet }, run) {
		const items: INodeExecutionData[] = [];
		const warnings: string[] = [];
		const readings = new Set<boolean>();
		const invoices = invoicesInOrder(new Invoicing(run.transport), listing, sort, {
			// Only an invoice in full has its line items.
			inFull: details || view.rows === 'lineItems',
			limit,
			today: view.today,
			onWarning: (warning) => warnings.push(warning),
			onPage: (isInFull) => readings.add(isInFull),
		});
		if (spreadsheet !== undefined) {
			const isMixed = () => readings.size > 1;
			const listed = { invoices, listing, limit, warnings, isMixed };
			const { json, binary } = await spreadsheetItem(run, spreadsheet, view, listed);
			const notes = { isComplete: warnings.length === 0, warnings: tellWarnings(run, warnings) };
			return [{ json: { ...json, ...notes }, binary }];
		}
		const empty = new Set<string>();
		for await (const invoice of invoices) {
			for (const name of emptyIn(invoice)) empty.add(name);
			for (const item of invoiceItems(invoice, view)) items.push(item);
		}
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
