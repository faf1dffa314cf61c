import type { INodeProperties } from 'n8n-workflow';

import {
	BALANCE_PATH,
	dueDateOf,
	INVOICE_FIELDS,
	isOverdue,
	isOwedStatus,
	statusOf,
} from '../../../shared/invoice/invoice';
import { filtersField as listFilters, booleanField, textField } from '../../../shared/node/fields';
import { optionalText, readNonNullCollection, readNonNull } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { valueOrThrow, readAll } from '../../../shared/problem';
import { type Invoice, invoiceNumberOf, type Invoicing } from '../../../shared/service/invoicing';
import { parseNames, trimText, valueAt } from '../../../shared/text';
import { STATUSES } from '../../invoice/states';
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
	booleanField(
		'Overdue Only',
		'overdueOnly',
		'Whether to leave out invoices that are paid, not published or not due yet',
		{ default: true },
	),
);

export interface ListFilter {
	/** Empty means any. */
	statuses: readonly string[];
	customer?: string;
	email?: string;
	/** Days as YYYY-MM-DD, both included. */
	dueFrom?: string;
	dueTo?: string;
	overdueOnly: boolean;
}

export function readFilter(item: Item): ListFilter {
	const filters = readNonNullCollection(item, 'filters');
	const place = { zone: item.context.getTimezone() };
	const day = (name: string, label: string) =>
		isBlank(filters[name])
			? undefined
			: String(valueOrThrow(readValue({ label, kind: 'date' }, filters[name], place)));
	return readAll<ListFilter>({
		statuses: () => parseNames(readNonNull(item, 'status', [])),
		customer: () => optionalText(filters.customer, 'Customer'),
		email: () => optionalText(filters.customerEmail, 'Customer Email'),
		dueFrom: () => day('dueFrom', 'Due From'),
		dueTo: () => day('dueUntil', 'Due Until'),
		overdueOnly: () => filters.overdueOnly === true,
	});
}

export function filterLines(filter: ListFilter): string[] {
	const { statuses, customer, email, dueFrom, dueTo, overdueOnly } = filter;
	return [
		'All invoices of the list',
		statuses.length > 0 ? `Status ${statuses.join(', ')}` : '',
		customer === undefined ? '' : `Customer ${customer}`,
		email === undefined ? '' : `Customer email ${email}`,
		dueFrom === undefined ? '' : `Due from ${dueFrom}`,
		dueTo === undefined ? '' : `Due until ${dueTo}`,
		overdueOnly ? 'Overdue only' : '',
	].filter((words) => words !== '');
}

/** In the order of statuses: an invoice that leaves a list while it's read is in a later one. Undefined lists all. */
function listsFor({ statuses, overdueOnly }: ListFilter): Array<string | undefined> {
	const wanted = STATUSES.filter(
		(status) =>
			(statuses.length === 0 || statuses.includes(status)) &&
			(!overdueOnly || isOwedStatus(status)),
	);
	return statuses.length === 0 && !overdueOnly ? [undefined] : wanted;
}

const isLeftToService = ({ customer, email, dueFrom, dueTo, overdueOnly }: ListFilter): boolean =>
	[customer, email, dueFrom, dueTo, overdueOnly].every((value) => !value);

/** Whether filters and rows need no details. */
const showsEnough = (invoice: unknown): boolean =>
	statusOf(invoice) !== '' &&
	valueAt(invoice, ['customerInformation']) !== undefined &&
	dueDateOf(invoice) !== undefined &&
	valueAt(invoice, INVOICE_FIELDS.totalAmount.path) !== undefined;

const textAt = (invoice: unknown, path: readonly string[]) =>
	trimText(valueAt(invoice, path)).toLowerCase();

export function matchesExceptEmail(invoice: unknown, filter: ListFilter, today: string): boolean {
	const { statuses, customer, dueFrom, dueTo, overdueOnly } = filter;
	if (statuses.length > 0 && !statuses.includes(statusOf(invoice))) return false;
	if (overdueOnly && !isOverdue(invoice, today)) return false;
	if (customer !== undefined) {
		const wanted = customer.toLowerCase();
		const isNamed = textAt(invoice, INVOICE_FIELDS.customerName.path).includes(wanted);
		const isNumbered = textAt(invoice, INVOICE_FIELDS.merchantCustomerId.path) === wanted;
		if (!isNamed && !isNumbered) return false;
	}
	const due = dueDateOf(invoice);
	if (due === undefined) return dueFrom === undefined && dueTo === undefined;
	return (dueFrom === undefined || due >= dueFrom) && (dueTo === undefined || due <= dueTo);
}

/** Only an invoice's details have the email address. */
export const emailIncludes = (invoice: unknown, email = ''): boolean =>
	textAt(invoice, INVOICE_FIELDS.customerEmail.path).includes(email.toLowerCase());

interface ListChoices {
	/** Reads each invoice, because the list lacks some fields. */
	inFull: boolean;
	withBalances: boolean;
	limit?: number;
	today: string;
	/** Why the list may be incomplete. */
	onWarning: (warning: string) => void;
}

const onlyListed = (number: string): string =>
	`Invoice ${number} is in the list, but could not be found. Only what the list says is shown`;

export async function* listInvoices(
	invoicing: Invoicing,
	filter: ListFilter,
	{ inFull, withBalances, limit = Infinity, today, onWarning }: ListChoices,
): AsyncGenerator<Invoice> {
	const onGone = (number: string) => onWarning(onlyListed(number));
	let left = limit;
	const pageSize = isLeftToService(filter) ? Math.min(limit, MAX_PAGE_SIZE) : MAX_PAGE_SIZE;
	for await (const page of pagesOfLists(invoicing, listsFor(filter), pageSize, onWarning)) {
		const isSparse = !page.every(showsEnough);
		const isCertain = filter.email === undefined && !isSparse;
		const fitting = isSparse ? page : page.filter((one) => matchesExceptEmail(one, filter, today));
		const needed = isCertain ? fitting.slice(0, left) : fitting;
		const read = inFull || !isCertain ? detailsOf(invoicing, needed, onGone) : needed;
		const invoices = withBalances ? balancesOf(invoicing, read, onGone) : read;
		for await (const invoice of invoices) {
			// It may have been paid or canceled since it was listed.
			if (!matchesExceptEmail(invoice, filter, today) || !emailIncludes(invoice, filter.email))
				continue;
			yield invoice;
			left -= 1;
			if (left <= 0) return;
		}
	}
}

/** Each invoice once, even if it moves to another status's list meanwhile. */
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

const MAX_PAGE_SIZE = 100;

/**
 * The list lacks the balance of partly paid invoices, so these are read. Their other columns stay as listed:
 * totals of columns that only a few invoices have would be too low.
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
