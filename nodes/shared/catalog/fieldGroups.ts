export interface FieldGroup {
	name: string;
	/** Before the field name on the wire, with a dot between. */
	prefix?: string;
	/** Before its fields in some reports, if not just the prefix. */
	elements?: string;
	/** Names separated by commas, as the specification lists them. */
	fields: string;
	/** Of the fields that the specification describes. */
	descriptions?: Readonly<Partial<Record<string, string>>>;
}

/** In alphabetical order of the groups. Names without a prefix repeat between groups. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
	{
		name: 'Application',
		prefix: 'Application',
		elements: 'ApplicationReplies.ApplicationReply',
		fields: 'Name, Rcode, ReasonCode, Rflag, Rmsg',
		descriptions: {
			Name: 'Application used',
			Rcode: 'One-digit code, whether the entire request succeeded',
			ReasonCode: 'Numeric result of the overall request',
			Rflag: 'One-word result',
			Rmsg: 'Message explaining the flag value',
		},
	},
	{
		name: 'Authorization results',
		fields: 'AVSResult, CVVResult',
		descriptions: {
			AVSResult: 'Address verification result, where verification was asked for',
			CVVResult: 'Card verification result, where verification was asked for',
		},
	},
	{
		name: 'BankInfo',
		prefix: 'BankInfo',
		fields: 'Address, BranchCode, City, Country, Name, SwiftCode',
		descriptions: {
			BranchCode: 'Used when no IBAN',
		},
	},
	{
		name: 'Batch',
		elements: 'Batch',
		fields: 'BatchDate, BatchID, Status, SuccessFlag',
	},
	{
		name: 'BillTo',
		prefix: 'BillTo',
		fields: [
			'Address1, Address2, City, CompanyName, CompanyTaxID, Country, CustomerID, Email, FirstName',
			'HostName, IPAddress, LastName, MiddleName, NameSuffix, Phone, State, Title, UserName, Zip',
		].join(', '),
		descriptions: {
			HostName: 'Resolved from the IP address',
			Zip: 'Five to nine digits',
		},
	},
	{
		name: 'Chargeback and retrieval',
		elements: 'Chargeback',
		fields: [
			'AdjustmentAmount, AdjustmentCurrency, AdjustmentARN, CaseIdentifier, CaseNumber, CaseTime',
			'CaseType, ChargebackAmount, ChargebackCurrency, ChargebackMessage, ChargebackReasonCode',
			'ChargebackReasonCodeDescription, ChargebackTime, DocumentIndicator, FeeAmount, FeeCurrency',
			'FinancialImpact, FinancialImpactType, MerchantCategoryCode, PartialIndicator, ResolutionTime',
			'ResolvedToIndicato, RespondByDate, TransactionType',
		].join(', '),
		descriptions: {
			FinancialImpactType: 'Debit, credit or none',
			MerchantCategoryCode: 'Four digits',
			ResolutionTime: 'UTC',
		},
	},
	{
		name: 'Check',
		prefix: 'Check',
		fields: 'BankTransitNumber, AccountEncoderID, SecCode',
	},
	{
		name: 'Conversion',
		elements: 'Conversion',
		fields:
			'ConversionDate, NewDecision, OriginalDecision, Profile, Queue, Reviewer, ReviewerComments',
	},
	{
		name: 'Deposit',
		elements: 'Deposit',
		fields: [
			'Amount, Category, Currency, ExchangeRate, ExchangeRateDescription, Identifier',
			'MerchantBankAcctLast4, MerchantBankAcctName, MerchantBankCode, MerchantBankCountry',
			'MerchantBankName, MerchantID, Method, Status, Time, TransferMessage, Type',
		].join(', '),
		descriptions: {
			ExchangeRate: 'Decimal point, up to 4 decimal places',
			MerchantBankAcctLast4: 'All but last 4 digits masked',
			MerchantBankCode: 'Routing number',
			MerchantBankCountry: 'Two-character ISO country code',
			Status: 'S success, P pending, F failed',
			Time: 'UTC',
		},
	},
	{
		name: 'Device',
		fields: 'DeviceID',
	},
	{
		name: 'Event',
		elements: 'Event',
		fields: 'Amount, CurrencyCode, Event, EventDate, ProcessorMessage',
		descriptions: {
			EventDate: 'GMT; may be null for some event types, such as Declined',
		},
	},
	{
		name: 'Exception',
		elements: 'Exception',
		fields: [
			'Action, ClientID, ProviderExceptionID, DccLookupStatus, DccExchangeRate, DccMarginRate',
			'ExceptionAmount, ExceptionAmountCurrency, ExceptionCategory, ExceptionDate',
			'ExceptionDescription, ExceptionDeviceHardwareRevision, ExceptionDeviceID, ExceptionDeviceOS',
			'ExceptionDeviceOSVersion, ExceptionDeviceTerminalID, ExceptionMessage, ExceptionReasonCode',
			'ExceptionReasonDescription, ExceptionStatus, ExceptionStatusCode, ExceptionType',
			'FinancialStatus, LastActionDate, LocalCurrencyCode, NextActionDate',
			'OriginalTransactionSubmissionDate, PartnerMerchantID, PartnerMerchantName, PaymentNumber',
			'ProcessorCaseID, ProcessorResponseCode, ReasonCode, RetryCount, SchemeOperator, SDKVersion',
			'SettlementProcessor, StorageMechanism',
		].join(', '),
		descriptions: {
			ProviderExceptionID: 'Exception ID assigned by the provider',
			ExceptionAmountCurrency: 'ISO 4217:2008 alpha-3',
			RetryCount: 'Number of payments pending in retry mode',
		},
	},
	{
		name: 'Fee',
		fields: [
			'AssessmentAmount, AssessmentCurrency, BillingCycle, BillingType, ClearedInterchangeLevel',
			'DiscountAmount, DiscountCurrency, DiscountRate, DowngradeReasonCode, InterchangeAmount',
			'InterchangeCurrency, InterchangeRate, PerItemFeeAmount, PerItemFeeCurrency',
			'PricedInterchangeLevel, ServiceFeeAmount, ServiceFeeAmountCcy, ServiceFeeFixedAmount',
			'ServiceFeeFixedAmountCcy, ServiceFeeRate, SettlementAmount, SettlementCurrency, SettlementTime',
			'SettlementTimeZone, SourceDescriptor, TotalFeeAmount, TotalFeeCurrency',
		].join(', '),
		descriptions: {
			BillingCycle: 'Daily, weekly, monthly',
			BillingType: 'Discount, interchangePlus, serviceFee, other',
			DiscountAmount: 'DiscountRate times TransactionAmount, four decimal points',
			DowngradeReasonCode:
				'1 exceeded timeliness; 2 authorization code missing; 8 POS entry mode does not qualify; 9 POS condition code does not qualify; A POS terminal capability does not qualify; D mail, phone or e-commerce indicator does not qualify; K cleared as intraregional; L cleared as interregional; R reclassification; U UK domestic; V German domestic; W cleared as world signia; X did not qualify at merchant price level',
			PricedInterchangeLevel: 'Four decimal points',
		},
	},
	{
		name: 'Fee summary',
		fields: [
			'CardType, Count, FeeDescription, FeeType, FundingCurrency, PaymentMethod, PercentageFee',
			'PerItemFee, TotalFeeAmount, TransactionAmount, TransactionType',
		].join(', '),
	},
	{
		name: 'Fund transfer',
		prefix: 'FundTransfer',
		fields: 'BankCheckDigit, IbanIndicator',
	},
	{
		name: 'Funding',
		prefix: 'Funding',
		fields: [
			'CurrencyExchangeDescription, CurrencyExchangeRate, FeeAmount, FeeCurrency, FeeDescription',
			'FundingAccountSuffix, FundingAmount, FundingBankCode, FundingBankCountry, FundingBankName',
			'FundingCurrency, FundingDate, FundingIdentificationNumber, FundingProcessorMessage',
			'FundingTransferMessage, ProcessorResponseCode, Status',
		].join(', '),
		descriptions: {
			FeeCurrency: 'ISO 4217:2008 alpha-3',
			FundingAccountSuffix: 'Last 4 digits',
			FundingBankCountry: 'ISO 3166-1 alpha-3',
			FundingCurrency: 'ISO 4217:2008 alpha-3',
			Status: 'S success, P pending, F failed',
		},
	},
	{
		name: 'Gift card',
		elements: 'gift_card',
		fields: 'Current Balance, Previous Balance, Redemption Type',
		descriptions: {
			'Current Balance':
				'Up to 12 characters (in CSV: giftCard_currentBalance in SOAPI, gift_card_current_balance in SCMP)',
			'Previous Balance':
				'Up to 12 characters; supported on one gift card processor only (in CSV: giftCard_previousBalance in SOAPI, gift_card_previous_balance in SCMP)',
			// The specification has this SOAPI name twice.
			'Redemption Type':
				'CASHOUT, REDEMPTION or REDEMPTION_PARTIAL_ALLOWED (the default); supported on one gift card processor only (in CSV: giftCard_previousBalance in SOAPI, gift_card_redemption_type in SCMP)',
		},
	},
	{
		name: 'Healthcare',
		fields: 'Amount, AmountType, Currency, IndustryType',
		descriptions: {
			Amount: 'Up to 13 characters',
			AmountType: 'Up to 35 characters, for example healthcare, dental, clinic',
			Currency: '3 characters',
			IndustryType: 'Up to 20 characters',
		},
	},
	{
		name: 'Invoice',
		prefix: 'Invoice',
		fields: 'BillingGroupDescription, NotProcessed',
		descriptions: {
			NotProcessed: 'Number of unprocessed transactions',
		},
	},
	{
		name: 'PaymentMethod',
		prefix: 'PaymentMethod',
		elements: 'PaymentMethod.Card',
		fields: [
			'AccountSuffix, BankAccountName, BankCode, BoletoBarCodeNumber, BoletoNumber, CardCategory',
			'CardCategoryCode, CardType, CheckNumber, ExpirationMonth, ExpirationYear, IssueNumber',
			'MandateId, MandateType, SignatureDate, StartMonth, StartYear, WalletType',
		].join(', '),
		descriptions: {
			ExpirationMonth: 'Two digits',
			ExpirationYear: 'Four digits',
		},
	},
	{
		name: 'TMSToken',
		fields: 'PaymentInstrumentID, InstrumentIdentifierID, ShippingAddressID',
	},
	{
		name: 'Token',
		fields: 'NetworkTokenTransType, TokenCode',
	},
	{
		name: 'Travel',
		prefix: 'Travel',
		fields: [
			'CompleteRoute, DepartureDateTime, JourneyType, Number, PassengerFirstName, PassengerEmail',
			'PassengerId, PassengerLastName, PassengerPhone, PassengerStatus, PassengerType',
		].join(', '),
	},
	{
		name: 'VEReq',
		prefix: 'VEReq',
		fields: 'AcquirerBin, MerchantID, Pan',
		descriptions: {
			Pan: 'Masked',
		},
	},
	{
		name: 'VERes',
		prefix: 'VERes',
		fields: 'AccountID, AcsUrl, Enrolled',
	},
];
