import { shortened } from '../problem';
import type { Explanation, Failure } from './advice';
import { type Complaint, shownOf } from './complaint';

/** What is known of a request that failed. */
export interface Incident {
	/** What the user asked for, in words. */
	operation: string;
	explanation: Explanation;
	complaint?: Complaint;
	status?: number;
	retryAfterMs?: number;
	/** Whether the service may have carried out the request although no answer says so. */
	outcomeUnknown?: boolean;
	attempts?: number;
}

/** The one error about the service: what happened as data, and in words made here once. */
export class ServiceFailure extends Error {
	override readonly name = 'ServiceFailure';

	description: string;

	/** What the service itself says, without secrets. */
	readonly complaint: Complaint;

	readonly operation: string;

	readonly status?: number;

	readonly retryAfterMs?: number;

	outcomeUnknown: boolean;

	readonly failure?: Failure;

	/** `hide`: leaves out what is never shown, wherever it is repeated. */
	constructor(incident: Incident, hide: (text: string) => string) {
		const complaint = shownOf(incident.complaint ?? { details: [] }, hide);
		const details = complaint.details.map(detailInWords).filter(Boolean).join('; ');
		const { operation, explanation } = incident;
		const said = details || complaint.message;
		super(hide(shortened(`${operation}: ${explanation.what}${said ? ` (${said})` : ''}`)));
		this.complaint = complaint;
		this.description = hide(describe(incident, complaint, details && complaint.message));
		this.operation = operation;
		this.status = incident.status;
		this.retryAfterMs = incident.retryAfterMs;
		this.outcomeUnknown = incident.outcomeUnknown === true;
		this.failure = failureOf(explanation.cause, incident.retryAfterMs);
	}

	/** Adds what the sender of the request knows better than the transport. */
	advise(advice: string, outcomeUnknown = this.outcomeUnknown): this {
		this.outcomeUnknown = outcomeUnknown;
		this.description = [advice, this.description].filter(Boolean).join('\n');
		return this;
	}
}

function describe(
	{ explanation, outcomeUnknown, attempts = 1, status }: Incident,
	{ reason, correlationId }: Complaint,
	said: string | undefined,
): string {
	const facts = [
		status === undefined ? '' : `HTTP ${status}`,
		reason ?? '',
		correlationId ? `correlation ${correlationId}` : '',
	];
	return [
		said,
		explanation.advice,
		outcomeUnknown === true
			? 'The service may have carried out the request. Check before you send it again.'
			: '',
		attempts > 1 ? `Tried ${attempts} times.` : '',
		facts.filter(Boolean).join(', '),
	]
		.filter(Boolean)
		.join('\n');
}

const detailInWords = ({ field, reason }: Complaint['details'][number]) =>
	[field, reason].filter(Boolean).join(': ');

function failureOf(cause: Explanation['cause'], retryAfterMs?: number): Failure | undefined {
	if (cause === undefined) return undefined;
	const timed = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	return timed ? { cause, retryAfterMs } : { cause };
}
