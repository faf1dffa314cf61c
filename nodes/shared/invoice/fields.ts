/** What a value is, and so how it is read, checked, compared and written. */
export type Kind =
	| 'amount'
	| 'boolean'
	| 'color'
	| 'currency'
	| 'date'
	| 'dayFirstDate'
	| 'deliveryMode'
	| 'email'
	| 'percent'
	| 'price'
	| 'quantity'
	| 'text'
	| 'url';

export interface Field {
	/** The name in the editor. */
	label: string;
	kind: Kind;
	/** Where the value stands in the request's and in the response's body. */
	path: readonly string[];
	/** Where other clients of the service write it. */
	otherPath?: readonly string[];
}

/** `path`: as in `Field`. */
export const field = (label: string, kind: Kind, ...path: string[]): Field => ({
	label,
	kind,
	path,
});

const CUSTOMER = 'customerInformation';
const INVOICE = 'invoiceInformation';
const AMOUNTS = ['orderInformation', 'amountDetails'] as const;
const PARTNER = ['clientReferenceInformation', 'partner'] as const;

/** Every field of a create or update request but the two lists: line items and custom field values. */
export const INVOICE_FIELDS = {
	allowPartialPayments: field('Allow Partial Payments', 'boolean', INVOICE, 'allowPartialPayments'),
	companyName: field('Company Name', 'text', CUSTOMER, 'company', 'name'),
	currency: field('Currency', 'currency', ...AMOUNTS, 'currency'),
	customerEmail: field('Customer Email', 'email', CUSTOMER, 'email'),
	customerName: field('Customer Name', 'text', CUSTOMER, 'name'),
	deliveryMode: field('Delivery', 'deliveryMode', INVOICE, 'deliveryMode'),
	description: field('Description', 'text', INVOICE, 'description'),
	developerId: field('Developer ID', 'text', ...PARTNER, 'developerId'),
	discountAmount: field('Discount Amount', 'amount', ...AMOUNTS, 'discountAmount'),
	discountPercent: field('Discount (%)', 'percent', ...AMOUNTS, 'discountPercent'),
	dueDate: field('Due Date', 'date', INVOICE, 'dueDate'),
	expirationDate: field('Expiration Date', 'dayFirstDate', INVOICE, 'expirationDate'),
	freightAmount: field('Freight Amount', 'amount', ...AMOUNTS, 'freight', 'amount'),
	freightTaxable: field('Freight Is Taxable', 'boolean', ...AMOUNTS, 'freight', 'taxable'),
	freightTaxRate: field('Freight Tax (%)', 'percent', ...AMOUNTS, 'freight', 'taxRate'),
	invoiceNumber: field('Invoice Number', 'text', INVOICE, 'invoiceNumber'),
	merchantCustomerId: field('Merchant Customer ID', 'text', CUSTOMER, 'merchantCustomerId'),
	minimumPartialAmount: field(
		'Minimum Partial Amount',
		'amount',
		...AMOUNTS,
		'minimumPartialAmount',
	),
	requestPhone: field('Request Phone Number', 'boolean', 'processingInformation', 'requestPhone'),
	requestShipping: field(
		'Request Shipping Address',
		'boolean',
		'processingInformation',
		'requestShipping',
	),
	sendImmediately: field('Send Immediately', 'boolean', INVOICE, 'sendImmediately'),
	solutionId: field('Solution ID', 'text', ...PARTNER, 'solutionId'),
	subAmount: field('Sub-Amount', 'amount', ...AMOUNTS, 'subAmount'),
	taxAmount: field('Tax Amount', 'amount', ...AMOUNTS, 'taxDetails', 'amount'),
	taxRate: field('Tax (%)', 'percent', ...AMOUNTS, 'taxDetails', 'rate'),
	taxType: field('Tax Type', 'text', ...AMOUNTS, 'taxDetails', 'type'),
	totalAmount: field('Total Amount', 'amount', ...AMOUNTS, 'totalAmount'),
} satisfies Record<string, Field>;

export type InvoiceField = keyof typeof INVOICE_FIELDS;

export const BALANCE_PATH = [...AMOUNTS, 'balanceAmount'] as const;

export const LINE_ITEMS_PATH = ['orderInformation', 'lineItems'] as const;

/** Every field of a line item. */
export const LINE_ITEM_FIELDS = {
	discountAmount: field('Discount Amount', 'amount', 'discountAmount'),
	discountRate: {
		...field('Discount (%)', 'percent', 'discountRate'),
		otherPath: ['discountPercent'],
	},
	productName: field('Product Name', 'text', 'productName'),
	productSku: field('Product SKU', 'text', 'productSku'),
	quantity: field('Quantity', 'quantity', 'quantity'),
	taxAmount: field('Tax Amount', 'amount', 'taxAmount'),
	taxRate: field('Tax (%)', 'percent', 'taxRate'),
	totalAmount: field('Total Amount', 'amount', 'totalAmount'),
	unitPrice: field('Unit Price', 'price', 'unitPrice'),
} satisfies Record<string, Field>;

export type LineItemField = keyof typeof LINE_ITEM_FIELDS;

/** Two ways to say the same. Discounts and taxes stand on an invoice or on its lines, never on both. */
export const AMOUNT_OR_RATE = {
	invoice: [
		{ of: 'discount', amount: 'discountAmount', rate: 'discountPercent' },
		{ of: 'tax', amount: 'taxAmount', rate: 'taxRate' },
	],
	line: [
		{ of: 'discount', amount: 'discountAmount', rate: 'discountRate' },
		{ of: 'tax', amount: 'taxAmount', rate: 'taxRate' },
	],
} as const;
