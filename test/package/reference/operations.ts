import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REQUESTS } from '../../support/requests';
import { code, page, table } from './markdown';

const NODES = path.resolve(__dirname, '../../../nodes');

/** The fields that the action returns by default. */
function outputOf(node: string, action: string): string[] {
	const file = path.join(NODES, node, '__schema__/v1.0.0', `${action}.json`);
	const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
	return Object.keys(properties);
}

/** "Resource: Operation", what a workflow's JSON calls it, its requests and its output. */
function rowsOf(node: string, { properties }: INodeTypeDescription): string[][] {
	const optionsOf = (name: string, resource?: string): INodePropertyOptions[] =>
		properties
			.filter((field) => field.name === name)
			.filter(({ displayOptions }) =>
				resource === undefined ? true : displayOptions?.show?.resource?.includes(resource),
			)
			.flatMap(({ options }) => options as INodePropertyOptions[]);
	return optionsOf('resource').flatMap((resource) =>
		optionsOf('operation', String(resource.value)).map((operation) => {
			const action = `${String(resource.value)}/${String(operation.value)}`;
			return [
				`${resource.name}: ${operation.name}`,
				`\`${action}\``,
				code(REQUESTS[action].map(withoutNames)),
				code(outputOf(node, action)),
			];
		}),
	);
}

/** The path without the version before it, and without the name that the test used. */
const withoutNames = (request: string): string =>
	request.replace(/\/\w+\/v\d/, '').replace(/(\/report-\w+)\/\w+$/, '$1/{name}');

const HEAD = ['Action', 'In a workflow file', 'Requests', 'Returns'];

export const operationsPage = (nodes: Readonly<Record<string, INodeTypeDescription>>): string =>
	page(
		'Operations',
		"What the forms in the editor don't show: the value of each action in a workflow file (`resource/operation`), its requests in an example with the sandbox, and the fields that it returns by default. Paths are below `/reporting/v3` or `/invoicing/v2`. A list takes a request for each page, and Get Totals one for each partly paid invoice. An action with many input rows takes them for each row. The trigger uses `GET /reports`, `GET /invoices` and `GET /invoices/{number}`.",
		...Object.entries(nodes).flatMap(([node, description]) => [
			`## ${description.displayName}`,
			table([HEAD, ...rowsOf(node, description)]),
		]),
	);
