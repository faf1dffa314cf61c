import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { SPOT_NAMES } from '../../sandbox/dialects/table';
import { pageOf } from './page';
import { recorded } from './verdicts';

const PAGE = path.join(__dirname, '../../docs/develop/dialects.md');

describe('docs/develop/dialects.md', () => {
	it('is what node scripts/dialects.mjs writes, and npm run reference from the last run', () => {
		if (process.env.WRITE_REFERENCE === '1') writeFileSync(PAGE, pageOf(recorded()));
		expect(readFileSync(PAGE, 'utf8')).toBe(pageOf(recorded()));
	});

	it('has a journey that meets each spot', () => {
		const met = new Set(
			Object.values(recorded()).flatMap((ended) =>
				Object.keys(ended).map((name) => name.split('=')[0]),
			),
		);
		expect(SPOT_NAMES.filter((spot) => !met.has(spot))).toEqual([]);
	});
});
