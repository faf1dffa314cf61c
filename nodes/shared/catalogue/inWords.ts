/** "PaymentMethod.CardType" as a person would write it: "Payment Method: Card Type". */
export const inWords = (wireName: string): string =>
	wireName
		.replace(/\./g, ': ')
		.replace(/_/g, ' ')
		.replace(/([a-z])([A-Z0-9])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.replace(/\b(?!and\b|or\b|of\b)[a-z]/g, (first) => first.toUpperCase());
