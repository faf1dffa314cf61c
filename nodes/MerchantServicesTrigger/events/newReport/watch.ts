import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ContentChoices } from '../../../shared/content/choices';
import { toOutput } from '../../../shared/content/toOutput';
import { toPlainTextError } from '../../../shared/node/errors';
import { StorageRefusal } from '../../../shared/node/storeBytes';
import { DAY, parseTime } from '../../../shared/period/times';
import { TransientRefusal, refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import {
	CSV_OR_XML,
	definitionNameOfReport,
	reportMetadataOf,
} from '../../../shared/service/reportResponses';
import { textOrEmpty } from '../../../shared/text';
import { isTransientStatus } from '../../../shared/transport/retry';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import {
	type CommonSettings,
	affectsAllRequests,
	type PollResult,
	type PollRun,
	type ReplayResult,
	type ReplayRecord,
} from '../../event';
import {
	byTime,
	cursorAfter,
	idInKey,
	isWanted,
	eventKeyOf,
	type ListedReport,
	listReports,
	newReports,
	listStart,
	type ReportFilters,
	type NewReportState,
} from './list';

export interface NewReportSettings extends CommonSettings {
	filters: ReportFilters;
	organizationId: string;
	/** Undefined if the details of a report are enough. */
	content?: ContentChoices;
}

const MAX_CONTENT_WAIT = DAY;

export async function pollReports(
	state: NewReportState | undefined,
	settings: NewReportSettings,
	run: PollRun,
): Promise<PollResult<NewReportState>> {
	const { now } = run;
	const reporting = new Reporting(run.transport, settings.organizationId);
	const listed = await listReports(reporting, listStart(state, now), now);
	if (state === undefined && listed === undefined) await verifyOrganization(reporting);
	const ready = newReports(state, listed ?? [], settings.filters);
	const made = await makeItems(ready, state?.waiting, settings, reporting, run);
	const { items, held, waiting, failure } = made;
	const backlog = held.length - Object.keys(waiting).length;
	const after = { ...cursorAfter(state, listed ?? [], held, now), waiting, backlog };
	return { items, state: after, failure };
}

/** If the service doesn't know the organization, the workflow would never start. */
export async function verifyOrganization(reporting: Reporting): Promise<void> {
	const organization = organizationInWords(reporting);
	if (await reporting.knowsOrganization(`Look for ${organization}`)) return;
	throw refusal(
		`The service does not know ${organization}`,
		'It lists neither reports nor report definitions for it, so the workflow would never start. Check Organization ID in the options of this node, or in the credential.',
	);
}

export const organizationInWords = ({ organizationId }: Reporting): string =>
	organizationId === '' ? 'the organization of the credential' : `organization ${organizationId}`;

interface MadeItems {
	items: INodeExecutionData[];
	/** For the next poll. */
	held: ListedReport[];
	/** Those in `held` whose content couldn't be read yet. */
	waiting: NewReportState['waiting'];
	/** n8n can't store the content. */
	failure?: Error;
}

async function makeItems(
	reports: readonly ListedReport[],
	before: NewReportState['waiting'] = {},
	settings: NewReportSettings,
	reporting: Reporting,
	{ context, now, outOfTime }: PollRun,
): Promise<MadeItems> {
	const listed = reports.map(eventKeyOf).filter((key) => key in before);
	const waiting = Object.fromEntries(listed.map((key) => [key, before[key]]));
	const made: MadeItems = { items: [], held: [...reports], waiting };
	for (const [index, report] of reports.entries()) {
		const done = reports.length - made.held.length;
		if (done >= settings.limit || (index > 0 && outOfTime())) break;
		const key = eventKeyOf(report);
		const { items, failure } = await buildItemsOfReport(report, settings, reporting, context);
		if (failure instanceof StorageRefusal) made.failure ??= failure;
		const { attempts, since } = waiting[key] ?? { attempts: 0, since: now };
		if (failure && now - since < MAX_CONTENT_WAIT) {
			waiting[key] = { attempts: attempts + 1, since, reason: failure.message };
			context.logger.warn(`Report ${report.id} waits for its content: ${failure.message}`);
			if (affectsAllRequests(failure)) break;
			continue;
		}
		for (const item of items) made.items.push(item);
		delete waiting[key];
		made.held.splice(made.held.indexOf(report), 1);
	}
	return made;
}

interface Progress {
	/** By status and ID. */
	unread: string[];
	waiting?: NewReportState['waiting'];
}

export async function replayReports(
	{ from, state }: ReplayRecord,
	settings: NewReportSettings,
	run: PollRun,
): Promise<ReplayResult> {
	const reporting = new Reporting(run.transport, settings.organizationId);
	const listed = await listReports(reporting, from, run.now);
	const wanted = (listed ?? []).filter(
		(report) => isWanted(report, settings.filters) && (report.latest ?? from) >= from,
	);
	const before = (state as Progress | undefined) ?? { unread: wanted.map(eventKeyOf) };
	const again = wanted.filter((report) => before.unread.includes(eventKeyOf(report))).sort(byTime);
	const made = await makeItems(again, before.waiting, settings, reporting, run);
	const { items, held, waiting, failure } = made;
	const done = again.filter((report) => !held.includes(report)).map(eventKeyOf);
	const unread = before.unread.filter((key) => !done.includes(key));
	if (unread.length === 0) return { items };
	// A list that is not found now may be found in the next poll.
	if (again.length > 0 || listed === undefined) {
		return { items, failure, state: { unread, waiting } };
	}
	const gone = unread.map(idInKey).join(', ');
	const notice = `The service no longer lists these reports, so they are not replayed: ${gone}.`;
	return { items, notice };
}

/** `failure`: why to try the content again in a later poll. Without it, the items are final. */
export async function buildItemsOfReport(
	report: ListedReport,
	{ content, zone }: NewReportSettings,
	reporting: Reporting,
	context: PollRun['context'],
): Promise<{ items: INodeExecutionData[]; failure?: Error }> {
	const details = detailsOf(report, zone);
	if (content === undefined || report.status !== 'COMPLETED') return { items: [{ json: details }] };
	try {
		const items = await download(report, content, reporting, context);
		return { items: withDetails(items, details, content) };
	} catch (error) {
		const { message, description } = toPlainTextError(context, error);
		const contentError = { message, ...(description && { description }) };
		const failure = error instanceof Error && mayPass(error) ? error : undefined;
		return { items: [{ json: { ...details, contentError } }], failure };
	}
}

/** A token can be renewed, a file may appear after its report is listed, and a cut file may be whole next time. */
function mayPass(error: Error): boolean {
	if (!(error instanceof ServiceFailure)) return error instanceof TransientRefusal;
	const { status } = error;
	if (status === undefined || status < 300) return true;
	return status === 401 || status === 404 || isTransientStatus(status);
}

/** The editor shows about three columns at once. */
const FIRST = ['reportName', 'reportStartTime', 'reportEndTime', 'status'];

function detailsOf({ id, status, completed, raw }: ListedReport, zone: string): IDataObject {
	const details: IDataObject = {};
	for (const name of [...FIRST.filter((each) => each in raw), ...Object.keys(raw)]) {
		const isTime = name.endsWith('Time') && textOrEmpty(raw[name]).includes(':');
		const at = isTime ? parseTime(raw[name]) : undefined;
		details[name] = at === undefined ? raw[name] : DateTime.fromMillis(at, { zone }).toISO();
	}
	delete details._links;
	const moment = completed === undefined ? '' : new Date(completed).toISOString();
	return { ...details, eventId: `${id}:${status}:${moment}` };
}

async function download(
	{ id, raw }: ListedReport,
	content: ContentChoices,
	reporting: Reporting,
	context: PollRun['context'],
): Promise<INodeExecutionData[]> {
	const accept = textOrEmpty(raw.reportMimeType) || CSV_OR_XML;
	const fileName = textOrEmpty(raw.reportName) || id;
	const response = await reporting.downloadById(id, accept, `Download report ${fileName}`);
	if (response.kind === 'empty') throw response.failure;
	const source = {
		stream: response.body,
		mimeType: response.body.contentType || accept,
		fileName,
		metadata: { ...reportMetadataOf(raw), reportId: id },
		definition: definitionNameOfReport(raw),
	};
	return (await toOutput(context, [source], content)).items;
}

/** Each row already has the name of its report. */
function withDetails(
	items: INodeExecutionData[],
	details: IDataObject,
	{ output }: ContentChoices,
): INodeExecutionData[] {
	if (items.length === 0) return [{ json: details }];
	if (output === 'file') {
		return items.map(({ json: { endNotice }, ...item }) => ({
			...item,
			json: endNotice === undefined ? details : { ...details, endNotice },
		}));
	}
	if (output === 'rows') return items;
	return items.map((item) => ({ ...item, json: { ...item.json, report: details } }));
}
