import type { Resource } from '../../../shared/node/resource';
import { conversionDetail } from './conversionDetail.operation';
import { netFunding } from './netFunding.operation';
import { paymentBatchSummary } from './paymentBatchSummary.operation';
import { purchaseRefundDetail } from './purchaseRefundDetail.operation';

/** Figures that the service returns right away, for any period. */
export const onDemandReports: readonly Resource[] = [
	conversionDetail,
	netFunding,
	paymentBatchSummary,
	purchaseRefundDetail,
];
