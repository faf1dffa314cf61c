import { readFileSync } from 'node:fs';
import path from 'node:path';

import { SPOT_NAMES } from '../../sandbox/dialects/table';
import { pageOf } from './page';
import { recorded } from './verdicts';

describe('docs/develop/dialects.md', () => {
	it('is what npm run dialects writes', () => {
		const page = readFileSync(path.join(__dirname, '../../docs/develop/dialects.md'), 'utf8');
		expect(page).toBe(pageOf(recorded()));
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
