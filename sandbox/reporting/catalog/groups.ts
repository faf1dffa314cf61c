/** The groups of the field catalog. With a prefix a field is written Prefix.Name, else by its bare name. */
export interface FieldGroup {
	prefix: string;
	/** What holds the fields in an XML report; without it they stand in the row itself. */
	element?: readonly string[];
	fields: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const prefixed = (prefix: string, fields: string, element: string[] = [prefix]): FieldGroup => ({
	prefix,
	element,
	fields: words(fields),
});
const bare = (fields: string): FieldGroup => ({ prefix: '', fields: words(fields) });

export const GROUPS = {
	request: prefixed(
		'Request',
		`RequestID TransactionDate MerchantReferenceNumber MerchantID Source User Comments
		PartnerOriginalTransactionID`,
		[],
	),
	application: prefixed('Application', 'Name Rcode ReasonCode Rflag Rmsg'),
	authorizationResults: bare('AVSResult CVVResult'),
	bankInfo: prefixed('BankInfo', 'Address BranchCode City Country Name SwiftCode'),
	batch: bare('BatchDate BatchID Status SuccessFlag'),
	billTo: prefixed(
		'BillTo',
		`Address1 Address2 City CompanyName CompanyTaxID Country CustomerID Email FirstName HostName
		IPAddress LastName MiddleName NameSuffix Phone State Title UserName Zip`,
	),
	chargeback: bare(
		`AdjustmentAmount AdjustmentCurrency AdjustmentARN CaseIdentifier CaseNumber CaseTime CaseType
		ChargebackAmount ChargebackCurrency ChargebackMessage ChargebackReasonCode
		ChargebackReasonCodeDescription ChargebackTime DocumentIndicator FeeAmount FeeCurrency
		FinancialImpact FinancialImpactType MerchantCategoryCode PartialIndicator ResolutionTime
		ResolvedToIndicato RespondByDate TransactionType`,
	),
	check: prefixed('Check', 'BankTransitNumber AccountEncoderID SecCode'),
	conversion: bare(
		'ConversionDate NewDecision OriginalDecision Profile Queue Reviewer ReviewerComments',
	),
	deposit: bare(
		`Amount Category Currency ExchangeRate ExchangeRateDescription Identifier
		MerchantBankAcctLast4 MerchantBankAcctName MerchantBankCode MerchantBankCountry
		MerchantBankName MerchantID Method Status Time TransferMessage Type`,
	),
	device: bare('DeviceID'),
	event: bare('Amount CurrencyCode Event EventDate ProcessorMessage'),
	exception: bare(
		`Action ClientID ProviderExceptionID DccLookupStatus DccExchangeRate DccMarginRate
		ExceptionAmount ExceptionAmountCurrency ExceptionCategory ExceptionDate ExceptionDescription
		ExceptionDeviceHardwareRevision ExceptionDeviceID ExceptionDeviceOS ExceptionDeviceOSVersion
		ExceptionDeviceTerminalID ExceptionMessage ExceptionReasonCode ExceptionReasonDescription
		ExceptionStatus ExceptionStatusCode ExceptionType FinancialStatus LastActionDate
		LocalCurrencyCode NextActionDate OriginalTransactionSubmissionDate PartnerMerchantID
		PartnerMerchantName PaymentNumber ProcessorCaseID ProcessorResponseCode ReasonCode RetryCount
		SchemeOperator SDKVersion SettlementProcessor StorageMechanism`,
	),
	fee: bare(
		`AssessmentAmount AssessmentCurrency BillingCycle BillingType ClearedInterchangeLevel
		DiscountAmount DiscountCurrency DiscountRate DowngradeReasonCode InterchangeAmount
		InterchangeCurrency InterchangeRate PerItemFeeAmount PerItemFeeCurrency PricedInterchangeLevel
		ServiceFeeAmount ServiceFeeAmountCcy ServiceFeeFixedAmount ServiceFeeFixedAmountCcy
		ServiceFeeRate SettlementAmount SettlementCurrency SettlementTime SettlementTimeZone
		SourceDescriptor TotalFeeAmount TotalFeeCurrency`,
	),
	feeSummary: bare(
		`CardType Count FeeDescription FeeType FundingCurrency PaymentMethod PercentageFee PerItemFee
		TotalFeeAmount TransactionAmount TransactionType`,
	),
	funding: prefixed(
		'Funding',
		`CurrencyExchangeDescription CurrencyExchangeRate FeeAmount FeeCurrency FeeDescription
		FundingAccountSuffix FundingAmount FundingBankCode FundingBankCountry FundingBankName
		FundingCurrency FundingDate FundingIdentificationNumber FundingProcessorMessage
		FundingTransferMessage ProcessorResponseCode Status`,
	),
	fundTransfer: prefixed('FundTransfer', 'BankCheckDigit IbanIndicator'),
	giftCard: {
		prefix: '',
		element: ['GiftCard'],
		fields: ['Current Balance', 'Previous Balance', 'Redemption Type'],
	},
	healthcare: bare('Amount AmountType Currency IndustryType'),
	invoice: prefixed('Invoice', 'BillingGroupDescription NotProcessed'),
	lineItems: prefixed('LineItems', 'Number ProductName Quantity UnitPrice'),
	paymentData: prefixed('PaymentData', 'Amount CurrencyCode PaymentRequestID Type'),
	tmsToken: bare('PaymentInstrumentID InstrumentIdentifierID ShippingAddressID'),
	token: bare('NetworkTokenTransType TokenCode'),
	travel: prefixed(
		'Travel',
		`CompleteRoute DepartureDateTime JourneyType Number PassengerFirstName PassengerEmail
		PassengerId PassengerLastName PassengerPhone PassengerStatus PassengerType`,
	),
	veReq: prefixed('VEReq', 'AcquirerBin MerchantID Pan'),
	veRes: prefixed('VERes', 'AccountID AcsUrl Enrolled'),
	paymentMethod: prefixed(
		'PaymentMethod',
		`AccountSuffix BankAccountName BankCode BoletoBarCodeNumber BoletoNumber CardCategory
		CardCategoryCode CardType CheckNumber ExpirationMonth ExpirationYear IssueNumber MandateId
		MandateType SignatureDate StartMonth StartYear WalletType`,
		['PaymentMethod', 'Card'],
	),
} satisfies Record<string, FieldGroup>;

export type GroupName = keyof typeof GROUPS;
