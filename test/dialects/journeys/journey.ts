import type { Findings } from '../verdict';
import type { World } from '../world';

export interface Journey {
	name: string;
	/**
	 * The fewest requests with which it can be made in the usual readings, its own included. Undefined where it waits
	 * and looks as often as time allows.
	 */
	fewest?: number;
	/** What is there before; the service speaks as usual. */
	prepare?(world: World): Promise<void>;
	play(world: World, findings: Findings): Promise<void>;
}
