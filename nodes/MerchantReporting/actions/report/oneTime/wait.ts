import type { Run } from '../../../../shared/node/resource';
import type { Report, Reporting } from '../../../../shared/service/reporting';
import { reportStatusOf } from '../../../../shared/service/reporting';
import { pause } from '../../../../shared/transport/gate';
import type { Job, NotOrdered, Ordered } from './order';
import { findReport, order } from './order';

export interface Waiting {
	/** When to stop, in milliseconds since 1970. */
	until: number;
	/** How long to wait before the first look, in milliseconds; it grows with each one. */
	firstPause: number;
	/** Whether there is no use in going on, as another report of the same order failed. */
	isStopped: () => boolean;
}

const LONGEST_PAUSE = 60_000;
const GROWTH = 1.5;

const longer = (wait: number): number => Math.min(wait * GROWTH, LONGEST_PAUSE);

/** In one of these the service does no more to a report. */
const FINAL = new Set(['COMPLETED', 'NO_DATA', 'ERROR']);

/** Orders a report as soon as the service has a place for it, where it gets one in time: others make reports too. */
export async function orderWhenFree(
	{ context }: Run,
	reporting: Reporting,
	job: Job,
	{ until, firstPause, isStopped }: Waiting,
): Promise<Ordered | NotOrdered | undefined> {
	const cancel = context.getExecutionCancelSignal();
	for (let wait = firstPause; Date.now() < until && !isStopped(); wait = longer(wait)) {
		const made = await order(reporting, job);
		if (made.kind !== 'noPlace') return made;
		const next = Math.min(wait, Math.max(0, until - Date.now()));
		context.logger.info(
			`Report "${job.reportName}" waits for a place: three one-time reports are being made. Trying again in ${Math.ceil(next / 1000)} s.`,
		);
		await pause(next, cancel);
	}
	return undefined;
}

/** Looks at an ordered report until it is finished, or the time is over. */
export async function waitUntilReady(
	{ context }: Run,
	reporting: Reporting,
	job: Job,
	ordered: Ordered,
	{ until, firstPause, isStopped }: Waiting,
): Promise<Ordered> {
	const cancel = context.getExecutionCancelSignal();
	let state = ordered;
	for (let wait = firstPause; !FINAL.has(state.status); wait = longer(wait)) {
		const left = until - Date.now();
		if (left <= 0 || isStopped()) return state;
		const next = Math.min(wait, left);
		context.logger.info(
			`Report "${job.reportName}" is ${state.status}. Looking again in ${Math.ceil(next / 1000)} s, at most ${Math.ceil(left / 60_000)} min longer.`,
		);
		await pause(next, cancel);
		const report = await look(reporting, job, state.reportId);
		if (report === undefined) continue;
		state = {
			...state,
			reportId: state.reportId ?? report.reportId,
			status: reportStatusOf(report) || state.status,
		};
	}
	return state;
}

async function look(
	reporting: Reporting,
	job: Job,
	reportId?: string,
): Promise<Report | undefined> {
	if (reportId === undefined) return await findReport(reporting, job);
	const answered = await reporting.getReport(reportId);
	return answered.kind === 'found' ? answered.body : { reportStatus: 'NO_DATA' };
}
