import type { INodeProperties } from 'n8n-workflow';
import * as conversionDetail from './conversionDetail.operation';
import * as netFunding from './netFunding.operation';
import * as paymentBatchSummary from './paymentBatchSummary.operation';
import * as purchaseRefundDetail from './purchaseRefundDetail.operation';

export { conversionDetail, netFunding, paymentBatchSummary, purchaseRefundDetail };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'purchaseRefundDetail',
		displayOptions: { show: { resource: ['onDemandReport'] } },
		options: [
			{
				name: 'Conversion Detail',
				value: 'conversionDetail',
				action: 'Get the conversion detail',
				description: 'Get the transactions whose decision was changed in a review',
			},
			{
				name: 'Net Funding',
				value: 'netFunding',
				action: 'Get the net funding',
				description: 'Get purchases, refunds, fees and chargebacks, and what remains after them',
			},
			{
				name: 'Payment Batch Summary',
				value: 'paymentBatchSummary',
				action: 'Get the payment batch summary',
				description: 'Get total sales and refunds by currency and payment method',
			},
			{
				name: 'Purchase and Refund Detail',
				value: 'purchaseRefundDetail',
				action: 'Get the purchase and refund detail',
				description: 'Get the purchases and refunds that were submitted to the processor',
			},
		],
	},
	...conversionDetail.description,
	...netFunding.description,
	...paymentBatchSummary.description,
	...purchaseRefundDetail.description,
];
