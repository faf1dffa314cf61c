import type { Arrived, Keys, Signed } from './keys';
import { unauthorized } from './keys';

const WITH_BODY = 'host date request-target digest v-c-merchant-id';
const WITHOUT_BODY = 'host date request-target v-c-merchant-id';
const DIGEST = /^SHA-256=([A-Za-z0-9+/]{43}=)$/;

/** The older way: headers of the request, and a header that signs them. */
export function readSignedRequest(keys: Keys, arrived: Arrived): Signed {
	const header = (name: string): string => {
		const value = arrived.headers[name];
		if (typeof value === 'string' && value !== '') return value;
		throw unauthorized(`The signed request has no header ${name}.`);
	};
	const { keyid, algorithm, headers, signature } = parametersOf(header('signature'));
	if (algorithm !== 'HmacSHA256') {
		throw unauthorized('The signature must have the algorithm HmacSHA256.');
	}
	if (headers !== WITH_BODY && headers !== WITHOUT_BODY) {
		throw unauthorized(`The signature must be over "${WITH_BODY}", or "${WITHOUT_BODY}".`);
	}
	const text = headers
		.split(' ')
		.map((name) => {
			const isTarget = name === 'request-target';
			const target = `${arrived.method.toLowerCase()} ${arrived.url}`;
			return `${name}: ${isTarget ? target : header(name)}`;
		})
		.join('\n');
	const key = keys.signerOf(keyid, text, Buffer.from(signature ?? '', 'base64'));

	const date = Date.parse(header('date'));
	if (Number.isNaN(date)) throw unauthorized('The header date is not an HTTP date.');
	keys.refuseOldOrEarly(date);
	const merchantId = header('v-c-merchant-id');
	keys.refuseOtherMerchant(key, merchantId);
	if (headers === WITHOUT_BODY) return { merchantId };
	const digest = DIGEST.exec(header('digest'))?.[1];
	if (digest === undefined) throw unauthorized('The header digest must be SHA-256=<base64>.');
	return { merchantId, digest };
}

/** keyid="…", algorithm="…", headers="…", signature="…" */
function parametersOf(header: string): Partial<Record<string, string>> {
	return Object.fromEntries(
		[...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
	);
}
