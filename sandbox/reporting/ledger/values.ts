import type { Attribute } from '../catalog/attributes';
import { Money, writeMoney } from '../money';
import { chargebackFeeOf, discountOf, feeOf, impactOf, isSettled, perItemFeeOf } from './funding';
import { DAY } from './ledger';
import { batchOf, CARD_NAMES, type Transaction } from './transaction';

/** Reads one field of a transaction. Empty text where it has none. */
export type Reader = (transaction: Transaction) => string;

const iso = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
const digits = (count: number, salt: number): Reader => {
	const bound = 10 ** Math.min(count, 9);
	return (transaction) => String(transaction.draw(salt, bound)).padStart(count, '0');
};
const oneOf =
	(choices: readonly string[], salt: number): Reader =>
	(transaction) =>
		choices[transaction.draw(salt, choices.length)];

/** What is known by its name; the rest follows from how the name ends. */
const KNOWN: Partial<Record<string, Reader>> = {
	'Request.RequestID': (t) => t.requestId,
	'Request.TransactionDate': (t) => iso(t.time),
	'Request.MerchantReferenceNumber': (t) => t.merchantReferenceNumber,
	'Request.Source': (t) => t.source,
	'Request.User': (t) => `${t.organizationId}_api`,
	'Request.Comments': (t) => t.person.comment,
	'Application.Name': (t) => (t.kind === 'sale' ? 'ics_bill' : 'ics_credit'),
	'Application.Rcode': (t) => (t.decision === 'REJECT' ? '0' : '1'),
	'Application.ReasonCode': (t) => ({ ACCEPT: '100', REVIEW: '480', REJECT: '481' })[t.decision],
	'Application.Rflag': (t) => ({ ACCEPT: 'SOK', REVIEW: 'DREVIEW', REJECT: 'DREJECT' })[t.decision],
	'Application.Rmsg': (t) =>
		t.decision === 'ACCEPT' ? 'Request was processed successfully.' : 'Decision is to look again.',
	AVSResult: oneOf(['Y', 'N', 'X', ''], 20),
	CVVResult: oneOf(['M', 'N', ''], 21),
	BatchDate: (t) => batchOf(t).date,
	BatchID: (t) => batchOf(t).id,
	SuccessFlag: (t) => (t.decision === 'ACCEPT' ? 'Y' : 'N'),
	Status: oneOf(['S', 'S', 'S', 'P', 'F'], 22),
	'BillTo.Address1': (t) => t.person.address,
	'BillTo.Address2': () => '',
	'BillTo.City': (t) => t.person.city,
	'BillTo.CompanyName': (t) => t.person.company,
	'BillTo.Country': (t) => t.person.country,
	'BillTo.Email': (t) => t.person.email,
	'BillTo.FirstName': (t) => t.person.firstName,
	'BillTo.HostName': (t) => `host${t.draw(23, 250)}.example`,
	'BillTo.IPAddress': (t) => `203.0.113.${t.draw(23, 250)}`,
	'BillTo.LastName': (t) => t.person.lastName,
	'BillTo.MiddleName': () => '',
	'BillTo.NameSuffix': () => '',
	'BillTo.Phone': (t) => t.person.phone,
	'BillTo.State': (t) => t.person.state,
	'BillTo.Title': () => '',
	'BillTo.Zip': (t) => t.person.zip,
	'PaymentData.Type': (t) => (t.kind === 'sale' ? 'SALE' : 'REFUND'),
	'PaymentData.PaymentRequestID': (t) => t.requestId,
	CardType: (t) => CARD_NAMES[t.subtype],
	PaymentMethod: (t) => CARD_NAMES[t.subtype],
	'PaymentMethod.ExpirationMonth': (t) => String(t.draw(24, 12) + 1).padStart(2, '0'),
	'PaymentMethod.ExpirationYear': (t) => String(2027 + t.draw(25, 6)),
	'PaymentMethod.StartMonth': () => '',
	'PaymentMethod.StartYear': () => '',
	TransactionType: (t) => (t.kind === 'sale' ? 'SALE' : 'REFUND'),
	CaseType: (t) => ({ debit: 'CHARGEBACK', none: 'RETRIEVAL' })[impactOf(t)],
	FinancialImpactType: impactOf,
	FeeAmount: (t) => writeMoney(chargebackFeeOf(t), t.currency),
	AdjustmentAmount: () => '',
	'Funding.FeeAmount': (t) => writeMoney(feeOf(t), t.currency),
	'Funding.Status': (t) => (isSettled(t) ? 'S' : oneOf(['P', 'F'], 43)(t)),
	TotalFeeAmount: (t) => writeMoney(feeOf(t), t.currency),
	DiscountAmount: (t) => writeMoney(discountOf(t), t.currency),
	PerItemFeeAmount: (t) => writeMoney(perItemFeeOf(t), t.currency),
	AssessmentAmount: (t) => writeMoney(new Money(0), t.currency),
	InterchangeAmount: (t) => writeMoney(new Money(0), t.currency),
	ServiceFeeAmount: (t) => writeMoney(new Money(0), t.currency),
	ServiceFeeFixedAmount: (t) => writeMoney(new Money(0), t.currency),
	/** Of a deposit. */
	Type: (t) => (t.kind === 'sale' ? 'CREDIT' : 'DEBIT'),
	MerchantCategoryCode: digits(4, 28),
	OriginalDecision: () => 'REVIEW',
	NewDecision: oneOf(['ACCEPT', 'REJECT'], 29),
	Reviewer: oneOf(['reviewer1', 'reviewer2'], 30),
	ReviewerComments: (t) => t.person.comment,
	Profile: () => 'Standard profile',
	Queue: oneOf(['Fraud Queue', 'High Value'], 31),
	BillingCycle: oneOf(['daily', 'weekly', 'monthly'], 32),
	BillingType: oneOf(['discount', 'interchangePlus', 'serviceFee', 'other'], 33),
	DowngradeReasonCode: oneOf('1 2 8 9 A D K L R U V W X'.split(' '), 34),
	MerchantBankAcctLast4: (t) => `****${String(t.draw(35, 10_000)).padStart(4, '0')}`,
	EventDate: (t) => (t.decision === 'REJECT' ? '' : iso(t.time)),
	Event: (t) =>
		t.decision === 'ACCEPT'
			? { sale: 'Settled', refund: 'Refunded' }[t.kind]
			: { REVIEW: 'Authorized', REJECT: 'Declined' }[t.decision],
	'VEReq.Pan': (t) => `400000XXXXXX${String(t.draw(36, 10_000)).padStart(4, '0')}`,
	'VERes.Enrolled': oneOf(['Y', 'N', 'U'], 37),
	'VERes.AcsUrl': () => 'https://acs.example/auth?a=1&b=2',
	'Redemption Type': oneOf(['CASHOUT', 'REDEMPTION', 'REDEMPTION_PARTIAL_ALLOWED'], 38),
	MerchantID: (t) => t.organizationId,
	SettlementTimeZone: () => 'GMT',
	RetryCount: digits(1, 39),
	Count: digits(2, 40),
	'Invoice.NotProcessed': digits(1, 41),
	AmountType: oneOf(['healthcare', 'dental', 'clinic'], 42),
};

