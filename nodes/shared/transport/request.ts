import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { writeExactJson } from '../exactJson';
import { refusal } from '../problem';

export type Query = Record<string, string | number | boolean | undefined>;

export interface ServiceRequest {
	/** In words, such as "Download report": every error message begins with it. */
	operation: string;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: readonly string[];
	query?: Query;
	body?: IDataObject;
	accept?: string;
	/** What is read goes back to the service: a number that JavaScript would change is an `ExactNumber`. */
	isSentBack?: boolean;
	/** Where the service takes it: the action's own, or '' for the credential's. */
	organizationId?: string;
	/** As every POST, it is repeated only if the service has surely not carried it out. */
	isSentOnce?: boolean;
}

export interface ServiceTarget {
	address: URL;
	organizationId: string;
}

/** The request as n8n's helper takes it. */
export type RequestOptions = Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'body'>;

export function optionsOf(
	request: ServiceRequest,
	headers: Record<string, string>,
	place: ServiceTarget,
): RequestOptions {
	const { method, path, query, body } = request;
	// It replaces the one in a body that goes back.
	const organization = organizationOf(request, place);
	if (body === undefined) {
		return {
			method,
			url: serviceUrl(place.address, path, { ...query, ...organization }),
			headers,
		};
	}
	return {
		method,
		url: serviceUrl(place.address, path, query),
		headers: { ...headers, 'Content-Type': 'application/json' },
		body: writeExactJson({ ...body, ...organization }),
	};
}

function organizationOf(
	{ organizationId }: ServiceRequest,
	place: ServiceTarget,
): { organizationId?: string } {
	if (organizationId === undefined) return {};
	const chosen = chosenOrganization(organizationId, place);
	return chosen === '' ? {} : { organizationId: chosen };
}

export const chosenOrganization = (named: string, { organizationId }: ServiceTarget): string =>
	named.trim() || organizationId;

/** Each path part becomes exactly one segment, whatever characters it holds. */
function serviceUrl(address: URL, path: readonly string[], query: Query = {}): string {
	const parameters = Object.entries(query)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
	const search = parameters.length > 0 ? `?${parameters.join('&')}` : '';
	return `${address.origin}/${path.map(segment).join('/')}${search}`;
}

function segment(part: string): string {
	if (part === '') {
		throw refusal(
			'A name or identifier is empty',
			'Fill in which one you mean; an expression may have given nothing.',
		);
	}
	// An address drops these even when they are percent-encoded: another resource would be reached.
	if (part === '.' || part === '..') {
		throw refusal(
			`"${part}" cannot be used as a name or identifier`,
			'It would point to another address. Choose one with at least one other character.',
		);
	}
	return encodeURIComponent(part);
}
