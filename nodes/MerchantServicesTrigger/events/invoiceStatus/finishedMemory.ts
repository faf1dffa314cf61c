import { createHash } from 'crypto';

import { DAY } from '../../../shared/period/times';
import type { ListedInvoice } from './invoice';
import type { FinishedMemory, ListHabits } from './state';

/** How many characters of the hash of each identifier: of 100,000, one in 700,000 is taken for another. */
const FINGERPRINT = 6;

export const fingerprintOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, FINGERPRINT);

/** Remembers that an invoice is in a list, or was. */
export function addFinished(
	{ met }: FinishedMemory,
	{ id, created }: Pick<ListedInvoice, 'id' | 'created'>,
	{ isUndated }: ListHabits,
): void {
	// If lists have no dates, nothing else tells later that it is known.
	const day = isUndated || created === undefined ? '' : Math.floor(created / DAY).toString(36);
	met[day] = (met[day] ?? '') + fingerprintOf(id);
}

/** Forgets those that were created before everything is known. */
export function forgetBefore(memory: FinishedMemory, moment: number): void {
	memory.knownBefore = Math.max(memory.knownBefore, moment);
	for (const day of Object.keys(memory.met)) {
		if (day !== '' && (parseInt(day, 36) + 1) * DAY <= memory.knownBefore) delete memory.met[day];
	}
}

export function fingerprintsIn({ met }: FinishedMemory): Set<string> {
	const all = new Set<string>();
	for (const text of Object.values(met)) {
		for (let at = 0; at < text.length; at += FINGERPRINT) all.add(text.slice(at, at + FINGERPRINT));
	}
	return all;
}
