import {
	AMOUNT_OR_RATE,
	type Field,
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_FIELDS,
	type LineField,
} from '../../shared/invoice/invoice';
import {
	compare,
	findCurrency,
	type Decimal,
	decimalPlaces,
	parseDecimal,
	round,
	ZERO,
} from '../../shared/money';
import { error, missing, type Problem, warning } from '../../shared/problem';
import {
	type InvoiceDraft,
	type LineItem,
	keysOf,
	type FieldValue,
	type FieldValues,
} from './values';

const MAX_LINE_ITEMS = 30;

const INVOICE_TAX_DISCOUNT = AMOUNT_OR_RATE.invoice.flatMap(({ amount, rate }) => [amount, rate]);
export const LINE_TAX_DISCOUNT = AMOUNT_OR_RATE.line.flatMap(({ amount, rate }) => [amount, rate]);

const ITEMIZED_ONLY = [
	'allowPartialPayments',
	...INVOICE_TAX_DISCOUNT,
	'freightAmount',
	'freightTaxRate',
	'freightTaxable',
	'minimumPartialAmount',
	'taxType',
] as const satisfies readonly InvoiceField[];

export type Itemization = 'itemized' | 'amountOnly';

export interface RuleContext {
	request: 'create' | 'update';
	type: Itemization;
	today: string;
	/** Whether the total follows from the line items: then one of these is missing, and not the total. */
	computesTotal?: boolean;
	stored?: InvoiceDraft;
}

type Rule = (draft: InvoiceDraft, context: RuleContext) => Problem[];

const labelOf = (name: InvoiceField) => INVOICE_FIELDS[name].label;

/** A discount or a tax of zero is none. */
export const isZeroOrUnset = (value: FieldValue | undefined): boolean => {
	const decimal = typeof value === 'string' ? parseDecimal(value) : undefined;
	return (
		value === undefined ||
		value === false ||
		(decimal !== undefined && compare(decimal, ZERO) === 0)
	);
};

export const isTaxed = ({
	fields,
	lineItems,
}: Pick<InvoiceDraft, 'fields' | 'lineItems'>): boolean =>
	[fields, ...lineItems].some(
		({ taxAmount, taxRate }) => !isZeroOrUnset(taxAmount) || !isZeroOrUnset(taxRate),
	) || ![fields.freightAmount, fields.freightTaxRate, fields.freightTaxable].some(isZeroOrUnset);

const isDraft = ({ fields }: InvoiceDraft) => fields.sendImmediately !== true;

const requiredFields: Rule = (draft, { request, type, computesTotal }) => {
	const { fields } = draft;
	const reasons = new Map<InvoiceField, string>();
	const emailed = fields.deliveryMode === 'email';
	if (request === 'create' && (emailed || (type === 'itemized' && isDraft(draft)))) {
		const ofDraft = emailed ? 'for a draft to email later' : 'for a draft with line items';
		const reason = isDraft(draft) ? ofDraft : 'for an invoice that is emailed';
		reasons.set('customerEmail', reason).set('customerName', reason);
	}
	if (type === 'amountOnly' && !(request === 'update' && emailed)) {
		reasons.set('description', 'for an invoice without line items');
	}
	const always: InvoiceField[] = ['dueDate', 'currency'];
	if (computesTotal !== true) always.push('totalAmount');
	if (request === 'create') always.push('deliveryMode');
	for (const name of always) reasons.set(name, '');
	return [...reasons]
		.filter(([name]) => fields[name] === undefined)
		.map(([name, reason]) => missing(labelOf(name), `is required ${reason}`.trim()));
};

const REQUIRED_OF_A_LINE = {
	create: ['productName', 'productSku', 'quantity', 'unitPrice', 'totalAmount'],
	update: ['productSku'],
} as const;

const lineItemCount: Rule = ({ lineItems }, { type }) => {
	const count = lineItems.length;
	if (type === 'amountOnly') return [];
	if (count === 0)
		return [
			missing(
				'Line Items',
				'enter at least one. For an invoice without line items, enter its Total Amount and Description in Additional Fields',
			),
		];
	if (count <= MAX_LINE_ITEMS) return [];
	return [error('Line Items', `there are ${count}, but an invoice has at most ${MAX_LINE_ITEMS}`)];
};

/** The total of a line follows from price and quantity, and the SKU of a new one from its name. */
const followsFromMissing = (
	{ unitPrice, quantity, productName }: LineItem,
	name: LineField,
	isNew: boolean,
): boolean =>
	(name === 'totalAmount' && (unitPrice === undefined || quantity === undefined)) ||
	(name === 'productSku' && isNew && productName === undefined);

const requiredOfLines: Rule = ({ lineItems }, { request }) =>
	lineItems.flatMap((item, index) =>
		REQUIRED_OF_A_LINE[request]
			.filter(
				(name) => item[name] === undefined && !followsFromMissing(item, name, request === 'create'),
			)
			.map((name) =>
				missing(LINE_FIELDS[name].label, 'is required for every line item', index + 1),
			),
	);

