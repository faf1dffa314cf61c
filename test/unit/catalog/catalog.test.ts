import { DateTime } from 'luxon';
import { definitionNameById } from '../../../nodes/shared/catalog/definitions';
import { FIELD_GROUPS } from '../../../nodes/shared/catalog/fieldGroups';
import {
	CATALOG_FIELDS,
	fieldNamesOfColumn,
	guessKindByName,
	readableName,
} from '../../../nodes/shared/catalog/fields';
import { classifyByColumn, parseDecision } from '../../../nodes/shared/catalog/kinds';
import { listUsualFields, MONEY_COLUMNS } from '../../../nodes/shared/catalog/money';
import { TIME_ZONES, timeZoneLabel } from '../../../nodes/shared/catalog/timeZones';
import { DEFINITIONS } from '../../../sandbox/reporting/catalog/definitions';
import { GROUPS } from '../../../sandbox/reporting/catalog/groups';
import { TIME_ZONES as ZONES } from '../../../sandbox/reporting/catalog/timeZones';

describe('the field catalog', () => {
	it('has the groups and fields of the specification, as the sandbox lists them for itself', () => {
		const beyond = ['Request', 'PaymentData', 'LineItems'];
		const listed = Object.values(GROUPS)
			.filter(({ prefix }) => !beyond.includes(prefix))
			.map(({ prefix, fields }) => fields.map((name) => (prefix ? `${prefix}.${name}` : name)));
		const known = FIELD_GROUPS.map(({ name }) =>
			CATALOG_FIELDS.filter(({ group }) => group === name).map(({ wireName }) => wireName),
		);
		expect(known.map(String).sort()).toEqual(listed.map(String).sort());
	});
});

describe('the time zones', () => {
	it('are those that the sandbox lists for itself', () => {
		expect([...TIME_ZONES].sort()).toEqual([...ZONES].sort());
	});

	it('are found by the other names that people look for', () => {
		const labels = TIME_ZONES.map((zone) => timeZoneLabel(zone, DateTime.utc()));
		const known = labels.filter((label) => label.includes('), '));
		expect(known.map((label) => label.replace(/ \(.*?\)/, ''))).toEqual([
			...[
				'America/Chicago, Central Time',
				'America/Denver, Mountain Time',
				'America/Godthab, Nuuk',
			],
			...['America/Los Angeles, Pacific Time', 'America/New York, Eastern Time'],
			...['Asia/Calcutta, Kolkata, India', 'Asia/Dacca, Dhaka', 'Asia/Katmandu, Kathmandu'],
			...['Asia/Macao, Macau', 'Asia/Rangoon, Yangon', 'Asia/Saigon, Ho Chi Minh City', 'GMT, UTC'],
		]);
	});

	it.each([
		['Europe/Berlin', '2026-01-15', 'Europe/Berlin (UTC+01:00)'],
		['Europe/Berlin', '2026-07-15', 'Europe/Berlin (UTC+02:00)'],
		['Asia/Calcutta', '2026-07-15', 'Asia/Calcutta (UTC+05:30), Kolkata, India'],
		['Asia/Kolkata', '2026-07-15', 'Asia/Kolkata (UTC+05:30)'],
	])('label %s on %s as %s', (zone, day, label) => {
		expect(timeZoneLabel(zone, DateTime.fromISO(day, { zone: 'utc' }))).toBe(label);
	});
});

