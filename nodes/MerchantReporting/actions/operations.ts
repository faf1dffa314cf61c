import type { OperationTable } from '../../shared/items';
import * as onDemandReport from './onDemandReport/OnDemandReport.resource';
import * as report from './report/Report.resource';
import * as reportDefinition from './reportDefinition/ReportDefinition.resource';
import * as reportSubscription from './reportSubscription/ReportSubscription.resource';

const { conversionDetail, netFunding, paymentBatchSummary, purchaseRefundDetail } = onDemandReport;
const { createOneTime, downloadById, downloadByName, get, getAll } = report;

/** Every action of the node, by resource and operation. */
export const operations: OperationTable = {
	onDemandReport: { conversionDetail, netFunding, paymentBatchSummary, purchaseRefundDetail },
	report: { createOneTime, downloadById, downloadByName, get, getAll },
	reportDefinition: { get: reportDefinition.get, getAll: reportDefinition.getAll },
	reportSubscription: {
		delete: reportSubscription.delete,
		get: reportSubscription.get,
		getAll: reportSubscription.getAll,
		upsert: reportSubscription.upsert,
	},
};

export const descriptions = [
	...reportDefinition.description,
	...reportSubscription.description,
	...report.description,
	...onDemandReport.description,
];
