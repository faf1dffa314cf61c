import type { Operation, Resource } from '../../../shared/node/resource';
import { conversionDetail } from './conversionDetail.operation';
import { netFunding } from './netFunding.operation';
import { paymentBatchSummary } from './paymentBatchSummary.operation';
import { purchaseRefundDetail } from './purchaseRefundDetail.operation';

/** n8n's assistant knows what "get" does, and no name of a report: each report is a resource. */
const onDemandReport = (
	name: string,
	value: string,
	description: string,
	get: Operation,
): Resource => ({ name, value, description, default: 'get', operations: { get } });

/** Figures that the service returns right away, for any period. */
export const onDemandReports: readonly Resource[] = [
	onDemandReport(
		'Conversion Detail',
		'conversionDetail',
		'Decisions that a review changed',
		conversionDetail,
	),
	onDemandReport('Net Funding', 'netFunding', 'What reaches your bank', netFunding),
	onDemandReport(
		'Payment Batch Summary',
		'paymentBatchSummary',
		'Sales and refunds by payment method',
		paymentBatchSummary,
	),
	onDemandReport(
		'Purchase and Refund Detail',
		'purchaseRefundDetail',
		'Purchases and refunds one by one',
		purchaseRefundDetail,
	),
];
