import { XMLParser } from 'fast-xml-parser';

import { shortened } from '../problem';
import { isRecord } from '../text';
import {
	type Explanation,
	type Failure,
	type NetworkExplanation,
	unexpectedAnswer,
} from './advice';

/** What is known of a request that failed. */
interface Incident {
	/** What the user asked for, in words. */
	operation: string;
	explanation: Explanation;
	serviceError?: ServiceErrorDetails;
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
	readonly serviceError: ServiceErrorDetails;

	readonly operation: string;

	readonly status?: number;

	readonly retryAfterMs?: number;

	outcomeUnknown: boolean;

	readonly failure?: Failure;

	/** `hide`: leaves out what is never shown, wherever it is repeated. */
	constructor(incident: Incident, hide: (text: string) => string) {
		const serviceError = shownOf(incident.serviceError ?? { details: [] }, hide);
		const details = serviceError.details.map(detailInWords).filter(Boolean).join('; ');
		const { operation, explanation } = incident;
		const said = (details || serviceError.message)?.replace(/\.$/, '');
		super(hide(shortened(`${operation}: ${explanation.what}${said ? ` (${said})` : ''}`)));
		this.serviceError = serviceError;
		this.description = hide(describe(incident, serviceError, details && serviceError.message));
		this.operation = operation;
		this.status = incident.status;
		this.retryAfterMs = incident.retryAfterMs;
		this.outcomeUnknown = incident.outcomeUnknown === true;
		this.failure = failureOf(explanation.cause, incident.retryAfterMs);
	}

	/** Adds what the sender of the request knows better than the transport. */
	addAdvice(advice: string, outcomeUnknown = this.outcomeUnknown): this {
		this.outcomeUnknown = outcomeUnknown;
		this.description = [shortened(advice), this.description].filter(Boolean).join('\n');
		return this;
	}
}

function describe(
	{ explanation, outcomeUnknown, attempts = 1, status }: Incident,
	{ reason, correlationId }: ServiceErrorDetails,
	said: string | undefined,
): string {
	const facts = [
		status === undefined ? '' : `HTTP ${status}`,
		reason ?? '',
		correlationId ? `correlation ${correlationId}` : '',
	];
	return [
		said,
		shortened(explanation.advice),
		outcomeUnknown === true
			? 'The service may have carried out the request. Check before you send it again.'
			: '',
		attempts > 1 ? `Tried ${attempts} times.` : '',
		facts.filter(Boolean).join(', '),
	]
		.filter(Boolean)
		.join('\n');
}

const detailInWords = ({ field, reason }: ServiceErrorDetails['details'][number]) =>
	[field, reason].filter(Boolean).join(': ');

function failureOf(cause: Explanation['cause'], retryAfterMs?: number): Failure | undefined {
	if (cause === undefined) return undefined;
	const timed = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	return timed ? { cause, retryAfterMs } : { cause };
}

/** What the service itself says about a failure. */
export interface ServiceErrorDetails {
	reason?: string;
	message?: string;
	details: Array<{ field?: string; reason?: string }>;
	correlationId?: string;
}

const NOTHING: ServiceErrorDetails = { details: [] };
const LONGEST_TEXT = 300;
const MOST_DETAILS = 10;

/** Numeric references and the entities of HTML are read. */
const XML = new XMLParser({ ignoreAttributes: true, parseTagValue: false, htmlEntities: true });

/** What a document declares itself could grow without end: nothing of it is read. */
const readXml = (text: string): unknown =>
	/<!ENTITY/i.test(text) ? undefined : (XML.parse(text) as unknown);

/** What the service says in the body of a failure, in whatever form it comes; a page of HTML says nothing to a person and is left out. */
export function readServiceError(body: string, contentType: string): ServiceErrorDetails {
	const text = body.trim();
	if (text === '' || /html/i.test(contentType) || /^<!doctype html|^<html/i.test(text))
		return NOTHING;
	const content = text.startsWith('{') ? tryTo(() => JSON.parse(text) as unknown) : undefined;
	if (isRecord(content)) return fromRecord(content);
	if (text.startsWith('<')) {
		const document = tryTo(() => readXml(text));
		const root = isRecord(document) ? Object.values(document).find(isRecord) : undefined;
		return root === undefined ? NOTHING : fromRecord(root);
	}
	return /^text\/plain/i.test(contentType) ? { message: text, details: [] } : NOTHING;
}

/** What an error says in the form of an object. */
export function fromRecord(content: Record<string, unknown>): ServiceErrorDetails {
	const inner = [content.response, content.errorInformation].find(isRecord) ?? content;
	const details = [inner.details].flat(2).filter(isRecord);
	return {
		reason: words(inner.reason),
		message: words(inner.message),
		details: details.map(({ field, reason, message }) => ({
			field: words(field),
			reason: words(reason) ?? words(message),
		})),
		correlationId: words(inner.correlationId),
	};
}

/** What may be shown of what the service says: without the secret, and no more than fits. A shortened secret could not be found. */
export function shownOf(
	{ reason, message, details, correlationId }: ServiceErrorDetails,
	hide: (text: string) => string,
): ServiceErrorDetails {
	const shown = (text: string | undefined) =>
		text === undefined ? undefined : shorten(hide(text));
	const more = details.length - MOST_DETAILS;
	return {
		reason: shown(reason),
		message: shown(message),
		details: [
			...details
				.slice(0, MOST_DETAILS)
				.map((detail) => ({ field: shown(detail.field), reason: shown(detail.reason) })),
			...(more > 0 ? [{ reason: `… and ${more} more` }] : []),
		],
		correlationId: shown(correlationId),
	};
}

const words = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const shorten = (text: string) =>
	text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;

/** What is parsed, or undefined where that cannot be read. */
export function tryTo<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		return undefined;
	}
}

/** Thrown by the code that reads a body that is not what was asked for. */
export class AnswerError extends Error {
	constructor(
		readonly explanation: NetworkExplanation,
		/** Where the body is an error that came with the status of a success. */
		readonly serviceError?: ServiceErrorDetails,
	) {
		super(explanation.what);
	}
}

/** It may be right a moment later. */
export class UnreadableAnswer extends AnswerError {
	constructor() {
		super(unexpectedAnswer('the answer of the service cannot be read'));
	}
}

/** It is another answer than was asked for. `what`: "the answer of the service has no list …". */
export class UnexpectedAnswer extends AnswerError {
	constructor(what: string, serviceError?: ServiceErrorDetails) {
		super({ ...unexpectedAnswer(what), passing: false }, serviceError);
	}
}
