import { NodeApiError } from 'n8n-workflow';
import type { ItemRun } from '../../../../shared/items';
import { pause } from '../../../../shared/transport/gate';
import { settle } from '../../../rules/settle';
import { getReport, statusOf, type Report } from '../../../service/reports';
import { findReport, order, type Job, type Ordered } from './job';

export interface Waiting {
	/** When to give up, in milliseconds since 1970. */
	until: number;
	/** How long to wait before the first look, in milliseconds; it grows with each one. */
	firstPause: number;
	/** Whether there is no use in going on, as another report of the same order failed. */
	given: { up: boolean };
}

const LONGEST_PAUSE = 60_000;
const GROWTH = 1.5;

/** In one of these the service does no more to a report. */
const FINAL = new Set(['COMPLETED', 'NO_DATA', 'ERROR']);

const look = async (run: ItemRun, job: Job, reportId?: string): Promise<Report | undefined> =>
	reportId === undefined
		? await findReport(run, job)
		: await getReport(run.transport, reportId, job.organizationId);

/** The words with which the service refuses a fourth report while three are being made. */
const NO_PLACE = /LIMIT_REACHED|one-time reports? (are|is) (still )?(in progress|being made)/i;

const isNoPlace = (error: unknown): boolean =>
	error instanceof NodeApiError &&
	error.httpCode === '400' &&
	NO_PLACE.test(`${error.context.reason as string} ${error.message}`);

/** Orders a report as soon as the service has a place for it, where it gets one in time: others make reports too. */
export const orderWhenFree = async (
	run: ItemRun,
	job: Job,
	{ until, firstPause, given }: Waiting,
): Promise<Ordered | undefined> => {
	const cancel = run.context.getExecutionCancelSignal();
	for (
		let wait = firstPause;
		Date.now() < until && !given.up;
		wait = Math.min(wait * GROWTH, LONGEST_PAUSE)
	) {
		const ended = await settle(async () => await order(run, job));
		if ('value' in ended) return ended.value;
		if (!isNoPlace(ended.error)) throw ended.error;
		const next = Math.min(wait, Math.max(0, until - Date.now()));
		run.context.logger.info(
			`Report "${job.reportName}" waits for a place: three one-time reports are being made. Trying again in ${Math.ceil(next / 1000)} s.`,
		);
		await pause(next, cancel);
	}
	return undefined;
};

/** Looks at an ordered report until it is finished, or the time is over. */
export const waitUntilReady = async (
	run: ItemRun,
	job: Job,
	ordered: Ordered,
	{ until, firstPause, given }: Waiting,
): Promise<Ordered> => {
	const cancel = run.context.getExecutionCancelSignal();
	let state = ordered;
	for (
		let wait = firstPause;
		!FINAL.has(state.status);
		wait = Math.min(wait * GROWTH, LONGEST_PAUSE)
	) {
		const left = until - Date.now();
		if (left <= 0 || given.up) return state;
		const next = Math.min(wait, left);
		run.context.logger.info(
			`Report "${job.reportName}" is ${state.status}. Looking again in ${Math.ceil(next / 1000)} s, at most ${Math.ceil(left / 60_000)} min longer.`,
		);
		await pause(next, cancel);
		const report = await look(run, job, state.reportId);
		if (report) {
			state = {
				...state,
				reportId: state.reportId ?? report.reportId,
				status: statusOf(report) || state.status,
			};
		}
	}
	return state;
};
