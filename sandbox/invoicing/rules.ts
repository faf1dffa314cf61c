import type { FieldProblem } from '../refusal';
import { amountProblem, compare, decimalProblem, isZero } from './money';
import type { InvoiceContent, LineItem } from './content';
import { amountsOf, type Carried, carriedBy } from './carried';

export type Purpose = 'create' | 'update';

const MOST_LINE_ITEMS = 30;

const LINE_ITEM_REQUIRED: Record<Purpose, ReadonlyArray<keyof LineItem>> = {
	create: ['productSku', 'productName', 'quantity', 'unitPrice', 'totalAmount'],
	update: ['productSku'],
};

/** What decides which fields a request needs. */
interface Request {
	purpose: Purpose;
	content: InvoiceContent;
	itemized: boolean;
	draft: boolean;
	byEmail: boolean;
}

interface Requirement {
	field: string;
	when: (request: Request) => boolean;
	because: string;
}

const customerIsNeeded = ({ purpose, byEmail, itemized, draft }: Request) =>
	purpose === 'create' && (byEmail || (itemized && draft));

const REQUIREMENTS: readonly Requirement[] = [
	{
		field: 'invoiceInformation.deliveryMode',
		when: ({ purpose }) => purpose === 'create',
		because: 'is required: email or none',
	},
	{
		field: 'invoiceInformation.sendImmediately',
		when: ({ purpose }) => purpose === 'create',
		because: 'is required: false for a draft, true to publish',
	},
	{
		field: 'invoiceInformation.dueDate',
		when: () => true,
		because: 'is required',
	},
	{
		field: 'invoiceInformation.description',
		when: ({ purpose, byEmail, itemized, draft }) =>
			!itemized && !(byEmail && (draft || purpose === 'update')),
		because: 'is required unless there are line items or it is a draft or update by email',
	},
	{
		field: 'customerInformation.email',
		when: customerIsNeeded,
		because: 'is required for delivery by email and for itemized drafts',
	},
	{
		field: 'customerInformation.name',
		when: customerIsNeeded,
		because: 'is required for delivery by email and for itemized drafts',
	},
	{
		field: 'orderInformation.amountDetails.currency',
		when: () => true,
		because: 'is required',
	},
	{
		field: 'orderInformation.amountDetails.totalAmount',
		when: () => true,
		because: 'is required',
	},
];

/** Everything the specification forbids in this request; empty when it may be carried out. */
export function problemsOf(purpose: Purpose, content: InvoiceContent): FieldProblem[] {
	const { deliveryMode, sendImmediately } = content.invoiceInformation;
	const request: Request = {
		purpose,
		content,
		itemized: content.orderInformation.lineItems.length > 0,
		draft: sendImmediately !== true,
		byEmail: deliveryMode === 'email',
	};
	const carried = carriedBy(content);
	return [
		...missingFields(request),
		...lineItemProblems(request),
		...amountProblems(content),
		...(request.itemized ? levelProblems(carried) : amountOnlyProblems(carried)),
		...partialPaymentProblems(content),
	];
}

function missingFields(request: Request): FieldProblem[] {
	return REQUIREMENTS.filter(
		({ field, when }) => when(request) && valueAt(request.content, field) === undefined,
	).map(({ field, because }) => ({ field, reason: because }));
}

const valueAt = (content: InvoiceContent, field: string): unknown =>
	field
		.split('.')
		.reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], content);

const problemIf = (isWrong: boolean, field: string, reason: string): FieldProblem[] =>
	isWrong ? [{ field, reason }] : [];

const MORE_THAN_ZERO = 'must be more than zero';
const isNothing = (amount: string | undefined) => amount !== undefined && isZero(amount);

function lineItemProblems({ purpose, content }: Request): FieldProblem[] {
	const { lineItems } = content.orderInformation;
	const field = (index: number, name: keyof LineItem) =>
		`orderInformation.lineItems[${index}].${name}`;
	return [
		...problemIf(
			lineItems.length > MOST_LINE_ITEMS,
			'orderInformation.lineItems',
			`must have at most ${MOST_LINE_ITEMS} items, and has ${lineItems.length}`,
		),
		...lineItems.flatMap((item, index) => [
			...LINE_ITEM_REQUIRED[purpose].flatMap((name) =>
				problemIf(item[name] === undefined, field(index, name), 'is required'),
			),
			...problemIf(isNothing(item.quantity), field(index, 'quantity'), MORE_THAN_ZERO),
		]),
	];
}

function amountProblems(content: InvoiceContent): FieldProblem[] {
	const { currency, totalAmount } = content.orderInformation.amountDetails;
	if (currency === undefined) return [];
	const wrong = amountsOf(content).flatMap(({ field, amount }) => {
		// The specification does not say how exact the price of one is. Nobody pays it.
		const isPrice = field.endsWith('unitPrice');
		const reason = isPrice ? decimalProblem(amount) : amountProblem(amount, currency);
		return reason ? [{ field, reason }] : [];
	});
	const total = 'orderInformation.amountDetails.totalAmount';
	return [...wrong, ...problemIf(isNothing(totalAmount), total, MORE_THAN_ZERO)];
}

/** An invoice without line items is an amount only invoice. */
function amountOnlyProblems(carried: readonly Carried[]): FieldProblem[] {
	return carried.map(({ field }) => ({
		field,
		reason: 'is not supported by an amount only invoice, that is, one without line items',
	}));
}

function levelProblems(carried: readonly Carried[]): FieldProblem[] {
	const onLineItem = carried.find(({ level }) => level === 'lineItem');
	if (onLineItem === undefined) return [];
	const reason = `cannot be combined with ${onLineItem.field}: discounts and taxes go on the total or on line items, never both`;
	return carried.flatMap(({ field, level }) => problemIf(level === 'total', field, reason));
}

function partialPaymentProblems(content: InvoiceContent): FieldProblem[] {
	const { minimumPartialAmount: minimum, totalAmount } = content.orderInformation.amountDetails;
	if (minimum === undefined) return [];
	const field = 'orderInformation.amountDetails.minimumPartialAmount';
	if (content.invoiceInformation.allowPartialPayments !== true) {
		return [{ field, reason: 'is used only with allowPartialPayments true' }];
	}
	const isTooMuch = totalAmount !== undefined && compare(minimum, totalAmount) > 0;
	return [
		...problemIf(isZero(minimum), field, MORE_THAN_ZERO),
		...problemIf(isTooMuch, field, 'must not be more than totalAmount'),
	];
}
