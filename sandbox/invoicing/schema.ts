import { isLosslessNumber } from 'lossless-json';
import { z } from 'zod';
import { read } from '../schema';
import { decimalProblem } from './money';
import { validationErrors } from './refusals';

/** Refused in invoicing's own words. */
export function readBody<T extends z.ZodTypeAny>(schema: T, body: unknown): z.output<T> {
	return read(schema, body, validationErrors);
}

/** A decimal number, sent as JSON text or as a JSON number; its exact text. */
export const decimal = z.unknown().transform((value, context) => {
	const text = isLosslessNumber(value) ? value.value : value;
	const problem = typeof text === 'string' ? decimalProblem(text) : 'must be a decimal number';
	if (problem) context.addIssue({ code: 'custom', message: problem });
	return problem ? z.NEVER : (text as string);
});

export const integer = z.unknown().transform((value, context) => {
	if (isLosslessNumber(value) && /^-?\d{1,15}$/.test(value.value)) return Number(value.value);
	context.addIssue({ code: 'custom', message: 'must be a whole number' });
	return z.NEVER;
});

export const emailAddress = z
	.string()
	.regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, 'must be an email address such as name@example.com');
