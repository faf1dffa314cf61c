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
const isNearby = ({ hostname }: URL): boolean => NEARBY.some((pattern) => pattern.test(hostname));

/** An address that a credential gives. Secrets go there: without TLS to the local sandbox only. */
export function parseAddress(text: string, field: string, isSandbox: boolean): URL {
	const entered = text.trim();
	if (!URL.canParse(entered) || new URL(entered).host === '') {
		const example = isSandbox ? DEFAULT_SANDBOX_ADDRESS : 'https://api.example.com';
		throw refusal(
			entered === '' ? 'is empty' : 'is not an address',
			`Enter the address your provider gave you, in full, for example ${example}.`,
			field,
		);
	}
	const address = new URL(entered);
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
