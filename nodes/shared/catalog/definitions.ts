/** In the order of the specification. A merchant may have fewer or more. */
export const REPORT_DEFINITIONS = [
	{ value: 'TransactionRequestClass', name: 'Transaction Request Report' },
	{ value: 'PaymentBatchDetailClass', name: 'Payment Batch Detail Report' },
	{ value: 'ExceptionDetailClass', name: 'Transaction Exception Detail Report' },
	{ value: 'ProcessorSettlementDetailClass', name: 'Processor Settlement Detail Report' },
	{ value: 'ProcessorEventsDetailClass', name: 'Processor Events Detail Report' },
	{ value: 'FundingDetailClass', name: 'Funding Detail Report' },
	{ value: 'AgingDetailClass', name: 'Aging Detail Report' },
	{ value: 'ChargebackAndRetrievalDetailClass', name: 'Chargeback And Retrieval Detail Report' },
	{ value: 'DepositDetailClass', name: 'Deposit Detail Report' },
	{ value: 'FeeDetailClass', name: 'Fee Detail Report' },
	{ value: 'InvoiceSummaryClass', name: 'Invoice Summary Report' },
	{ value: 'PayerAuthDetailClass', name: 'Payer Authentication Detail Report' },
	{ value: 'ConversionDetailClass', name: 'Conversion Detail Report' },
	{ value: 'SubscriptionDetailClass', name: 'Subscription Detail Report' },
	{ value: 'ServiceFeeDetailClass', name: 'Service Fee Detail Report' },
	{ value: 'GatewayTransactionRequestClass', name: 'Gateway Transaction Request Report' },
	{ value: 'FraudDecisionEventDetailClass', name: 'Fraud Decision Event Detail Report' },
	{ value: 'RecurringBillingDetailClass', name: 'Recurring Billing Details Report' },
] as const;

export const REPORT_FORMATS = [
	{ name: 'CSV', value: 'text/csv' },
	{ name: 'XML', value: 'application/xml' },
];

export const REPORT_FREQUENCIES = [
	{ name: 'Custom Interval', value: 'USER_DEFINED' },
	{ name: 'Daily', value: 'DAILY' },
	{ name: 'Monthly', value: 'MONTHLY' },
	{ name: 'One-Time', value: 'ADHOC' },
	{ name: 'Weekly', value: 'WEEKLY' },
];

export type ReportDefinitionName = (typeof REPORT_DEFINITIONS)[number]['value'];

/** A type that isn't in the specification keeps its own name. */
export const definitionLabel = (name: string): string =>
	REPORT_DEFINITIONS.find(({ value }) => value === name)?.name ?? name;

/** As public clients show, the service numbers its types from here on, in the order of the specification. */
const FIRST_ID = 210;

export const definitionNameById = (id: string): string | undefined =>
	REPORT_DEFINITIONS.find((_, position) => String(FIRST_ID + position) === id)?.value;
