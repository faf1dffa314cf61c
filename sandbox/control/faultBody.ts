import { z } from 'zod';
import type { Fault } from '../faults';
import { count, read, text } from '../schema';

/** Seconds go out as they are, a time in ISO 8601 as an HTTP date. */
const retryAfter = z.unknown().transform((value, context) => {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return `${value}`;
	if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) {
		return new Date(value).toUTCString();
	}
	context.addIssue({ code: 'custom', message: 'must be whole seconds, or a time in ISO 8601' });
	return z.NEVER;
});

const status = count(200).refine((value) => value <= 599, 'must be an HTTP status from 200 to 599');

/** Which requests it hits, and when. */
const route = {
	method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
	path: text
		.refine((path) => path === '*' || path.startsWith('/'), 'must begin with / or be *')
		.default('*'),
	skip: count().default(0),
	times: count(1).default(1),
	delayMilliseconds: count(1).optional(),
	when: z.enum(['before', 'after']).optional(),
};

/** `kind` with its own fields, beside route and count. */
export const faultBody = z.discriminatedUnion('kind', [
	z.strictObject({
		...route,
		kind: z.literal('status'),
		status,
		retryAfter: retryAfter.optional(),
		body: z.unknown(),
	}),
	z.strictObject({ ...route, kind: z.literal('delay'), delayMilliseconds: count(1) }),
	z.strictObject({ ...route, kind: z.literal('drop') }),
	z.strictObject({ ...route, kind: z.literal('cutOff'), afterBytes: count() }),
	z.strictObject({
		...route,
		kind: z.literal('contentType'),
		contentType: text.default('text/html; charset=utf-8'),
		body: text.default('<!doctype html><title>Maintenance</title><h1>Back soon</h1>\n'),
	}),
	z.strictObject({ ...route, kind: z.literal('invalidJson') }),
]);

/** A fault as a control call writes it. */
export function readFault(body: unknown): Fault {
	const {
		method,
		path,
		skip,
		times,
		delayMilliseconds = 0,
		when,
		...failure
	} = read(faultBody, body ?? {});
	return {
		method,
		path,
		skip,
		times,
		delayMilliseconds,
		when: when ?? (failure.kind === 'cutOff' ? 'after' : 'before'),
		failure,
	};
}
