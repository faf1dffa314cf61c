import type { IDataObject } from 'n8n-workflow';

import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
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

const saved = (watch: unknown): string => JSON.stringify({ 'node:Trigger': { watch } });

const CANNOT_READ = 'this version of the package cannot read its saved state';

it.each<[string, (kept: IDataObject) => unknown, string]>([
	['another version wrote it', (kept) => ({ ...kept, version: 0 }), CANNOT_READ],
	['it is no state', () => 'text', CANNOT_READ],
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
