import { cases } from '../support/long';
import { combinations } from './combinations';
import { nodes } from './nodes';
import { VerdictTable } from './verdicts';

const COMBINATIONS = cases(20, 2000);
const FIRST_SEED = 1;
const A_LONG_TIME = 900_000;

const table = new VerdictTable();
const wrong: string[] = [];

beforeAll(async () => {
	for await (const traveled of combinations(nodes, FIRST_SEED, COMBINATIONS)) {
		table.add(traveled);
		if (traveled.findings.verdict === 'wrong') wrong.push(traveled.report);
	}
	const seeds = `seeds ${FIRST_SEED} to ${FIRST_SEED + COMBINATIONS - 1}`;
	process.stdout.write(
		`${[`Random combinations amid faults, ${seeds}:`, table.toString(), ...wrong].join('\n')}\n`,
	);
}, A_LONG_TIME);

describe(`in ${COMBINATIONS} combinations of readings, amid faults`, () => {
	it('no journey is silently wrong', () => {
		expect(wrong).toEqual([]);
	});

	it('most end right', () => {
		expect(table.count('right')).toBeGreaterThan(COMBINATIONS / 2);
	});
});
