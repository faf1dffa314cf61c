import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { handOver, readContentChoices, type ContentChoices } from '../shared/content';
import { ReportProblem } from '../shared/report/problem';
import { found, type Transport } from '../shared/transport';
import type { ListedReport } from './events/newReport/listedReport';

/** Makes the items of one report. */
export type ReportOutput = (report: ListedReport) => Promise<INodeExecutionData[]>;

/** A poll may bring several reports, so each row tells which one it is of, unless the user chooses otherwise. */
const ORIGIN: ContentChoices['read']['metadataColumns'] = ['reportName', 'reportId'];

/** Undefined when the details are enough. Wrong choices are told before anything is sent. */
export function readContent(context: IPollFunctions): ContentChoices | undefined {
	if (!context.getNodeParameter('download', false)) return undefined;
	const parameter = (name: string, fallback: unknown) => context.getNodeParameter(name, fallback);
	try {
		const choices = readContentChoices(parameter);
		const { metadataColumns } = parameter('rowOptions', {}) as { metadataColumns?: unknown };
		const isOfRows = choices.output !== 'file' && choices.output !== 'totals';
		if (isOfRows && metadataColumns === undefined) {
			choices.read = { ...choices.read, metadataColumns: ORIGIN };
		}
		return choices;
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, {
			description: error instanceof ReportProblem ? error.description : undefined,
		});
	}
}

export function reportOutput(
	context: IPollFunctions,
	transport: Transport,
	organizationId: string,
): ReportOutput {
	const content = readContent(context);
	return async (report) => {
		const details = detailsOf(report);
		if (content === undefined || report.status !== 'COMPLETED') return [{ json: details }];
		try {
			const items = await download(context, transport, organizationId, report, content);
			return withDetails(items, details, content);
		} catch (error) {
			// The report is there and the workflow must learn of it, with or without its content.
			return [{ json: { ...details, contentError: errorWords(error) } }];
		}
	};
}

function detailsOf({ id, status, raw }: ListedReport): IDataObject {
	const completed = (raw.reportCompletedTime as string | undefined) ?? '';
	return { eventId: `${id}:${status}:${completed}`, ...raw };
}

async function download(
	context: IPollFunctions,
	transport: Transport,
	organizationId: string,
	{ id, raw }: ListedReport,
	content: ContentChoices,
): Promise<INodeExecutionData[]> {
	const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
	const accept = text(raw.reportMimeType) ?? 'text/csv, application/xml;q=0.9';
	const reportName = text(raw.reportName);
	const stream = found(
		await transport.stream({
			operation: `Download report ${reportName ?? id}`,
			method: 'GET',
			path: ['reporting', 'v3', 'reports', id],
			accept,
			organizationId,
		}),
	);
	const metadata = {
		reportId: id,
		reportName,
		startTime: text(raw.reportStartTime),
		endTime: text(raw.reportEndTime),
		organizationId: text(raw.organizationId),
	};
	return await handOver(
		context,
		{ stream, mimeType: stream.contentType || accept, fileName: reportName ?? id, metadata },
		content,
	);
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

function errorWords(error: unknown): IDataObject {
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	return {
		message: error instanceof Error ? error.message : String(error),
		...(isNodeError && error.description ? { description: error.description } : {}),
	};
}
