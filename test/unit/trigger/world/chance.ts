import { explainStatus } from '../../../../nodes/shared/transport/requestError';
import { ServiceFailure } from '../../../../nodes/shared/transport/serviceFailure';

/** Any number below the bound; a test run repeats by its seed. */
export type Dice = (below: number) => number;

export function dice(seed: number): Dice {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

/** One request fails, and the next may not. With 0 it gets no answer. */
export const serviceFailed = (status = 503): ServiceFailure =>
	new ServiceFailure(
		{ operation: 'Watch', ...explainStatus(status), status: status || undefined },
		(text) => text,
	);
