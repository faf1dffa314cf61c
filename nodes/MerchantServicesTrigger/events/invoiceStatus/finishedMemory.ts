import { createHash } from 'crypto';

import { DAY } from '../../event';
import type { ListedInvoice } from './invoice';
import type { FinishedMemory } from './state';

export const newMemory = (knownBefore: number, now: number): FinishedMemory => ({
	knownBefore,
	met: {},
	length: 0,
	position: 0,
	roundBegan: now,
	polls: 0,
	isLearned: false,
});

/** How many characters of the hash of each identifier: of 100,000, one in 700,000 is taken for another. */
const FINGERPRINT = 6;

export const fingerprintOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, FINGERPRINT);

/** Remembers that an invoice is in a list, or was. `more`: by how much the service counts more than before. */
export function addFinished(
	memory: FinishedMemory,
	{ id, created }: Pick<ListedInvoice, 'id' | 'created'>,
	isDated: boolean,
	more: 0 | 1,
): void {
	if (memory.count !== undefined) memory.count += more;
	// If lists have no dates, nothing else tells later that it is known.
	const day = isDated && created !== undefined ? Math.floor(created / DAY).toString(36) : '';
	memory.met[day] = (memory.met[day] ?? '') + fingerprintOf(id);
}

export function fingerprintsIn({ met }: FinishedMemory): Set<string> {
	const all = new Set<string>();
	for (const text of Object.values(met)) {
		for (let at = 0; at < text.length; at += FINGERPRINT) all.add(text.slice(at, at + FINGERPRINT));
	}
	return all;
}
