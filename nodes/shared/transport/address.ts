import { refusal } from '../problem';

const NEARBY = [
	/^[^.[]+$/,
	/\.(?:internal|local)$/,
	/^(?:127|10)(?:\.\d{1,3}){3}$/,
	/^(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}$/,
	/^\[(?:::1\]|f[cd])/,
];

export const DEFAULT_SANDBOX_ADDRESS = 'http://127.0.0.1:8787';

/** Whether it is on this machine or beside it, as the host of a container is: nothing on the internet has such a name. */
export const isNearby = ({ hostname }: URL): boolean =>
	NEARBY.some((pattern) => pattern.test(hostname));

/** The address of the service, as the credential gives it: a scheme and a host, and nothing that could send a request astray. */
export function parseAddress(text: string, field: string, mayBePlainHttp: boolean): URL {
	const entered = text.trim();
	const refuse = (what: string, then: string) => refusal(what, then, field);
	if (!URL.canParse(entered) || new URL(entered).host === '') {
		const example = mayBePlainHttp ? DEFAULT_SANDBOX_ADDRESS : 'https://api.example.com';
		throw refuse(
			entered === '' ? 'is empty' : 'is not an address',
			`Enter the address your provider gave you, in full, for example ${example}.`,
		);
	}
	const address = new URL(entered);
	const { protocol, origin, href } = address;
	if (protocol !== 'https:' && !(protocol === 'http:' && mayBePlainHttp)) {
		throw refuse(
			'must begin with https://',
			'Otherwise the token is not protected. Only the local sandbox can be used without TLS.',
		);
	}
	if (href !== `${origin}/`) {
		throw refuse(`must be ${origin} and nothing more`, 'The token goes in the Token field.');
	}
	if (mayBePlainHttp && !isNearby(address)) {
		throw refuse(
			`must be on this machine or in your own network, but names the host "${address.hostname}"`,
			'Use 127.0.0.1, or host.docker.internal if n8n runs in Docker. For a service elsewhere, choose the Test or Production environment.',
		);
	}
	return address;
}
