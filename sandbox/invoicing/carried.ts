import type { AmountDetails, InvoiceContent, LineItem } from './content';
import { amountText, plainText } from './money';

/** Something that not every invoice may carry, and where discounts and taxes were put. */
export interface Carried {
	field: string;
	level?: 'total' | 'lineItem';
}

const DETAILS = 'orderInformation.amountDetails';

const LINE_ITEM_AMOUNTS = ['unitPrice', 'totalAmount', 'discountAmount', 'taxAmount'] as const;
const LINE_ITEM_RATES = ['discountRate', 'taxRate'] as const;
const LINE_ITEM_DISCOUNTS_AND_TAXES = [
	'discountAmount',
	'discountRate',
	'taxAmount',
	'taxRate',
] as const;
const DETAIL_AMOUNTS = [
	'totalAmount',
	'subAmount',
	'minimumPartialAmount',
	'discountAmount',
] as const;

/** Discounts, taxes, shipping fees, partial payments and custom fields. */
export function carriedBy(content: InvoiceContent): Carried[] {
	const { amountDetails, lineItems } = content.orderInformation;
	return [
		...carriedByTotal(amountDetails),
		...lineItems.flatMap((item, index) =>
			LINE_ITEM_DISCOUNTS_AND_TAXES.filter((name) => item[name] !== undefined).map(
				(name): Carried => ({
					field: `orderInformation.lineItems[${index}].${name}`,
					level: 'lineItem',
				}),
			),
		),
		...present({
			[`${DETAILS}.freight.amount`]: amountDetails.freight.amount,
			[`${DETAILS}.freight.taxable`]: amountDetails.freight.taxable === true || undefined,
			[`${DETAILS}.freight.taxRate`]: amountDetails.freight.taxRate,
			'invoiceInformation.allowPartialPayments':
				content.invoiceInformation.allowPartialPayments === true || undefined,
			merchantDefinedFieldValues: content.merchantDefinedFieldValues.at(0),
		}).map((field): Carried => ({ field })),
	];
}

function carriedByTotal(details: AmountDetails): Carried[] {
	const { discountAmount, discountPercent, taxDetails } = details;
	return present({
		[`${DETAILS}.discountAmount`]: discountAmount,
		[`${DETAILS}.discountPercent`]: discountPercent,
		[`${DETAILS}.taxDetails.amount`]: taxDetails.amount,
		[`${DETAILS}.taxDetails.rate`]: taxDetails.rate,
		[`${DETAILS}.taxDetails.type`]: taxDetails.type,
	}).map((field): Carried => ({ field, level: 'total' }));
}

function present(values: Record<string, unknown>): string[] {
	return Object.keys(values).filter((field) => values[field] !== undefined);
}

export function amountsOf({
	orderInformation,
}: InvoiceContent): Array<{ field: string; amount: string }> {
	const { amountDetails, lineItems } = orderInformation;
	const named: Array<[string, string | undefined]> = [
		...DETAIL_AMOUNTS.map((name): [string, string | undefined] => [
			`${DETAILS}.${name}`,
			amountDetails[name],
		]),
		[`${DETAILS}.taxDetails.amount`, amountDetails.taxDetails.amount],
		[`${DETAILS}.freight.amount`, amountDetails.freight.amount],
		...lineItems.flatMap((item, index) =>
			LINE_ITEM_AMOUNTS.map((name): [string, string | undefined] => [
				`orderInformation.lineItems[${index}].${name}`,
				item[name],
			]),
		),
	];
	return named.flatMap(([field, amount]) => (amount === undefined ? [] : [{ field, amount }]));
}

/** The content with every amount in the decimals of its currency. Call it on content without problems. */
export function withExactAmounts(content: InvoiceContent): InvoiceContent {
	const { amountDetails, lineItems } = content.orderInformation;
	const amount = (text: string) => amountText(text, amountDetails.currency as string);
	return {
		...content,
		orderInformation: {
			amountDetails: {
				...amountDetails,
				...rewritten(amountDetails, DETAIL_AMOUNTS, amount),
				...rewritten(amountDetails, ['discountPercent'], plainText),
				taxDetails: {
					...amountDetails.taxDetails,
					...rewritten(amountDetails.taxDetails, ['amount'], amount),
					...rewritten(amountDetails.taxDetails, ['rate'], plainText),
				},
				freight: {
					...amountDetails.freight,
					...rewritten(amountDetails.freight, ['amount'], amount),
					...rewritten(amountDetails.freight, ['taxRate'], plainText),
				},
			},
			lineItems: lineItems.map((item): LineItem => ({
				...item,
				...rewritten(item, LINE_ITEM_AMOUNTS, amount),
				...rewritten(item, ['quantity', ...LINE_ITEM_RATES], plainText),
			})),
		},
	};
}

function rewritten<T extends object, K extends keyof T>(
	from: T,
	names: readonly K[],
	rewrite: (text: string) => string,
): Partial<Record<K, string>> {
	return Object.fromEntries(
		names
			.filter((name) => from[name] !== undefined)
			.map((name) => [name, rewrite(from[name] as string)]),
	) as Partial<Record<K, string>>;
}
