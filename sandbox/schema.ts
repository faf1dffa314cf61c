import { DateTime } from 'luxon';
import { z } from 'zod';
import { type FieldProblem, Refusal } from './refusal';

/** The kinds of values that bodies and queries have in common, and the one way to read them. */

/** Text that says something. */
export const text = z.string().min(1, 'must be text that is not empty');
/** A list that is right or wrong as a whole. */
export const texts = z.array(z.unknown()).superRefine((list, context): list is string[] => {
	const fits = list.every((each) => typeof each === 'string');
	if (!fits) {
		context.addIssue({ code: 'custom', fatal: true, message: 'must be a list of texts' });
	}
	return fits;
});
export const flag = z.boolean();
export const whole = z.number().refine(Number.isSafeInteger, 'must be a whole number');
/** A moment in ISO 8601 with its offset, as milliseconds since 1970. */
export const moment = z
	.string()
	.refine(isMoment, 'must be a time in ISO 8601 with an offset, such as 2026-03-01T00:00:00Z')
	.transform((written) => DateTime.fromISO(written).toMillis());
/** What a form or the address of a page sends: texts, each under a name of its own. */
export const form = z.record(z.string());
/** Empty where nothing may be sent. */
export const nothing = z.strictObject({});

/** A whole number that is at least the bound. */
export function count(least = 0): z.ZodType<number> {
	return z
		.number()
		.refine(
			(value) => Number.isSafeInteger(value) && value >= least,
			`must be a whole number of at least ${least}`,
		);
}

/** A whole number as a query writes it. */
export function queryNumber(
	least: number,
	most = Number.MAX_SAFE_INTEGER,
): z.ZodType<number, z.ZodTypeDef, string> {
	const bounds =
		most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
	return z
		.string()
		.refine(
			(digits) => /^\d{1,15}$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
			`must be a whole number ${bounds}`,
		)
		.transform(Number);
}

const TYPE_WORDS: Record<string, string> = {
	string: 'text',
	boolean: 'true or false',
	number: 'a number',
	integer: 'a whole number',
	object: 'an object',
	array: 'a list',
};

const inPlainWords: z.ZodErrorMap = (issue, context) => {
	switch (issue.code) {
		case 'invalid_type':
			return {
				message:
					issue.received === 'undefined' ? 'is required' : `must be ${TYPE_WORDS[issue.expected]}`,
			};
		case 'invalid_enum_value':
		case 'invalid_union_discriminator':
			return { message: `must be one of ${issue.options.join(', ')}` };
		default:
			return { message: context.defaultError };
	}
};

/** The value in the form of the schema, or a refusal that names every field that is not. */
export function read<T extends z.ZodTypeAny>(
	schema: T,
	value: unknown,
	refuse: (problems: readonly FieldProblem[]) => Refusal = (problems) =>
		Refusal.invalidFields(problems),
): z.output<T> {
	const result = schema.safeParse(value, { errorMap: inPlainWords });
	if (!result.success) throw refuse(result.error.issues.flatMap(fieldProblems));
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
		(before, step) => (typeof step === 'number' ? `${before}[${step}]` : `${before}.${step}`),
		'',
	);
	return name === '' ? 'body' : name.slice(1);
}

const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

function isMoment(value: string): boolean {
	return ISO_WITH_OFFSET.test(value) && DateTime.fromISO(value).isValid;
}
