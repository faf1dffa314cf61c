import { Readable } from 'node:stream';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import {
	contentFields,
	contentOptions,
	readContentChoices,
} from '../../../nodes/shared/content/choices';
import { optionsField } from '../../../nodes/shared/node/fields';
import { toOutput } from '../../../nodes/shared/content/toOutput';
import type { ItemsAndRowCount, ReportSource } from '../../../nodes/shared/content/reading';
import { toNodeError } from '../../../nodes/shared/node/errors';
import { withCheckedChoices } from '../../../nodes/shared/node/parameters';
import { type NodeRun, runNode, withDefaults } from '../../support/engine';

export interface Report {
	content: string | Buffer;
	mimeType: string;
	/** How the connection ended; `chunks` where it is not said. */
	completeness?: 'length' | 'transfer' | 'unknown';
	fileName?: string;
	breaks?: boolean;
	timeZone?: string;
	/** What else is known of it. */
	about?: Partial<ReportSource>;
}

async function* chunks({ content, breaks }: Report) {
	const bytes = Buffer.from(content);
	for (let start = 0; start < bytes.length; start += 1000)
		yield bytes.subarray(start, start + 1000);
	if (breaks) throw new Error('aborted');
}

/** Actions check their dropdowns before they read them: so does this one. */
const PROPERTIES = [...contentFields(), optionsField(...contentOptions())];

/** A node that "downloads" the given report, or the parts of one, and hands it over as the user chose. */
class ReportNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Report',
		name: 'report',
		group: ['input'],
		version: 1,
		description: 'Hands a report over',
		defaults: { name: 'Report' },
		inputs: ['main'],
		outputs: ['main'],
		properties: PROPERTIES,
	};

	execute: INodeType['execute'];

	/** What the last run says that it read. */
	read?: Omit<ItemsAndRowCount, 'items'>;

	constructor(...reports: Report[]) {
		const heard = (read: ReportNode['read']) => (this.read = read);
		this.execute = async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			try {
				const { parameter } = withCheckedChoices(PROPERTIES, {
					parameter: (name, fallback) => this.getNodeParameter(name, 0, fallback as string),
				});
				const choices = readContentChoices(parameter);
				const sources = reports.map((report, index) => sourceOf(report, index, reports.length));
				const { items, ...read } = await toOutput(this, sources, choices);
				heard(read);
				return [items];
			} catch (error) {
				throw toNodeError(this, error);
			}
		};
	}
}

const sourceOf = (report: Report, index: number, parts: number): ReportSource => ({
	stream: {
		bytes: Readable.from(chunks(report)),
		contentType: report.mimeType,
		completeness: () => report.completeness ?? 'transfer',
	},
	mimeType: report.mimeType,
	fileName: report.fileName ?? 'daily: sales/eu',
	metadata: {
		reportId: `r${index + 1}`,
		reportName: 'Daily',
		...(report.timeZone === undefined ? {} : { timeZone: report.timeZone }),
	},
	part: parts > 1 ? `part ${index + 1} of ${parts}` : undefined,
	...report.about,
});

export interface ReportRun extends NodeRun {
	json: IDataObject[];
	/** What the node says that it read. */
	read: ReportNode['read'];
}

/** What comes of a report, or of its parts. */
export async function runReport(
	report: Report | Report[],
	parameters: IDataObject = {},
): Promise<ReportRun> {
	const node = new ReportNode(...[report].flat());
	const done = await runNode({
		node,
		parameters: withDefaults(node, parameters),
		address: 'http://127.0.0.1:9',
		token: 'any-token',
	});
	const json = done.items.map((item) => item.json);
	return { ...done, json, read: node.read };
}
