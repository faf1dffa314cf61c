import { createHash } from 'crypto';

import { PATHS } from '../../shared/service/paths';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DIGITS = 13;

/**
 * A number made of what tells one run of one item from every other: the same run makes the same number,
 * so that a repeat meets the first invoice. Short and plain, as the service's limits are not documented.
 */
export function numberFrom(origin: readonly string[]): string {
	const digest = createHash('sha256').update(JSON.stringify(origin)).digest();
	const digits = Array.from(digest.subarray(0, DIGITS), (byte) => ALPHABET[byte % ALPHABET.length]);
	return `N8N${digits.join('')}`;
}

const API_LINK = new RegExp(`/${PATHS.invoices.join('/')}/([^/?#\\s]+)`);

/** The number in an API link such as an invoice's own _links; a payment link does not show it. */
export function numberInApiLink(link: string): string | undefined {
	const match = API_LINK.exec(link);
	try {
		return match === null ? undefined : decodeURIComponent(match[1]);
	} catch {
		return undefined;
	}
}
