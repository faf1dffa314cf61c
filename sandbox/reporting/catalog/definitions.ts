import { type Attribute, attributesOf } from './attributes';
import type { GroupName } from './groups';

/** How a definition's XML report is built around its rows. */
export interface XmlShape {
	/** Names the external document type in a DOCTYPE, for the definitions that have one. */
	dtd?: string;
	/** The elements around all rows, outermost first. */
	wrappers: readonly string[];
	row: string;
	/** Rows of one batch stand together in a Batch of their own. */
	batches?: true;
}

export interface Definition {
	id: number;
	name: string;
	title: string;
	/** One in this many transactions has a row. */
	share: number;
	xml: XmlShape;
	attributes: readonly Attribute[];
	byId: ReadonlyMap<string, Attribute>;
}

const FIRST_ID = 210;
const requests = (dtd?: string): XmlShape => ({ dtd, wrappers: ['Requests'], row: 'Request' });
const rows = (wrapper: string, row: string, dtd?: string): XmlShape => ({
	dtd,
	wrappers: [wrapper],
	row,
});
const batches: XmlShape = { wrappers: ['Requests'], row: 'Request', batches: true };

const PAYMENT: readonly GroupName[] = ['request', 'paymentData', 'paymentMethod'];
const TRANSACTION: readonly GroupName[] = [
	...PAYMENT,
	'billTo',
	'application',
	'authorizationResults',
	'lineItems',
	'bankInfo',
	'check',
	'device',
	'fundTransfer',
	'giftCard',
	'healthcare',
	'invoice',
	'tmsToken',
	'token',
	'travel',
];

/** In the order of the specification's table, which is the order of the ids. */
const TABLE: ReadonlyArray<[string, string, number, XmlShape, readonly GroupName[]]> = [
	['TransactionRequestClass', 'Transaction Request Report', 1, requests('tr_2.0.dtd'), TRANSACTION],
	[
		'PaymentBatchDetailClass',
		'Payment Batch Detail Report',
		1,
		{ ...batches, dtd: 'pbd_1.1.dtd' },
		[...PAYMENT, 'batch', 'billTo'],
	],
	[
		'ExceptionDetailClass',
		'Transaction Exception Detail Report',
		30,
		rows('Exceptions', 'Exception', 'ed_1.0.dtd'),
		['request', 'exception', 'paymentMethod', 'billTo'],
	],
	[
		'ProcessorSettlementDetailClass',
		'Processor Settlement Detail Report',
		1,
		batches,
		[...PAYMENT, 'batch', 'billTo'],
	],
	[
		'ProcessorEventsDetailClass',
		'Processor Events Detail Report',
		20,
		rows('Events', 'Event', 'ped_1.0.dtd'),
		['request', 'event', 'paymentMethod'],
	],
	[
		'FundingDetailClass',
		'Funding Detail Report',
		1,
		rows('FundingDetails', 'FundingDetail'),
		[...PAYMENT, 'funding'],
	],
	['AgingDetailClass', 'Aging Detail Report', 15, requests(), [...PAYMENT, 'billTo', 'invoice']],
	[
		'ChargebackAndRetrievalDetailClass',
		'Chargeback And Retrieval Detail Report',
		40,
		rows('ChargebackAndRetrievals', 'ChargebackAndRetrieval', 'cbr_1.0.dtd'),
		['request', 'chargeback', 'paymentMethod'],
	],
	[
		'DepositDetailClass',
		'Deposit Detail Report',
		25,
		rows('Deposits', 'Deposit'),
		['request', 'deposit'],
	],
	['FeeDetailClass', 'Fee Detail Report', 1, rows('Fees', 'Fee'), [...PAYMENT, 'fee']],
	[
		'InvoiceSummaryClass',
		'Invoice Summary Report',
		10,
		rows('InvoiceSummaries', 'InvoiceSummary'),
		['request', 'invoice', 'feeSummary'],
	],
	[
		'PayerAuthDetailClass',
		'Payer Authentication Detail Report',
		4,
		rows('PayerAuthDetails', 'PayerAuthDetail', 'pad_1.0.dtd'),
		[...PAYMENT, 'veReq', 'veRes', 'billTo'],
	],
	[
		'ConversionDetailClass',
		'Conversion Detail Report',
		12,
		rows('Conversions', 'Conversion', 'cd_1.0.dtd'),
		['request', 'conversion'],
	],
	[
		'SubscriptionDetailClass',
		'Subscription Detail Report',
		8,
		requests('sd_1.0.dtd'),
		[...PAYMENT, 'billTo', 'tmsToken', 'token'],
	],
	[
		'ServiceFeeDetailClass',
		'Service Fee Detail Report',
		5,
		rows('ServiceFees', 'ServiceFee'),
		[...PAYMENT, 'fee'],
	],
	[
		'GatewayTransactionRequestClass',
		'Gateway Transaction Request Report',
		1,
		requests(),
		TRANSACTION,
	],
	[
		'FraudDecisionEventDetailClass',
		'Fraud Decision Event Detail Report',
		12,
		rows('DecisionEvents', 'DecisionEvent'),
		['request', 'conversion', 'device', 'billTo'],
	],
	[
		'RecurringBillingDetailClass',
		'Recurring Billing Details Report',
		8,
		requests(),
		[...PAYMENT, 'billTo', 'invoice', 'token'],
	],
];

export const DEFINITIONS: readonly Definition[] = TABLE.map(
	([name, title, share, xml, groups], index) =>
		define({ id: FIRST_ID + index, name, title, share, xml }, groups),
);

/** On demand only: nobody can subscribe to it. */
export const PURCHASE_REFUND_DETAIL = define(
	{
		id: 0,
		name: 'PurchaseRefundDetail',
		title: 'Purchase and Refund Detail Report',
		share: 1,
		xml: requests(),
	},
	[...PAYMENT, 'billTo', 'funding'],
);

function define(
	facts: Omit<Definition, 'attributes' | 'byId'>,
	groups: readonly GroupName[],
): Definition {
	const attributes = attributesOf(groups);
	const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
	return { ...facts, attributes, byId };
}

export const DEFINITION_BY_NAME: ReadonlyMap<string, Definition> = new Map(
	DEFINITIONS.map((definition) => [definition.name, definition]),
);
