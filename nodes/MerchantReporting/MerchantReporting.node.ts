import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { runItems } from '../shared/items';
import { merchantApiTest } from '../shared/transport';
import { descriptions, operations } from './actions/operations';
import { listSearch, loadOptions } from './methods';

export class MerchantReporting implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Merchant Reporting',
		name: 'merchantReporting',
		icon: { light: 'file:merchantReporting.svg', dark: 'file:merchantReporting.dark.svg' },
		group: ['input'],
		version: 1,
		// Short enough for the canvas. n8n's lint wants the words written out here.
		subtitle:
			'={{ ({ "onDemandReport.conversionDetail": "Conversion Detail", "onDemandReport.netFunding": "Net Funding", "onDemandReport.paymentBatchSummary": "Payment Batch Summary", "onDemandReport.purchaseRefundDetail": "Purchase and Refund Detail", "report.createOneTime": "Create One-Time Report", "report.downloadById": "Download Report by ID", "report.downloadByName": "Download Report by Name", "report.get": "Get Report Details", "report.getAll": "Get Many Reports", "reportDefinition.get": "Get Report Definition", "reportDefinition.getAll": "Get Report Definitions", "reportSubscription.upsert": "Subscribe to Report", "reportSubscription.delete": "Delete Subscription", "reportSubscription.get": "Get Subscription", "reportSubscription.getAll": "Get Many Subscriptions" })[$parameter["resource"] + "." + $parameter["operation"]] }}',
		description: 'Order, download and read the payment reports of your merchant account',
		defaults: { name: 'Merchant Reporting' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'merchantApi', required: true, testedBy: 'merchantApiTest' }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				default: 'report',
				options: [
					{
						name: 'On-Demand Report',
						value: 'onDemandReport',
						description: 'Figures that the service gives at once, for any period',
					},
					{
						name: 'Report',
						value: 'report',
						description: 'Reports that were generated, and one-time reports to be made',
					},
					{
						name: 'Report Definition',
						value: 'reportDefinition',
						description: 'The types of report, and the fields each can have',
					},
					{
						name: 'Report Subscription',
						value: 'reportSubscription',
						description: 'Reports that the service makes again and again',
					},
				],
			},
			...descriptions,
		],
	};

	methods = { credentialTest: { merchantApiTest }, listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, operations);
	}
}
