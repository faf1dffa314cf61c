import { isLong } from '../support/long';
import { JOURNEYS } from './journeys';
import { noting, singleReadings, togetherIn, travel } from './spots';

/** The long form takes each reading alone. */
const READINGS_AT_ONCE = isLong ? 1 : 10;
const A_LONG_TIME = 1_800_000;

describe.each(JOURNEYS)('$name', (journey) => {
	it(
		'takes the fewest requests in the usual readings, and is never silently wrong in the others',
		async () => {
			const { findings: usual, spots } = await noting(journey);
			expect(usual.toString()).toBe('');
			if (journey.fewest !== undefined) expect(usual.requests).toBe(journey.fewest);
			const wrong: string[] = [];
			for (const dialect of togetherIn(READINGS_AT_ONCE, singleReadings(spots))) {
				const findings = await travel(journey, dialect);
				if (findings.verdict === 'wrong') {
					wrong.push(`${JSON.stringify(dialect)}: ${findings.toString()}`);
				}
			}
			expect(wrong).toEqual([]);
		},
		A_LONG_TIME,
	);
});
