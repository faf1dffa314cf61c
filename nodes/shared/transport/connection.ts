import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { refusal } from '../problem';
import { isRecord } from '../text';
import { DEFAULT_SANDBOX_ADDRESS } from './credentialFields';
import { MIN_SECRET_LENGTH } from './secrets';
import { type AnyRequestOptions, signRequest, type SigningConfig } from './signature';

export interface ServiceTarget {
	address: URL;
	organizationId: string;
}

/** What was read from the credential and checked. */
export interface Connection<Proof = Authentication> extends ServiceTarget {
	authentication: Proof;
	secrets: string[];
}

const ADDRESS_LABELS: Partial<Record<string, string>> = {
	test: 'Test Address',
	production: 'Production Address',
	sandbox: 'Sandbox Address',
};

export function readConnection(credential: ICredentialDataDecryptedObject): Connection<TokenOrKey> {
	const field = fieldsOf(credential);
	const prefix = 'headerPrefix' in credential ? field('headerPrefix').trim() : 'Bearer';
	return { ...placeIn(field), ...readAuthentication(field, prefix) };
}

export function readOAuth2Connection(credential: ICredentialDataDecryptedObject): Connection {
	const field = fieldsOf(credential);
	const place = placeIn(field);
	const isSandbox = field('environment') === 'sandbox';
	// n8n sends the client secret there.
	parseAddress(field('accessTokenUrl'), 'Access Token URL', isSandbox);
	if (field('grantType') !== 'clientCredentials') {
		parseAddress(field('authUrl'), 'Authorization URL', isSandbox);
	}
	const secrets = oAuth2Secrets(credential);
	return { ...place, authentication: { kind: 'oAuth2' }, secrets };
}

function oAuth2Secrets({ clientSecret, oauthTokenData }: ICredentialDataDecryptedObject): string[] {
	const given = isRecord(oauthTokenData) ? Object.entries(oauthTokenData) : [];
	const tokens = given.filter(([name]) => /token$/i.test(name)).map(([, value]) => value);
	return [clientSecret, ...tokens].filter((value): value is string => typeof value === 'string');
}

const fieldsOf =
	(credential: ICredentialDataDecryptedObject): CredentialField =>
	(name) => {
		const value = credential[name];
		return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	};

function placeIn(field: CredentialField): ServiceTarget {
	const name = field('environment');
	const label = ADDRESS_LABELS[name];
	if (label === undefined) {
		throw refusal(
			'is not chosen',
			'Choose Test, Production or Sandbox in the credential.',
			'Environment',
		);
	}
	const isSandbox = name === 'sandbox';
	const entered = field(`${name}Address`) || (isSandbox ? DEFAULT_SANDBOX_ADDRESS : '');
	const address = parseAddress(entered, label, isSandbox);
	const { origin, href } = address;
	if (href !== `${origin}/`) {
		throw refusal(
			`must be ${origin} and nothing more`,
			'The token goes in the Token field.',
			label,
		);
	}
	return { address, organizationId: field('organizationId').trim() };
}

