/**
 * The currencies of ISO 4217 in use, by how many digits stand after the decimal point. Funds and metals are left out.
 * Intl knows 16 of them with other digits, as prices in shops are written.
 */
const CODES_BY_MINOR_UNITS = {
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
	2: [
		'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC',
		'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR',
		'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD',
		'NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN',
		'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
	].join(' '),
	3: 'BHD IQD JOD KWD LYD OMR TND',
};

export interface Currency {
	code: string;
	/** How many digits stand after the decimal point. */
	minorUnits: number;
}

export const CURRENCIES: readonly Currency[] = Object.entries(CODES_BY_MINOR_UNITS)
	.flatMap(([minorUnits, codes]) =>
		codes.split(' ').map((code) => ({ code, minorUnits: Number(minorUnits) })),
	)
	.sort((a, b) => (a.code < b.code ? -1 : 1));

const BY_CODE = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

export const currencyOf = (code: string): Currency | undefined => BY_CODE.get(code);
