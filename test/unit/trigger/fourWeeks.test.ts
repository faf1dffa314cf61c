import { cases } from '../../support/long';
import { judge, newVerdict } from './weeks/judge';
import { CLASSES } from './weeks/plausibleService';
import { liveThrough } from './weeks/weeks';

const SERVICES_EACH = cases(1, 6);
const DAYS = cases(2, 28);
const CHANGES_EACH = cases(30, 240);

/** `FIRST_SEED` picks others: a change of the code is judged by seeds that were not used while it was made. */
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);

/** Of 42 services in the long form: 10,000 changes. */
describe('Services over weeks, with faults, kills, pauses and edits', () => {
	/** Of all classes: one service alone may have no fault. */
	const seen = { services: 0, changes: 0, told: 0, kills: 0, edits: 0, failedPolls: 0 };

	it.each(Object.entries(CLASSES))(
		'have each change told once, in order, with its amount, mostly in the next poll: %s',
		async (name, same) => {
			const verdict = newVerdict();
			let polls = 0;
			let requests = 0;
			for (let count = 0; count < SERVICES_EACH; count++) {
				const seed = FIRST_SEED + seen.services++;
				const run = await liveThrough(seed, DAYS, CHANGES_EACH, same);
				judge(run.service, run.polls, verdict);
				polls += run.polls.length;
				requests += run.service.requests;
				seen.kills += run.kills;
				seen.edits += run.edits;
				seen.failedPolls += run.failedPolls;
			}
			seen.changes += verdict.changes;
			seen.told += verdict.told;
			const { lost, doubled, wrong, wrongAmount, wrongOrder } = verdict;
			const late = verdict.late.sort((a, b) => a - b);
			const at = (share: number) => late[Math.floor((late.length - 1) * share)];
			if (process.env.FIRST_SEED) {
				process.stdout.write(
					`${name}: ${verdict.changes} changes, ${verdict.told} told, ${[lost, doubled, wrong, wrongOrder, wrongAmount].map((list) => list.length).join(' / ')} lost / doubled / wrong / order / amount, late ${at(0.5)} / ${at(0.99)} / ${at(1)}, ${(requests / polls).toFixed(1)} requests a poll\n`,
				);
			}
			expect({ lost, doubled, wrong, wrongAmount, wrongOrder }).toEqual({
				lost: [],
				doubled: [],
				wrong: [],
				wrongAmount: [],
				wrongOrder: [],
			});
			expect(at(0.5)).toBe(0);
		},
	);

	it('have nearly as many changes as planned, nearly all told, and every kind of mishap', () => {
		expect(seen.changes).toBeGreaterThan(0.8 * seen.services * CHANGES_EACH);
		expect(seen.told).toBeGreaterThan(0.9 * seen.changes);
		expect(Math.min(seen.kills, seen.edits, seen.failedPolls)).toBeGreaterThan(0);
	});
});
