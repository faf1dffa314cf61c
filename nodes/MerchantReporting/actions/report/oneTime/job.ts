import type { IDataObject } from 'n8n-workflow';
import type { ItemRun } from '../../../../shared/items';
import { utcText, type Period } from '../../../../shared/period';
import { outcomeUnknown } from '../../../../shared/transport';
import { pause } from '../../../../shared/transport/gate';
import { unlessNoData } from '../../../rules/emptyResult';
import { settle } from '../../../rules/settle';
import { listReports, REPORTS, statusOf, type Report } from '../../../service/reports';

/** One report to be made: what to send, and where to look for it. */
export interface Job {
	reportName: string;
	reportMimeType: string;
	window: Period;
	body: IDataObject;
	organizationId: string;
}

/**
 * created: by this run. existing: a report of this name and period was there already.
 * unchanged: the service answered that nothing changed.
 */
export type Result = 'created' | 'existing' | 'unchanged';

export interface Ordered {
	result: Result;
	reportId?: string;
	status: string;
}

const ATTEMPTS = 4;
const FIRST_PAUSE = 1000;

const sameInstant = (text: string | undefined, wanted: string): boolean =>
	text === undefined || Date.parse(text) === Date.parse(wanted);

/** The report of this name and period, where the service has it. */
export const findReport = async (run: ItemRun, job: Job): Promise<Report | undefined> => {
	const { reportName, window, organizationId } = job;
	const reports = await unlessNoData(
		false,
		async () =>
			await listReports(run.transport, organizationId, window, 'reportTimeFrame', { reportName }),
	);
	return reports?.find(
		(report) =>
			report.reportName === reportName &&
			sameInstant(report.reportStartTime, utcText(window.start)) &&
			sameInstant(report.reportEndTime, utcText(window.end)),
	);
};

const send = async (run: ItemRun, job: Job): Promise<Ordered> => {
	const outcome = await run.transport.json<Report | undefined>({
		operation: `Create one-time report "${job.reportName}"`,
		method: 'POST',
		path: REPORTS,
		body: job.body,
		organizationId: job.organizationId,
		repeatable: 'whenRefused',
	});
	if (outcome.kind === 'notFound') throw outcome.error;
	const result = outcome.kind === 'notModified' ? 'unchanged' : 'created';
	const answer = outcome.kind === 'found' ? outcome.body : undefined;
	const report = answer?.reportId === undefined ? await findReport(run, job) : answer;
	return { result, reportId: report?.reportId, status: statusOf(report ?? {}) || 'PENDING' };
};

/**
 * Orders a report once, however often it is tried: the name and period of a report are looked for before it
 * is sent, and again before it is repeated because the answer was lost.
 */
export const order = async (run: ItemRun, job: Job): Promise<Ordered> => {
	const cancel = run.context.getExecutionCancelSignal();
	for (let attempt = 1; ; attempt++) {
		const existing = await findReport(run, job);
		if (existing) {
			const result = attempt === 1 ? 'existing' : 'created';
			return { result, reportId: existing.reportId, status: statusOf(existing) };
		}
		const ended = await settle(async () => await send(run, job));
		if ('value' in ended) return ended.value;
		if (!outcomeUnknown(ended.error) || attempt === ATTEMPTS) throw ended.error;
		run.context.logger.info(
			`Create one-time report "${job.reportName}": the answer was lost. Looking whether the report was made before trying again.`,
		);
		await pause(FIRST_PAUSE * 2 ** (attempt - 1), cancel);
	}
};
