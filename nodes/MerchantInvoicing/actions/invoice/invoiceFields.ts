import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_FIELDS,
	type LineField,
} from '../../../shared/invoice/invoice';
import { toTitle, parseNames } from '../../../shared/text';
import { currencyField } from '../../../shared/node/currency';
import {
	booleanField,
	sortedByDisplayName,
	sortedByName,
	textField,
} from '../../../shared/node/fields';
import { type Parameters, read, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { error, type Problem, refusal, warning } from '../../../shared/problem';
import type { Clearable, LineChangeMode } from '../../invoice/changes';
import { type EnteredValues, isBlank } from '../../invoice/values';
import type { InputFormat } from '../../../shared/written';
import { ignoreColumnsOption, serviceNumbersOption, commonOptions } from '../options';

const labeled = (
	name: InvoiceField,
	placeholder?: string,
	more: Partial<INodeProperties> = {},
): INodeProperties =>
	textField(INVOICE_FIELDS[name].label, name, {
		...(placeholder && { placeholder }),
		...more,
	});

export const customerEmailField = labeled('customerEmail', 'e.g. ann@example.com');

export const customerNameField = labeled('customerName', 'e.g. Ann Lee');

const DAY: Partial<INodeProperties> = { type: 'dateTime', typeOptions: { dateOnly: true } };

export const dueDateField = labeled('dueDate', undefined, DAY);

const RATE = { description: '19 and 19% are 19 percent' };

const taxFields = [labeled('taxRate', 'e.g. 19', RATE), labeled('taxAmount', 'e.g. 9.48')];

/** `name`: of the rate in the request, which differs between invoices and line items. */
const discountFields = (name: 'discountPercent' | 'discountRate'): INodeProperties[] => [
	labeled('discountPercent', 'e.g. 10', { name, ...RATE }),
	labeled('discountAmount', 'e.g. 5.00'),
];

const lineItemsJsonField: INodeProperties = {
	displayName: 'Line Items From Data',
	name: 'lineItemsJson',
	type: 'json',
	default: '={{ $json.lineItems }}',
	description:
		'In place of Line Items: a list of objects with productName, productSku, quantity, unitPrice and, if you like, discountAmount, discountRate, taxAmount, taxRate, totalAmount',
};

const customFieldsField: INodeProperties = {
	displayName: 'Custom Field Values',
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add value',
	default: {},
	description:
		"Don't enter personal data such as names or card numbers: the service suspends merchants who do",
	options: [
		{
			displayName: 'Value',
			name: 'field',
			values: [
				textField('Definition ID', 'definitionId', { placeholder: 'e.g. 12' }),
				textField('Value', 'value'),
			],
		},
	],
};

/** Shown without Add Field. */
const lineField = (
	name: LineField,
	placeholder: string,
	more: Partial<INodeProperties> = {},
): INodeProperties =>
	textField(LINE_FIELDS[name].label, name, {
		placeholder,
		typeOptions: { showEvenWhenOptional: true },
		...more,
	});

/** `quantity`: the default. */
const linesField = (quantity: string, ofSku: string): INodeProperties => ({
	displayName: 'Line Items',
	name: 'lineItems',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add field',
		fixedCollection: {
			itemTitle:
				'={{ [$collection.item.value.quantity, $collection.item.value.productName].filter(Boolean).join(" × ") || "Line Item" }}',
		},
	},
	placeholder: 'Add line item',
	default: {},
	options: [
		{
			displayName: 'Line Item',
			name: 'item',
			values: [
				lineField('productName', 'e.g. Oak chair'),
				lineField('productSku', 'e.g. CH-1', { hint: ofSku }),
				lineField('quantity', 'e.g. 2', { default: quantity }),
				lineField('unitPrice', 'e.g. 49.90'),
				...discountFields('discountRate'),
				...taxFields,
			],
		},
	],
});

export const lineItemsField: INodeProperties = {
	...linesField('1', 'A short code of your own. If empty, the product name is used'),
	description:
		'At most 30. To bill one amount without lines, add Total Amount and Description in Additional Fields.',
};

export const lineChangeFields: INodeProperties[] = [
	{
		displayName: 'Change Line Items',
		name: 'lineItemsMode',
		type: 'options',
		default: 'keep',
		options: [
			{ name: 'Add Lines', value: 'add' },
			{
				name: 'Change by SKU',
				value: 'change',
				description: 'Changes only what you enter, on the line with the same SKU',
			},
			{ name: 'Keep All', value: 'keep' },
			{ name: 'Replace All', value: 'replace' },
		],
	},
	{
		...linesField('', 'Required. Any short code of your own'),
		displayOptions: { show: { lineItemsMode: ['add', 'change', 'replace'] } },
	},
];

export const DEFAULT_CURRENCY = 'USD';

