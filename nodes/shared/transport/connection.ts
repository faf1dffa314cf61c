import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { refusal } from '../problem';
import { isRecord } from '../record';
import { isLoopback, parseAddress } from './address';
import { type Authentication, type Field, readAuthentication } from './authentication';

export const DEFAULT_SANDBOX_ADDRESS = 'http://127.0.0.1:8787';

/** Where requests go and what authorizes them, read from the credential and found sound. */
export interface Connection {
	address: URL;
	organizationId: string;
	authentication: Authentication;
	/** What of the credential is never shown. */
	secrets: string[];
}

const ENVIRONMENTS: Partial<
	Record<string, { property: string; field: string; mayBePlainHttp: boolean }>
> = {
	test: { property: 'testAddress', field: 'Test Address', mayBePlainHttp: false },
	production: { property: 'productionAddress', field: 'Production Address', mayBePlainHttp: false },
	sandbox: { property: 'sandboxAddress', field: 'Sandbox Address', mayBePlainHttp: true },
};

const connections = new WeakMap<ICredentialDataDecryptedObject, Connection>();

/** The credential of an execution is the same object in all its requests: it is read once. */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const known = connections.get(credential);
	if (known !== undefined) return known;
	const field = fieldsOf(credential);
	const place = placeIn(field);
	const prefix = 'headerPrefix' in credential ? field('headerPrefix').trim() : 'Bearer';
	const authentication = readAuthentication(field, prefix);
	const connection = { ...place, authentication, secrets: secretsIn(authentication) };
	connections.set(credential, connection);
	return connection;
}

/** A connection whose access token n8n takes care of. */
export function oAuth2ConnectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const field = fieldsOf(credential);
	const place = placeIn(field);
	// The client secret goes there.
	refuseUnprotected(field('accessTokenUrl'), 'Access Token URL');
	if (field('grantType') !== 'clientCredentials') {
		refuseUnprotected(field('authUrl'), 'Authorization URL');
	}
	return {
		...place,
		authentication: { kind: 'oAuth2' },
		secrets: oAuth2Secrets(credential),
	};
}

/** What n8n keeps of the authorization server, and what the user entered for it. */
function oAuth2Secrets({ clientSecret, oauthTokenData }: ICredentialDataDecryptedObject): string[] {
	const given = isRecord(oauthTokenData) ? Object.entries(oauthTokenData) : [];
	const tokens = given.filter(([name]) => /token$/i.test(name)).map(([, value]) => value);
	return [clientSecret, ...tokens].filter((value): value is string => typeof value === 'string');
}

const fieldsOf =
	(credential: ICredentialDataDecryptedObject): Field =>
	(name) => {
		const value = credential[name];
		return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	};

function placeIn(field: Field): Pick<Connection, 'address' | 'organizationId'> {
	const environment = ENVIRONMENTS[field('environment')];
	if (environment === undefined) {
		throw refusal(
			'is not chosen',
			'Choose Test, Production or Sandbox in the credential.',
			'Environment',
		);
	}
	const entered = field(environment.property);
	const address = parseAddress(
		entered === '' && environment.mayBePlainHttp ? DEFAULT_SANDBOX_ADDRESS : entered,
		environment.field,
		environment.mayBePlainHttp,
	);
	return { address, organizationId: field('organizationId').trim() };
}

function refuseUnprotected(entered: string, field: string): void {
	if (!URL.canParse(entered)) {
		throw refusal('is not an address', 'Enter the one your provider gives you.', field);
	}
	const address = new URL(entered);
	if (address.protocol === 'https:') return;
	if (address.protocol === 'http:' && isLoopback(address)) return;
	throw refusal(
		'must begin with https://',
		'Otherwise secrets are not protected. Only the local sandbox can be used without TLS.',
		field,
	);
}

function secretsIn(authentication: Authentication): string[] {
	switch (authentication.kind) {
		case 'token':
			return [authentication.token];
		case 'signedToken':
		case 'signedRequest':
			return [authentication.sharedSecret, authentication.key.id];
		case 'oAuth2':
			return [];
	}
}
