import type { IDataObject } from 'n8n-workflow';

import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { EVENTS } from '../../../nodes/MerchantServicesTrigger/events/table';
import { withDefaults } from '../../support/engine';
import { PollingWorkflow } from '../../support/polling';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';

const node = new MerchantServicesTrigger();

const watching = ({ address, token }: Pick<TestSandbox, 'address' | 'token'>): PollingWorkflow =>
	new PollingWorkflow({
		node,
		address,
		token,
		parameters: withDefaults(node, { event: 'newReport', options: { health: 'changes' } }),
	});

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

const saved = (watch: unknown): string => JSON.stringify({ 'node:Trigger': { watch } });

const CANNOT_READ = 'this version of the package cannot read its saved state';

it.each<[string, (kept: IDataObject) => unknown, string]>([
	['another version wrote it', (kept) => ({ ...kept, version: 0 }), CANNOT_READ],
	['it is no state', () => 'text', CANNOT_READ],
	['it is of another account', (kept) => ({ ...kept, origin: 'x' }), 'its event, credential'],
])('a saved state, where %s: the trigger starts over and says why', async (_, change, why) => {
	const sandbox = await startTestSandbox();
	const workflow = watching(sandbox);
	await workflow.activate();
	workflow.saved = saved(change(workflow.state.watch as IDataObject));
	await workflow.pollFromSaved();
	await sandbox.stop();
	expect(workflow.errors).toEqual([]);
	expect(JSON.stringify(workflow.executions)).toContain(`The trigger started over because ${why}`);
});

it('a state that is damaged is an error in words', async () => {
	const sandbox = await startTestSandbox();
	const workflow = watching(sandbox);
	await workflow.activate();
	workflow.saved = saved({ ...(workflow.state.watch as IDataObject), health: {} });
	await workflow.pollFromSaved();
	await sandbox.stop();
	expect(workflow.errors.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^The trigger could not continue from its saved state \(/),
	]);
});
