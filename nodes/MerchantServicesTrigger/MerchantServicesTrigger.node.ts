import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { authenticationField } from '../shared/node/fields';
import { merchantApiTest } from '../shared/service/credentialTest';
import { loadOptionsOf, buildEventProperties, buildEventSubtitle } from './event';
import { EVENTS } from './events/table';
import { poll } from './poll';

/** The node panel lists the events of a trigger whose first field they are. */
const [EVENT, ...FIELDS] = buildEventProperties(EVENTS);

export class MerchantServicesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Services Trigger',
		name: 'merchantServicesTrigger',
		icon: { light: 'file:merchantTrigger.svg', dark: 'file:merchantTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: buildEventSubtitle(EVENTS),
		description: 'Starts the workflow when a payment report is ready or an invoice changes',
		defaults: { name: 'Merchant Services Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'merchantApi',
				required: true,
				testedBy: 'merchantApiTest',
				displayOptions: { show: { authentication: ['tokenOrKey'] } },
			},
			{
				name: 'merchantOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: [EVENT, authenticationField, ...FIELDS],
	};

	methods = {
		credentialTest: { merchantApiTest },
		loadOptions: loadOptionsOf(EVENTS),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this, EVENTS);
	}
}
