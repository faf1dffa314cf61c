import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { listFields, simplifyField } from '../../../shared/node/fields';
import {
	given,
	readCollection,
	readCount,
	readLimit,
	readOptions,
} from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import type { Checked } from '../../../shared/problem';
import { checked, problemsOf, readAll } from '../../../shared/problem';
import { textOf } from '../../../shared/record';
import type { Invoice } from '../../../shared/service/invoicing';
import { Invoicing } from '../../../shared/service/invoicing';
import type { ListFilter } from '../../invoice/listFilter';
import { hasEmail, passes, showsEnough, statusForService } from '../../invoice/listFilter';
import { isBlank, readValue } from '../../invoice/values';
import { amountsOption, optionsOf } from '../options';
import { detailsOf } from './details';
import { invoiceItem, readView, tellWarnings } from './output';

const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1000 },
	default: 100,
	description: 'How many invoices to ask for in one request. The service may give fewer.',
};

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many invoices',
	description: 'List invoices by status, due date or customer, or those that are overdue',
	subtitle: 'Get Many Invoices',
	fields: [
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
		optionsOf(
			amountsOption,
			{
				displayName: 'Full Details',
				name: 'details',
				type: 'boolean',
				default: false,
				description:
					'Whether to read each invoice for its line items, payment link, email address and history: one more request for each, a few at a time',
			},
			pageSizeOption,
		),
	],

	prepare(item) {
		const filters = readCollection(item, 'filters');
		return readAll({
			filter: () => checked(readFilter(filters, item.context.getTimezone())),
			pageSize: () =>
				readCount(pageSizeOption.displayName, readOptions(item).pageSize, {
					fallback: 100,
					least: 1,
					most: 1000,
				}),
			email: () => given(filters.customerEmail),
			details: () => readOptions(item).details === true,
			limit: () => readLimit(item),
			view: () => readView(item),
		});
	},

	async carryOut({ filter, email, details, limit, pageSize, view }, run) {
		const invoicing = new Invoicing(run.transport);
		const items: INodeExecutionData[] = [];
		const warnings: string[] = [];
		const onGone = (number: string) =>
			warnings.push(
				`Invoice ${number} is in the list, but could not be found. Only what the list says is shown`,
			);
		const onDoubt = (doubt: string) => warnings.push(doubt);
		const done = () => {
			tellWarnings(run, warnings);
			return items;
		};
		for await (const page of invoicing.all(statusForService(filter), { pageSize, onDoubt })) {
			const isSparse = !page.every(showsEnough);
			const inFull = details || email !== undefined || isSparse;
			const fitting = isSparse ? page : page.filter((one) => passes(one, filter, view.today));
			const isCertain = email === undefined && !isSparse;
			const needed = isCertain ? fitting.slice(0, limit - items.length) : fitting;
			const invoices: AsyncIterable<Invoice> | Invoice[] = inFull
				? detailsOf(invoicing, needed, onGone)
				: needed;
			for await (const invoice of invoices) {
				if (!passes(invoice, filter, view.today)) continue;
				if (email === undefined || hasEmail(invoice, email)) items.push(invoiceItem(invoice, view));
				if (items.length >= limit) return done();
			}
		}
		return done();
	},
});

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
			customer: given(filters.customer),
			dueFrom: dueFrom.value,
			dueTo: dueTo.value,
			overdueOnly: filters.overdueOnly === true,
		},
	};
}
