import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { offsetText } from '../../../shared/period';
import { found } from '../../../shared/transport';
import {
	joinBatchSummaries,
	summaryRows,
	totalRows,
	type BatchSummary,
} from '../../onDemand/batchSummary';
import { failIfEmptyOption, optionsOf, splitOption } from '../common/options';
import { given, read, readOptions, readOrganizationId } from '../common/parameters';
import { periodFields, readPeriod, readWindows } from '../common/period';
import { refuse } from '../common/refuse';
import { rowsField } from './fields';
import { shapeOutput } from './rowsOutput';
import { eachWindow } from './windows';

export const description: INodeProperties[] = showFor(
	{ resource: ['onDemandReport'], operation: ['paymentBatchSummary'] },
	[
		...periodFields,
		{
			displayName: 'Breakdown',
			name: 'breakdown',
			type: 'options',
			default: '',
			description: 'Whether and how the figures are told apart by merchant',
			options: [
				{
					name: 'All Merchants',
					value: 'all_merchant',
					description: 'All merchant IDs under the requesting parent',
				},
				{ name: 'By Account', value: 'account_rollup', description: 'Aggregated at account level' },
				{ name: 'None', value: '' },
				{
					name: 'Selected Merchant',
					value: 'selected_merchant',
					description: 'The merchant of the Organization ID',
				},
			],
		},
		{
			displayName: 'Roll-Up',
			name: 'rollUp',
			type: 'options',
			default: 'day',
			required: true,
			description: 'The span of time that each row is about. A breakdown needs it.',
			options: [
				{ name: 'Day', value: 'day' },
				{ name: 'Month', value: 'month' },
				{ name: 'Week', value: 'week' },
			],
			displayOptions: { hide: { breakdown: [''] } },
		},
		rowsField,
		optionsOf(failIfEmptyOption, splitOption, {
			displayName: 'Week Starts On Day',
			name: 'startDayOfWeek',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 7, numberPrecision: 0 },
			default: 1,
			description:
				'The first day of a week in the figures (startDayOfWeek), from 1 to 7 as the service numbers them',
		}),
	],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const period = readPeriod(run);
	const windows = readWindows(run, period);
	const breakdown = given(read(run, 'breakdown', ''));
	const rollUp = breakdown === undefined ? undefined : read<string>(run, 'rollUp', 'day');
	if (windows.length > 1 && rollUp !== undefined && rollUp !== 'day') {
		refuse(run, [
			`Split Period Into Windows Of (Days): windows would cut a ${rollUp} in two. Choose Day as Roll-Up, or do not split`,
		]);
	}
	const startDayOfWeek = given(readOptions(run).startDayOfWeek);
	if (startDayOfWeek !== undefined && !/^[1-7]$/.test(startDayOfWeek)) {
		refuse(run, ['Week Starts On Day: enter a whole number from 1 to 7']);
	}
	const answers = await eachWindow(run, windows, async ({ start, end }) =>
		found(
			await run.transport.json<BatchSummary>({
				operation: 'Get payment batch summary',
				method: 'GET',
				path: ['reporting', 'v3', 'payment-batch-summaries'],
				query: {
					startTime: offsetText(start),
					endTime: offsetText(end),
					rollUp,
					breakdown,
					startDayOfWeek,
				},
				organizationId: readOrganizationId(run),
			}),
		),
	);
	return shapeOutput(run, period, answers, {
		join: (all) => joinBatchSummaries(all, rollUp === 'day'),
		rows: summaryRows,
		totals: totalRows,
	});
}
