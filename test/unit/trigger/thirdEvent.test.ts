import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type * as Table from '../../../nodes/MerchantServicesTrigger/events/table';
import { EVENTS } from '../../../nodes/MerchantServicesTrigger/events/table';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { withDefaults } from '../../support/engine';
import { PollingWorkflow } from '../../support/polling';
import { setAttempts } from '../../support/patience';
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

	it('hands over nothing of the past where it is not asked for, and keeps a state of its own', async () => {
		const workflow = watch();
		await workflow.activate();
		expect(workflow.events).toEqual([]);
		expect(workflow.state).toMatchObject({
			watch: { state: { seen: expect.arrayContaining(['TransactionRequestClass']) as unknown } },
		});
	});

	it('shows an example, refuses what it cannot use, and says what failed, as every event does', async () => {
		const [item] = await watch().example();
		expect(item.json).toHaveProperty('type');

		await expect(watch({ options: { least: -1 } }).activate()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'Least: -1 is not a whole number from 0 up, for example 0',
		});

		setAttempts(1);
		const workflow = watch();
		await workflow.activate();
		await sandbox.control.fault({ kind: 'status', status: 503, times: 1 });
		expect(await workflow.poll()).toEqual([]);
		expect(workflow.errors).toMatchObject([
			{ name: 'NodeApiError', message: expect.stringContaining('List report types: ') as string },
		]);
	});
});

describe('An event that is not in the table', () => {
	it('is refused with what to do', async () => {
		await expect(watch({ event: 'fullMoon' }).activate()).rejects.toMatchObject({
			message: 'There is no event "fullMoon"',
			description: 'Choose the event from the list.',
		});
	});
});
