import { spot } from '../spot';

const RESPONSE = 'invoicing-service.md, Invoice (response)';
const REQUEST = 'invoicing-service.md, Create and update request fields';

export const VALUES = {
	invoiceText: spot({
		question: 'Do email addresses, names, descriptions and products come back as they were sent?',
		source: `${REQUEST}: "Length and numeric bounds of invoice fields: not shown"`,
		usual: 'as-sent',
		readings: {
			'as-sent': 'As they were sent.',
			tidied: 'Stored without spaces at both ends, and email addresses in lower case.',
		},
	}),
	enumCase: spot({
		question:
			'In which case are statuses, delivery modes, tax types, events and frequencies written?',
		source: `${RESPONSE}: deliveryMode is sent as email and "returned as Email or None"`,
		usual: 'documented',
		readings: {
			documented: 'As documented: SENT, Email, COMPLETED, DAILY.',
			other: 'Of invoices in lower case: sent, email. Of reports capitalized: Completed, Daily.',
		},
	}),
	fields: spot({
		question: 'Which fields have the entries of the list of invoices, and the details of a report?',
		source: 'beyond-the-spec.md, introduction: "A response may lack any of them"',
		usual: 'all',
		readings: {
			all: 'All that are known.',
			bare: '`id` and `status` alone, or `reportId` and `reportStatus` alone.',
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
			calculated:
				'Beside a rate stands its amount, tax after the discount. There is always a sub-amount.',
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
	invoiceHistory: spot({
		question: 'What does the history of an invoice hold?',
		source: `${RESPONSE}: invoiceHistory, "values seen: SEND, DRAFT"`,
		usual: 'full',
		readings: {
			full: 'Every event with its time, oldest first.',
			missing: 'There is no history.',
			'without-times': 'Events without `date`.',
			'newest-first': 'Every event with its time, newest first.',
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
};
