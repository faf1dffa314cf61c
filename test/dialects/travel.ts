import type { SandboxOptions } from '../../sandbox';
import type { Journey } from './journeys/journey';
import { Findings } from './verdict';
import { World } from './world';

/** One journey in one dialect; with a seed amid faults, and with other events. */
export async function travel(
	journey: Journey,
	dialect: SandboxOptions['dialect'],
	seed?: number,
): Promise<Findings> {
	const world = await World.open(dialect, seed);
	const findings = new Findings();
	try {
		await journey.prepare?.(world);
		await world.speak();
		await journey.play(world, findings);
		findings.requests = (await world.sandbox.control.requests()).length;
	} finally {
		await world.close();
	}
	return findings;
}
