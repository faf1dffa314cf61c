import { Dialect } from '../../sandbox/dialects/dialect';
import {
	type Choice,
	type Reading,
	readingsOf,
	type SpotName,
	SPOTS,
	USUAL,
} from '../../sandbox/dialects/table';
import type { SandboxOptions } from '../../sandbox';
import type { Journey } from './journeys/journey';
import { Findings } from './verdict';
import { World } from './world';

export async function travel(
	journey: Journey,
	dialect: SandboxOptions['dialect'],
): Promise<Findings> {
	const world = await World.open(dialect);
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

/**
 * A journey in the usual readings, and the silent spots that it comes by: those that the service looks up while it
 * answers. A journey that never comes by a spot is the same under all of its readings.
 */
export async function noting(journey: Journey): Promise<{ findings: Findings; spots: SpotName[] }> {
	const met = new Set<SpotName>();
	const { is, reading, isUsual } = Object.getOwnPropertyDescriptors(Dialect.prototype);
	const noted = ({ value }: typeof is | typeof reading) => ({
		configurable: true,
		value(this: Dialect, name: SpotName, ...readings: never[]): unknown {
			met.add(name);
			return (value as (...given: unknown[]) => unknown).call(this, name, ...readings);
		},
	});
	Object.defineProperties(Dialect.prototype, {
		is: noted(is),
		reading: noted(reading),
		// Otherwise the service does not even look.
		isUsual: { configurable: true, get: () => false },
	});
	try {
		const findings = await travel(journey, {});
		return { findings, spots: [...met] };
	} finally {
		Object.defineProperties(Dialect.prototype, { is, reading, isUsual });
	}
}

/** Every reading of these spots but the usual one, each alone. */
export const singleReadings = (spots: readonly SpotName[]): Array<Partial<Choice>> =>
	spots.flatMap((spot) =>
		(readingsOf(spot) as Reading[])
			.filter((reading) => reading !== USUAL[spot])
			.map((reading) => ({ [spot]: reading })),
	);

/** The same, several at once: those of one spot stand side by side, so that no dialect has two of them. */
export function togetherIn(
	atOnce: number,
	readings: ReadonlyArray<Partial<Choice>>,
): Array<Partial<Choice>> {
	const perSpot = Math.max(
		...Object.values(SPOTS).map(({ readings: all }) => Object.keys(all).length),
	);
	const dialects = Array.from(
		{ length: Math.max(perSpot, Math.ceil(readings.length / atOnce)) },
		(): Partial<Choice> => ({}),
	);
	readings.forEach((reading, index) => Object.assign(dialects[index % dialects.length], reading));
	return dialects.filter((dialect) => Object.keys(dialect).length > 0);
}
