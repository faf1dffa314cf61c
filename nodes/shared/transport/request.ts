import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { writeExactJson } from '../exactJson';
import { serviceUrl } from './address';
import type { Connection } from './connection';

export type Query = Record<string, string | number | boolean | undefined>;

export interface ServiceRequest {
	/** What the user asked for, in words ("Download report"): the beginning of every error message. */
	operation: string;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The parts of the path after the base address; each is encoded as one segment. */
	path: readonly string[];
	query?: Query;
	body?: IDataObject;
	accept?: string;
	/** Whether what is read goes back to the service: a number that JavaScript would change is an `ExactNumber`. */
	isSentBack?: boolean;
	/** Only where the service takes it: the action's own value, or '' for the credential's. */
	organizationId?: string;
	/** For POST: sending it twice does no harm (true), or none after the service has surely not carried it out. */
	repeatable?: boolean | 'whenRefused';
}

/** The request as n8n's helper takes it. */
export function optionsOf(
	request: ServiceRequest,
	headers: Record<string, string>,
	connection: Connection,
): Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'body'> {
	const { method, path, query, body } = request;
	// It belongs to the body where there is one, whichever one came with what goes back.
	const organization = organizationOf(request, connection);
	if (body === undefined) {
		return {
			method,
			url: serviceUrl(connection.address, path, { ...query, ...organization }),
			headers,
		};
	}
	return {
		method,
		url: serviceUrl(connection.address, path, query),
		headers: { ...headers, 'Content-Type': 'application/json' },
		body: writeExactJson({ ...body, ...organization }),
	};
}

function organizationOf(
	{ organizationId }: ServiceRequest,
	connection: Connection,
): { organizationId?: string } {
	if (organizationId === undefined) return {};
	const chosen = chosenOrganization(organizationId, connection);
	return chosen === '' ? {} : { organizationId: chosen };
}

export const chosenOrganization = (named: string, { organizationId }: Connection): string =>
	named.trim() || organizationId;
