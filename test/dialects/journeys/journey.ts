import type { Findings } from '../verdict';
import type { World } from '../world';

export interface Journey {
	name: string;
	/** Whether it must end right under every single reading. */
	endsRight: boolean;
	/** What is there before; the service speaks as usual. */
	prepare?(world: World): Promise<void>;
	play(world: World, findings: Findings): Promise<void>;
}