const NEARBY = [
	/^[^.[]+$/,
	/\.(?:internal|local)$/,
	/^(?:127|10)(?:\.\d{1,3}){3}$/,
	/^(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}$/,
	/^\[(?:::1\]|f[cd])/,
];

/** On this machine or in its network: no host on the internet has such a name. */
const isNearby = ({ hostname }: URL): boolean => NEARBY.some((pattern) => pattern.test(hostname));

/** Secrets are sent there, so only the local sandbox can do without TLS. */
function parseAddress(text: string, field: string, isSandbox: boolean): URL {
	const entered = text.trim();
	const address = URL.canParse(entered) ? new URL(entered) : undefined;
	if (address === undefined || address.host === '') {
		const example = isSandbox ? DEFAULT_SANDBOX_ADDRESS : 'https://api.example.com';
		throw refusal(
			entered === '' ? 'is empty' : 'is not an address',
			`Enter the address your provider gave you, in full, for example ${example}.`,
			field,
		);
	}
	const { protocol, hostname } = address;
	if (protocol !== 'https:' && !(protocol === 'http:' && isSandbox)) {
		throw refusal(
			'must begin with https://',
			'Otherwise secrets are not protected. Only the local sandbox can be used without TLS.',
			field,
		);
	}
	if (isSandbox && !isNearby(address)) {
		throw refusal(
			`must be on this machine or in your own network, but names the host "${hostname}"`,
			'Use 127.0.0.1, or host.docker.internal if n8n runs in Docker. For a service elsewhere, choose the Test or Production environment.',
			field,
		);
	}
	return address;
}

type TokenOrKey = { kind: 'token'; headerName: string; headerValue: string } | SigningConfig;

/** With OAuth2, n8n adds the access token. */
export type Authentication = TokenOrKey | { kind: 'oAuth2' };

/** A field of the credential as text. */
type CredentialField = (name: string) => string;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const QUOTATION_MARK = /["'`]/;

type Proof = Omit<Connection<TokenOrKey>, keyof ServiceTarget>;

function readAuthentication(field: CredentialField, prefix: string): Proof {
	const method = field('authenticationMethod') || 'token';
	switch (method) {
		case 'token':
			return readToken(field, prefix);
		case 'signedToken':
		case 'signedRequest':
			return readKey(field, method);
		default:
			throw refusal('is not chosen', 'Choose one from the list.', 'Authentication Method');
	}
}

function readToken(field: CredentialField, prefix: string): Proof {
	const advice =
		'Paste all of the token that your provider gave you, and nothing else: Token Prefix adds "Bearer".';
	const token = visible(field('token'), 'Token', advice);
	if (token.length < MIN_SECRET_LENGTH) {
		throw refusal(`has fewer than ${MIN_SECRET_LENGTH} characters`, advice, 'Token');
	}
	const headerName = field('headerName').trim() || 'Authorization';
	if (!HEADER_NAME.test(headerName)) {
		throw refusal(
			`is not the name of an HTTP header: "${headerName}"`,
			'Use letters, digits and dashes, for example Authorization.',
			'Header Name',
		);
	}
	if (!PRINTABLE_ASCII.test(prefix)) {
		throw refusal(
			'contains a line break or a character that a header cannot hold',
			'Use plain text such as Bearer, or leave it empty.',
			'Token Prefix',
		);
	}
	const headerValue = prefix === '' ? token : `${prefix} ${token}`;
	return { authentication: { kind: 'token', headerName, headerValue }, secrets: [token] };
}

function visible(text: string, label: string, advice: string): string {
	const value = text.trim();
	if (value === '') throw refusal('is empty', advice, label);
	if (VISIBLE_ASCII.test(value) && !QUOTATION_MARK.test(value)) return value;
	throw refusal(
		'contains a space, a line break, quotation marks or a character that it cannot have',
		advice,
		label,
	);
}

function readKey(field: CredentialField, kind: SigningConfig['kind']): Proof {
	const identifier = (name: string, label: string): string =>
		visible(field(name), label, 'Copy it again, without the text around it.');
	const id = identifier('keyId', 'Key ID');
	const sharedSecret = field('sharedSecret').replace(/\s/g, '');
	const secret = Buffer.from(sharedSecret, 'base64');
	const padded = sharedSecret.padEnd(Math.ceil(sharedSecret.length / 4) * 4, '=');
	const isWhole = secret.toString('base64') === padded;
	if (!isWhole || sharedSecret.length < MIN_SECRET_LENGTH) {
		throw refusal(
			'is empty, is not base64, or was cut off',
			'Copy all of it, as your provider shows it once when you make the key.',
			'Shared Secret',
		);
	}
	const merchantId = identifier('merchantId', 'Merchant ID');
	const isPartners = kind === 'signedToken' && field('partnerId').trim() !== '';
	const issuer = isPartners ? identifier('partnerId', 'Partner ID') : merchantId;
	const key = { id, secret, merchantId, issuer };
	return { authentication: { kind, key }, secrets: [sharedSecret, id] };
}

/**
 * Puts the token or the signature into a request to the configured address, and refuses any other, also of the HTTP
 * Request node. It goes into the headers that were given: from there the sender learns what never to show.
 */
export async function authorizeRequest(
	credential: ICredentialDataDecryptedObject,
	request: AnyRequestOptions,
): Promise<AnyRequestOptions> {
	const { address, authentication } = readConnection(credential);
	const base = request.baseURL === undefined ? undefined : new URL(request.baseURL);
	const target = new URL(request.uri ?? request.url, base);
	if (target.origin !== address.origin) {
		throw refusal(
			`The credential is used for ${address.origin} only, and this request goes to ${target.origin}`,
			'Change the address in the request, or the one in the credential.',
		);
	}
	const authorized =
		'key' in authentication
			? signRequest(request, target, authentication)
			: { ...request, headers: { [authentication.headerName]: authentication.headerValue } };
	const headers = Object.assign(request.headers ?? {}, authorized.headers);
	return { ...authorized, headers, ...NO_REDIRECT_OPTIONS };
}

export const NO_REDIRECT_OPTIONS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	sendCredentialsOnCrossOriginRedirect: false,
};
