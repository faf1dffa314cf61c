/** Where each resource of the two services is; {name} and {id} follow as further parts. */
const REPORTING = ['reporting', 'v3'] as const;
const INVOICING = ['invoicing', 'v2'] as const;

export const PATHS = {
	conversionDetails: [...REPORTING, 'conversion-details'],
	netFundings: [...REPORTING, 'net-fundings'],
	paymentBatchSummaries: [...REPORTING, 'payment-batch-summaries'],
	purchaseRefundDetails: [...REPORTING, 'purchase-refund-details'],
	reportDefinitions: [...REPORTING, 'report-definitions'],
	reportDownloads: [...REPORTING, 'report-downloads'],
	reports: [...REPORTING, 'reports'],
	reportSubscriptions: [...REPORTING, 'report-subscriptions'],
	invoices: [...INVOICING, 'invoices'],
	invoiceSettings: [...INVOICING, 'invoiceSettings'],
} as const;
