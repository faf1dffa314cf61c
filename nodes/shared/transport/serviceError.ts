import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Explanation } from './advice';
import type { Complaint } from './complaint';
import type { Failure } from './failure';

export interface Incident {
	operation: string;
	explanation: Explanation;
	complaint?: Complaint;
	status?: number;
	retryAfterMs?: number;
	/** Whether the service may have carried out the request although no answer says so. */
	outcomeUnknown?: boolean;
	attempts?: number;
	itemIndex?: number;
}

/** The one kind of error that the nodes throw about the service: what happened, where, what to do. */
export function serviceError(node: INode, token: string, incident: Incident): NodeApiError {
	const redact = (text: string) => (token === '' ? text : text.split(token).join('***'));
	const { operation, explanation, complaint, status, attempts = 1 } = incident;

	const said = [complaint?.message, ...(complaint?.details ?? []).map(inWords)].filter(
		(text) => text !== undefined && text !== '',
	);
	const message = redact(`${operation}: ${explanation.what}${said[0] ? ` (${said[0]})` : ''}`);
	const description = redact(
		[
			...said.slice(1),
			explanation.advice,
			incident.outcomeUnknown === true
				? 'The service may have carried out the request all the same: look before you send it again.'
				: '',
			attempts > 1 ? `Tried ${attempts} times.` : '',
			[
				status === undefined ? '' : `HTTP ${status}`,
				complaint?.reason ?? '',
				complaint?.correlationId ? `correlation ${complaint.correlationId}` : '',
			]
				.filter(Boolean)
				.join(', '),
		]
			.filter(Boolean)
			.join('\n'),
	);

	const error = new NodeApiError(
		node,
		{},
		{
			message,
			description,
			httpCode: status?.toString(),
			itemIndex: incident.itemIndex,
			failure: failureOf(explanation.cause, incident.retryAfterMs),
		},
	);
	// n8n replaces a message in which it finds a system error's code, even inside another word.
	error.message = message;
	error.messages = [];
	error.context.operation = operation;
	if (status !== undefined) error.context.status = status;
	if (complaint?.reason !== undefined) error.context.reason = redact(complaint.reason);
	// Versions of n8n without a scheduler that backs off do not keep the failure.
	if (incident.retryAfterMs !== undefined) error.context.retryAfterMs = incident.retryAfterMs;
	if (incident.outcomeUnknown === true) error.context.outcomeUnknown = true;
	return error;
}

const inWords = ({ field, reason }: Complaint['details'][number]) =>
	[field, reason].filter(Boolean).join(': ');

function failureOf(cause: Explanation['cause'], retryAfterMs?: number): Failure | undefined {
	if (cause === undefined) return undefined;
	const timed = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	return timed ? { cause, retryAfterMs } : { cause };
}

/** Whether a request that failed may have been carried out all the same. */
export const outcomeUnknown = (error: unknown): boolean =>
	error instanceof NodeApiError && error.context.outcomeUnknown === true;
