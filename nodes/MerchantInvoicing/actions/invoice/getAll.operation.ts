import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ListFilter } from '../../../shared/invoice/listFilter';
import { hasEmail, passes, statusForService } from '../../../shared/invoice/listFilter';
import { isBlank, readDay, textOf } from '../../../shared/invoice/values';
import { listFields, simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { detailsOf } from '../common/details';
import { optionsOf } from '../common/options';
import { invoiceItem } from '../common/output';
import { readCollection, readLimit, todayOf } from '../common/parameters';
import { stop } from '../common/refuse';
import { listInvoices } from '../common/service';

export const description: INodeProperties[] = showFor(
	{ resource: ['invoice'], operation: ['getAll'] },
	[
		...listFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			description:
				'The service itself filters by one status. All else is filtered by the node, which reads page after page until it has enough.',
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
						'Part of the email address. The list of the service does not have it, so the node reads each invoice: slow when there are many.',
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
						'Any of these. One status is filtered by the service, several by the node. Pending exists only with fraud management.',
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
		},
		simplifyField,
		optionsOf({
			displayName: 'Full Details',
			name: 'details',
			type: 'boolean',
			default: false,
			description:
				'Whether to read each invoice for its line items, payment link, email address and history: one more request for each, a few at a time',
		}),
	],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const { transport } = run;
	const filters = readCollection(run, 'filters');
	const { details = false } = readCollection(run, 'options');
	const filter = readFilter(run, filters);
	const email = textOf(filters.customerEmail) || undefined;
	const limit = readLimit(run);
	const today = todayOf(run);

	const items: INodeExecutionData[] = [];
	for await (const page of listInvoices(transport, statusForService(filter))) {
		const fitting = page.filter((invoice) => passes(invoice, filter, today));
		const needed = email === undefined ? fitting.slice(0, limit - items.length) : fitting;
		const invoices: AsyncIterable<IDataObject> | IDataObject[] =
			details === true || email !== undefined ? detailsOf(transport, needed) : needed;
		for await (const invoice of invoices) {
			if (email === undefined || hasEmail(invoice, email)) items.push(invoiceItem(run, invoice));
			if (items.length >= limit) return items;
		}
	}
	return items;
}

function readFilter(run: ItemRun, filters: IDataObject): ListFilter {
	const day = (name: string, label: string) => {
		if (isBlank(filters[name])) return undefined;
		const value = readDay(filters[name]);
		if (value === undefined) {
			throw stop(run, `Get many invoices: ${label} must be a date written like 2026-12-31`);
		}
		return value;
	};
	return {
		statuses: [filters.status ?? []].flat().map((status) => textOf(status).toUpperCase()),
		customer: textOf(filters.customer) || undefined,
		dueFrom: day('dueFrom', 'Due From'),
		dueTo: day('dueUntil', 'Due Until'),
		overdueOnly: filters.overdueOnly === true,
	};
}