export const dueInDaysField: INodeProperties = {
	displayName: 'Due in (Days)',
	name: 'dueInDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3650 },
	default: 14,
	description: 'For new invoices without a Due Date, counted from today. 14 if you leave it out.',
};

const optionalFields: INodeProperties[] = [
	booleanField(
		'Allow Partial Payments',
		'allowPartialPayments',
		'Whether the customer can pay in installments',
		{ default: true },
	),
	{
		displayName: 'Ask the Customer For',
		name: 'askFor',
		type: 'multiOptions',
		default: [],
		options: [
			{ name: 'Phone Number', value: 'phone' },
			{ name: 'Shipping Address', value: 'shipping' },
		],
	},
	labeled('companyName'),
	customFieldsField,
	// Not `description`, because an AI agent can't fill a field of that name.
	labeled('description', 'e.g. Consulting in May', {
		name: 'invoiceDescription',
		description: 'Required for an invoice without line items',
	}),
	labeled('developerId', undefined, { description: 'For partners of your provider' }),
	...discountFields('discountPercent'),
	labeled('expirationDate', undefined, {
		...DAY,
		description: 'The invoice expires on this day at 00:00 GMT',
	}),
	labeled('freightAmount', 'e.g. 7.50'),
	labeled('freightTaxRate', 'e.g. 19'),
	lineItemsJsonField,
	labeled('merchantCustomerId', 'e.g. C-0042', { description: 'Your own number for the customer' }),
	labeled('minimumPartialAmount', 'e.g. 50.00'),
	labeled('solutionId', undefined, { description: 'For partners of your provider' }),
	labeled('subAmount', 'e.g. 100.00'),
	...taxFields,
	labeled('taxType', undefined, {
		type: 'options',
		allowArbitraryValues: true,
		default: 'other',
		options: [
			{ name: 'Alternate', value: 'alternate' },
			{ name: 'Green', value: 'green' },
			{ name: 'Local', value: 'local' },
			{ name: 'National', value: 'national' },
			{ name: 'Other', value: 'other' },
			{ name: 'VAT', value: 'vat' },
		],
	}),
	labeled('totalAmount', 'e.g. 1234.50', {
		description: 'Leave it out to add up the line items. Without line items, add Description too.',
	}),
];

/** Fields that need another one. The form of a new invoice shows them once that is added. */
const BESIDE: Record<string, string> = {
	freightTaxRate: 'freightAmount',
	minimumPartialAmount: 'allowPartialPayments',
	subAmount: 'totalAmount',
};

const besideOther = (field: INodeProperties): INodeProperties => {
	const other = BESIDE[field.name] as string | undefined;
	if (other === undefined) return field;
	return { ...field, displayOptions: { show: { [other]: [{ _cnd: { exists: true } }] } } };
};

/** The form of a new invoice has no Options, so they are here. */
export const additionalFields = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: sortedByDisplayName([...optionalFields, ...options].map(besideOther)),
});

const OPTIONS = [...commonOptions, serviceNumbersOption].map(({ name }) => name);

export const readInvoiceOptions = (fields: Parameters): IDataObject => readOptions(fields, OPTIONS);

export const readIgnoredColumns = (fields: Parameters): string[] =>
	parseNames(readInvoiceOptions(fields)[ignoreColumnsOption.name]);

export function readInputFormat(fields: Parameters): Omit<InputFormat, 'currency'> {
	const { numberFormat, dateOrder } = readInvoiceOptions(fields);
	return {
		decimals: numberFormat === '' ? undefined : (numberFormat as InputFormat['decimals']),
		dates: dateOrder === '' ? undefined : (dateOrder as InputFormat['dates']),
	};
}

/** Cleared together. */
const TWO_IN_ONE: Record<string, InvoiceField[]> = {
	askFor: ['requestPhone', 'requestShipping'],
	discount: ['discountAmount', 'discountPercent'],
	freightTaxRate: ['freightTaxRate', 'freightTaxable'],
	tax: ['taxAmount', 'taxRate'],
};

const CLEARED_ALONE: readonly InvoiceField[] = [
	'allowPartialPayments',
	'companyName',
	'customerEmail',
	'customerName',
	'description',
	'expirationDate',
	'freightAmount',
	'freightTaxRate',
	'merchantCustomerId',
	'minimumPartialAmount',
	'subAmount',
	'taxType',
];

const clearField: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	default: [],
	options: sortedByName([
		...CLEARED_ALONE.map((value) => ({ name: INVOICE_FIELDS[value].label, value })),
		{ name: 'Ask the Customer For', value: 'askFor' },
		{ name: 'Custom Field Values', value: 'customFields' },
		{ name: 'Discount', value: 'discount' },
		{ name: 'Tax', value: 'tax' },
	]),
};

