import { spot } from '../spot';

const HISTORY =
	'invoicing-service.md, Invoice (response): invoiceHistory, "values seen: SEND, DRAFT"';

export const INVOICES = {
	invoiceHistory: spot({
		question: 'What does the history of an invoice hold?',
		source: HISTORY,
		usual: 'full',
		readings: {
			full: 'Every event with its time, oldest first.',
			missing: 'There is no history.',
			'without-times': 'Events without `date`.',
			'newest-first': 'Every event with its time, newest first.',
			'unknown-events': 'Between the events stand others that nobody knows.',
		},
	}),
	invoiceEntries: spot({
		question: 'Which fields do the entries of the list of invoices have?',
		source: 'beyond-the-spec.md, introduction: "A response may lack any of them"',
		usual: 'all',
		readings: {
			all: 'All that are known.',
			'no-customer': 'All but `customerInformation`.',
			'no-created-date': 'All but `createdDate`.',
			'no-amounts': 'All but `orderInformation`.',
			bare: '`id` and `status` alone.',
		},
	}),
};
