import type { Choice } from './table';

/** Dialects with a name: readings that one service might well have together. */
export const PRESETS: Record<string, Partial<Choice>> = {
	usual: {},
	'small-pages': {
		invoicePageSize: '20-untold',
		invoiceOffset: 'pages',
		invoiceTotal: 'of-page',
		purchasePageSize: '20-untold',
	},
	busy: {
		invoiceOrder: 'random',
		invoicePaging: 'repeated',
		purchasePaging: 'repeated',
		reportOrder: 'random',
	},
};
