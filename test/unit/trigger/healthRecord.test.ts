import {
	type EventHealth,
	counted,
	healthItem,
	type HealthRecord,
	isDue,
	markReported,
	newRecord,
	readHealth,
} from '../../../nodes/MerchantServicesTrigger/health';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1);
/** In the zone of the workflow. */
const ISO = '2026-02-28T19:00:00.000-05:00';
const ZONE = { now: NOW, zone: 'America/New_York' };
const FINE: EventHealth = { backlog: 0, quarantine: [] };
const STUCK: EventHealth = {
	backlog: 2,
	quarantine: [
		{ name: 'B', attempts: 3, until: NOW, reason: 'Busy' },
		{ name: 'A', attempts: 1, reason: 'Broken' },
	],
};

describe('what is counted of polls', () => {
	const poll = { at: NOW, requests: 3, events: 2 };

	it('is each poll, its requests and its events', () => {
		const twice = counted(counted(newRecord(1), poll), { ...poll, at: NOW + 1 });
		expect(twice).toEqual({
			since: 1,
			polls: 2,
			failedPolls: 0,
			requests: 6,
			events: 4,
			resets: [],
			lastSuccess: NOW + 1,
		});
	});

	it('is the last failure, beside the last success', () => {
		const before = counted(newRecord(1), poll);
		const failed = counted(before, { at: NOW + 1, requests: 1, events: 0, error: 'Busy' });
		expect(failed).toMatchObject({
			polls: 2,
			failedPolls: 1,
			lastSuccess: NOW,
			lastError: { at: NOW + 1, message: 'Busy' },
		});
		expect(counted(failed, poll).lastError).toEqual({ at: NOW + 1, message: 'Busy' });
	});

	it('are the times that it started over', () => {
		const { resets } = counted(newRecord(1), { ...poll, at: 3, reset: 'Reason' });
		expect(resets).toEqual([{ at: 3, reason: 'Reason' }]);
	});
});

describe('an item on how the trigger is', () => {
	const after = (condition: EventHealth) => markReported(newRecord(1), condition, NOW);

	it('comes first, and then once a day', () => {
		for (const choice of ['daily', 'changes'] as const) {
			expect(isDue(newRecord(NOW), FINE, choice, NOW)).toBe(true);
			expect(isDue(after(FINE), FINE, choice, NOW + DAY - 1)).toBe(false);
			expect(isDue(after(FINE), FINE, choice, NOW + DAY)).toBe(true);
		}
		expect(isDue(newRecord(NOW), STUCK, 'never', NOW + DAY)).toBe(false);
	});

	it.each<[string, HealthRecord, EventHealth]>([
		['a poll failed', { ...after(FINE), failedPolls: 1 }, FINE],
		['it started over', { ...after(FINE), resets: [{ at: NOW, reason: 'x' }] }, FINE],
		['there is a backlog', after(FINE), { ...FINE, backlog: 1 }],
		['something is stuck', after(FINE), { ...STUCK, backlog: 0 }],
		['nothing is stuck any more', after(STUCK), FINE],
		[
			'something else is stuck',
			after(STUCK),
			{ ...STUCK, quarantine: STUCK.quarantine.map((one) => ({ ...one, name: 'C' })) },
		],
	])('comes also when %s, where the user wants that', (_what, record, condition) => {
		expect(isDue(record, condition, 'changes', NOW)).toBe(true);
		expect(isDue(record, condition, 'daily', NOW)).toBe(false);
	});

	it('does not come for numbers that change with every poll, or another order', () => {
		const [one, other] = STUCK.quarantine;
		const same: EventHealth = { backlog: 7, quarantine: [{ ...other, attempts: 9 }, one] };
		expect(isDue({ ...after(STUCK), polls: 9, requests: 9 }, same, 'changes', NOW)).toBe(false);
		const renamed = { ...same, quarantine: [one, { ...other, name: 'C' }] };
		expect(isDue(after(STUCK), renamed, 'changes', NOW)).toBe(true);
	});

	it('begins to count again, and keeps the last success', () => {
		const record = counted(newRecord(1), { at: 5, requests: 1, events: 1 });
		expect(markReported(record, FINE, NOW)).toEqual({
			...newRecord(NOW),
			lastSuccess: 5,
			reported: '[false,false,false,[]]',
		});
	});

	it('says that everything is fine, without a key that has nothing to say', () => {
		const { json } = healthItem(newRecord(NOW), FINE, ZONE);
		expect(json).toEqual({
			event: 'health',
			eventId: `health:${ISO}`,
			isHealthy: true,
			message: 'Everything is fine.',
			countedSince: ISO,
			polls: 0,
			failedPolls: 0,
			requests: 0,
			events: 0,
			backlog: 0,
		});
	});

	it('says what is wrong', () => {
		const record: HealthRecord = {
			...newRecord(NOW),
			polls: 5,
			failedPolls: 2,
			lastError: { at: NOW, message: 'Busy' },
			resets: [{ at: NOW, reason: 'It started over.' }],
		};
		const { json } = healthItem(record, STUCK, { ...ZONE, watchedSince: NOW, notice: 'Late' });
		expect(json).toEqual({
			...healthItem(record, FINE, ZONE).json,
			isHealthy: false,
			backlog: 2,
			message:
				'2 of 5 polls failed, the last one with "Busy". It started over. These could not be read yet: B, A. 2 wait for the next polls.',
			watchedSince: ISO,
			quarantine: [
				{ name: 'B', attempts: 3, nextAttempt: ISO, reason: 'Busy' },
				{ name: 'A', attempts: 1, reason: 'Broken' },
			],
			resets: [{ at: ISO, reason: 'It started over.' }],
			notice: 'Late',
			lastError: { at: ISO, message: 'Busy' },
		});
	});

	it.each<[string, Partial<HealthRecord>, EventHealth]>([
		['a poll failed', { failedPolls: 1 }, FINE],
		['it started over', { resets: [{ at: NOW, reason: 'x' }] }, FINE],
		['something is stuck', {}, { ...STUCK, backlog: 0 }],
	])('is not healthy where %s', (_what, record, condition) =>
		expect(healthItem({ ...newRecord(NOW), ...record }, condition, ZONE).json.isHealthy).toBe(
			false,
		),
	);

	it('says that polls failed where it does not know why', () => {
		const record = { ...newRecord(NOW), polls: 2, failedPolls: 1 };
		expect(healthItem(record, FINE, ZONE).json.message).toBe('1 of 2 polls failed.');
	});

	it('is healthy with a backlog', () => {
		const { json } = healthItem(newRecord(NOW), { ...FINE, backlog: 1 }, ZONE);
		expect(json.isHealthy).toBe(true);
	});

	it.each([
		[{}, 'never'],
		[{ health: 'daily' }, 'daily'],
	])('is wanted by the options %j: %s', (options, choice) =>
		expect(readHealth({ parameter: () => options as never })).toBe(choice),
	);
});
