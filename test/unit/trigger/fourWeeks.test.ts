import { cases } from '../../support/long';
import { judge, newVerdict } from './weeks/judge';
import { liveThrough } from './weeks/weeks';

const SERVICES = cases(3, 45);
const DAYS = cases(2, 28);
const CHANGES_EACH = cases(30, 250);

/** Of 45 services in the long form: 10,000 changes. */
describe('Services of every reading, over weeks, with faults, kills, pauses and edits', () => {
	it('have each change told once, in order, with its amount, mostly in the next poll', async () => {
		const verdict = newVerdict();
		const seen = { kills: 0, edits: 0, failedPolls: 0 };
		for (let seed = 1; seed <= SERVICES; seed++) {
			const run = await liveThrough(seed, DAYS, CHANGES_EACH);
			judge(run.service, run.polls, verdict);
			seen.kills += run.kills;
			seen.edits += run.edits;
			seen.failedPolls += run.failedPolls;
		}
		const { lost, doubled, wrong, wrongAmount, wrongOrder } = verdict;
		expect({ lost, doubled, wrong, wrongAmount, wrongOrder }).toEqual({
			lost: [],
			doubled: [],
			wrong: [],
			wrongAmount: [],
			wrongOrder: [],
		});
		expect(verdict.changes).toBeGreaterThan(0.8 * SERVICES * CHANGES_EACH);
		expect(verdict.told).toBeGreaterThan(0.9 * verdict.changes);
		const late = verdict.late.sort((a, b) => a - b);
		expect(late[late.length >> 1]).toBe(0);
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
	});
});
