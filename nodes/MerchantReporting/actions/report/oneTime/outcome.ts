import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Run } from '../../../../shared/node/resource';
import { utcText } from '../../../../shared/period/period';
import type { Refusal } from '../../../../shared/problem';
import { refusal } from '../../../../shared/problem';
import type { Reporting } from '../../../../shared/service/reporting';
import type { Wanted } from '../../common/download';
import { receive } from '../../common/download';
import type { Job, NotOrdered, Ordered } from './order';

/** What the user gets of a report that is not waited for: where it stands. */
export function stateOf(
	job: Job,
	made: Ordered | NotOrdered,
	failIfEmpty: boolean,
): INodeExecutionData[] {
	if (made.kind === 'empty' && !failIfEmpty) return [];
	if (made.kind !== 'ordered') throw made.failure;
	const { result, reportId, status } = made;
	return [{ json: { result, reportId, status, ready: status === 'COMPLETED', ...about(job) } }];
}

/** What the user gets of a report that was waited for: its content, or where it stands. */
export async function contentOf(
	run: Run,
	reporting: Reporting,
	job: Job,
	made: Ordered | NotOrdered | undefined,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	if (made === undefined) return [timedOut(job, { status: 'NOT_CREATED' })];
	if (made.kind === 'empty' && !wanted.failIfEmpty) return [];
	if (made.kind !== 'ordered') throw made.failure;
	const { result, reportId, status } = made;
	if (status === 'NO_DATA' && !wanted.failIfEmpty) return [];
	if (status === 'NO_DATA' || status === 'ERROR') throw failed(job, reportId, status);
	if (status !== 'COMPLETED' || reportId === undefined) {
		return [timedOut(job, { result, reportId, status })];
	}
	return await fetch(run, reporting, job, reportId, wanted);
}

async function fetch(
	run: Run,
	reporting: Reporting,
	{ reportName, window, body }: Job,
	reportId: string,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const accept = body.reportMimeType as string;
	const operationInWords = `Download report "${reportName}"`;
	const answered = await reporting.downloadById(reportId, accept, operationInWords);
	return await receive(run, answered, wanted, {
		accept,
		fileName: reportName,
		metadata: {
			reportId,
			reportName,
			startTime: utcText(window.start),
			endTime: utcText(window.end),
		},
	});
}

const about = ({ reportName, window }: Job): IDataObject => ({
	reportName,
	periodStart: utcText(window.start),
	periodEnd: utcText(window.end),
});

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

const failed = (job: Job, reportId: string | undefined, status: 'NO_DATA' | 'ERROR'): Refusal => {
	const isEmpty = status === 'NO_DATA';
	const what = isEmpty
		? 'there are no transactions in its period'
		: 'the service failed to make it';
	const advice = isEmpty
		? 'Turn off Fail If Empty if that is fine.'
		: 'Order it again under another name.';
	return refusal(
		`Create one-time report "${job.reportName}": ${what}`,
		`Report ${reportId ?? 'without identifier'} has the status ${status}. ${advice}`,
	);
};
