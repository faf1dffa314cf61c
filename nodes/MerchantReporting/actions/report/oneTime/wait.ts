import type { Run } from '../../../../shared/node/resource';
import { catchFailure } from '../../../../shared/transport/transport';
import type { FoundOrEmpty, Reporting } from '../../../../shared/service/reporting';
import type { Report } from '../../../../shared/service/reportingAnswers';
import { isFinal, reportStatusOf } from '../../../../shared/service/reportingAnswers';
import { DEFAULT_RETRY_POLICY, pause } from '../../../../shared/transport/retry';
import { ServiceFailure } from '../../../../shared/transport/serviceFailure';
import type { ServiceStream } from '../../../../shared/transport/stream';
import { findReport, NOT_ORDERED, type Order, orderPart, type Part, statusOf } from './order';

interface WaitLimits {
	/** When to stop, in milliseconds since 1970. */
	until: number;
	/** Whether there is no use in going on, as another report of the same order failed. */
	isStopped: () => boolean;
}

/** In relation to the pause before a request is repeated: 5 seconds. */
const firstPause = (): number => 10 * DEFAULT_RETRY_POLICY.pause;
const LONGEST_PAUSE = 60_000;
const GROWTH = 1.5;

/** A report may be complete for a moment before its file is there. */
const FILE_MAY_LAG = 60_000;

const longer = (wait: number): number => Math.min(wait * GROWTH, LONGEST_PAUSE);

/** Orders a report as soon as the service has a place for it, where it gets one in time: others make reports too. */
export async function orderWhenFree(
	{ context }: Run,
	reporting: Reporting,
	order: Order,
	part: Part,
	{ until, isStopped }: WaitLimits,
): Promise<Part> {
	const cancel = context.getExecutionCancelSignal();
	for (let wait = firstPause(); Date.now() < until && !isStopped(); wait = longer(wait)) {
		const ordered = await orderPart(reporting, order, part);
		if (ordered.status !== NOT_ORDERED) return ordered;
		const next = Math.min(wait, Math.max(0, until - Date.now()));
		context.logger.info(
			`Report "${part.reportName}" waits for a place: three one-time reports are being made. Trying again in ${Math.ceil(next / 1000)} s.`,
		);
		await pause(next, cancel);
	}
	return part;
}

/** Looks at an ordered report until it is finished, or the time is over. */
export async function waitUntilReady(
	{ context }: Run,
	reporting: Reporting,
	ordered: Part,
	{ until, isStopped }: WaitLimits,
): Promise<Part> {
	const cancel = context.getExecutionCancelSignal();
	let part = ordered;
	for (let wait = firstPause(); !isFinal(statusOf(part)); wait = longer(wait)) {
		const remaining = until - Date.now();
		if (remaining <= 0 || isStopped()) return part;
		const next = Math.min(wait, remaining);
		context.logger.info(
			`Report "${part.reportName}" is ${part.status}. Looking again in ${Math.ceil(next / 1000)} s, at most ${Math.ceil(remaining / 60_000)} min longer.`,
		);
		await pause(next, cancel);
		part = await look(reporting, part);
	}
	return part;
}

/** Where the report stands now: by its details, or by the list where they do not say. */
export async function look(reporting: Reporting, part: Part): Promise<Part> {
	const { reportId, outcome } = part;
	const details = reportId === undefined ? undefined : await detailsOf(reporting, reportId);
	const hasStatus = details?.kind === 'found' && reportStatusOf(details.body) !== '';
	const listed = hasStatus ? undefined : await findReport(reporting, part);
	const status = hasStatus ? reportStatusOf(details.body) : reportStatusOf(listed ?? {});
	return {
		...part,
		outcome: listed !== undefined && outcome === 'unknown' ? 'ordered' : outcome,
		reportId: reportId ?? listed?.reportId,
		status: status || (details?.kind === 'empty' ? 'NO_DATA' : part.status),
	};
}

/** Undefined where the service does not find them: it may show the file alone, once it is there. */
async function detailsOf(
	reporting: Reporting,
	reportId: string,
): Promise<FoundOrEmpty<Report> | undefined> {
	const answered = await catchFailure(reporting.getReport(reportId));
	if (!(answered instanceof ServiceFailure)) return answered;
	if (isNotThere(answered)) return undefined;
	throw answered;
}

const isNotThere = ({ status = 0 }: ServiceFailure): boolean => status === 404 || status < 300;

/** The file of a finished report, as soon as it is there. */
export async function downloadMade(
	{ context }: Run,
	reporting: Reporting,
	reportName: string,
	reportId: string,
	{ reportMimeType }: Order['body'],
): Promise<FoundOrEmpty<ServiceStream>> {
	const accept = reportMimeType as string;
	const until = Date.now() + FILE_MAY_LAG;
	for (let wait = firstPause(); ; wait = longer(wait)) {
		const answered = await catchFailure(
			reporting.downloadById(reportId, accept, `Download report "${reportName}"`),
		);
		if (!(answered instanceof ServiceFailure)) return answered;
		if (!isNotThere(answered) || Date.now() + wait > until) throw answered;
		await pause(wait, context.getExecutionCancelSignal());
	}
}
