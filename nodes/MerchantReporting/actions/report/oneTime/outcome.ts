import { NodeOperationError, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import type { ContentChoices } from '../../../../shared/content';
import type { ItemRun } from '../../../../shared/items';
import { utcText } from '../../../../shared/period';
import { REPORTS } from '../../../service/reports';
import { download } from '../../common/download';
import { failsIfEmpty, orEmpty } from '../../common/empty';
import type { Job, Ordered } from './job';

const about = ({ reportName, window }: Job): IDataObject => ({
	reportName,
	periodStart: utcText(window.start),
	periodEnd: utcText(window.end),
});

/** What the user gets of one report: its content, or where it stands. */
export const outcome = async (
	run: ItemRun,
	job: Job,
	making: Promise<Ordered | undefined>,
	content: ContentChoices | undefined,
): Promise<INodeExecutionData[]> => {
	return await orEmpty(run, true, async () => {
		const made = await making;
		if (made === undefined) return [timedOut(job, { status: 'NOT_CREATED' })];
		const { result, reportId, status } = made;
		if (content === undefined) {
			return [{ json: { result, reportId, status, ready: status === 'COMPLETED', ...about(job) } }];
		}
		if (status === 'NO_DATA' && !failsIfEmpty(run)) return [];
		if (status === 'NO_DATA' || status === 'ERROR') throw failed(run, job, reportId, status);
		if (status !== 'COMPLETED' || reportId === undefined) {
			return [timedOut(job, { result, reportId, status })];
		}
		return await fetch(run, job, reportId, content);
	});
};

const fetch = async (
	run: ItemRun,
	job: Job,
	reportId: string,
	content: ContentChoices,
): Promise<INodeExecutionData[]> =>
	await download(
		run,
		{
			operation: `Download report "${job.reportName}"`,
			path: [...REPORTS, reportId],
			accept: job.reportMimeType,
			organizationId: job.organizationId,
		},
		content,
		{
			fileName: job.reportName,
			metadata: {
				reportId,
				reportName: job.reportName,
				startTime: utcText(job.window.start),
				endTime: utcText(job.window.end),
			},
		},
	);

const timedOut = (job: Job, state: IDataObject): INodeExecutionData => ({
	json: {
		...state,
		ready: false,
		timedOut: true,
		...about(job),
		message:
			state.status === 'NOT_CREATED'
				? 'The time was over before this report could be ordered. Run the node again: what is ready is used.'
				: 'The report is still being made. Get it with Download by ID later, or run the node again.',
	},
});

const failed = (run: ItemRun, job: Job, reportId: string | undefined, status: string) =>
	new NodeOperationError(
		run.context.getNode(),
		status === 'NO_DATA'
			? `Create one-time report "${job.reportName}": there are no transactions in its period`
			: `Create one-time report "${job.reportName}": the service failed to make it`,
		{
			itemIndex: run.index,
			description: `Report ${reportId ?? 'without identifier'} has the status ${status}. ${
				status === 'NO_DATA'
					? 'Turn off Fail If Empty if that is fine.'
					: 'Order it again under another name.'
			}`,
		},
	);
