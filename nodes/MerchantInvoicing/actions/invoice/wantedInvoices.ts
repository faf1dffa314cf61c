import type { INodeProperties } from 'n8n-workflow';

import { BALANCE_PATH } from '../../../shared/invoice/fields';
import { filtersField as listFilters, flagField, textField } from '../../../shared/node/fields';
import { given, readFilters, readDecisive } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { checked, readAll } from '../../../shared/problem';
import { type Invoice, invoiceNumberOf, type Invoicing } from '../../../shared/service/invoicing';
import { readNames, valueAt } from '../../../shared/text';
import {
	matchesEmail,
	isLeftToService,
	type ListFilter,
	listsFor,
	passes,
	showsEnough,
} from '../../invoice/listFilter';
import { withBalance } from '../../invoice/sums';
import { isBlank, readValue } from '../../invoice/values';

export const statusField: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	default: [],
	description: 'Leave empty for all',
	options: [
		{ name: 'Canceled', value: 'CANCELED' },
		{ name: 'Created', value: 'CREATED', description: 'Published, not emailed' },
		{ name: 'Draft', value: 'DRAFT' },
		{ name: 'Paid', value: 'PAID' },
		{ name: 'Partial', value: 'PARTIAL', description: 'Partly paid' },
		{ name: 'Pending', value: 'PENDING', description: 'Payment under fraud review' },
		{ name: 'Sent', value: 'SENT' },
	],
};

const dayField = (displayName: string, name: string): INodeProperties =>
	textField(displayName, name, { type: 'dateTime', typeOptions: { dateOnly: true } });

export const filtersField: INodeProperties = listFilters(
	textField('Customer', 'customer', {
		placeholder: 'e.g. Lee',
		description: 'Part of the customer name, or the whole merchant customer ID',
	}),
	textField('Customer Email', 'customerEmail', {
		placeholder: 'e.g. ann@example.com',
		description: 'Part of the address. Slow, as the node reads each invoice to find it.',
	}),
	dayField('Due From', 'dueFrom'),
	dayField('Due Until', 'dueUntil'),
	flagField(
		'Overdue Only',
		'overdueOnly',
		'Whether to leave out invoices that are paid, not published or not due yet',
		{ default: true },
	),
);

export function readFilter(item: Item): ListFilter {
	const filters = readFilters(item, 'filters');
	const place = { zone: item.context.getTimezone() };
	const day = (name: string, label: string): string | undefined =>
		isBlank(filters[name])
			? undefined
			: (checked(readValue({ label, kind: 'date' }, filters[name], place)) as string);
	return readAll<ListFilter>({
		statuses: () => readNames(readDecisive(item, 'status', [])),
		customer: () => given(filters.customer, 'Customer'),
		email: () => given(filters.customerEmail, 'Customer Email'),
		dueFrom: () => day('dueFrom', 'Due From'),
		dueTo: () => day('dueUntil', 'Due Until'),
		overdueOnly: () => filters.overdueOnly === true,
	});
}

interface ListChoices {
	/** Whether each invoice is to be read by itself, as the list does not say all. */
	inFull: boolean;
	/** Whether to add what is still to be paid: no list says it, so partly paid invoices are read for it. */
	withBalances: boolean;
	limit?: number;
	today: string;
	/** Called with the reason why the list may be incomplete, or with what could not be read of an invoice. */
	onWarning: (warning: string) => void;
}

const onlyListed = (number: string): string =>
	`Invoice ${number} is in the list, but could not be found. Only what the list says is shown`;

/** The invoices that fit, page after page. Where the list does not say enough of them, each is read by itself. */
export async function* invoicesOf(
	invoicing: Invoicing,
	filter: ListFilter,
	{ inFull, withBalances, limit = Infinity, today, onWarning }: ListChoices,
): AsyncGenerator<Invoice> {
	const onGone = (number: string) => onWarning(onlyListed(number));
	let left = limit;
	const pageSize = isLeftToService(filter) ? Math.min(limit, MOST_ON_A_PAGE) : MOST_ON_A_PAGE;
	for await (const page of pagesOfLists(invoicing, listsFor(filter), pageSize, onWarning)) {
		const isSparse = !page.every(showsEnough);
		const isCertain = filter.email === undefined && !isSparse;
		const fitting = isSparse ? page : page.filter((one) => passes(one, filter, today));
		const needed = isCertain ? fitting.slice(0, left) : fitting;
		const read = inFull || !isCertain ? detailsOf(invoicing, needed, onGone) : needed;
		const invoices = withBalances ? balancesOf(invoicing, read, onGone) : read;
		for await (const invoice of invoices) {
			// It may be paid or canceled since it was listed.
			if (!passes(invoice, filter, today) || !matchesEmail(invoice, filter.email)) continue;
			yield invoice;
			left -= 1;
			if (left <= 0) return;
		}
	}
}

/** Each invoice once, though it may change its status and so its list meanwhile. */
async function* pagesOfLists(
	invoicing: Invoicing,
	lists: ReadonlyArray<string | undefined>,
	pageSize: number,
	onWarning: ListChoices['onWarning'],
): AsyncGenerator<Invoice[]> {
	const met = new Set<string>();
	for (const status of lists) {
		for await (const page of invoicing.all(status, { pageSize, onWarning })) {
			yield lists.length === 1 ? page : page.filter((one) => !met.has(invoiceNumberOf(one)));
			for (const invoice of page) met.add(invoiceNumberOf(invoice));
		}
	}
}

const MOST_ON_A_PAGE = 100;

/**
 * The invoices of a page with what is still to be paid. A partly paid one that does not show it is read, and keeps
 * its other columns as they are: totals over columns that a few invoices have would be too low.
 */
async function* balancesOf(
	invoicing: Invoicing,
	page: AsyncIterable<Invoice> | readonly Invoice[],
	onGone: (number: string) => void,
): AsyncGenerator<Invoice> {
	const invoices: Invoice[] = [];
	for await (const invoice of page) invoices.push(withBalance(invoice));
	const lacks = (invoice: Invoice) => valueAt(invoice, BALANCE_PATH) === undefined;
	const read = detailsOf(invoicing, invoices.filter(lacks), onGone);
	for (const invoice of invoices) {
		if (!lacks(invoice)) yield invoice;
		else {
			const { value } = (await read.next()) as { value: Invoice };
			yield withBalance({ ...invoice, status: value.status }, value);
		}
	}
}

const AT_A_TIME = 20;

/**
 * The full details of listed invoices, in the order of the list, a few requests at a time. Of one that is gone
 * meanwhile there is what the list says.
 */
async function* detailsOf(
	invoicing: Invoicing,
	listed: readonly Invoice[],
	onGone: (number: string) => void,
): AsyncGenerator<Invoice> {
	for (let start = 0; start < listed.length; start += AT_A_TIME) {
		const some = listed.slice(start, start + AT_A_TIME);
		yield* await Promise.all(
			some.map(async (invoice) => {
				const number = invoiceNumberOf(invoice);
				const details = await invoicing.find(number, 'Get invoice details');
				if (details === undefined) onGone(number);
				return details ?? invoice;
			}),
		);
	}
}
