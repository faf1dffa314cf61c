import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ContentChoices } from '../../../shared/content/choices';
import { handOver } from '../../../shared/content/handOver';
import { errorWords } from '../../../shared/node/errors';
import type { Reporting } from '../../../shared/service/reporting';
import type { PollRun } from '../../event';
import { text, type ListedReport } from './report';

const EITHER_FORMAT = 'text/csv, application/xml;q=0.9';

/** The items of one report: its details, or what the user wants of its content. */
export async function itemsOf(
	report: ListedReport,
	content: ContentChoices | undefined,
	reporting: Reporting,
	context: PollRun['context'],
): Promise<INodeExecutionData[]> {
	const details = detailsOf(report);
	if (content === undefined || report.status !== 'COMPLETED') return [{ json: details }];
	try {
		const items = await download(report, content, reporting, context);
		return withDetails(items, details, content);
	} catch (error) {
		// The report is there and the workflow must learn of it, with or without its content.
		return [{ json: { ...details, contentError: errorWords(context.getNode(), error) } }];
	}
}

function detailsOf({ id, status, raw }: ListedReport): IDataObject {
	return { eventId: `${id}:${status}:${raw.reportCompletedTime ?? ''}`, ...raw };
}

async function download(
	{ id, raw }: ListedReport,
	content: ContentChoices,
	reporting: Reporting,
	context: PollRun['context'],
): Promise<INodeExecutionData[]> {
	const accept = text(raw.reportMimeType) ?? EITHER_FORMAT;
	const reportName = text(raw.reportName);
	const fileName = reportName ?? id;
	const answer = await reporting.downloadById(id, accept, `Download report ${fileName}`);
	if (answer.kind === 'empty') throw answer.failure;
	const metadata = {
		reportId: id,
		reportName,
		startTime: text(raw.reportStartTime),
		endTime: text(raw.reportEndTime),
		organizationId: text(raw.organizationId),
	};
	const stream = answer.body;
	const mimeType = stream.contentType || accept;
	return await handOver(context, { stream, mimeType, fileName, metadata }, content);
}

/** Rows name their report; a file or totals come with the details, and so does a report without rows. */
function withDetails(
	items: INodeExecutionData[],
	details: IDataObject,
	{ output }: ContentChoices,
): INodeExecutionData[] {
	if (items.length === 0) return [{ json: details }];
	const isWithoutRows = output === 'rowsAndFile' && Object.keys(items[0].json).length === 0;
	if (output === 'file' || isWithoutRows) return items.map((item) => ({ ...item, json: details }));
	if (output === 'totals') {
		return items.map((item) => ({ ...item, json: { ...item.json, report: details } }));
	}
	return items;
}
