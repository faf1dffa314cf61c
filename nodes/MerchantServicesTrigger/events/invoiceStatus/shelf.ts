import { createHash } from 'crypto';

/** What is saved of a list of finished invoices. */
export interface Shelf {
	/** The fingerprints of all invoices that are known to be in it, or to have been. */
	ended: string;
	/** How many more are known than the service counts: it removes old ones, or counts in its own way. */
	surplus: number;
	/** Where the next page begins, and how far the list has reached. */
	position: number;
	length: number;
	/** How much of the list is still to be read to find those that are missing. */
	left: number;
	/** In how many polls, or whole readings, in a row the count did not fit. */
	odd: number;
	/** Everything in it was met once. */
	isLearned?: boolean;
	/** It is read through once more, and what is not known is new. */
	isLearnedAgain?: boolean;
	/** The service does not count this list. */
	isUncounted?: boolean;
}

export const newShelf = (): Shelf => ({
	ended: '',
	surplus: 0,
	position: 0,
	length: 0,
	left: 0,
	odd: 0,
});

/** Of each identifier so many characters of its hash: of 100,000, one in 700,000 is taken for another. */
const FINGERPRINT = 6;

const fingerprintOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, FINGERPRINT);

/** Many identifiers in little space: it is only asked whether one is among them. */
export class Fingerprints {
	private readonly all = new Set<string>();

	constructor(private text: string) {
		for (let at = 0; at < text.length; at += FINGERPRINT) {
			this.all.add(text.slice(at, at + FINGERPRINT));
		}
	}

	get size(): number {
		return this.all.size;
	}

	has(id: string): boolean {
		return this.all.has(fingerprintOf(id));
	}

	add(id: string): void {
		const fingerprint = fingerprintOf(id);
		if (this.all.has(fingerprint)) return;
		this.all.add(fingerprint);
		this.text += fingerprint;
	}

	toString(): string {
		return this.text;
	}
}
