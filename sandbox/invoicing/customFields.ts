import { z } from 'zod';
import type { FieldProblem } from '../refusal';
import type { InvoiceContent } from './content';
import type { Invoice } from './invoice';

/** A custom text field as a merchant defines it in the portal. */
const definition = z
	.strictObject({
		definitionId: z.number().int().positive(),
		label: z.string().min(1, 'must not be empty'),
		minimumLength: z.number().int().nonnegative().default(0),
		maximumLength: z.number().int().positive().default(255),
		defaultText: z.string().optional(),
		customerVisible: z.boolean().default(true),
		customerReadOnly: z.boolean().default(false),
	})
	.refine(
		({ minimumLength, maximumLength }) => minimumLength <= maximumLength,
		'must have a minimumLength that is not more than its maximumLength',
	);

export const customFieldsBody = z.strictObject({ definitions: z.array(definition) });

export type CustomField = z.output<typeof definition>;

/** The fields that the customer sees on the payment page; an amount only invoice has none. */
export function visibleCustomFields(
	definitions: readonly CustomField[],
	{ content }: Invoice,
): Array<CustomField & { value: string | undefined }> {
	if (content.orderInformation.lineItems.length === 0) return [];
	return definitions
		.filter(({ customerVisible }) => customerVisible)
		.map((field) => {
			const given = content.merchantDefinedFieldValues.find(
				({ definitionId }) => definitionId === field.definitionId,
			);
			return { ...field, value: given?.value ?? field.defaultText };
		});
}

/** Without definitions any field is taken: there is no portal to define them in. */
export function customValueProblems(
	definitions: readonly CustomField[],
	{ merchantDefinedFieldValues }: InvoiceContent,
): FieldProblem[] {
	if (definitions.length === 0) return [];
	return merchantDefinedFieldValues.flatMap(({ definitionId, value = '' }, index) => {
		const field = definitions.find((each) => each.definitionId === definitionId);
		const at = `merchantDefinedFieldValues[${index}]`;
		if (!field) return [{ field: `${at}.definitionId`, reason: 'is not defined' }];
		const reason = lengthProblem(field, value);
		return reason ? [{ field: `${at}.value`, reason }] : [];
	});
}

export function lengthProblem(
	{ minimumLength, maximumLength }: CustomField,
	value: string,
): string | undefined {
	const length = [...value].length;
	return length < minimumLength || length > maximumLength
		? `must have ${minimumLength} to ${maximumLength} characters`
		: undefined;
}
