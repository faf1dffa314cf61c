import type { Choice } from './table';

/** Dialects with a name: readings that one service might well have together. */
export const PRESETS: Record<string, Partial<Choice>> = {
	usual: {},
	'small-pages': {
		invoicePageSize: '20-told',
		invoiceOffset: 'pages',
		invoiceTotal: 'of-page',
		purchasePageSize: '20-told',
		purchaseLimit: 'entries',
	},
	busy: {
		invoiceOrder: 'by-number',
		invoicePaging: 'repeated',
		purchasePaging: 'repeated',
		reportOrder: 'newest-first',
	},
	terse: {
		createAnswer: '202-empty',
		actionAnswer: '204-empty',
		reportWriteAnswer: 'always-304',
		reportingNotFound: 'no-body',
		invoiceNotFound: 'no-body',
		duplicateInvoice: '400-plain',
		duplicateReport: '400-plain',
		reportLimit: '400-plain',
		reportDetails: 'bare',
		invoiceHistory: 'missing',
		invoiceEntries: 'bare',
	},
	slow: {
		invoiceListLag: 'minutes',
		reportListLag: 'minutes',
		downloadLag: 'seconds',
		clock: 'behind',
	},
	'other-forms': {
		invoiceAmounts: 'text',
		invoiceDates: 'day-first',
		invoiceEnumCase: 'lower',
		invoiceEmptyFields: 'null',
		invoiceEmail: 'lower-case',
		invoiceText: 'trimmed',
		reportEnumCase: 'capitalized',
		reportEnd: 'last-second',
		timeFormat: 'offset',
		timezoneKey: 'timeZone',
	},
	'other-files': {
		csvBom: 'bom',
		csvLineEnds: 'crlf',
		csvPreamble: 'none',
		csvQuotes: 'all',
	},
};
