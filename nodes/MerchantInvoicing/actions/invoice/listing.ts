import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { EXACT, invoiceRow } from '../../../shared/invoice/simplify';
import { given, readCollection, readCount, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { sorted, sortField, type SortRule } from '../../../shared/node/sort';
import type { Checked } from '../../../shared/problem';
import { checked, problemsOf, readAll } from '../../../shared/problem';
import { textOf } from '../../../shared/record';
import type { Invoicing } from '../../../shared/service/invoicing';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import type { ListFilter } from '../../invoice/listFilter';
import {
	hasEmail,
	isLeftToService,
	listsWith,
	passes,
	showsEnough,
} from '../../invoice/listFilter';
import { isBlank, readValue } from '../../invoice/values';
import { detailsOf } from './details';

/** Which of the invoices the user wants. */
export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'The service filters by one status. The node filters by everything else, and reads pages until it has enough.',
	options: [
		{
			displayName: 'Customer',
			name: 'customer',
			type: 'string',
			default: '',
			placeholder: 'e.g. Lee',
			description:
				'Part of the customer name, or the whole merchant customer ID. Filtered by the node.',
		},
		{
			displayName: 'Customer Email',
			name: 'customerEmail',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description:
				'Part of the email address. The list does not have it, so the node reads each invoice. This is slow for many invoices.',
		},
		{
			displayName: 'Due From',
			name: 'dueFrom',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'Only invoices due on this day or later. Filtered by the node.',
		},
		{
			displayName: 'Due Until',
			name: 'dueUntil',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'Only invoices due on this day or earlier. Filtered by the node.',
		},
		{
			displayName: 'Overdue Only',
			name: 'overdueOnly',
			type: 'boolean',
			default: true,
			description:
				'Whether to return only published invoices that are past their due date and not fully paid. Filtered by the node.',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			default: [],
			description:
				'Any of these. The service filters by one status, the node by several. Pending exists only with fraud management.',
			options: [
				{ name: 'Canceled', value: 'CANCELED' },
				{ name: 'Created', value: 'CREATED', description: 'Published, not emailed' },
				{ name: 'Draft', value: 'DRAFT' },
				{ name: 'Paid', value: 'PAID' },
				{ name: 'Partial', value: 'PARTIAL', description: 'Partly paid' },
				{ name: 'Pending', value: 'PENDING', description: 'Payment under fraud review' },
				{ name: 'Sent', value: 'SENT' },
			],
		},
	],
};

export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1000 },
	default: 100,
	description: 'How many invoices to ask for in one request. The service may give fewer.',
};

/** Which invoices to read, and how. */
export interface Listing {
	filter: ListFilter;
	/** Part of the email address. */
	email?: string;
	pageSize: number;
}

export function readListing(item: Item): Listing {
	const filters = readCollection(item, 'filters');
	return readAll({
		filter: () => checked(readFilter(filters, item.context.getTimezone())),
		email: () => given(filters.customerEmail, 'Customer Email'),
		pageSize: () =>
			readCount(pageSizeOption.displayName, readOptions(item).pageSize, {
				fallback: 100,
				least: 1,
				most: 1000,
			}),
	});
}

function readFilter(filters: IDataObject, zone: string): Checked<ListFilter> {
	const day = (name: string, label: string): Checked<string | undefined> =>
		isBlank(filters[name])
			? { value: undefined }
			: (readValue({ label, kind: 'date' }, filters[name], { zone }) as Checked<string>);
	const dueFrom = day('dueFrom', 'Due From');
	const dueTo = day('dueUntil', 'Due Until');
	if ('problems' in dueFrom || 'problems' in dueTo) {
		return { problems: problemsOf(dueFrom, dueTo) };
	}
	return {
		value: {
			statuses: [filters.status ?? []].flat().map((status) => textOf(status).toUpperCase()),
			customer: given(filters.customer, 'Customer'),
			dueFrom: dueFrom.value,
			dueTo: dueTo.value,
			overdueOnly: filters.overdueOnly === true,
		},
	};
}

interface Reading {
	/** Whether each invoice is to be read by itself, as the list does not say all. */
	inFull: boolean;
	limit?: number;
	/** The present day where the workflow runs, as YYYY-MM-DD. */
	today: string;
	/** Called with the reason why the list may be incomplete, or with what could not be read of an invoice. */
	onWarning: (warning: string) => void;
	/** Called for each page with whether its invoices were read one by one. */
	onPage?: (isInFull: boolean) => void;
}

/** What the list of the service says of each invoice. */
export const sortInvoicesField = sortField([
	'dueDate',
	'currency',
	'customerName',
	'invoiceNumber',
	'merchantCustomerId',
	'status',
	'totalAmount',
]);

/** The invoices that fit, in the order of the rules. Details are read of those only that are returned. */
export async function* invoicesInOrder(
	invoicing: Invoicing,
	listing: Listing,
	rules: readonly SortRule[],
	reading: Reading,
): AsyncGenerator<Invoice> {
	if (rules.length === 0) {
		yield* invoicesOf(invoicing, listing, reading);
		return;
	}
	const all: Invoice[] = [];
	const whole = { ...reading, inFull: false, limit: undefined };
	for await (const invoice of invoicesOf(invoicing, listing, whole)) all.push(invoice);
	const first = sorted(all, rules, (invoice) => invoiceRow(invoice, reading.today, EXACT)).slice(
		0,
		reading.limit,
	);
	if (!reading.inFull) {
		yield* first;
		return;
	}
	reading.onPage?.(true);
	yield* detailsOf(invoicing, first, (number) => reading.onWarning(onlyListed(number)));
}

const onlyListed = (number: string): string =>
	`Invoice ${number} is in the list, but could not be found. Only what the list says is shown`;

/** The invoices that fit, page after page. Where the list does not say enough of them, each is read by itself. */
export async function* invoicesOf(
	invoicing: Invoicing,
	{ filter, email, pageSize }: Listing,
	{ inFull, limit = Infinity, today, onWarning, onPage }: Reading,
): AsyncGenerator<Invoice> {
	const onGone = (number: string) => onWarning(onlyListed(number));
	let left = limit;
	const size = isLeftToService(filter, email) ? Math.min(pageSize, limit) : pageSize;
	for await (const page of pagesOfLists(invoicing, listsWith(filter), size, onWarning)) {
		const isSparse = !page.every(showsEnough);
		const isCertain = email === undefined && !isSparse;
		const fitting = isSparse ? page : page.filter((one) => passes(one, filter, today));
		const needed = isCertain ? fitting.slice(0, left) : fitting;
		const isInFull = inFull || !isCertain;
		if (needed.length > 0) onPage?.(isInFull);
		const invoices: AsyncIterable<Invoice> | Invoice[] = isInFull
			? detailsOf(invoicing, needed, onGone)
			: needed;
		for await (const invoice of invoices) {
			if (!passes(invoice, filter, today) || !hasEmail(invoice, email)) continue;
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
	onWarning: Reading['onWarning'],
): AsyncGenerator<Invoice[]> {
	const met = new Set<string>();
	for (const status of lists) {
		for await (const page of invoicing.all(status, { pageSize, onWarning })) {
			yield lists.length === 1 ? page : page.filter((one) => !met.has(invoiceNumberOf(one)));
			for (const invoice of page) met.add(invoiceNumberOf(invoice));
		}
	}
}
