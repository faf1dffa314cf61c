import { Dialect } from '../../sandbox/dialects/dialect';
import { type Reading, readingsOf, type SpotName, USUAL } from '../../sandbox/dialects/table';
import type { Journey } from './journeys/journey';
import { travel } from './travel';
import type { Nodes } from './world';

/**
 * The silent spots that a journey comes by: those that the service looks up while it answers it. A journey
 * that never comes by a spot is the same under all of its readings, so it need not be made under each.
 */
export async function spotsOf(nodes: Nodes, journey: Journey): Promise<SpotName[]> {
	const met = new Set<SpotName>();
	const { is, reading, isUsual } = Object.getOwnPropertyDescriptors(Dialect.prototype);
	const noting = ({ value }: typeof is | typeof reading) => ({
		configurable: true,
		value(this: Dialect, name: SpotName, ...readings: never[]): unknown {
			met.add(name);
			return (value as (...given: unknown[]) => unknown).call(this, name, ...readings);
		},
	});
	Object.defineProperties(Dialect.prototype, {
		is: noting(is),
		reading: noting(reading),
		// Otherwise the service does not even look.
		isUsual: { configurable: true, get: () => false },
	});
	try {
		await travel(nodes, journey, {});
	} finally {
		Object.defineProperties(Dialect.prototype, { is, reading, isUsual });
	}
	return [...met];
}

/** The readings of a spot other than the usual one. */
export const unusualReadings = (spot: SpotName): Reading[] =>
	(readingsOf(spot) as Reading[]).filter((reading) => reading !== USUAL[spot]);
