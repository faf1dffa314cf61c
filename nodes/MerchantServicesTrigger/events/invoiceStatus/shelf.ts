import { createHash } from 'crypto';

/** What is saved of a list of finished invoices. */
export interface Shelf {
	/** The fingerprints of invoices that are known to be in it, or to have been; see Fingerprints. */
	ended: Record<string, string>;
	/** All that were created before this are known, without a fingerprint. */
	knownBefore?: number;
	/** How many of them had one. */
	forgotten?: number;
	/** Since when the list is being read round, and in how many polls so far. */
	roundBegan?: number;
	pollsInRound?: number;
	/** How many more are known than the service counts: it removes old ones, or counts in its own way. */
	surplus: number;
	/** Where the next page begins, and how far the list has reached. */
	position: number;
	length: number;
	/** The second and the last entry of the page that was read last. */
	second?: string;
	last?: string;
	/** How much of the list is still to be read to find those that are missing. */
	left: number;
	/** In how many polls, or whole readings, in a row the count did not fit. */
	odd: number;
	/** How many more the service counts than it shows, by the last whole reading, and the number in the last warning. */
	hidden?: number;
	warned?: number;
	/** Everything in it was met once. */
	isLearned?: boolean;
	/** It is read through once more, and what is not known is new. */
	isLearnedAgain?: boolean;
	/** The service does not count this list. */
	isUncounted?: boolean;
}

export const newShelf = (): Shelf => ({
	ended: {},
	surplus: 0,
	position: 0,
	length: 0,
	left: 0,
	odd: 0,
});

/** How many characters of the hash of each identifier: of 100,000, one in 700,000 is taken for another. */
const FINGERPRINT = 6;

const fingerprintOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, FINGERPRINT);

const DAY = 86_400_000;

/** Many identifiers in little space, by the day on which the invoice was created: it is only asked whether one is among them. */
export class Fingerprints {
	private readonly all = new Set<string>();
	private readonly days: Map<string, string>;

	constructor(days: Record<string, string>) {
		this.days = new Map(Object.entries(days));
		for (const text of this.days.values()) for (const each of split(text)) this.all.add(each);
	}

	get size(): number {
		return this.all.size;
	}

	has(id: string): boolean {
		return this.all.has(fingerprintOf(id));
	}

	add(id: string, created: number | undefined): void {
		const fingerprint = fingerprintOf(id);
		if (this.all.has(fingerprint)) return;
		this.all.add(fingerprint);
		const day = created === undefined ? '' : Math.floor(created / DAY).toString(36);
		this.days.set(day, (this.days.get(day) ?? '') + fingerprint);
	}

	/** Forgets those that were created on a day that had ended by then; returns how many. */
	forgetBefore(moment: number): number {
		const { size } = this;
		for (const [day, text] of this.days) {
			if (day === '' || (parseInt(day, 36) + 1) * DAY > moment) continue;
			for (const each of split(text)) this.all.delete(each);
			this.days.delete(day);
		}
		return size - this.size;
	}

	toRecord(): Record<string, string> {
		return Object.fromEntries(this.days);
	}
}

function* split(text: string): Generator<string> {
	for (let at = 0; at < text.length; at += FINGERPRINT) yield text.slice(at, at + FINGERPRINT);
}
