import type { IDataObject } from 'n8n-workflow';

import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { EVENTS } from '../../../nodes/MerchantServicesTrigger/events/table';
import { withDefaults } from '../../support/engine';
import { PollingWorkflow } from '../../support/polling';
import { startTestSandbox } from '../../support/sandbox';

const FAR = 8_640_000_000_000_001;

const CHANGES: Array<[string, (kept: IDataObject) => IDataObject]> = [
	[
		'health without resets',
		(kept) => ({ ...kept, health: { ...(kept.health as object), resets: null } }),
	],
	['a date too far away', (kept) => ({ ...kept, watchedSince: FAR })],
	['a notice that is no text', (kept) => ({ ...kept, notice: {} })],
	['half of a replay', (kept) => ({ ...kept, replay: { from: 0 } })],
	['no state of the event', (kept) => ({ ...kept, state: null })],
];

const node = new MerchantServicesTrigger();

it.each(EVENTS.map(({ value }) => value))(
	'%s: a memory of n8n that cannot be written to is an error in words',
	async (event) => {
		const workflow = new PollingWorkflow({
			node,
			address: 'http://127.0.0.1:1',
			token: 'any-token',
			parameters: withDefaults(node, { event }),
		});
		workflow.saved = '{"node:Trigger":null}';
		await workflow.pollFromSaved();
		expect(workflow.errors.map(({ message }) => message)).toEqual([
			'What n8n saved for this trigger cannot be read',
		]);
	},
);

it.each(CHANGES)(
	'%s, changed by hand: the trigger starts over and says so',
	async (_what, change) => {
		const sandbox = await startTestSandbox();
		const workflow = new PollingWorkflow({
			node,
			address: sandbox.address,
			token: sandbox.token,
			parameters: withDefaults(node, { event: 'newReport', options: { health: 'changes' } }),
		});
		await workflow.activate();
		const data = workflow.state as { watch: IDataObject };
		workflow.saved = JSON.stringify({ 'node:Trigger': { watch: change(data.watch) } });
		await workflow.pollFromSaved();
		await sandbox.stop();
		expect(workflow.errors).toEqual([]);
		expect(JSON.stringify(workflow.executions)).toContain('its saved state could not be read');
	},
);
