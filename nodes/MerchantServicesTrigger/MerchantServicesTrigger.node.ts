import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { merchantApiTest } from '../shared/transport';
import { commonFields } from './fields/commonFields';
import { invoiceFields } from './fields/invoiceFields';
import { reportFields } from './fields/reportFields';
import { poll } from './poll';

export class MerchantServicesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Services Trigger',
		name: 'merchantServicesTrigger',
		icon: { light: 'file:merchantTrigger.svg', dark: 'file:merchantTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["event"] === "newReport" ? "New Available Report" : "Invoice Status Changed" }}',
		description: 'Starts the workflow when a payment report is ready or an invoice changes',
		defaults: { name: 'Merchant Services Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'merchantApi', required: true, testedBy: 'merchantApiTest' }],
		properties: [
			{
				displayName: 'Event',
				name: 'event',
				type: 'options',
				noDataExpression: true,
				default: 'newReport',
				options: [
					{
						name: 'Invoice Status Changed',
						value: 'invoiceStatusChanged',
						description: 'An invoice was sent, paid, cancelled, became overdue and so on',
					},
					{
						name: 'New Available Report',
						value: 'newReport',
						description: 'A report was generated and can be downloaded, or failed',
					},
				],
			},
			...reportFields,
			...invoiceFields,
			...commonFields,
		],
	};

	methods = { credentialTest: { merchantApiTest } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