describe('the catalog knows', () => {
	/** All words that it knows, with + for money to the merchant and - for money from it. */
	it.each([
		['  sale', 'Sale, Sales, Purchase, Purchases, Payment, Payments, Debit, Charge, Capture'],
		['  sale', 'Captured, Bill, Settlement, Settled, ics_bill, ics_auth_bill, ics_ecp_debit'],
		['  sale', 'ics_direct_debit, ics_pinless_debit'],
		['- sale', 'Sale Reversal, Purchase Reversal, Payment-Reversal'],
		['- refund', 'Refund, Refunds, Refunded, Credit, Credits, ics_credit, ics_ecp_credit'],
		['+ refund', 'Refund Reversal, Reversal of Refund, Refund Reversed, Credit Reversal'],
		['- chargeback', 'Chargeback, Charge-Backs, First Chargeback, Second Chargeback'],
		['+ chargeback', 'Chargeback Reversal, Reversal of Chargeback, CHARGEBACK_REVERSED'],
		['+ chargeback', 'Representment'],
		['- fee', 'Fee, FEES'],
		['  other', 'Other Amounts'],
		['  authorization', 'Auth, Authorization, Authorized, Pre-Authorization, Pre-Auth, ics_auth'],
		['  authorization', 'ics_credit_auth'],
		['- authorization', 'Auth Reversal, Authorization Reversal, ics_auth_reversal'],
		['- reversal', 'Reversal, Reversed'],
		['  noMoney', 'Retrieval, Retrieval Request, ics_pa_enroll, ics_payer_auth_validate'],
		['  noMoney', 'ICS_DECISION, ics_risk_update, ics_score, ics_dav, ics_export, ics_tax'],
		['  noMoney', 'ics_dcc, ics_pay_subscription_create'],
		['  unclassified', 'ics_void, ICS_VOID'],
		['nothing', 'Credit Card, Sale 2, my_ics_void, my_ics_score'],
		['+ chargeback', 'C, CR, Credited', 'FinancialImpactType'],
		['- chargeback', 'D, DR, Debited', 'FinancialImpactType'],
		['  noMoney', 'None, No, N, N/A, No Impact, No Financial Impact', 'FinancialImpactType'],
		['  unclassified', 'Nobody, Unknown, CRM, Dry, Public, Held, A credit', 'FinancialImpactType'],
		['  noMoney', 'Retrieval, Inquiry, Copy Request, copyrequest, Information Request', 'CaseType'],
		['- chargeback', 'Chargeback, Dispute, Pre-Arbitration', 'CaseType'],
		['+ chargeback', 'Reversed, Second Presentment, Chargeback Won', 'CaseType'],
		['  unclassified', 'Reversal rejected, Representment Declined, Won then lost', 'CaseType'],
		['  deposit', 'Credit, CR, Deposit', 'Type'],
		['- deposit', 'Debit, DR, Withdrawal', 'Type'],
		['  unclassified', 'Credit Card', 'Type'],
	])('as %s: %s', (expected, values, column = 'Event') => {
		const subject = column === 'Type' ? 'deposits' : 'payments';
		const kindOf = (value: string) => {
			const found = classifyByColumn(subject, column, value);
			const directions = { in: '+', out: '-', asWritten: ' ' };
			return found === undefined ? 'nothing' : `${directions[found.direction]} ${found.kind}`;
		};
		expect(values.split(', ').filter((value) => kindOf(value) !== expected)).toEqual([]);
	});

	it.each([
		['Status', 'declined', '0, F, N, False, No, D, E, Unsuccessful, Not funded, Failed, Rejected'],
		['Status', 'declined', 'Auto-declined, Settlement error, Cancelled, VOIDED, Void review'],
		['Status', 'declined', 'Returned'],
		['Status', 'inReview', 'In review'],
		['Status', 'pending', 'P, Pending, In processing, Queued, Scheduled, Scheduled|Paid'],
		['Status', 'accepted', '1, S, T, Y, OK, Yes, True, Success, Successful, Successfully'],
		['Status', 'accepted', 'Succeeded, Settled, Funded, Paid, Posted, Complete, Completed, Accept'],
		['Status', 'accepted', 'Accepted, Approve, Approved, Transmitted, Batch complete, Fully paid'],
		['Status', 'accepted', 'Funding approved, PAID_OUT, Payment posted, Settlement - success'],
		['Status', 'accepted', 'Status: paid, Paid;Funded, Transaction settled'],
		['Status', 'unknown', 'Open, Executed, Deposited, Stop, Annotated, Settlement, Paid 50'],
		['Status', 'unknown', 'Paid|Odd, Partially settled, Chargeback paid, Looks'],
		['Application.Rcode', 'accepted', '1'],
		['Application.Rcode', 'declined', '0, -1'],
		['Application.Rcode', 'unknown', '2, 10, 01'],
		['Application.ReasonCode', 'accepted', '100'],
		['Application.ReasonCode', 'inReview', '480'],
		['Application.ReasonCode', 'declined', '101, 481'],
		['Application.ReasonCode', 'unknown', '110, 1000, 99'],
		['Application.Rflag', 'accepted', 'SOK, SUCCESS, SUCCESSFUL'],
		['Application.Rflag', 'inReview', 'DREVIEW, REVIEW'],
		['Application.Rflag', 'declined', 'DCARDREFUSED, ESYSTEM, DREVIEWED, D2REVIEW'],
		['Application.Rflag', 'unknown', 'SPARTIALAPPROVAL, SOKAY, XSOK, UNSUCCESSFUL'],
		['settlementStatus_status', 'unknown', 'TRANSMITTED|FAILED'],
		['settlement_status', 'unknown', 'TRANSMITTED|FAILED'],
	])('by %s what is %s: %s', (column, decision, values) => {
		const isOther = (value: string) => parseDecision(column, value) !== decision;
		expect(values.split(', ').filter(isOther)).toEqual([]);
	});

	it('each fee and each type by its number', () => {
		const fees = CATALOG_FIELDS.filter(
			({ group, name }) => group === 'Fee' && /Amount$/.test(name),
		);
		const { amounts } = MONEY_COLUMNS.FeeDetailClass;
		expect(amounts.map(([amount]) => amount)).toEqual(
			expect.arrayContaining(fees.map(({ wireName }) => wireName)),
		);
		const named = DEFINITIONS.map(({ id }) => definitionNameById(String(id)));
		expect(named).toEqual(DEFINITIONS.map(({ name }) => name));
	});

	it('the words of a name', () => {
		expect(readableName('settlementStatus_status')).toBe('Settlement Status');
		expect(guessKindByName('created_datetime')).toBe('time');
	});

	it('the elements of XML around a field, and one kind of what is in a column', () => {
		const columns = [
			...['Batch.BatchID', 'Chargeback.CaseType', 'Conversion.Queue', 'Deposit.Type'],
			...['Event.EventDate', 'Exception.Action', 'gift_card.Current Balance'],
			...['PaymentMethod.Card.CardType', 'ApplicationReplies.ApplicationReply.Name'],
		];
		expect(columns.filter((column) => fieldNamesOfColumn(column).length === 0)).toEqual([]);
		const kindsOf = (column: string) => new Set(fieldNamesOfColumn(column).map(guessKindByName));
		const all = CATALOG_FIELDS.flatMap((field) => field.columns);
		expect(all.filter((column) => kindsOf(column).size !== 1)).toEqual([]);
	});
});

