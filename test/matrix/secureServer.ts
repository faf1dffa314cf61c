import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';

const pem = (name: string): Buffer =>
	readFileSync(path.join(__dirname, '../support/tls', `${name}.pem`));

/** As if this machine trusted the authority that signed the certificates: only their own faults are left. */
export function trustTheAuthority(): void {
	const createSecureContext = tls.createSecureContext.bind(tls);
	beforeAll(() => {
		tls.createSecureContext = (options) =>
			createSecureContext({ ...options, ca: pem('authority') });
	});
	afterAll(() => {
		tls.createSecureContext = createSecureContext;
	});
}

export interface SecureServer {
	port: number;
	stop: () => void;
}

/** The name of a certificate in test/support/tls, and what to answer. */
export async function startSecureServer(
	certificate: string,
	answer: RequestListener,
): Promise<SecureServer> {
	const server = createServer({ cert: pem(certificate), key: pem('key') }, answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		stop: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
