import { XMLParser } from 'fast-xml-parser';

import { isRecord } from '../record';

/** What the service itself says about a failure. */
export interface Complaint {
	reason?: string;
	message?: string;
	details: Array<{ field?: string; reason?: string }>;
	correlationId?: string;
}

const NOTHING: Complaint = { details: [] };
const LONGEST_TEXT = 300;
const MOST_DETAILS = 10;

/** Numeric references and the entities of HTML are read. */
const XML = new XMLParser({ ignoreAttributes: true, parseTagValue: false, htmlEntities: true });

/** What a document declares itself could grow without end: nothing of it is read. */
const readXml = (text: string): unknown =>
	/<!ENTITY/i.test(text) ? undefined : (XML.parse(text) as unknown);

/** Reads an error body in whatever form it comes; a page of HTML says nothing to a person and is left out. */
export function readComplaint(body: string, contentType: string): Complaint {
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
export function fromRecord(content: Record<string, unknown>): Complaint {
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

/** What may be shown of a complaint: without the secret, and no more than fits. A shortened secret could not be found. */
export function shownOf(
	{ reason, message, details, correlationId }: Complaint,
	hide: (text: string) => string,
): Complaint {
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

/** The user does not see what cannot be read, but does see the status. */
function tryTo<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		return undefined;
	}
}
