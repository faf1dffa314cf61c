import { spot } from '../spot';

const RESPONSE = 'invoicing-service.md, Invoice (response)';
const REQUEST = 'invoicing-service.md, Create and update request fields';

export const VALUES = {
	invoiceEmail: spot({
		question: 'Does an email address come back as it was sent?',
		source: `${RESPONSE}: customerInformation.email, without a rule`,
		usual: 'as-sent',
		readings: {
			'as-sent': 'As it was sent.',
			'lower-case': 'In lower case: it is stored so.',
		},
	}),
	invoiceText: spot({
		question: 'Do names, descriptions and products come back as they were sent?',
		source: `${REQUEST}: "Length and numeric bounds of invoice fields: not shown"`,
		usual: 'as-sent',
		readings: {
			'as-sent': 'As they were sent.',
			trimmed: 'Without spaces at both ends: they are stored so.',
		},
	}),
	invoiceAmounts: spot({
		question: 'How are amounts written?',
		source: `${RESPONSE}: "Amounts are numbers in responses", without their form`,
		usual: 'numbers',
		readings: {
			numbers: 'Numbers with all decimals of the currency: 120.50.',
			'plain-numbers': 'Numbers without needless zeros: 120.5.',
			text: 'Text with all decimals of the currency: "120.50".',
		},
	}),
	invoiceDerivedAmounts: spot({
		question: 'Does a rate come back with the amount that follows from it?',
		source: `${RESPONSE}: discounts and taxes, without a formula`,
		usual: 'as-sent',
		readings: {
			'as-sent': 'What was sent comes back: the rate, the amount or both.',
			'tax-before-discount':
				'Beside a rate stands its amount. Tax is on the amount before the discount.',
			'tax-after-discount':
				'Beside a rate stands its amount. Tax is on the amount after the discount.',
		},
	}),
	invoiceSubAmount: spot({
		question: 'What is the sub-amount?',
		source: `${RESPONSE}: orderInformation.amountDetails.subAmount, without a formula`,
		usual: 'as-sent',
		readings: {
			'as-sent': 'What was sent.',
			'without-tax-and-freight': 'Always there: the total less tax and freight.',
			'with-tax-and-freight': 'Always there: the total with tax and freight.',
		},
	}),
	invoiceDates: spot({
		question: 'How are due date and expiration date written?',
		source: 'README.md, Traps in the text: "Public clients write both as YYYY-MM-DD: read both"',
		usual: 'as-sent',
		readings: {
			'as-sent': 'The due date YYYY-MM-DD, the expiration date DD-MM-YYYY.',
			'year-first': 'Both YYYY-MM-DD.',
			'day-first': 'Both DD-MM-YYYY.',
		},
	}),
	invoiceEnumCase: spot({
		question: 'In which case are statuses, delivery modes, tax types and events written?',
		source: `${RESPONSE}: deliveryMode is sent as email and "returned as Email or None"`,
		usual: 'documented',
		readings: {
			documented: 'As documented: SENT, Email.',
			upper: 'In upper case: SENT, EMAIL.',
			lower: 'In lower case: sent, email.',
		},
	}),
	invoiceEmptyFields: spot({
		question: 'How does an optional field come back that has no value?',
		source: `${RESPONSE}: not stated`,
		usual: 'absent',
		readings: {
			absent: 'It is absent.',
			null: 'As null.',
		},
	}),
	invoiceUnknownFields: spot({
		question: 'Does an invoice have fields that nobody knows?',
		source: 'beyond-the-spec.md, introduction: "pass unknown fields through"',
		usual: 'none',
		readings: {
			none: 'It has none, and they are refused.',
			kept: 'It has some. An update that leaves them out loses them, as it does with any field.',
		},
	}),
	invoiceCustomFields: spot({
		question: 'Do the values of custom fields come back?',
		source: `${RESPONSE}: the table has none`,
		usual: 'not-returned',
		readings: {
			'not-returned': 'No.',
			returned: 'Yes, as `merchantDefinedFieldValues`.',
		},
	}),
	invoicePartner: spot({
		question: 'Do the partner identifiers come back?',
		source: `${RESPONSE}: the table has none`,
		usual: 'not-returned',
		readings: {
			'not-returned': 'No.',
			returned: 'Yes, as `clientReferenceInformation`.',
		},
	}),
};
