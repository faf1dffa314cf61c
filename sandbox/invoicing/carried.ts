import type { AmountDetails, InvoiceContent } from './content';
import { amountProblem, amountText, plainText } from './money';

/** Something that not every invoice may carry, and where discounts and taxes were put. */
export interface Carried {
	field: string;
	level?: 'total' | 'lineItem';
}

const DETAILS = 'orderInformation.amountDetails';

const LINE_ITEM_DISCOUNTS_AND_TAXES = [
	'discountAmount',
	'discountRate',
	'taxAmount',
	'taxRate',
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

type Change = (text: string, field: string) => string;

/** A copy with every text changed, by its field. */
function withTexts<T>(value: T, change: Change, field: string): T {
	if (typeof value === 'string') return change(value, field) as T;
	if (Array.isArray(value)) {
		return value.map((each: unknown, index) => withTexts(each, change, `${field}[${index}]`)) as T;
	}
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [
			name,
			withTexts(each, change, `${field}.${name}`),
		]),
	) as T;
}

const AMOUNT = /(amount|price)$/i;
const RATE_OR_QUANTITY = /(rate|percent|quantity)$/i;

export function amountsOf(content: InvoiceContent): Array<{ field: string; amount: string }> {
	const amounts: Array<{ field: string; amount: string }> = [];
	withTexts(
		content.orderInformation,
		(amount, field) => {
			if (AMOUNT.test(field)) amounts.push({ field, amount });
			return amount;
		},
		'orderInformation',
	);
	return amounts;
}

/** The content with every amount in the decimals of its currency. Call it on content without problems. */
export function withExactAmounts(content: InvoiceContent): InvoiceContent {
	const currency = content.orderInformation.amountDetails.currency as string;
	const exact: Change = (text, field) => {
		if (AMOUNT.test(field) && !amountProblem(text, currency)) return amountText(text, currency);
		return RATE_OR_QUANTITY.test(field) ? plainText(text) : text;
	};
	return {
		...content,
		orderInformation: withTexts(content.orderInformation, exact, 'orderInformation'),
	};
}
