import type { INodeParameters, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { nodeTypesOf } from '../../support/engine';
import { actionsOf } from './forms';
import { NODES } from './nodes';

/** What the canvas shows under the name of a node. */
async function subtitle(type: INodeType, parameters: INodeParameters): Promise<unknown> {
	const workflow = new Workflow({
		active: false,
		nodeTypes: nodeTypesOf({ type }),
		nodes: [{ id: '1', name: 'Node', type: 'type', typeVersion: 1, position: [0, 0], parameters }],
		connections: {},
	});
	await workflow.expression.acquireIsolate();
	try {
		const { description } = type;
		return workflow.expression.getSimpleParameterValue(
			workflow.getNode('Node')!,
			description.subtitle,
			'internal',
			{},
		);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** What fits under a node's picture. */
const WIDTH = 27;
const TITLE_CASE = /^[A-Z][a-z]+( (to|by|and|or|ID|One-Time|[A-Z][a-z]+))*$/;

describe('the canvas', () => {
	const nodes = Object.values(NODES).map(({ node }) => node);
	it.each(nodes.filter((node) => actionsOf(node).length > 0))(
		'says of each action of $description.displayName what it does, in words that fit',
		async (node) => {
			const actions = actionsOf(node);
			const shown = await Promise.all(actions.map(async (action) => await subtitle(node, action)));
			for (const words of shown) {
				expect(words).toMatch(TITLE_CASE);
				expect(String(words).length).toBeLessThanOrEqual(WIDTH);
			}
			expect(new Set(shown).size).toBe(actions.length);
		},
	);

	it.each<INodeParameters>([
		{ operation: 'create', checkOnly: true },
		{ operation: 'update', options: { checkOnly: true } },
	])('says that a run with %j only checks', async (parameters) => {
		const shown = await subtitle(NODES.MerchantInvoicing.node, {
			resource: 'invoice',
			...parameters,
		});
		expect(shown).toBe('Check Only');
	});

	it('says of the trigger what it waits for', async () => {
		const { node: trigger } = NODES.MerchantServicesTrigger;
		const events = trigger.description.properties.find(({ name }) => name === 'event')!;
		for (const { name, value } of events.options as INodePropertyOptions[]) {
			expect(await subtitle(trigger, { event: String(value) })).toBe(name);
		}
	});
});
