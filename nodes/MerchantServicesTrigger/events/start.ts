/** What the first activation hands over; it is asked once, when there is no state yet. */
export type Start = { kind: 'now' } | { kind: 'days'; days: number } | { kind: 'everything' };

const DAY = 86_400_000;

/** The moment from which on what exists counts as new. */
export function startMoment(start: Start, now: number): number {
	switch (start.kind) {
		case 'now':
			return now;
		case 'days':
			return now - start.days * DAY;
		case 'everything':
			return Number.NEGATIVE_INFINITY;
	}
}
