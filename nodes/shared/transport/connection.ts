import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { refusal } from '../problem';
import { parseAddress } from './address';

export const DEFAULT_SANDBOX_ADDRESS = 'http://127.0.0.1:8787';

/** Where requests go and what authorises them, read from the credential and found sound. */
export interface Connection {
	address: URL;
	token: string;
	headerName: string;
	headerValue: string;
	organizationId: string;
}

const ENVIRONMENTS: Partial<
	Record<string, { property: string; field: string; mayBePlainHttp: boolean }>
> = {
	test: { property: 'testAddress', field: 'Test Address', mayBePlainHttp: false },
	production: { property: 'productionAddress', field: 'Production Address', mayBePlainHttp: false },
	sandbox: { property: 'sandboxAddress', field: 'Sandbox Address', mayBePlainHttp: true },
};

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Headers that the request itself needs: a token in one of them would break it. */
const TAKEN_HEADERS = new Set([
	'accept',
	'accept-encoding',
	'connection',
	'content-encoding',
	'content-length',
	'content-type',
	'host',
	'transfer-encoding',
	'user-agent',
]);

const connections = new WeakMap<ICredentialDataDecryptedObject, Connection>();

/** The credential of an execution is the same object in all its requests: it is read once. */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const known = connections.get(credential);
	if (known !== undefined) return known;
	const connection = readConnection(credential);
	connections.set(credential, connection);
	return connection;
}

function readConnection(credential: ICredentialDataDecryptedObject): Connection {
	const text = (name: string) => {
		const value = credential[name];
		return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	};

	const environment = ENVIRONMENTS[text('environment')];
	if (environment === undefined) {
		throw refusal(
			'is not chosen',
			'Choose Test, Production or Sandbox in the credential.',
			'Environment',
		);
	}
	const entered = text(environment.property);
	const address = parseAddress(
		entered === '' && environment.mayBePlainHttp ? DEFAULT_SANDBOX_ADDRESS : entered,
		environment.field,
		environment.mayBePlainHttp,
	);

	const token = text('token').trim();
	if (token === '') {
		throw refusal('is empty', 'Paste the token your provider gave you.', 'Token');
	}
	if (!VISIBLE_ASCII.test(token)) {
		throw refusal(
			'contains a space, a line break or a character that no token has',
			'Copy it again, without the text around it.',
			'Token',
		);
	}

	const headerName = text('headerName').trim() || 'Authorization';
	if (!HEADER_NAME.test(headerName)) {
		throw refusal(
			`is not the name of an HTTP header: "${headerName}"`,
			'Use letters, digits and dashes, for example Authorization.',
			'Header Name',
		);
	}
	if (TAKEN_HEADERS.has(headerName.toLowerCase())) {
		throw refusal(
			`cannot be ${headerName}: every request needs that header for itself`,
			'Use the header your provider names, usually Authorization.',
			'Header Name',
		);
	}

	const prefix = 'headerPrefix' in credential ? text('headerPrefix').trim() : 'Bearer';
	if (!PRINTABLE_ASCII.test(prefix)) {
		throw refusal(
			'contains a line break or a character that a header cannot hold',
			'Use plain text such as Bearer, or leave it empty.',
			'Text Before Token',
		);
	}

	return {
		address,
		token,
		headerName,
		headerValue: prefix === '' ? token : `${prefix} ${token}`,
		organizationId: text('organizationId').trim(),
	};
}
