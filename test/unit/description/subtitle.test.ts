import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { nodeTypesOf } from '../../support/engine';

/** What the canvas shows under the name of a node. */
async function subtitle(type: INodeType, parameters: Record<string, string>): Promise<unknown> {
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

const optionsOf = (property: INodeProperties) => property.options as INodePropertyOptions[];

const actions = [new MerchantReporting(), new MerchantInvoicing()].flatMap((node) =>
	node.description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) =>
			((property.displayOptions?.show?.resource ?? []) as string[]).flatMap((resource) =>
				optionsOf(property).map(({ value, action }) => ({ node, resource, value, action })),
			),
		),
);

describe('the canvas', () => {
	it.each(actions)('says of a node that it will "$action"', async (picked) => {
		const { node, resource, value, action } = picked;
		expect(await subtitle(node, { resource, operation: String(value) })).toBe(action);
	});

	it('says of the trigger what it waits for', async () => {
		const trigger = new MerchantServicesTrigger();
		const events = trigger.description.properties.find(({ name }) => name === 'event')!;
		for (const { name, value } of optionsOf(events)) {
			const shown = await subtitle(trigger, { event: String(value) });
			expect(String(shown).toLowerCase()).toBe(name.toLowerCase());
		}
	});
});