test('Of a report type whose fields the service does not list, the usual ones are those that totals need', () => {
	expect(listUsualFields('DepositDetailClass', [])).toEqual([
		...['Request.RequestID', 'Request.TransactionDate', 'Type', 'Status', 'Amount', 'Currency'],
		'Request.MerchantReferenceNumber',
	]);
	expect(listUsualFields('DepositDetailClass', ['amount', 'X'])).toEqual(['amount']);
	const all = CATALOG_FIELDS.map(({ wireName }) => wireName);
	expect(listUsualFields('ChargebackAndRetrievalDetailClass', all)).toEqual([
		...['BatchDate', 'CaseTime', 'ChargebackTime', 'ConversionDate', 'EventDate', 'ExceptionDate'],
		...['Funding.FundingDate', 'SettlementTime', 'Time', 'FinancialImpactType', 'CaseType'],
		...['OriginalDecision', 'NewDecision', 'ChargebackAmount', 'ChargebackCurrency', 'FeeAmount'],
		...['FeeCurrency', 'AdjustmentAmount', 'AdjustmentCurrency', 'PaymentMethod.CardType'],
		...['PaymentMethod.AccountSuffix', 'CardType'],
	]);
	const ofRequests = listUsualFields('TransactionRequestClass', []);
	expect(listUsualFields('OwnClass', [])).toEqual(ofRequests);
});