export const changesField = (...own: INodeProperties[]): INodeProperties => ({
	displayName: 'Fields to Change',
	name: 'changes',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description:
		"Fields that you leave empty don't change. To clear one, add Fields to Clear. Enter custom field values and partner IDs again, as the service may not keep them.",
	options: sortedByDisplayName([
		...optionalFields,
		clearField,
		currencyField,
		customerEmailField,
		customerNameField,
		...own,
	]),
});

export const readCleared = ({ clearFields = [] }: IDataObject): Clearable[] =>
	parseNames(clearFields).flatMap((name) => TWO_IN_ONE[name] ?? (name as Clearable));

export function readInvoiceFields(collection: IDataObject): EnteredValues<InvoiceField> {
	const { askFor, invoiceDescription, ...fields } = collection;
	const asked: unknown[] = [askFor].flat();
	return {
		...fields,
		...(isBlank(invoiceDescription) ? {} : { description: invoiceDescription }),
		...(isBlank(askFor)
			? {}
			: { requestPhone: asked.includes('phone'), requestShipping: asked.includes('shipping') }),
	};
}

export const readCustomFields = ({ customFields }: IDataObject): unknown =>
	(customFields as { field?: unknown } | undefined)?.field;

export function readLineItems(item: Item, { lineItemsJson, totalAmount }: IDataObject): unknown {
	const { item: lines = [] } = read<{ item?: IDataObject[] }>(item, 'lineItems', {});
	if (lineItemsJson === undefined) return lines;
	if (lines.length === 0) {
		if (!isBlank(lineItemsJson)) return lineItemsJson;
		// An invoice of one amount.
		if (!isBlank(totalAmount)) return lines;
	}
	const message =
		lines.length > 0
			? 'enter the lines here or in Line Items, not in both'
			: 'is empty. Enter a list of line items, or remove the field';
	throw refusal(message, undefined, lineItemsJsonField.displayName);
}

export function readLineChangeMode(item: Item, collection: IDataObject): LineChangeMode {
	const mode = read<LineChangeMode | 'keep'>(item, 'lineItemsMode', 'keep');
	if (mode !== 'keep') return mode;
	if (collection.lineItemsJson === undefined) return 'replace';
	throw refusal(
		'says Keep All, but there are Line Items From Data. Choose what to do with them',
		undefined,
		'Change Line Items',
	);
}

type ListOfEntries = 'additionalFields' | 'changes';

/** Without these a line is refused anyway. */
const REQUIRED = ['productName', 'quantity', 'unitPrice'];

const labelOf = (name: string): string =>
	name in LINE_FIELDS
		? LINE_FIELDS[name as LineField].label
		: (optionalFields.find((field) => field.name === name)?.displayName ?? toTitle(name));

type LabeledExpression = readonly [text: string, label: string];

function emptyIn(entered: unknown, value: unknown, name = ''): LabeledExpression[] {
	if (typeof entered === 'object' && entered !== null) {
		const values = Object(value) as Record<string, unknown>;
		return Object.entries(entered).flatMap(([key, part]) => emptyIn(part, values[key], key));
	}
	const isEmpty = typeof entered === 'string' && entered.startsWith('=') && value === undefined;
	return isEmpty && !REQUIRED.includes(name) ? [[entered, labelOf(name)]] : [];
}

const emptyExpressions = (item: Item, list: ListOfEntries): LabeledExpression[] =>
	[list, 'lineItems'].flatMap((name) =>
		emptyIn(item.context.getNode().parameters[name], read(item, name, {})),
	);

const emptyInAll = new WeakMap<IExecuteFunctions, ReadonlySet<string>>();

/** A spreadsheet may leave out an empty cell. A column that no row has is probably misspelled. */
function textsEmptyInAll({ context, all }: Item, list: ListOfEntries): ReadonlySet<string> {
	const known = emptyInAll.get(context);
	if (known !== undefined) return known;
	const texts = all.map((row) => {
		try {
			return new Set(emptyExpressions(row, list).map(([text]) => text));
		} catch {
			return new Set<string>();
		}
	});
	const found = new Set([...texts[0]].filter((text) => texts.every((row) => row.has(text))));
	emptyInAll.set(context, found);
	return found;
}

/** `text`: an expression such as ={{ $json.tax }}. */
const adviceFor = (text: string): string => {
	const inner = /^=\{\{(.*)\}\}$/s.exec(text)?.[1];
	const instead =
		inner === undefined ? '' : `. If all its cells are empty, write {{ ${inner.trim()} ?? "" }}`;
	return `Correct the name of the column, or remove the field${instead}`;
};

export const checkEmptyExpressions = (item: Item, list: ListOfEntries): Problem[] =>
	emptyExpressions(item, list).flatMap(([text, label]) => {
		const words = `${text.slice(1).trim()} gives nothing`;
		if (item.all.length === 1) return [warning(label, `${words}. Check the name of the column`)];
		if (!textsEmptyInAll(item, list).has(text)) return [];
		return [error(label, `${words} in any row of this run. ${adviceFor(text)}`)];
	});
