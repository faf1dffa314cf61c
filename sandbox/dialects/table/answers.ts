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
			'204-empty': '204.',
		},
	}),
	reportingNotFound: spot({
		question: 'How does reporting say that something is not there?',
		source: `${REPORT_ERRORS}; "404 report not found or no available transactions"`,
		usual: 'documented',
		readings: {
			documented: '404 with NO_DATA for an empty period and NOT_FOUND for an unknown name.',
			either: '404 with "Report not found or no transactions available." and no reason.',
			'empty-list': '200 with an empty list where a list was asked for.',
		},
	}),
	duplicate: spot({
		question: 'How is the number of an invoice, or the name of a report, refused that is taken?',
		source: INVOICE_ERRORS,
		usual: '400-duplicate',
		readings: {
			'400-duplicate': '400 with DUPLICATE_RECORD, or with DUPLICATE_NAME.',
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
			'429-too-many': '429 with another reason and text.',
		},
	}),
};
