import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal';

const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const READING = new Set(['GET', 'HEAD']);
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * A web page that is open in the browser can send requests to this machine too. One that reaches it under a name
 * of its own is refused, and so is whatever it wants to change here, for example to pay an invoice.
 */
export function refuseOtherSites(app: FastifyInstance): void {
	app.addHook('onRequest', async ({ headers, method }) => {
		const { host = '', origin, 'sec-fetch-site': site } = headers;
		if (!THIS_MACHINE.test(host)) {
			throw new Refusal(
				421,
				'WRONG_HOST',
				`The sandbox answers under 127.0.0.1 and localhost only, not under "${host}".`,
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
