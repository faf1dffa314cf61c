import { spot } from '../spot';

const INVOICE_LIST = 'beyond-the-spec.md, Invoicing v2, list of invoices';
const PURCHASES = 'reporting-service.md, Endpoints, note on endpoint 12';

export const LISTS = {
	order: spot({
		question: 'In which order do the lists of invoices and of reports come?',
		source: `${INVOICE_LIST}: "Neither the order nor the largest page is documented"`,
		usual: 'usual',
		readings: {
			usual: 'Invoices by creation, newest first. Reports as they were queued, oldest first.',
			reversed: 'Invoices oldest first. Reports newest first.',
		},
	}),
	pageSize: spot({
		question: 'What is the largest page of invoices, and of purchases and refunds?',
		source: `${INVOICE_LIST}: "Neither the order nor the largest page is documented"`,
		usual: 'as-asked',
		readings: {
			'as-asked': 'As many as `limit` asks for. More than 1000 invoices are refused.',
			'20-told': 'At most 20. The answer carries the `limit` that was used.',
			'20-untold': 'At most 20 invoices. The answer does not say so.',
		},
	}),
	invoiceOffset: spot({
		question: 'What does the `offset` of the list of invoices count?',
		source: `${INVOICE_LIST}: query \`offset\` and \`limit\`, without a unit`,
		usual: 'entries',
		readings: {
			entries: 'Invoices.',
			pages: 'Pages: `offset=1` is the second page.',
		},
	}),
	invoiceTotal: spot({
		question: 'What does `totalInvoices` count?',
		source: `${INVOICE_LIST}: \`totalInvoices\`, without a meaning`,
		usual: 'of-filter',
		readings: {
			'of-filter': 'All invoices that the query asks for.',
			missing: 'The field is missing.',
			text: 'All invoices that the query asks for, as text.',
			'of-page': 'The invoices of this page.',
		},
	}),
	paging: spot({
		question: 'What happens between two pages of invoices, or of purchases and refunds?',
		source: `${INVOICE_LIST}: nothing says that pages belong to one snapshot`,
		usual: 'steady',
		readings: {
			steady: 'Nothing.',
			repeated: 'Later pages start one entry early, as if a new one had come in on top.',
		},
	}),
	beyondEnd: spot({
		question: 'What is the answer when the offset is beyond the end?',
		source: `${PURCHASES}: "returns no embedded object", and no more`,
		usual: 'empty',
		readings: {
			empty: 'An empty list of invoices. Of purchases `offset`, `limit` and `pageResults`.',
			'not-found': '404.',
			nothing: 'An answer without `invoices`. For purchases an empty object.',
		},
	}),
	purchaseLimit: spot({
		question: 'What does the `limit` of purchases and refunds count?',
		source: `${PURCHASES}: "maximum items per request", and an item is not defined`,
		usual: 'requests',
		readings: {
			requests: 'Requests: each has its part in all lists.',
			entries: 'The entries of all lists together. `pageResults` counts them too.',
		},
	}),
};
