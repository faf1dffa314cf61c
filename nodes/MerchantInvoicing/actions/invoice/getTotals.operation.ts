import type { IDataObject } from 'n8n-workflow';

import { read, readFlag } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { readAll } from '../../../shared/problem';
import { textOf } from '../../../shared/record';
import { Invoicing } from '../../../shared/service/invoicing';
import type { Grouping, Unread } from '../../invoice/sums';
import { InvoiceSums } from '../../invoice/sums';
import { amountsOption, optionsOf } from '../options';
import { filtersField, invoicesOf, pageSizeOption, readListing } from './listing';
import { readView, tellWarnings, withAmountsAs } from './output';

export const getTotals = operation({
	name: 'Get Totals',
	action: 'Get totals of invoices',
	description: 'Add up invoices by status and currency: how many there are, and their amounts',
	subtitle: 'Get Invoice Totals',
	fields: [
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'options',
			default: 'statusAndCurrency',
			description: 'What each row of the output is about. Different currencies are never added up.',
			options: [
				{ name: 'Currency', value: 'currency' },
				{ name: 'Status and Currency', value: 'statusAndCurrency' },
			],
		},
		{
			displayName: 'Include Balances',
			name: 'balances',
			type: 'boolean',
			default: false,
			description:
				'Whether to also add up the open balances. This takes one more request per invoice, because the list may not have them.',
		},
		filtersField,
		optionsOf(amountsOption, pageSizeOption),
	],

	prepare: (item) =>
		readAll({
			listing: () => readListing(item),
			grouping: () => read<Grouping>(item, 'groupBy', 'statusAndCurrency'),
			balances: () => readFlag(item, 'balances', false),
			view: () => readView(item),
		}),

	async carryOut({ listing, grouping, balances, view }, run) {
		const sums = new InvoiceSums(grouping);
		const warnings: string[] = [];
		const invoices = invoicesOf(new Invoicing(run.transport), listing, {
			inFull: balances,
			today: view.today,
			onWarning: (warning) => warnings.push(warning),
		});
		for await (const invoice of invoices) sums.add(invoice);
		const rows = sums.rows();
		for (const row of rows) warnings.push(...whatIsUnknown(row, balances, sums.unreadIn(row)));
		const notes = { isComplete: warnings.length === 0, warnings: tellWarnings(run, warnings) };
		return rows.map((row) => ({ json: { ...withAmountsAs(view.amounts, row), ...notes } }));
	},
});

function whatIsUnknown(row: IDataObject, balances: boolean, unread: Unread): string[] {
	const { status, currency = 'invoices without a currency', totalAmount, balanceAmount } = row;
	const group = [status, currency].map(textOf).filter(Boolean).join(' ');
	if (totalAmount === undefined) {
		return [`No total for ${group}: ${reasonOf('amount', unread.total)}`];
	}
	return balances && balanceAmount === undefined
		? [`No balance for ${group}: ${reasonOf('balance', unread.balance)}`]
		: [];
}

const reasonOf = (what: string, unread: string | undefined): string =>
	unread === undefined
		? `the service does not give the ${what} of every invoice`
		: `the ${what} ${unread} cannot be read`;
