import { type Attribute, attributesOf } from './attributes';
import type { GroupName } from './groups';

export interface Definition {
	id: number;
	name: string;
	title: string;
	/** One in this many transactions has a row. */
	share: number;
	/** Which transactions can have a row: fees, funds and deposits are of accepted ones. */
	has: 'all' | 'accepted' | 'acceptedSales';
	/** What a row is called in XML. Around all rows stands the plural. */
	row: string;
	/** Whether the rows of one batch stand together, in a Batch of their own. */
	batches: boolean;
	attributes: readonly Attribute[];
	byId: ReadonlyMap<string, Attribute>;
}

const FIRST_ID = 210;

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
const BATCHES: readonly GroupName[] = [...PAYMENT, 'batch', 'billTo'];

/** In the order of the specification's table, which is the order of the ids. */
const TABLE: ReadonlyArray<[string, string, number, string, readonly GroupName[]]> = [
	['TransactionRequestClass', 'Transaction Request Report', 1, 'Request', TRANSACTION],
	['PaymentBatchDetailClass', 'Payment Batch Detail Report', 1, 'Request', BATCHES],
	[
		'ExceptionDetailClass',
		'Transaction Exception Detail Report',
		30,
		'Exception',
		['request', 'exception', 'paymentMethod', 'billTo'],
	],
	['ProcessorSettlementDetailClass', 'Processor Settlement Detail Report', 1, 'Request', BATCHES],
	[
		'ProcessorEventsDetailClass',
		'Processor Events Detail Report',
		20,
		'Event',
		['request', 'event', 'paymentMethod'],
	],
	['FundingDetailClass', 'Funding Detail Report', 1, 'FundingDetail', [...PAYMENT, 'funding']],
	['AgingDetailClass', 'Aging Detail Report', 15, 'Request', [...PAYMENT, 'billTo', 'invoice']],
	[
		'ChargebackAndRetrievalDetailClass',
		'Chargeback And Retrieval Detail Report',
		40,
		'ChargebackAndRetrieval',
		['request', 'chargeback', 'paymentMethod'],
	],
	['DepositDetailClass', 'Deposit Detail Report', 25, 'Deposit', ['request', 'deposit']],
	['FeeDetailClass', 'Fee Detail Report', 1, 'Fee', [...PAYMENT, 'fee']],
	[
		'InvoiceSummaryClass',
		'Invoice Summary Report',
		10,
		'InvoiceTotal',
		['request', 'invoice', 'feeSummary'],
	],
	[
		'PayerAuthDetailClass',
		'Payer Authentication Detail Report',
		4,
		'PayerAuthDetail',
		[...PAYMENT, 'veReq', 'veRes', 'billTo'],
	],
	[
		'ConversionDetailClass',
		'Conversion Detail Report',
		12,
		'Conversion',
		['request', 'conversion'],
	],
	[
		'SubscriptionDetailClass',
		'Subscription Detail Report',
		8,
		'Request',
		[...PAYMENT, 'application', 'billTo', 'tmsToken', 'token'],
	],
	['ServiceFeeDetailClass', 'Service Fee Detail Report', 5, 'ServiceFee', [...PAYMENT, 'fee']],
	[
		'GatewayTransactionRequestClass',
		'Gateway Transaction Request Report',
		1,
		'Request',
		TRANSACTION,
	],
	[
		'FraudDecisionEventDetailClass',
		'Fraud Decision Event Detail Report',
		12,
		'DecisionEvent',
		['request', 'conversion', 'device', 'billTo'],
	],
	[
		'RecurringBillingDetailClass',
		'Recurring Billing Details Report',
		8,
		'Request',
		[...PAYMENT, 'application', 'billTo', 'invoice', 'token'],
	],
];

const HAS: Partial<Record<string, Definition['has']>> = {
	FundingDetailClass: 'accepted',
	ChargebackAndRetrievalDetailClass: 'acceptedSales',
	DepositDetailClass: 'accepted',
	FeeDetailClass: 'accepted',
	InvoiceSummaryClass: 'accepted',
	ServiceFeeDetailClass: 'accepted',
};

export const DEFINITIONS: readonly Definition[] = TABLE.map(
	([name, title, share, row, groups], index) =>
		define({ id: FIRST_ID + index, name, title, share, has: HAS[name] ?? 'all', row }, groups),
);

/** On demand only: nobody can subscribe to it. */
export const PURCHASE_REFUND_DETAIL = define(
	{
		id: 0,
		name: 'PurchaseRefundDetail',
		title: 'Purchase and Refund Detail Report',
		share: 1,
		has: 'accepted',
		row: 'Request',
	},
	[...PAYMENT, 'billTo', 'funding'],
);

function define(
	facts: Omit<Definition, 'batches' | 'attributes' | 'byId'>,
	groups: readonly GroupName[],
): Definition {
	const attributes = attributesOf(groups);
	const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
	return { ...facts, batches: groups.includes('batch'), attributes, byId };
}

export const DEFINITION_BY_NAME: ReadonlyMap<string, Definition> = new Map(
	DEFINITIONS.map((definition) => [definition.name, definition]),
);
