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

const CUSTOMER = 'customerInformation';
const INVOICE = 'invoiceInformation';
const AMOUNTS = ['orderInformation', 'amountDetails'] as const;
const PARTNER = ['clientReferenceInformation', 'partner'] as const;

/** Every field of a create or update request but the two lists: line items and custom field values. */
export const INVOICE_FIELDS = {
	allowPartialPayments: {
		label: 'Allow Partial Payments',
		kind: 'boolean',
		path: [INVOICE, 'allowPartialPayments'],
	},
	companyName: { label: 'Company Name', kind: 'text', path: [CUSTOMER, 'company', 'name'] },
	currency: { label: 'Currency', kind: 'currency', path: [...AMOUNTS, 'currency'] },
	customerEmail: { label: 'Customer Email', kind: 'email', path: [CUSTOMER, 'email'] },
	customerName: { label: 'Customer Name', kind: 'text', path: [CUSTOMER, 'name'] },
	deliveryMode: { label: 'Delivery', kind: 'deliveryMode', path: [INVOICE, 'deliveryMode'] },
	description: { label: 'Description', kind: 'text', path: [INVOICE, 'description'] },
	developerId: { label: 'Developer ID', kind: 'text', path: [...PARTNER, 'developerId'] },
	discountAmount: {
		label: 'Discount Amount',
		kind: 'amount',
		path: [...AMOUNTS, 'discountAmount'],
	},
	discountPercent: {
		label: 'Discount (%)',
		kind: 'percent',
		path: [...AMOUNTS, 'discountPercent'],
	},
	dueDate: { label: 'Due Date', kind: 'date', path: [INVOICE, 'dueDate'] },
	expirationDate: {
		label: 'Expiration Date',
		kind: 'dayFirstDate',
		path: [INVOICE, 'expirationDate'],
	},
	freightAmount: {
		label: 'Freight Amount',
		kind: 'amount',
		path: [...AMOUNTS, 'freight', 'amount'],
	},
	freightTaxable: {
		label: 'Freight Is Taxable',
		kind: 'boolean',
		path: [...AMOUNTS, 'freight', 'taxable'],
	},
	freightTaxRate: {
		label: 'Freight Tax (%)',
		kind: 'percent',
		path: [...AMOUNTS, 'freight', 'taxRate'],
	},
	invoiceNumber: { label: 'Invoice Number', kind: 'text', path: [INVOICE, 'invoiceNumber'] },
	merchantCustomerId: {
		label: 'Merchant Customer ID',
		kind: 'text',
		path: [CUSTOMER, 'merchantCustomerId'],
	},
	minimumPartialAmount: {
		label: 'Minimum Partial Amount',
		kind: 'amount',
		path: [...AMOUNTS, 'minimumPartialAmount'],
	},
	requestPhone: {
		label: 'Request Phone Number',
		kind: 'boolean',
		path: ['processingInformation', 'requestPhone'],
	},
	requestShipping: {
		label: 'Request Shipping Address',
		kind: 'boolean',
		path: ['processingInformation', 'requestShipping'],
	},
	sendImmediately: {
		label: 'Send Immediately',
		kind: 'boolean',
		path: [INVOICE, 'sendImmediately'],
	},
	solutionId: { label: 'Solution ID', kind: 'text', path: [...PARTNER, 'solutionId'] },
	subAmount: { label: 'Sub-Amount', kind: 'amount', path: [...AMOUNTS, 'subAmount'] },
	taxAmount: { label: 'Tax Amount', kind: 'amount', path: [...AMOUNTS, 'taxDetails', 'amount'] },
	taxRate: { label: 'Tax (%)', kind: 'percent', path: [...AMOUNTS, 'taxDetails', 'rate'] },
	taxType: { label: 'Tax Type', kind: 'text', path: [...AMOUNTS, 'taxDetails', 'type'] },
	totalAmount: { label: 'Total Amount', kind: 'amount', path: [...AMOUNTS, 'totalAmount'] },
} as const satisfies Record<string, Field>;

export type InvoiceField = keyof typeof INVOICE_FIELDS;

export const BALANCE_PATH = [...AMOUNTS, 'balanceAmount'] as const;

export const LINE_ITEMS_PATH = ['orderInformation', 'lineItems'] as const;

/** Every field of a line item. */
export const LINE_ITEM_FIELDS = {
	discountAmount: { label: 'Discount Amount', kind: 'amount', path: ['discountAmount'] },
	discountRate: {
		label: 'Discount (%)',
		kind: 'percent',
		path: ['discountRate'],
		otherPath: ['discountPercent'],
	},
	productName: { label: 'Product Name', kind: 'text', path: ['productName'] },
	productSku: { label: 'Product SKU', kind: 'text', path: ['productSku'] },
	quantity: { label: 'Quantity', kind: 'quantity', path: ['quantity'] },
	taxAmount: { label: 'Tax Amount', kind: 'amount', path: ['taxAmount'] },
	taxRate: { label: 'Tax (%)', kind: 'percent', path: ['taxRate'] },
	totalAmount: { label: 'Total Amount', kind: 'amount', path: ['totalAmount'] },
	unitPrice: { label: 'Unit Price', kind: 'price', path: ['unitPrice'] },
} as const satisfies Record<string, Field>;

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
