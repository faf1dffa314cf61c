import type { INodeExecutionData } from 'n8n-workflow';

import type { ReportSource } from '../../../shared/content/reading';
import { listFields, showFor } from '../../../shared/node/fields';
import { showHint } from '../../../shared/node/errors';
import { given, readOptions } from '../../../shared/node/parameters';
import type { Run } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll, refusal } from '../../../shared/problem';
import type { Query } from '../../../shared/transport/request';
import { receiveAll } from '../common/download';
import { tellLimit } from '../common/list';
import { optionsOf } from '../common/options';
import { periodFields } from '../common/period';
import type { Asked } from './asked';
import {
	amountsOption,
	asItems,
	eachWindow,
	groupNameOption,
	windowsOf,
	ON_DEMAND_OPTIONS,
	readAsked,
	reportingFor,
} from './asked';
import type { FileChoices } from './fileOutput';
import {
	aboutFile,
	formatOption,
	onDemandOptions,
	onDemandOutput,
	readFileChoices,
} from './fileOutput';
import { PAYMENT_TYPES } from './paymentTypes';
import type { Paging, RequestPage } from './purchaseRefundPages';
import { filePages, jsonPages, readPaging } from './purchaseRefundPages';
import { joinRequests } from './purchaseRefundRequests';

interface Plan {
	asked: Asked;
	query: Query;
	paging: Paging;
	file: FileChoices;
}

export const purchaseRefundDetail = operation({
	name: 'Get',
	action: 'Get purchase and refund detail',
	description: 'Get the purchases and refunds that were submitted to the processor',
	subtitle: 'Get Purchases and Refunds',
	fields: [
		...periodFields,
		...onDemandOutput(),
		...showFor({ output: ['rows'] }, listFields),
		optionsOf(
			...onDemandOptions(),
			...ON_DEMAND_OPTIONS,
			groupNameOption,
			amountsOption,
			formatOption(),
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
	prepare: (item): Plan => {
		const plan = readAll({
			asked: () => readAsked(item),
			file: () => readFileChoices(item),
			paging: () => readPaging(item),
		});
		if (plan.paging.offset > 0 && plan.asked.windows.length > 1) {
			throw refusal(
				'cannot be combined with a period that is split, as each window is counted from 0',
				undefined,
				'Start At',
			);
		}
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
	carryOut: async (plan, run) =>
		plan.file === undefined
			? await askForRequests(run, plan)
			: await askForFiles(run, plan, plan.file),
});

async function askForRequests(run: Run, plan: Plan): Promise<INodeExecutionData[]> {
	const { asked, query, paging } = plan;
	const reporting = reportingFor(run, asked);
	const warnings = new Set<string>();
	// One more shows whether the limit leaves out any.
	let wantedYet = paging.limit + 1;
	const windows = await eachWindow(run, asked, async (window) => {
		const pages: RequestPage[] = [];
		const question = { reporting, window, query };
		const wanted = { ...paging, limit: wantedYet };
		const onWarning = (warning: string) => warnings.add(warning);
		for await (const page of jsonPages(run, question, wanted, onWarning)) {
			pages.push(page);
			wantedYet -= page.entries.length;
		}
		return pages;
	});
	for (const message of warnings) showHint(run.context, message);
	const pages = windows.flat();
	const rows = joinRequests(
		pages.map(({ entries }) => entries),
		asked.allColumns,
	);
	const shown = rows.slice(0, paging.limit);
	const isCut = rows.length > shown.length;
	if (isCut) shown[shown.length - 1].endNotice = tellLimit(run, paging.limit, 'requests');
	return asItems(shown, asked, rows.length);
}

async function askForFiles(
	run: Run,
	{ asked, query, paging: { offset } }: Plan,
	{ accept, wanted }: NonNullable<FileChoices>,
): Promise<INodeExecutionData[]> {
	const reporting = reportingFor(run, asked);
	const sources = async function* (): AsyncGenerator<ReportSource> {
		for (const window of windowsOf(run, asked)) {
			yield* filePages({ reporting, window, query }, accept, offset);
		}
	};
	const subject = aboutFile('Purchase and refund detail', asked.period);
	return await receiveAll(run, sources(), wanted, subject, true);
}