const amountOnly: Rule = ({ fields, lineItems, customFields }, { type, stored }) => {
	if (type !== 'amountOnly') return [];
	const carried: string[] = ITEMIZED_ONLY.filter(
		(name) => !isZeroOrUnset(fields[name]) && fields[name] !== stored?.fields[name],
	).map(labelOf);
	if (lineItems.length > 0) carried.push('Line Items');
	if (customFields.length > 0 && stored === undefined) carried.push('Custom Field Values');
	return carried.map((label) => error(label, 'cannot be used on an invoice without line items'));
};

const oneLevel: Rule = ({ fields, lineItems }) => {
	const onTotal = INVOICE_TAX_DISCOUNT.filter((name) => !isZeroOrUnset(fields[name]));
	if (onTotal.length === 0) return [];
	return lineItems.flatMap((item, index) =>
		LINE_TAX_DISCOUNT.filter((name) => !isZeroOrUnset(item[name])).map((name) =>
			error(
				LINE_FIELDS[name].label,
				`cannot be used together with ${onTotal.map(labelOf).join(' and ')} of the invoice. Put discounts and taxes either on the total or on line items`,
				index + 1,
			),
		),
	);
};

function tooManyDecimals<Name extends string>(
	fields: Record<Name, Field>,
	values: FieldValues<Name | 'quantity'>,
	currency: FieldValue | undefined,
	asProblem: typeof error,
	line?: number,
): Problem[] {
	const known = findCurrency(String(currency));
	if (known === undefined) return [];
	// A price of 0.2875 is none that is paid: the total of its line is. One of less than a cent is hardly meant.
	const isPaid = (name: Name, amount: Decimal) =>
		fields[name].kind === 'amount' ||
		(Number(values.quantity) === 1 &&
			(known.minorUnits === 0 || round(amount, known.minorUnits, 'down').units === 0n));
	return keysOf(fields).flatMap((name) => {
		const isMoney = ['amount', 'price'].includes(fields[name].kind);
		const amount = isMoney ? parseDecimal(String(values[name])) : undefined;
		if (amount === undefined || !isPaid(name, amount)) return [];
		const places = decimalPlaces(amount);
		if (places <= known.minorUnits) return [];
		const allowed = known.minorUnits === 0 ? 'none' : `at most ${known.minorUnits}`;
		return asProblem(
			fields[name].label,
			`${String(values[name])} has ${places} decimal ${places === 1 ? 'place' : 'places'}, but ${known.code} has ${allowed}`,
			line,
		);
	});
}

/** Nobody can pay half a cent. A service that has such an amount may keep it. */
const decimals: Rule = ({ fields, lineItems }, { stored }) => {
	const asProblem = stored === undefined ? error : warning;
	return [
		...tooManyDecimals(INVOICE_FIELDS, fields, fields.currency, asProblem),
		...lineItems.flatMap((item, index) =>
			tooManyDecimals(LINE_FIELDS, item, fields.currency, asProblem, index + 1),
		),
	];
};

const dates: Rule = ({ fields: { dueDate, expirationDate } }, { today, request, stored }) => {
	const kept = request === 'update' ? stored?.fields : undefined;
	const isDueKept = dueDate === kept?.dueDate;
	const problems: Problem[] = [];
	if (dueDate !== undefined && dueDate < today && !isDueKept) {
		problems.push(warning('Due Date', `${String(dueDate)} is in the past`));
	}
	if (expirationDate === undefined || (isDueKept && expirationDate === kept?.expirationDate)) {
		return problems;
	}
	if (expirationDate <= today) {
		problems.push(
			warning(
				'Expiration Date',
				`${String(expirationDate)} has come, so the invoice expires at once`,
			),
		);
	} else if (dueDate !== undefined && expirationDate < dueDate) {
		problems.push(warning('Expiration Date', `${String(expirationDate)} is before the due date`));
	}
	return problems;
};

const nothingToPay: Rule = ({ fields }, { request }) =>
	request === 'create' && fields.totalAmount !== undefined && isZeroOrUnset(fields.totalAmount)
		? [error('Total Amount', 'is 0, so there is nothing to pay')]
		: [];

const RULES: readonly Rule[] = [
	requiredFields,
	lineItemCount,
	requiredOfLines,
	amountOnly,
	oneLevel,
	decimals,
	dates,
	nothingToPay,
];

export const checkDraft = (draft: InvoiceDraft, context: RuleContext): Problem[] =>
	RULES.flatMap((rule) => rule(draft, context));

/** The service takes discounts and taxes of the invoice or of its lines: the zeros of the others are left out. */
export function withoutConflictingZeros(draft: InvoiceDraft): InvoiceDraft {
	const fields = { ...draft.fields };
	const lineItems = draft.lineItems.map((item) => ({ ...item }));
	const onTotal = INVOICE_TAX_DISCOUNT.some((name) => !isZeroOrUnset(fields[name]));
	const onLines = lineItems.some((item) =>
		LINE_TAX_DISCOUNT.some((name) => !isZeroOrUnset(item[name])),
	);
	if (onLines && !onTotal) for (const name of INVOICE_TAX_DISCOUNT) delete fields[name];
	if (onTotal && !onLines) {
		for (const item of lineItems) for (const name of LINE_TAX_DISCOUNT) delete item[name];
	}
	return { ...draft, fields, lineItems };
}
