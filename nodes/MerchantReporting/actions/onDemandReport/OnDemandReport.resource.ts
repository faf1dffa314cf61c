import type { Resource } from '../../../shared/node/resource';
import { conversionDetail } from './conversionDetail.operation';
import { netFunding } from './netFunding.operation';
import { paymentBatchSummary } from './paymentBatchSummary.operation';
import { purchaseRefundDetail } from './purchaseRefundDetail.operation';

const operations = { conversionDetail, netFunding, paymentBatchSummary, purchaseRefundDetail };

export const onDemandReport: Resource = {
	name: 'On-Demand Report',
	value: 'onDemandReport',
	description: 'Figures that the service returns right away, for any period',
	default: 'purchaseRefundDetail' satisfies keyof typeof operations,
	operations,
};
