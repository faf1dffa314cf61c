import { spot } from '../spot';

const INVOICE_LIST = 'beyond-the-spec.md, Invoicing v2, list of invoices';
const PURCHASES = 'reporting-service.md, Endpoints, note on endpoint 12';
const REPORT_LIST = 'reporting-service.md, Endpoints, note on endpoint 7';

export const LISTS = {
	invoiceOrder: spot({
		question: 'In which order does the list of invoices come?',
		source: `${INVOICE_LIST}: "Neither the order nor the largest page is documented"`,
		usual: 'newest-first',
		readings: {
			'newest-first': 'By creation, newest first.',
			'oldest-first': 'By creation, oldest first.',
			'by-number': 'By invoice number.',
		},
	}),
	invoicePageSize: spot({
		question: 'What is the largest page of invoices?',
		source: `${INVOICE_LIST}: "Neither the order nor the largest page is documented"`,
		usual: 'as-asked',
		readings: {
			'as-asked': 'As many as `limit` asks for. More than 1000 are refused.',
			'20-told': 'At most 20. The answer carries the `limit` that was used.',
			'20-untold': 'At most 20. The answer does not say so.',
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
	invoicePaging: spot({
		question: 'What happens to the list between two pages?',
		source: `${INVOICE_LIST}: nothing says that pages belong to one snapshot`,
		usual: 'steady',
		readings: {
			steady: 'Nothing.',
			repeated: 'Later pages start one entry early, as if a new invoice had come in on top.',
		},
	}),
	invoiceBeyondEnd: spot({
		question: 'What does the list of invoices answer beyond its end?',
		source: `${INVOICE_LIST}: not documented`,
		usual: 'empty-list',
		readings: {
			'empty-list': 'An empty list.',
			'not-found': '404.',
			'no-list': 'An answer without `invoices`.',
		},
	}),
	purchaseOrder: spot({
		question: 'In which order do purchases and refunds come?',
		source: `${PURCHASES}: no order is given`,
		usual: 'oldest-first',
		readings: {
			'oldest-first': 'By time, oldest first.',
			'newest-first': 'By time, newest first.',
		},
	}),
	purchasePageSize: spot({
		question: 'What is the largest page of purchases and refunds?',
		source: `${PURCHASES}: "default 2000, maximum items per request"`,
		usual: 'as-asked',
		readings: {
			'as-asked': 'As many as `limit` asks for.',
			'20-told': 'At most 20. The answer carries the `limit` that was used.',
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
	purchasePaging: spot({
		question: 'What happens to purchases and refunds between two pages?',
		source: `${PURCHASES}: nothing says that pages belong to one snapshot`,
		usual: 'steady',
		readings: {
			steady: 'Nothing.',
			repeated: 'Later pages start one request early, as if a new one had come in on top.',
		},
	}),
	purchaseBeyondEnd: spot({
		question: 'What is left of the answer when the offset is beyond the results?',
		source: `${PURCHASES}: "returns no embedded object", and no more`,
		usual: 'counts-only',
		readings: {
			'counts-only': '`offset`, `limit` and `pageResults`.',
			'empty-object': 'An empty object.',
			'not-found': '404: no transactions available.',
		},
	}),
	purchaseSettlements: spot({
		question: 'How many entries may a list have for one `requestId`?',
		source: 'beyond-the-spec.md, Reporting v3, purchase and refund detail: not stated',
		usual: 'one',
		readings: {
			one: 'One.',
			two: 'Two in `settlements`: their amounts add up to the amount of the request.',
		},
	}),
	reportOrder: spot({
		question: 'In which order does the list of reports come?',
		source: `${REPORT_LIST}: no order is given`,
		usual: 'oldest-first',
		readings: {
			'oldest-first': 'As they were queued, oldest first.',
			'newest-first': 'As they were queued, newest first.',
		},
	}),
	reportWindow: spot({
		question: 'Which reports are in the time that a list of reports asks for?',
		source: `${REPORT_LIST}: startTime and endTime, and no more`,
		usual: 'within',
		readings: {
			within: 'Those whose time lies in it, its start and end included.',
			'end-excluded': 'Those whose time lies in it and ends before its end.',
			overlapping: 'Those whose time overlaps it.',
			'by-start': 'Those whose time starts in it.',
		},
	}),
};
