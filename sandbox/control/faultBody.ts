import type { Failure, Fault } from '../faults';
import type { Fields } from '../fields';

const KINDS = ['status', 'delay', 'drop', 'cutOff', 'contentType', 'invalidJson'] as const;

/** A fault as a control call writes it: `kind` with its own fields, beside route and count. */
export function readFault(fields: Fields): Fault {
	const kind = fields.required('kind', fields.choice('kind', KINDS));
	const path = fields.text('path') ?? '*';
	if (path !== '*' && !path.startsWith('/')) fields.refuse('path', 'must begin with / or be *');
	const delayMilliseconds = fields.count('delayMilliseconds', 1);
	if (kind === 'delay') fields.required('delayMilliseconds', delayMilliseconds);
	const fault: Fault = {
		method: fields.choice('method', ['GET', 'POST', 'PUT', 'DELETE']),
		path,
		skip: fields.count('skip') ?? 0,
		times: fields.count('times', 1) ?? 1,
		delayMilliseconds: delayMilliseconds ?? 0,
		when: fields.choice('when', ['before', 'after']) ?? usualMoment(kind),
		failure: readFailure(kind, fields),
	};
	fields.check();
	return fault;
}

function usualMoment(kind: (typeof KINDS)[number]): Fault['when'] {
	return kind === 'cutOff' ? 'after' : 'before';
}

function readFailure(kind: (typeof KINDS)[number], fields: Fields): Failure {
	switch (kind) {
		case 'status':
			return {
				kind,
				status: readStatus(fields),
				retryAfter: readRetryAfter(fields),
				body: fields.any('body'),
			};
		case 'cutOff':
			return { kind, afterBytes: fields.required('afterBytes', fields.count('afterBytes')) };
		case 'contentType':
			return {
				kind,
				contentType: fields.text('contentType') ?? 'text/html; charset=utf-8',
				body:
					fields.text('body') ?? '<!doctype html><title>Maintenance</title><h1>Back soon</h1>\n',
			};
		case 'drop':
		case 'invalidJson':
			return { kind };
		default:
			return { kind: 'none' };
	}
}

function readStatus(fields: Fields): number {
	const status = fields.required('status', fields.count('status', 200));
	if (status > 599) fields.refuse('status', 'must be an HTTP status from 200 to 599');
	return status;
}

/** Seconds go out as they are, a time in ISO 8601 as an HTTP date. */
function readRetryAfter(fields: Fields): string | undefined {
	const value = fields.any('retryAfter');
	if (value === undefined) return undefined;
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return `${value}`;
	if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) {
		return new Date(value).toUTCString();
	}
	fields.refuse('retryAfter', 'must be whole seconds, or a time in ISO 8601');
	return undefined;
}
