import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import {
	contentFields,
	contentOptions,
	readContentChoices,
} from '../../nodes/shared/content/choices';
import { toOutput } from '../../nodes/shared/content/toOutput';
import { optionsField } from '../../nodes/shared/node/fields';

const description: INodeTypeDescription = {
	displayName: 'Report',
	name: 'report',
	group: ['input'],
	version: 1,
	description: 'Hands a report over',
	defaults: { name: 'Report' },
	inputs: ['main'],
	outputs: ['main'],
	// n8n drops what a description does not have.
	properties: [...contentFields({}), optionsField(...contentOptions())],
};

type Open = (context: IExecuteFunctions) => Promise<{ bytes: Readable }>;

/** Our part from the first byte on: what the Reporting node does with a download. */
export function reportNode(mimeType: string, open: Open): INodeType {
	return {
		description,
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const choices = readContentChoices((name, fallback) =>
				this.getNodeParameter(name, 0, fallback as string),
			);
			const stream = { ...(await open(this)), contentType: mimeType };
			const source = { stream, mimeType, fileName: 'report', metadata: {} };
			return [(await toOutput(this, [source], choices)).items];
		},
	};
}

export const fromFile =
	(path: string): Open =>
	async () => ({ bytes: createReadStream(path) });

/** As the transport downloads: by n8n's own request helper, as a stream. */
export const fromServer =
	(url: string): Open =>
	async (context) => {
		const { body } = (await context.helpers.httpRequest({
			url,
			encoding: 'stream',
			returnFullResponse: true,
		})) as { body: Readable };
		return { bytes: body };
	};

/** One of n8n's own nodes, from the pinned n8n. */
export function builtIn(file: string, name: string): INodeType {
	const modules = createRequire(`${process.env.BENCH_HOST}/package.json`)(
		`n8n-nodes-base/dist/nodes/${file}`,
	) as Record<string, new () => INodeType>;
	return new modules[name]();
}
