import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ContentChoices } from '../../../shared/content/choices';
import { toOutput } from '../../../shared/content/toOutput';
import { plainTextError } from '../../../shared/node/errors';
import { instant } from '../../../shared/period/times';
import { PassingRefusal } from '../../../shared/problem';
import { textIn } from '../../../shared/text';
import type { Reporting } from '../../../shared/service/reporting';
import { ANY_FORMAT, definitionOf, reportFactsOf } from '../../../shared/service/reportingAnswers';
import { isPassing } from '../../../shared/transport/retry';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { PollRun } from '../../event';
import type { ListedReport } from './list';
import type { NewReportSettings } from './settings';

interface ReportItems {
	items: INodeExecutionData[];
	/** Why the content should wait. Otherwise the items say it. */
	failure?: Error;
}

/** The items of one report: its details, or what the user wants of its content. */
export async function itemsOf(
	report: ListedReport,
	{ content, zone }: NewReportSettings,
	reporting: Reporting,
	context: PollRun['context'],
): Promise<ReportItems> {
	const details = detailsOf(report, zone);
	if (content === undefined || report.status !== 'COMPLETED') return { items: [{ json: details }] };
	try {
		const items = await download(report, content, reporting, context);
		return { items: withDetails(items, details, content) };
	} catch (error) {
		const { message, description } = plainTextError(context, error);
		const contentError = { message, ...(description && { description }) };
		const failure = error instanceof Error && mayPass(error) ? error : undefined;
		return { items: [{ json: { ...details, contentError } }], failure };
	}
}

/**
 * A token can be renewed, and a file may be there a moment later than its report is listed. What came under the
 * status of a success and is no report, or not all of it, may be whole the next time.
 */
function mayPass(error: Error): boolean {
	if (!(error instanceof ServiceFailure)) return error instanceof PassingRefusal;
	const { status } = error;
	if (status === undefined || status < 300) return true;
	return status === 401 || status === 404 || isPassing(status);
}

/** A table shows about three columns at once. */
const FIRST = ['reportName', 'reportStartTime', 'reportEndTime', 'status'];

/** Its times are in the zone of the workflow. */
function detailsOf({ id, status, completed, raw }: ListedReport, zone: string): IDataObject {
	const details: IDataObject = {};
	for (const name of [...FIRST.filter((each) => each in raw), ...Object.keys(raw)]) {
		const isTime = name.endsWith('Time') && textIn(raw[name]).includes(':');
		const at = isTime ? instant(raw[name]) : undefined;
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
	const accept = textIn(raw.reportMimeType) || ANY_FORMAT;
	const fileName = textIn(raw.reportName) || id;
	const answer = await reporting.downloadById(id, accept, `Download report ${fileName}`);
	if (answer.kind === 'empty') throw answer.failure;
	const metadata = { ...reportFactsOf(raw), reportId: id };
	const stream = answer.body;
	const mimeType = stream.contentType || accept;
	const definition = definitionOf(raw);
	const source = { stream, mimeType, fileName, metadata, definition };
	return (await toOutput(context, [source], content)).items;
}

/** Rows name their report; a file, totals or a spreadsheet come with the details, and so does a report without rows. */
function withDetails(
	items: INodeExecutionData[],
	details: IDataObject,
	{ output }: ContentChoices,
): INodeExecutionData[] {
	if (items.length === 0) return [{ json: details }];
	const isWithoutRows = output === 'rows' && Object.keys(items[0].json).length === 0;
	if (output === 'file' || isWithoutRows) {
		return items.map(({ json: { endNotice }, ...item }) => ({
			...item,
			json: endNotice === undefined ? details : { ...details, endNotice },
		}));
	}
	if (output === 'totals' || output === 'workbook') {
		return items.map((item) => ({ ...item, json: { ...item.json, report: details } }));
	}
	return items;
}
