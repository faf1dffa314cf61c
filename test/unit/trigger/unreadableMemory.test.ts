import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { EVENTS } from '../../../nodes/MerchantServicesTrigger/events/table';
import { withDefaults } from '../../support/engine';
import { PollingWorkflow } from '../../support/polling';

const node = new MerchantServicesTrigger();

it.each(EVENTS.map(({ value }) => value))(
	'%s: a memory of n8n that cannot be written to is an error in words',
	async (event) => {
		const workflow = new PollingWorkflow({
			node,
			address: 'http://127.0.0.1:1',
			token: 'token',
			parameters: withDefaults(node, { event }),
		});
		workflow.saved = '{"node:Trigger":null}';
		await workflow.pollFromSaved();
		expect(workflow.errors.map(({ message }) => message)).toEqual([
			'What n8n saved for this trigger cannot be read',
		]);
	},
);
