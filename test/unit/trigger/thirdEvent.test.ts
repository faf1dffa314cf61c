import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type * as Table from '../../../nodes/MerchantServicesTrigger/events/table';
import { EVENTS } from '../../../nodes/MerchantServicesTrigger/events/table';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { withDefaults } from '../../support/engine';
import { PollingWorkflow } from '../../support/polling';
import { useSandbox } from '../../support/sandbox';
import type { newDefinition } from './newDefinition.event';

/** The one line that an event needs outside its own folder. */
jest.mock('../../../nodes/MerchantServicesTrigger/events/table', () => {
	const { EVENTS } = jest.requireActual<typeof Table>(
		'../../../nodes/MerchantServicesTrigger/events/table',
	);
	const made = jest.requireActual<{ newDefinition: typeof newDefinition }>('./newDefinition.event');
	return { EVENTS: [...EVENTS, made.newDefinition] };
});

const sandbox = useSandbox('all');

const node = new MerchantServicesTrigger();
const { properties, subtitle } = node.description;
const fieldNamed = (name: string) => properties.find((field) => field.name === name)!;

const watch = (parameters = {}) =>
	new PollingWorkflow({
		node,
		address: sandbox.address,
		token: sandbox.token,
		parameters: withDefaults(node, { event: 'newDefinition', ...parameters }),
	});

describe('An event that is added to the table', () => {
	it('is offered in the editor with its fields and options, which the others do not show', () => {
		const offered = fieldNamed('event').options as INodePropertyOptions[];
		const names = offered.map(({ name }) => name);
		expect(names).toContain('New Report Type');
		expect(names).toEqual(EVENTS.map(({ name }) => name).sort());
		expect(subtitle).toContain('"newDefinition":"New Report Type"');
		expect(fieldNamed('startsWith').displayOptions).toEqual({ show: { event: ['newDefinition'] } });
		const options = fieldNamed('options').options as INodeProperties[];
		expect(options.find(({ name }) => name === 'least')!.displayOptions).toEqual({
			show: { '/event': ['newDefinition'] },
		});
	});

	it('is polled: what exists comes once if the user asks for a replay', async () => {
		const options = { replayFrom: '2020-01-01' };
		const workflow = watch({ options, startsWith: 'Processor' });
		await workflow.activate();
		expect(workflow.events).toEqual([
			{ type: 'ProcessorSettlementDetailClass', isReplay: true },
			{ type: 'ProcessorEventsDetailClass', isReplay: true },
		]);
		expect(await workflow.poll()).toEqual([]);
		await workflow.restart();
		expect(workflow.events).toHaveLength(2);
	});
});
