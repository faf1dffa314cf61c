import { Readable } from 'node:stream';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { readContentChoices } from '../../../nodes/shared/content/choices';
import { contentFields } from '../../../nodes/shared/content/fields';
import { handOver } from '../../../nodes/shared/content/handOver';
import type { ReportSource } from '../../../nodes/shared/content/source';
import { toNodeError } from '../../../nodes/shared/node/errors';

export interface Report {
	content: string | Buffer;
	mimeType: string;
	contentLength?: number;
	fileName?: string;
	breaks?: boolean;
}

async function* chunks({ content, breaks }: Report) {
	const bytes = Buffer.from(content);
	for (let start = 0; start < bytes.length; start += 1000)
		yield bytes.subarray(start, start + 1000);
	if (breaks) throw new Error('aborted');
}

/** A node that "downloads" the given report and hands it over as the user chose. */
export class ReportNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Report',
		name: 'report',
		group: ['input'],
		version: 1,
		description: 'Hands a report over',
		defaults: { name: 'Report' },
		inputs: ['main'],
		outputs: ['main'],
		properties: contentFields(),
	};

	execute: INodeType['execute'];

	constructor(report: Report) {
		this.execute = async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const source: ReportSource = {
				stream: {
					bytes: Readable.from(chunks(report)),
					contentType: report.mimeType,
					contentLength: report.contentLength,
				},
				mimeType: report.mimeType,
				fileName: report.fileName ?? 'daily: sales/eu',
				metadata: { reportId: 'r1', reportName: 'Daily' },
			};
			try {
				const choices = readContentChoices((name, fallback) =>
					this.getNodeParameter(name, 0, fallback as string),
				);
				return [await handOver(this, source, choices)];
			} catch (error) {
				throw toNodeError(this.getNode(), error);
			}
		};
	}
}
