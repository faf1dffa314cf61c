import { readFileSync } from 'node:fs';
import path from 'node:path';

import { GROUPS } from '../mutation/groups';
import recorded from '../mutation/scores.json';
import { sectionOf } from '../mutation/section';

interface Score {
	mutants: number;
	noticed: number;
	survivors: Array<{ why: string }>;
}
const scores: Record<string, Score> = recorded;

/** Prettier aligns the columns of a table. */
const unaligned = (text: string) => text.replace(/[ -]+/g, ' ');

describe('The mutation scores', () => {
	it('are in docs/operate/guarantees.md as npm run mutate found them', () => {
		const page = readFileSync(path.join(__dirname, '../../docs/operate/guarantees.md'), 'utf8');
		expect(unaligned(page)).toContain(unaligned(sectionOf(scores)));
	});

	it.each(Object.keys(GROUPS))(
		'are at least 80 %% for %s, and each change that no test notices has a reason',
		(group) => {
			const { mutants, noticed, survivors } = scores[group];
			expect(noticed / mutants).toBeGreaterThanOrEqual(0.8);
			expect(survivors).toHaveLength(mutants - noticed);
			expect(survivors.filter(({ why }) => why === '')).toEqual([]);
		},
	);
});
