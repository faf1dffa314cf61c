import type { Control, FaultToPlant } from '../support/sandbox';

/** What goes wrong between a node and the service, besides what any dialect does. */
const KINDS: ReadonlyArray<Partial<FaultToPlant> & Pick<FaultToPlant, 'kind'>> = [
	{ kind: 'status', status: 500, when: 'before' },
	{ kind: 'status', status: 503, when: 'after' },
	{ kind: 'status', status: 429, retryAfter: 0 },
	{ kind: 'drop', when: 'before' },
	{ kind: 'drop', when: 'after' },
	{ kind: 'cutOff', afterBytes: 20 },
	{ kind: 'invalidJson' },
	{ kind: 'contentType', contentType: 'text/html' },
];

const MOST_AT_ONCE = 2;
const LATEST_REQUEST = 6;

/** Any number from 0 to 1, the same ones again for the same seed. */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Faults by chance, the same ones again for the same seed. */
export class Faults {
	private readonly roll: () => number;

	constructor(seed: number) {
		this.roll = randomFrom(Math.imul(seed + 1, 2654435761));
	}

	/** None, one or two, somewhere among the next requests. */
	async plant(control: Control): Promise<void> {
		for (let left = this.below(MOST_AT_ONCE + 1); left > 0; left--) {
			await control.fault({
				...KINDS[this.below(KINDS.length)],
				skip: this.below(LATEST_REQUEST),
				times: 1,
			});
		}
	}

	private below(bound: number): number {
		return Math.floor(this.roll() * bound);
	}
}
