import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { runMaskedForAgent, showCustomerField } from '../shared/node/agent';
import { searchCurrencies } from '../shared/node/currency';
import {
	authenticationField,
	buildProperties,
	addShow,
	buildSubtitle,
} from '../shared/node/fields';
import { runItems } from '../shared/node/items';
import { merchantApiTest } from '../shared/service/credentialTest';
import { invoice } from './actions/invoice/Invoice.resource';
import { dropOrFillEmptyCells, showOutcomeCounts } from './actions/invoice/output';
import { invoiceSettings } from './actions/invoiceSettings/settings.operation';
import { searchInvoices } from './methods/listSearch';

const RESOURCES = [invoice, invoiceSettings];

export class MerchantInvoicing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Invoicing',
		name: 'merchantInvoicing',
		icon: { light: 'file:invoicing.svg', dark: 'file:invoicing.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: buildSubtitle(RESOURCES),
		description: 'Create and send invoices, remind customers, and see who owes you',
		defaults: { name: 'Merchant Invoicing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
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
		hints: [
			{
				message:
					'To start a workflow whenever an invoice is paid or changes, add the <b>Merchant Services Trigger</b> node.',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition:
					'={{ $parameter["resource"] === "invoice" && $parameter["operation"] === "getAll" }}',
			},
		],
		properties: [
			authenticationField,
			...buildProperties(RESOURCES, 'invoice'),
			...addShow({ resource: ['invoice'] }, [showCustomerField]),
		],
	};

	methods = {
		credentialTest: { merchantApiTest },
		listSearch: { searchCurrencies, searchInvoices },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runMaskedForAgent(this, async () => {
			const [items] = await runItems(this, RESOURCES);
			showOutcomeCounts(this, items);
			return [dropOrFillEmptyCells(items)];
		});
	}
}
