import { z } from 'zod';
import { startOfDay, startOfExpirationDay } from './dates';
import { isCurrency } from './money';
import { decimal, emailAddress, integer } from './schema';

/** The number is a path segment of the service's addresses, and these two cannot be one. */
const UNADDRESSABLE = ['.', '..'];

const invoiceNumber = z
	.string()
	.max(100, 'must have at most 100 characters')
	.refine(
		(text) => text.trim() === text && !UNADDRESSABLE.includes(text),
		'must not begin or end with a space, and must be more than dots',
	);

const lineItem = z
	.strictObject({
		productSku: z.string().optional(),
		productName: z.string().optional(),
		unitPrice: decimal.optional(),
		quantity: decimal.optional(),
		totalAmount: decimal.optional(),
		discountAmount: decimal.optional(),
		discountRate: decimal.optional(),
		/** Some clients write discountRate so. */
		discountPercent: decimal.optional(),
		taxAmount: decimal.optional(),
		taxRate: decimal.optional(),
	})
	.transform(({ discountPercent, ...item }) => ({
		...item,
		...(discountPercent !== undefined && { discountRate: discountPercent }),
	}));

/** The fields of a create or update request. Which of them are required depends on the request: see rules.ts. */
export const invoiceContent = z.strictObject({
	clientReferenceInformation: z
		.strictObject({
			partner: z
				.strictObject({ developerId: z.string().optional(), solutionId: z.string().optional() })
				.optional(),
		})
		.optional(),
	customerInformation: z
		.strictObject({
			name: z.string().optional(),
			email: emailAddress.optional(),
			merchantCustomerId: z.string().optional(),
			company: z.strictObject({ name: z.string().optional() }).optional(),
		})
		.default({}),
	processingInformation: z
		.strictObject({
			requestPhone: z.boolean().optional(),
			requestShipping: z.boolean().optional(),
		})
		.default({}),
	invoiceInformation: z
		.strictObject({
			invoiceNumber: invoiceNumber.optional(),
			description: z.string().optional(),
			dueDate: z
				.string()
				.refine((date) => startOfDay(date) !== undefined, 'must be a date such as 2026-03-31')
				.optional(),
			expirationDate: z
				.string()
				.refine(
					(date) => startOfExpirationDay(date) !== undefined,
					'must be a date written DD-MM-YYYY, such as 31-03-2026',
				)
				.optional(),
			deliveryMode: z.enum(['email', 'none']).optional(),
			sendImmediately: z.boolean().optional(),
			allowPartialPayments: z.boolean().optional(),
		})
		.default({}),
	orderInformation: z
		.strictObject({
			amountDetails: z
				.strictObject({
					currency: z
						.string()
						.refine(isCurrency, 'must be an ISO 4217 currency code such as USD')
						.optional(),
					totalAmount: decimal.optional(),
					subAmount: decimal.optional(),
					minimumPartialAmount: decimal.optional(),
					discountAmount: decimal.optional(),
					discountPercent: decimal.optional(),
					taxDetails: z
						.strictObject({
							type: z.string().optional(),
							amount: decimal.optional(),
							rate: decimal.optional(),
						})
						.default({}),
					freight: z
						.strictObject({
							amount: decimal.optional(),
							taxable: z.boolean().optional(),
							taxRate: decimal.optional(),
						})
						.default({}),
				})
				.default({}),
			lineItems: z.array(lineItem).default([]),
		})
		.default({}),
	merchantDefinedFieldValues: z
		.array(z.strictObject({ definitionId: integer, value: z.string().optional() }))
		.default([]),
});

export type InvoiceContent = z.output<typeof invoiceContent>;
export type LineItem = InvoiceContent['orderInformation']['lineItems'][number];
export type AmountDetails = InvoiceContent['orderInformation']['amountDetails'];

/** A field sent as null or as empty text has no value, as if it were left out. */
export function withoutEmptyValues(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutEmptyValues);
	if (value === null || typeof value !== 'object' || value.constructor !== Object) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, entry]) => entry !== null && entry !== '')
			.map(([key, entry]) => [key, withoutEmptyValues(entry)]),
	);
}
