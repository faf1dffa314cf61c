import { cases, isLong } from '../../support/long';
import { findingsOf, judge, newVerdict } from './world/judge';
import { CLASSES, type Reading } from './world/service';
import { liveThrough } from './world/weeks';

const SERVICES_EACH = cases(1, 3);
const DAYS = cases(2, 28);
const CHANGES_EACH = cases(30, 240);

/** `npm run test:all` picks others: a change of the code is judged by seeds that were not used while it was made. */
const FIRST_SEED = Number(process.env.PROPERTY_SEED ?? 20);

/** Of 24 services in the long form: more than 5,000 changes. Other seeds every night add up. */
describe('Services over weeks, with faults, kills, pauses and edits', () => {
	/** Of all classes: one service alone may have no fault. */
	const seen = { services: 0, changes: 0, told: 0, kills: 0, edits: 0, failedPolls: 0 };

	it.each<[string, Partial<Reading>]>(Object.entries(CLASSES))(
		'have each change told once, in order, with its amount, mostly in the next poll: %s',
		async (name, same) => {
			const verdict = newVerdict();
			let polls = 0;
			let requests = 0;
			for (let count = 0; count < SERVICES_EACH; count++) {
				const run = await liveThrough(FIRST_SEED + seen.services++, DAYS, CHANGES_EACH, same);
				judge(run, verdict);
				polls += run.polls.length;
				requests += run.service.requests;
				seen.kills += run.kills;
				seen.edits += run.edits;
				seen.failedPolls += run.failedPolls;
			}
			seen.changes += verdict.changes;
			seen.told += verdict.told;
			const findings = findingsOf(verdict);
			const late = verdict.late.sort((a, b) => a - b);
			const [median, most99, most] = [0.5, 0.99, 1].map(
				(share) => late[Math.floor((late.length - 1) * share)],
			);
			if (isLong) {
				const counts = Object.entries(findings).map(
					([finding, list]) => `${list.length} ${finding}`,
				);
				process.stdout.write(
					`${name}: ${verdict.changes} changes, ${verdict.told} told, ${counts.join(', ')}, late ${median} / ${most99} / ${most}, ${(requests / polls).toFixed(1)} requests a poll\n`,
				);
			}
			expect(Object.values(findings).flat()).toEqual([]);
			expect(median).toBe(0);
		},
	);

	it('have as many changes as planned, nearly all told, and every kind of mishap', () => {
		expect(seen.changes).toBeGreaterThan(0.9 * seen.services * CHANGES_EACH);
		expect(seen.told).toBeGreaterThan(0.9 * seen.changes);
		expect(Math.min(seen.kills, seen.edits, seen.failedPolls)).toBeGreaterThan(0);
	});
});