type Pattern = [RegExp, (salt: number, name: string) => Reader];

const FALLBACKS: readonly Pattern[] = [
	[
		/(Fee|DiscountAmount|AssessmentAmount|InterchangeAmount|FeeAmount|FeeFixedAmount)$/,
		(salt) => (t) => `${t.draw(salt, 30)}.${String(t.draw(salt + 1, 10_000)).padStart(4, '0')}`,
	],
	[/(Amount|UnitPrice)$/, () => (t) => t.amount],
	[/Balance$/, (salt) => digits(12, salt)],
	[/(Currency|CurrencyCode|Ccy)$/, () => (t) => t.currency],
	[/Rate$/, (salt) => (t) => `${t.draw(salt, 3)}.${String(t.draw(salt, 10_000)).padStart(4, '0')}`],
	[/(Date|Time|DateTime)$/, (salt) => (t) => iso(t.time + t.draw(salt, 3) * DAY)],
	[/Country$/, () => (t) => t.person.country],
	[/Email$/, () => (t) => t.person.email],
	[/Phone$/, () => (t) => t.person.phone],
	[/(FirstName)$/, () => (t) => t.person.firstName],
	[/(LastName|AccountName|AcctName)$/, () => (t) => t.person.lastName],
	[/(Address)$/, () => (t) => t.person.address],
	[/(City)$/, () => (t) => t.person.city],
	[/(Indicator|Indicato)$/, (salt) => oneOf(['Y', 'N', ''], salt)],
	[/(Suffix|Last4)$/, (salt) => digits(4, salt)],
	[/Code$/, (salt) => digits(3, salt)],
	[/Quantity$/, (salt) => (t) => String(t.draw(salt, 9) + 1)],
	[/(ID|Id|ARN|Identifier|Number|Token)$/, (salt) => digits(16, salt)],
	[/(Message|Description|Comments)$/, () => (t) => t.person.comment],
	[/./, (salt, name) => (t) => (t.draw(salt, 4) === 0 ? '' : `${name} ${t.draw(salt, 90) + 10}`)],
];

const SIGNED = /(Amount|UnitPrice)$/;

export function readerOf(attribute: Attribute, signedAmounts: boolean): Reader {
	const read = KNOWN[attribute.id] ?? KNOWN[attribute.field] ?? fallback(attribute);
	if (!signedAmounts || !SIGNED.test(attribute.field)) return read;
	return (transaction) =>
		transaction.kind === 'refund' ? `-${read(transaction)}` : read(transaction);
}

function fallback({ id, field }: Attribute): Reader {
	const salt = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 1000);
	const found = FALLBACKS.find(([pattern]) => pattern.test(field)) as Pattern;
	return found[1](salt, field);
}
