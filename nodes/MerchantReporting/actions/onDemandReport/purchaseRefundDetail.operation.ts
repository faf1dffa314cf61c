import { listFields, showFor } from '../../../shared/node/fields';
import { showHint } from '../../../shared/node/errors';
import { given, readOptions } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { readAll } from '../../../shared/problem';
import type { Query } from '../../../shared/transport/request';
import { contentFields } from '../common/download';
import { tellLimit } from '../common/list';
import { optionsOf } from '../common/options';
import { periodFields } from '../common/period';
import type { OnDemandPlan } from './asked';
import { formatOption, groupNameOption, ON_DEMAND_OPTIONS, readAsked, reportingFor } from './asked';
import { PAYMENT_TYPES } from './paymentTypes';
import { allRequests, filePages, type Paging, readPaging, TITLE } from './purchaseRefundPages';
import { joinRequests, USUAL_COLUMNS } from './purchaseRefundRequests';
import { receiveFiles, receiveTable } from './table';

interface PurchaseRefundPlan {
	asked: OnDemandPlan;
	query: Query;
	paging: Paging;
}

export const purchaseRefundDetail = operation({
	name: 'Get',
	action: 'Get purchase and refund detail',
	description: 'Get the purchases and refunds that were submitted to the processor',
	subtitle: 'Get Purchases and Refunds',
	fields: [
		...periodFields,
		...contentFields({}, { groupBy: 'settlement_paymentMethod' }),
		...showFor({ output: ['rows'] }, listFields),
		optionsOf(
			...ON_DEMAND_OPTIONS,
			groupNameOption,
			formatOption,
			{
				displayName: 'Payment Subtype',
				name: 'paymentSubtype',
				type: 'options',
				default: 'ALL',
				description: 'Only payments of this type',
				options: PAYMENT_TYPES,
			},
			{
				displayName: 'Start At',
				name: 'offset',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 0,
				description: 'How many results to skip (offset). After the last one, the result is empty.',
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
	],
	prepare: (item): PurchaseRefundPlan => {
		const plan = readAll({
			asked: () => readAsked(item),
			paging: () => readPaging(item),
		});
		const { paymentSubtype, viewBy, groupName } = readOptions(item);
		return {
			...plan,
			query: {
				paymentSubtype: given(paymentSubtype, 'Payment Subtype'),
				viewBy: given(viewBy),
				groupName: given(groupName, groupNameOption.displayName),
			},
		};
	},
	carryOut: async (plan, run) => {
		const { asked, query, paging } = plan;
		const { output } = asked.wanted.content;
		const warnings = new Set<string>();
		const onWarning = (warning: string) => {
			if (!warnings.has(warning)) showHint(run.context, warning);
			warnings.add(warning);
		};
		const question = { reporting: reportingFor(run, asked), period: asked.period, query };
		if (output === 'file') {
			return await receiveFiles(run, asked, TITLE, () =>
				filePages(run, question, asked.format, paging.offset, onWarning),
			);
		}
		const isLimited = output === 'rows';
		const limit = isLimited ? paging.limit : Infinity;
		// One more shows whether the limit leaves out any.
		const wanted = { ...paging, limit: limit + 1 };
		const rows = joinRequests(await allRequests(run, question, wanted, onWarning));
		const isCut = rows.length > limit;
		const items = await receiveTable(run, asked, {
			title: TITLE,
			definition: 'purchaseRefundDetail',
			rows: isCut ? rows.slice(0, limit) : rows,
			usual: USUAL_COLUMNS,
			// Everything was submitted to the processor.
			isAcceptedOnly: true,
		});
		const last = items.at(-1);
		if (isCut && last !== undefined) last.json.endNotice = tellLimit(run, limit, 'requests');
		return items;
	},
});
