import { XMLParser } from 'fast-xml-parser';
import type { NodeApiError } from 'n8n-workflow';

import { shortenMessage } from '../problem';
import { isRecord } from '../text';

/** n8n's own words for why something failed, by which its scheduler backs off. */
type Failure = NonNullable<NodeApiError['failure']>;

/** Why a request got no usable response. */
export interface Incident {
	what: string;
	advice: string;
	cause?: Failure['cause'];
	status?: number;
	serviceError?: ServiceErrorDetails;
	retryAfterMs?: number;
	/** Another attempt can succeed although nobody changes anything. */
	isTransient?: boolean;
	/** The service has certainly not carried out the request. */
	isRefused?: boolean;
}

interface FailedRequest extends Incident {
	operation: string;
	/** The service may have carried out the request although no response says so. */
	outcomeUnknown?: boolean;
	attempts?: number;
}

/** The one error about the service, as data and in words. */
export class ServiceFailure extends Error {
	override readonly name = 'ServiceFailure';

	description: string;

	readonly serviceError: ServiceErrorDetails;

	readonly operation: string;

	readonly status?: number;

	readonly retryAfterMs?: number;

	outcomeUnknown: boolean;

	readonly failure?: Failure;

	/** `hide`: leaves out secrets. */
	constructor(request: FailedRequest, hide: (text: string) => string) {
		const serviceError = redactServiceError(request.serviceError ?? NOTHING, hide);
		const { operation, what, cause, status, retryAfterMs } = request;
		const details = serviceError.details
			.map(({ field, reason }) => [field, reason].filter(Boolean).join(': '))
			.filter(Boolean)
			.join('; ');
		const said = (details || serviceError.message)?.replace(/\.$/, '');
		super(hide(shortenMessage(`${operation}: ${what}${said ? ` (${said})` : ''}`)));
		this.serviceError = serviceError;
		this.description = hide(describe(request, serviceError, details && serviceError.message));
		this.operation = operation;
		this.status = status;
		this.retryAfterMs = retryAfterMs;
		this.outcomeUnknown = request.outcomeUnknown === true;
		if (cause !== undefined) this.failure = { cause, retryAfterMs };
	}

	/** Adds what the sender of the request knows better than the transport. */
	addAdvice(advice: string, outcomeUnknown = this.outcomeUnknown): this {
		this.outcomeUnknown = outcomeUnknown;
		this.description = [shortenMessage(advice), this.description].filter(Boolean).join('\n');
		return this;
	}
}

function describe(
	{ advice, status, outcomeUnknown, attempts = 1 }: FailedRequest,
	{ reason, correlationId }: ServiceErrorDetails,
	said: string | undefined,
): string {
	const facts = [
		status && `HTTP ${status}`,
		reason,
		correlationId && `correlation ${correlationId}`,
	];
	return [
		said,
		shortenMessage(advice),
		outcomeUnknown &&
			'The service may have carried out the request. Check before you send it again.',
		attempts > 1 && `Tried ${attempts} times.`,
		facts.filter(Boolean).join(', '),
	]
		.filter(Boolean)
		.join('\n');
}

export interface ServiceErrorDetails {
	reason?: string;
	message?: string;
	details: Array<{ field?: string; reason?: string }>;
	correlationId?: string;
}

const NOTHING: ServiceErrorDetails = { details: [] };
const MAX_TEXT_LENGTH = 300;
const MAX_DETAILS = 10;

/** Numeric references and the entities of HTML are read. */
const XML = new XMLParser({ ignoreAttributes: true, parseTagValue: false, htmlEntities: true });

/** Entities that a document declares could grow without end. */
const readXml = (text: string): unknown =>
	/<!ENTITY/i.test(text) ? undefined : (XML.parse(text) as unknown);

/** The body of a failure in JSON, XML or plain text. */
export function parseErrorBody(body: string, contentType: string): ServiceErrorDetails {
	const text = body.trim();
	if (text.startsWith('<')) {
		const document = tryTo(() => readXml(text));
		const root = isRecord(document) ? Object.values(document).find(isRecord) : undefined;
		return root === undefined ? NOTHING : toErrorDetails(root);
	}
	const content = tryTo(() => JSON.parse(text) as unknown);
	if (isRecord(content)) return toErrorDetails(content);
	return /^text\/plain/i.test(contentType) ? { message: words(text), details: [] } : NOTHING;
}

export function toErrorDetails(content: Record<string, unknown>): ServiceErrorDetails {
	const inner = isRecord(content.errorInformation) ? content.errorInformation : content;
	const details = [inner.details].flat().filter(isRecord);
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

/** Secrets are hidden before a text is shortened, as a part of one is not found. */
function redactServiceError(
	{ reason, message, details, correlationId }: ServiceErrorDetails,
	hide: (text: string) => string,
): ServiceErrorDetails {
	const shown = (text?: string) => (text === undefined ? undefined : shorten(hide(text)));
	const more = details.length - MAX_DETAILS;
	return {
		reason: shown(reason),
		message: shown(message),
		details: [
			...details
				.slice(0, MAX_DETAILS)
				.map((detail) => ({ field: shown(detail.field), reason: shown(detail.reason) })),
			...(more > 0 ? [{ reason: `… and ${more} more` }] : []),
		],
		correlationId: shown(correlationId),
	};
}

const words = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const shorten = (text: string) =>
	text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

function tryTo<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		return undefined;
	}
}
