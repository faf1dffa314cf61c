import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IConnections, IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { PollingWorkflow } from '../../support/polling';
import { useSandbox } from '../../support/sandbox';

const folder = join(__dirname, '../../../examples');
const files = readdirSync(folder).filter((file) => file.startsWith('trigger-'));
const node = new MerchantServicesTrigger();

const sandbox = useSandbox('all');

type Example = { nodes: INode[]; connections: IConnections };

const readExample = (file: string) =>
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example;

const triggerOf = (file: string): INode =>
	readExample(file).nodes.find(({ type }) => type.endsWith('.merchantServicesTrigger'))!;

describe('The example workflows of the trigger', () => {
	it.each(files)('%s sets only fields that the node has, to values they allow', (file) => {
		const { parameters } = triggerOf(file);
		const { pollTimes, ...own } = parameters;
		expect(pollTimes).toBeDefined();
		const properties: INodeProperties[] = node.description.properties;
		for (const name of Object.keys(own)) {
			expect(properties.map((property) => property.name)).toContain(name);
		}
		const issues = NodeHelpers.getNodeParametersIssues(
			properties,
			triggerOf(file),
			node.description,
		);
		expect(issues).toBeNull();
	});

	it.each(files)('%s drops no test event silently', (file) => {
		const { nodes, connections } = readExample(file);
		expect(nodes.filter(({ type }) => type === 'n8n-nodes-base.filter')).toEqual([]);
		for (const { name } of nodes.filter(({ type }) => type === 'n8n-nodes-base.if')) {
			expect(connections[name].main.map((branch) => branch?.length)).toEqual([1, 1]);
		}
	});

	it.each(files)('%s activates and polls', async (file) => {
		const parameters = triggerOf(file).parameters as IDataObject;
		const { address, token } = sandbox;
		const workflow = new PollingWorkflow({ node, parameters, address, token });
		await workflow.activate();
		expect(await workflow.poll()).toEqual([]);
		expect(workflow.errors).toEqual([]);
	});
});
