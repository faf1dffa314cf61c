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
		// The words by which the action was picked. n8n's lint wants them written out here.
		subtitle:
			'={{ ({ "onDemandReport.conversionDetail": "Get the conversion detail", "onDemandReport.netFunding": "Get the net funding", "onDemandReport.paymentBatchSummary": "Get the payment batch summary", "onDemandReport.purchaseRefundDetail": "Get the purchase and refund detail", "report.createOneTime": "Create a one time report", "report.downloadById": "Download a report by ID", "report.downloadByName": "Download a report by name and date", "report.get": "Get the details of a report", "report.getAll": "Get many reports", "reportDefinition.get": "Get a report definition", "reportDefinition.getAll": "Get many report definitions", "reportSubscription.upsert": "Create or update a report subscription", "reportSubscription.delete": "Delete a report subscription", "reportSubscription.get": "Get a report subscription", "reportSubscription.getAll": "Get many report subscriptions" })[$parameter["resource"] + "." + $parameter["operation"]] }}',
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
