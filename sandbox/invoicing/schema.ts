import { isLosslessNumber } from 'lossless-json';
import { z } from 'zod';
import type { FieldProblem } from '../refusal';
import { decimalProblem } from './money';
import { validationErrors } from './refusals';

const TYPE_WORDS: Record<string, string> = {
	string: 'text',
	boolean: 'true or false',
	number: 'a number',
	integer: 'a whole number',
	object: 'an object',
	array: 'a list',
};

const inPlainWords: z.ZodErrorMap = (issue, context) => {
	if (issue.code === 'invalid_type') {
		return {
			message:
				issue.received === 'undefined' ? 'is required' : `must be ${TYPE_WORDS[issue.expected]}`,
		};
	}
	if (issue.code === 'invalid_enum_value') {
		return { message: `must be one of ${issue.options.join(', ')}` };
	}
	return { message: context.defaultError };
};

/** The value in the form of the schema, or a refusal that names every field that is not. */
export function readBody<T extends z.ZodTypeAny>(schema: T, body: unknown): z.output<T> {
	const result = schema.safeParse(body, { errorMap: inPlainWords });
	if (!result.success) throw validationErrors(result.error.issues.flatMap(fieldProblems));
	return result.data as z.output<T>;
}

function fieldProblems(issue: z.ZodIssue): FieldProblem[] {
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => ({
			field: fieldName([...issue.path, key]),
			reason: 'is not a field of this request',
		}));
	}
	return [{ field: fieldName(issue.path), reason: issue.message }];
}

function fieldName(path: ReadonlyArray<string | number>): string {
	const name = path.reduce<string>(
		(name, step) => (typeof step === 'number' ? `${name}[${step}]` : `${name}.${step}`),
		'',
	);
	return name === '' ? 'body' : name.slice(1);
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
