import { spot } from '../spot';

const INVOICE_ERRORS =
	'invoicing-service.md, Errors: "HTTP status codes, error codes and error bodies … not shown"';
const REPORT_ERRORS =
	'reporting-service.md, Errors: "Error response body shape and error codes … not shown"';

export const ANSWERS = {
	createAnswer: spot({
		question: 'What does the service answer to a new invoice?',
		source: 'invoicing-service.md, Endpoints: "201-class success not stated"',
		usual: '201-invoice',
		readings: {
			'201-invoice': '201 with the invoice.',
			'201-empty': '201 without a body.',
			'202-invoice': '202 with the invoice.',
			'202-notice': '202 with `reason` ACCEPTED and no invoice.',
			'202-empty': '202 without a body.',
		},
	}),
	actionAnswer: spot({
		question:
			'What does the service answer to an update, a delivery, a publication, a cancelation?',
		source: 'invoicing-service.md, Endpoints: "invoice object", without a status',
		usual: '200-invoice',
		readings: {
			'200-invoice': '200 with the invoice.',
			'200-empty': '200 without a body.',
			'204-empty': '204.',
		},
	}),
	reportWriteAnswer: spot({
		question: 'What does the service answer when a report is ordered or a subscription changed?',
		source: 'reporting-service.md, Errors: "200; 304 not modified", and no body is shown',
		usual: 'empty',
		readings: {
			empty: '200 without a body; 304 when nothing changed.',
			body: '200 with a JSON body; 304 when nothing changed.',
			'always-304': '304, although something changed.',
		},
	}),
	reportingNotFound: spot({
		question: 'How does reporting say that something is not there?',
		source: `${REPORT_ERRORS}; "404 report not found or no available transactions"`,
		usual: 'documented',
		readings: {
			documented: '404 with NO_DATA for an empty period and NOT_FOUND for an unknown name.',
			'report-not-found': '404 with NOT_FOUND and "Report not found." in every case.',
			'no-transactions': '404 with NO_DATA and "No transactions available." in every case.',
			either: '404 with "Report not found or no transactions available." and no reason.',
			'no-body': '404 without a body.',
			html: '404 with a page in HTML.',
			'empty-object': '404 with an empty JSON object.',
			'empty-list': '200 with an empty list where a list was asked for.',
		},
	}),
	invoiceNotFound: spot({
		question: 'How does invoicing say that something is not there?',
		source: INVOICE_ERRORS,
		usual: 'documented',
		readings: {
			documented: '404 with NOTFOUND.',
			'other-words': '404 with another reason and text.',
			'no-body': '404 without a body.',
			html: '404 with a page in HTML.',
			'empty-object': '404 with an empty JSON object.',
		},
	}),
	duplicateInvoice: spot({
		question: 'How is an invoice number refused that is taken?',
		source: INVOICE_ERRORS,
		usual: '400-duplicate-record',
		readings: {
			'400-duplicate-record': '400 with DUPLICATE_RECORD.',
			'400-validation-errors': '400 with VALIDATION_ERRORS and another text.',
			'400-plain': '400 without a reason.',
			'409-conflict': '409 with another reason and text.',
			'422-unprocessable': '422 with another reason and text.',
		},
	}),
	duplicateReport: spot({
		question: 'How is a report name refused that is taken?',
		source: `${REPORT_ERRORS}; Limits: "unique"`,
		usual: '400-duplicate-name',
		readings: {
			'400-duplicate-name': '400 with DUPLICATE_NAME.',
			'400-plain': '400 without a reason.',
			'409-conflict': '409 with another reason and text.',
			'422-unprocessable': '422 with another reason and text.',
		},
	}),
	reportLimit: spot({
		question: 'How is a fourth one-time report refused while three are in progress?',
		source: `${REPORT_ERRORS}; Limits: "Concurrent one-time reports per user: 3"`,
		usual: '400-limit-reached',
		readings: {
			'400-limit-reached': '400 with LIMIT_REACHED.',
			'400-plain': '400 without a reason.',
			'409-conflict': '409 with another reason and text.',
			'429-too-many': '429 with another reason and text.',
		},
	}),
	jsonType: spot({
		question: 'How does an answer in JSON come?',
		source: 'reporting-service.md, What the service does: "Default response format is JSON"',
		usual: 'json',
		readings: {
			json: 'As `application/json`.',
			hal: 'As `application/hal+json`.',
			'byte-order-mark': 'As `application/json`, after a byte order mark.',
		},
	}),
	fileType: spot({
		question: 'Which type does a file have?',
		source: 'reporting-service.md, Endpoints, note on endpoint 8: not stated',
		usual: 'as-asked',
		readings: {
			'as-asked': '`text/csv` or `application/xml`.',
			'octet-stream': '`application/octet-stream`, whatever it is.',
		},
	}),
};
