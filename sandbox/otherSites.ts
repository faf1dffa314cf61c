import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal';

/** No page of the internet has such a name: those without a dot, of a local network, and its addresses. */
const NEARBY = [
	/^[^.[:]+$/,
	/\.(internal|local)$/,
	/^(127|10)(\.\d{1,3}){3}$/,
	/^(192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3}){2}$/,
	/^\[(::1\]|f[cd])/,
];
const READING = new Set(['GET', 'HEAD']);
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * A web page that is open in the browser can send requests to this machine too. One that reaches it under a name
 * of its own is refused, and so is whatever it wants to change here, for example to pay an invoice.
 */
export function refuseOtherSites(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ headers, method }) => {
		const { host = '', origin, 'sec-fetch-site': site } = headers;
		const name = host.toLowerCase().replace(/:\d+$/, '');
		if (!NEARBY.some((pattern) => pattern.test(name))) {
			throw new Refusal(
				421,
				'WRONG_HOST',
				`The sandbox answers under names of this machine and its network only, not under "${host}".`,
			);
		}
		if (READING.has(method)) return;
		// Browsers say where a request comes from. Older ones name the origin only, and a page that keeps its
		// address to itself, as the payment page does, has the origin "null".
		const isElsewhere =
			typeof site === 'string'
				? !OWN_SITES.has(site)
				: origin !== undefined && origin !== `http://${host}`;
		if (isElsewhere) {
			throw new Refusal(403, 'OTHER_SITE', 'A page of another site may not change anything here.');
		}
	});
}
