import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { contentFields } from '../../../shared/content';
import { listFields } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { utcText, type Period } from '../../../shared/period';
import type { ServiceRequest } from '../../../shared/transport';
import { joinRequests, type PurchaseRefundPage } from '../../onDemand/purchaseRefund';
import { readContent } from '../common/download';
import { readLimit } from '../common/limit';
import { failIfEmptyOption, optionsOf, splitOption } from '../common/options';
import { given, read, readOptions, readOrganizationId } from '../common/parameters';
import { periodFields, readPeriod, readWindows } from '../common/period';
import { FILE_FORMATS, formatField, groupNameOption, JSON_FORMAT } from './fields';
import { filePages, jsonPages, readPaging } from './pages';
import { asItems, eachWindow, unlessEmpty } from './windows';

const show = { resource: ['onDemandReport'], operation: ['purchaseRefundDetail'] };

export const description: INodeProperties[] = [
	...showFor(show, [
		...periodFields,
		...listFields,
		formatField,
		{
			displayName: 'Output',
			name: 'listsOutput',
			type: 'options',
			default: 'rows',
			description: 'What to make of the six lists of the answer',
			options: [
				{
					name: 'Lists as They Are',
					value: 'lists',
					description: 'One item per page of the answer, with its six lists',
				},
				{
					name: 'One Row per Request',
					value: 'rows',
					description: 'The six lists joined into one flat row for each request',
				},
			],
			displayOptions: { show: { format: ['application/json'] } },
		},
	]),
	...contentFields({ ...show, format: FILE_FORMATS }),
	...showFor(show, [
		optionsOf(
			failIfEmptyOption,
			groupNameOption,
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 2000, numberPrecision: 0 },
				default: 2000,
				description: 'How many requests to ask the service for at once, from 1 to 2000',
			},
			{
				displayName: 'Payment Subtype',
				name: 'paymentSubtype',
				type: 'options',
				default: 'ALL',
				description: 'Only payments with this kind of card',
				options: [
					{ name: 'All', value: 'ALL' },
					{ name: 'AX', value: 'AX' },
					{ name: 'DI', value: 'DI' },
					{ name: 'DP', value: 'DP' },
					{ name: 'MC', value: 'MC' },
					{ name: 'VI', value: 'VI' },
				],
			},
			splitOption,
			{
				displayName: 'Start At',
				name: 'offset',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 0,
				description: 'How many results to skip (offset). Beyond the last one the result is empty.',
			},
			{
				displayName: 'View By',
				name: 'viewBy',
				type: 'options',
				default: 'requestDate',
				description: 'Which date of a transaction must lie in the period',
				options: [
					{ name: 'Request Date', value: 'requestDate' },
					{ name: 'Submission Date', value: 'submissionDate' },
				],
			},
		),
	]),
];

const requestOf = (run: ItemRun, options: IDataObject, { start, end }: Period): ServiceRequest => ({
	operation: 'Get purchase and refund detail',
	method: 'GET',
	path: ['reporting', 'v3', 'purchase-refund-details'],
	query: {
		startTime: utcText(start),
		endTime: utcText(end),
		paymentSubtype: given(options.paymentSubtype),
		viewBy: given(options.viewBy),
		groupName: given(options.groupName),
	},
	organizationId: readOrganizationId(run),
});

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const period = readPeriod(run);
	const windows = readWindows(run, period);
	const options = readOptions(run);
	const format = read<string>(run, 'format', JSON_FORMAT);
	const paging = { limit: readLimit(run), ...readPaging(run, options, windows.length) };

	let left = paging.limit;
	if (format !== JSON_FORMAT) {
		const content = readContent(run);
		const counted = Number.isFinite(left) && windows.length > 1;
		const files = await eachWindow(run, windows, async (window) => {
			const request = { ...requestOf(run, options, window), accept: format };
			const pages = { ...paging, limit: left, counted };
			const { items, count } = await filePages(run, request, pages, content, window);
			if (counted) left -= count;
			return items;
		});
		return unlessEmpty(run, period, files.flat());
	}

	const answers = await eachWindow(run, windows, async (window) => {
		const pages: PurchaseRefundPage[] = [];
		const request = requestOf(run, options, window);
		for await (const { page, count } of jsonPages(run, request, { ...paging, limit: left })) {
			pages.push(page);
			left -= count;
		}
		return pages;
	});
	if (read<string>(run, 'listsOutput', 'rows') === 'lists') {
		return unlessEmpty(run, period, asItems(answers.flat() as IDataObject[], period));
	}
	const rows = joinRequests(answers);
	return unlessEmpty(run, period, asItems(rows.slice(0, paging.limit), period));
}
