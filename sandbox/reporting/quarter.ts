import { readSubscription } from './request';
import { DAY } from './ledger/ledger';
import type { ReportingService } from './service';

const PER_DAY = { merchant_one: 60, merchant_two: 25, merchant_three: 10 };

const PAYMENT_FIELDS = [
	'Request.RequestID',
	'Request.TransactionDate',
	'Request.MerchantReferenceNumber',
	'PaymentData.Amount',
	'PaymentData.CurrencyCode',
	'PaymentMethod.CardType',
];

const SUBSCRIPTIONS: readonly object[] = [
	{
		reportName: 'Daily transactions',
		reportDefinitionName: 'TransactionRequestClass',
		reportMimeType: 'text/csv',
		reportFrequency: 'Daily',
		timezone: 'America/New_York',
		reportFields: [...PAYMENT_FIELDS, 'BillTo.FirstName', 'BillTo.LastName', 'BillTo.Email'],
	},
	{
		reportName: 'Daily batches',
		reportDefinitionName: 'PaymentBatchDetailClass',
		reportFrequency: 'Daily',
		timezone: 'GMT',
		startTime: '0600',
		reportFields: [...PAYMENT_FIELDS, 'BatchID', 'BatchDate', 'Status'],
	},
	{
		reportName: 'Weekly chargebacks',
		reportDefinitionName: 'ChargebackAndRetrievalDetailClass',
		reportMimeType: 'text/csv',
		reportFrequency: 'Weekly',
		startDay: 2,
		timezone: 'Europe/London',
		reportFields: ['Request.RequestID', 'CaseNumber', 'ChargebackAmount', 'ChargebackCurrency'],
	},
	{
		reportName: 'Monthly fees',
		reportDefinitionName: 'FeeDetailClass',
		reportMimeType: 'text/csv',
		reportFrequency: 'Monthly',
		startDay: 1,
		timezone: 'GMT',
		reportFields: [...PAYMENT_FIELDS, 'TotalFeeAmount', 'TotalFeeCurrency'],
	},
	{
		reportName: 'Daily conversions',
		reportDefinitionName: 'ConversionDetailClass',
		reportFrequency: 'Daily',
		timezone: 'GMT',
		reportFields: ['Request.RequestID', 'OriginalDecision', 'NewDecision', 'ReviewerComments'],
	},
];

/** Three merchants who take payments every day and have subscribed to what a bookkeeper needs. */
export function beginQuarter({ sandbox, ledger, subscriptions }: ReportingService): void {
	const from = sandbox.clock.now() - DAY;
	for (const [organizationId, perDay] of Object.entries(PER_DAY)) {
		ledger.addTraffic({ organizationId, perDay, from, to: Infinity });
		for (const body of SUBSCRIPTIONS) {
			const order = { ...readSubscription(body), organizationId };
			subscriptions.put(sandbox.access.organization(organizationId), order);
		}
	}
}
