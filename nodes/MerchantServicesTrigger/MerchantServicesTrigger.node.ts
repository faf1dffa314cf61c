import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { merchantApiTest } from '../shared/service/credentialTest';
import { propertiesOf, subtitleOf } from './event';
import { EVENTS } from './events/table';
import { poll } from './poll';

export class MerchantServicesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Services Trigger',
		name: 'merchantServicesTrigger',
		icon: { light: 'file:merchantTrigger.svg', dark: 'file:merchantTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(EVENTS),
		description: 'Starts the workflow when a payment report is ready or an invoice changes',
		defaults: { name: 'Merchant Services Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'merchantApi', required: true, testedBy: 'merchantApiTest' }],
		properties: propertiesOf(EVENTS, 'newReport'),
	};

	methods = { credentialTest: { merchantApiTest } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this, EVENTS);
	}
}
