import { explainNetwork, explainStatus } from '../../../nodes/shared/transport/advice';
import { table } from './markdown';

const HOST = 'api.example.com';
const SECONDS = 120;
const STATUSES = [400, 401, 403, 404, 406, 409, 429, 500, 503, 504, 301];
const NETWORK = ['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'ETIMEDOUT', 'ECONNRESET'];

const AS_IS = '<!-- prettier-ignore-start -->';
const AGAIN = '<!-- prettier-ignore-end -->';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the nodes say when a request fails, and what they advise. */
const failures = (): string =>
	table([
		['Message', 'The service or network said', 'What to do'],
		...STATUSES.map((status) => {
			const { what, advice } = explainStatus(status);
			return [capital(what), status === 301 ? 'HTTP 3xx' : `HTTP ${status}`, advice];
		}),
		...NETWORK.map((code) => {
			const { what, advice } = explainNetwork(code, HOST, SECONDS * 1000);
			return [capital(what), `\`${code}\``, advice];
		}),
	]);

/** The page with what the code writes between "<!-- insert: failures -->" and "<!-- end -->". */
export const withInserts = (page: string): string =>
	page.replace(
		/(<!-- insert: failures -->\n).*?(<!-- end -->)/gs,
		(_, begin: string, end: string) => `${begin}${AS_IS}\n\n${failures()}\n\n${AGAIN}\n${end}`,
	);
