import { Container } from '@n8n/di';
import { ActiveWorkflowTriggers, PollContext } from 'n8n-core';
import type { INodeExecutionData, Workflow } from 'n8n-workflow';
import { Workflow as EngineWorkflow } from 'n8n-workflow';

import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { search } from '../../support/canary';
import { additionalData, nodeTypesOf, testCredential, withDefaults } from '../../support/engine';
import { useSandbox } from '../../support/sandbox';
import { Invoices } from '../../workflow/trigger/invoices';
import { watchSandbox } from '../../workflow/trigger/watch';

const sandbox = useSandbox('each');
const invoices = new Invoices(sandbox);

const PARAMETERS = { event: 'invoiceStatusChanged', itemOutput: 'raw' };
const TYPE = 'n8n-nodes-merchant-services.trigger';
const node = new MerchantServicesTrigger();
// n8n adds it when it loads a polling trigger.
node.description.properties.unshift({
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'fixedCollection',
	default: {},
	typeOptions: { multipleValues: true },
	options: [
		{
			name: 'item',
			displayName: 'Item',
			values: [{ displayName: 'Mode', name: 'mode', type: 'options', default: 'everyMinute' }],
		},
	],
});

const told = (events: Array<Record<string, unknown>>) =>
	events.map(({ invoiceNumber, newStatus }) => [invoiceNumber, newStatus].join(' '));

/** Publishes a workflow as n8n does, with the part of n8n that starts its triggers. */
async function publish(id: string): Promise<{ workflow: Workflow; handed: INodeExecutionData[] }> {
	const handed: INodeExecutionData[] = [];
	const parameters = withDefaults(node, PARAMETERS);
	const workflow = new EngineWorkflow({
		id,
		active: true,
		nodeTypes: nodeTypesOf({ [TYPE]: node }),
		connections: {},
		nodes: [
			{
				id: 'trigger',
				name: 'Trigger',
				type: TYPE,
				typeVersion: 1,
				position: [0, 0],
				parameters: { ...parameters, pollTimes: { item: [{ mode: 'everyMinute' }] } },
				credentials: { merchantApi: { id: '1', name: 'Test' } },
			},
		],
	});
	const data = additionalData(testCredential(sandbox));
	await Container.get(ActiveWorkflowTriggers).addAllTriggers(
		id,
		workflow,
		data,
		'trigger',
		'activate',
		() => {
			throw new Error('There is no other trigger');
		},
		(started, trigger) =>
			new PollContext(started, trigger, data, 'trigger', 'activate', ([items]) => {
				handed.push(...items);
			}),
	);
	await Container.get(ActiveWorkflowTriggers).remove(id);
	search('what is published', [workflow.staticData, handed]);
	return { workflow, handed };
}

describe('When n8n publishes a workflow', () => {
	it('it polls at once, and that poll is the start', async () => {
		await invoices.create('OLD');
		const { workflow, handed } = await publish('published');
		expect(handed).toEqual([]);
		expect(workflow.getStaticData('node', workflow.getNode('Trigger')!)).toHaveProperty('watch');
	});
});

describe('Where n8n drops what a poll without events has written', () => {
	it('what happened between publishing and the first poll by the clock comes all the same', async () => {
		await invoices.create('OLD');
		const workflow = watchSandbox(sandbox, PARAMETERS);
		await workflow.activate();
		const before = '{}';
		workflow.saved = before;
		await invoices.pay('OLD');
		await invoices.create('NEW');
		const dropped = await workflow.pollFromSaved();
		workflow.saved = before;
		const events = await workflow.pollFromSaved();
		expect(told(events)).toEqual(told(dropped));
		expect(told(events).filter((text) => text !== 'NEW CREATED')).toEqual(['OLD PAID', 'NEW SENT']);
		expect(events[0]).not.toHaveProperty('triggerNotice');
		expect(await workflow.pollFromSaved()).toEqual([]);
	});

	it('and the process ends before the next poll, that one is the start, and the output says so', async () => {
		await invoices.create('GONE');
		const workflow = watchSandbox(sandbox, PARAMETERS);
		await workflow.activate();
		workflow.forget();
		expect(await workflow.poll()).toEqual([]);
		await invoices.pay('GONE');
		const [event] = await workflow.poll();
		expect(event.triggerNotice).toMatch(
			/^The trigger watches from \d{4}-\d\d-\d\dT.* on\. n8n did/,
		);
		await invoices.create('NEXT');
		expect((await workflow.poll())[0]).not.toHaveProperty('triggerNotice');
	});
});

describe('Another trigger in the same process', () => {
	it('takes up nothing of this one, though it watches the same', async () => {
		await invoices.create('A');
		const one = watchSandbox(sandbox, PARAMETERS);
		await one.activate();
		await invoices.pay('A');
		const other = watchSandbox(sandbox, PARAMETERS);
		await other.activate();
		expect(await other.poll()).toEqual([]);
		expect(told(await one.poll())).toEqual(['A PAID']);
	});
});
