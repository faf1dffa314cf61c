import { readDialect } from '../../sandbox/dialects/names';
import { SPOT_NAMES, USUAL } from '../../sandbox/dialects/table';
import { JOURNEYS } from './journeys';
import type { Journey } from './journeys/journey';
import { travel } from './travel';
import type { Findings } from './verdict';

interface Combination {
	findings: Findings;
	/** The seed, what was chosen by it, and what was found: all that is needed to see it again. */
	report: string;
}

const MOST_SPOTS = 8;

/** From one spot up, and every second time all of them. */
const dialectOf = (seed: number): string =>
	seed % 2 === 0 ? `random:${seed}` : `random:${seed}/${1 + (seed % MOST_SPOTS)}`;

/** A page that is shorter than asked for, with a total of just its length, is what a whole list looks like. */
const looksWhole = (dialect: string): boolean => {
	const { pageSize, invoiceTotal } = readDialect(dialect);
	return pageSize === '20-untold' && invoiceTotal === 'of-page';
};

/** Journeys in random dialects amid random faults, one journey for each seed. */
export async function* combinations(firstSeed: number, count: number): AsyncGenerator<Combination> {
	for (let seed = firstSeed; seed < firstSeed + count; seed++) {
		const journey = JOURNEYS[Math.floor(seed / 2) % JOURNEYS.length];
		const dialect = dialectOf(seed);
		if (looksWhole(dialect)) continue;
		const findings = await travel(journey, dialect, seed);
		yield { findings, report: reportOf(seed, dialect, journey, findings) };
	}
}

function reportOf(seed: number, dialect: string, { name }: Journey, findings: Findings): string {
	const choice = readDialect(dialect);
	const unusual = SPOT_NAMES.filter((spot) => choice[spot] !== USUAL[spot]);
	const chosen = unusual.map((spot) => `${spot}=${choice[spot]}`).join(',');
	return `seed ${seed}, ${name}, ${chosen}\n    ${findings.toString()}`;
}
