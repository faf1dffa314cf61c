import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { runItems } from '../shared/items';
import { merchantApiTest } from '../shared/transport';
import * as invoice from './actions/invoice/Invoice.resource';
import * as invoiceSettings from './actions/invoiceSettings/InvoiceSettings.resource';
import { searchCurrencies, searchInvoices } from './methods/listSearch';

export class MerchantInvoicing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Invoicing',
		name: 'merchantInvoicing',
		icon: { light: 'file:invoicing.svg', dark: 'file:invoicing.dark.svg' },
		group: ['transform'],
		version: 1,
		// Short enough for the canvas. n8n's lint wants the words written out here.
		subtitle:
			'={{ ({ "invoice.cancel": "Cancel Invoice", "invoice.create": "Create Invoice", "invoice.get": "Get Invoice", "invoice.getAll": "Get Many Invoices", "invoice.publish": "Publish Invoice", "invoice.send": "Send Invoice", "invoice.update": "Update Invoice", "invoiceSettings.get": "Get Invoice Settings", "invoiceSettings.reset": "Reset Invoice Settings", "invoiceSettings.update": "Update Invoice Settings" })[$parameter["resource"] + "." + $parameter["operation"]] }}',
		description: 'Create, send, update, cancel and list invoices, and set up their payment page',
		defaults: { name: 'Merchant Invoicing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'merchantApi', required: true, testedBy: 'merchantApiTest' }],
		hints: [
			{
				message:
					'The service numbers these invoices. If an answer is lost, the node cannot tell whether an invoice was made: choose a Number of your own, or one made by the node, to be safe.',
				type: 'info',
				location: 'ndv',
				whenToDisplay: 'beforeExecution',
				displayCondition:
					'={{ $parameter["resource"] === "invoice" && $parameter["operation"] === "create" && $parameter["numberSource"] === "service" && $parameter["delivery"] === "emailNow" }}',
			},
		],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				default: 'invoice',
				options: [
					{ name: 'Invoice', value: 'invoice' },
					{ name: 'Invoice Setting', value: 'invoiceSettings' },
				],
			},
			...invoice.description,
			...invoiceSettings.description,
		],
	};

	methods = {
		credentialTest: { merchantApiTest },
		listSearch: { searchCurrencies, searchInvoices },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, {
			invoice: invoice.operations,
			invoiceSettings: invoiceSettings.operations,
		});
	}
}
