import { DAY } from './ledger/ledger';
import { isInProgress } from './report';
import { readSubscription } from './request';
import type { ReportingService } from './service';

const SECOND = 1000;
/** From the day before the quarter to the day after it. */
const DAYS = 93;
/** The report that could not be made last night. */
const FAILS = 'Daily conversions';
const PER_DAY = { merchant_one: 60, merchant_two: 25, merchant_three: 10 };

/** Without the type, nobody could tell a sale from a refund. */
const PAYMENT_FIELDS = [
	'Request.RequestID',
	'Request.TransactionDate',
	'Request.MerchantReferenceNumber',
	'PaymentData.Type',
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
		reportFields: [
			...PAYMENT_FIELDS,
			'Application.Name',
			'Application.Rcode',
			'Application.Rflag',
			'BillTo.FirstName',
			'BillTo.LastName',
			'BillTo.Email',
		],
	},
	{
		reportName: 'Daily batches',
		reportDefinitionName: 'PaymentBatchDetailClass',
		reportFrequency: 'Daily',
		timezone: 'GMT',
		startTime: '0600',
		reportFields: [...PAYMENT_FIELDS, 'BatchID', 'BatchDate', 'Status', 'SuccessFlag'],
	},
	{
		reportName: 'Weekly chargebacks',
		reportDefinitionName: 'ChargebackAndRetrievalDetailClass',
		reportMimeType: 'text/csv',
		reportFrequency: 'Weekly',
		startDay: 2,
		timezone: 'Europe/London',
		reportFields: [
			'Request.RequestID',
			'CaseNumber',
			'CaseType',
			'FinancialImpactType',
			'ChargebackAmount',
			'ChargebackCurrency',
		],
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
		reportName: FAILS,
		reportDefinitionName: 'ConversionDetailClass',
		reportFrequency: 'Daily',
		timezone: 'GMT',
		reportFields: ['Request.RequestID', 'OriginalDecision', 'NewDecision', 'ReviewerComments'],
	},
];

/** Three merchants who take payments every day and have subscribed to what a bookkeeper needs. */
export function beginQuarter(service: ReportingService): void {
	const { sandbox, ledger, subscriptions } = service;
	const from = sandbox.clock.now() - DAY;
	for (const [organizationId, perDay] of Object.entries(PER_DAY)) {
		ledger.addTraffic({ organizationId, perDay, from, to: Infinity });
		for (const body of SUBSCRIPTIONS) {
			const order = { ...readSubscription(body), organizationId };
			subscriptions.put(sandbox.access.organization(organizationId), order);
		}
	}
	const lastMidnight = Math.floor(from / DAY) * DAY + DAYS * DAY;
	sandbox.clock.at(lastMidnight + 6 * SECOND, () => failOneReport(service));
}

/** Not everything goes well: called while the reports of the last midnight are running. */
function failOneReport({ reports, generation }: ReportingService): void {
	for (const report of reports.all()) {
		const isChosen = report.organizationId === 'merchant_one' && report.reportName === FAILS;
		if (isChosen && isInProgress(report)) return generation.decide(report, 'ERROR');
	}
}
