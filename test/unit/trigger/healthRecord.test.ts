import {
	type WaitingEvents,
	updateHealth,
	type HealthChoice,
	type HealthRecord,
	type PollOutcome,
	readHealthChoice,
} from '../../../nodes/MerchantServicesTrigger/health';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1);
/** In the zone of the workflow. */
const isoOn = (day: number) => `2026-02-${day}T19:00:00.000-05:00`;
const ISO = isoOn(28);
const POLL: PollOutcome = {
	at: NOW,
	zone: 'America/New_York',
	requests: 3,
	events: 2,
	watchedSince: NOW - 3 * DAY,
};
const FINE: WaitingEvents = { backlog: 0, quarantine: [] };
const STUCK: WaitingEvents = {
	backlog: 1,
	quarantine: [
		{ name: 'B', attempts: 3, until: NOW, reason: 'Busy' },
		{ name: 'A', attempts: 1, reason: 'Broken' },
	],
};
const [B, A] = STUCK.quarantine;

/** After a poll whose item has said how things are. */
const reported = (condition: WaitingEvents): HealthRecord =>
	updateHealth(undefined, POLL, condition, 'daily').record!;

const itemAfter = (
	record: HealthRecord | undefined,
	poll: Partial<PollOutcome>,
	condition: WaitingEvents,
	choice: HealthChoice = 'changes',
) => updateHealth(record, { ...POLL, ...poll }, condition, choice).item?.json;

describe('What is counted of polls', () => {
	it('is each poll, its requests and its events, and the last failure', () => {
		const start = reported(FINE);
		const { record: failed } = updateHealth(start, { ...POLL, error: 'Busy' }, FINE, 'daily');
		const { record } = updateHealth(failed, { ...POLL, at: NOW + 1 }, FINE, 'daily');
		expect(record).toEqual({
			...start,
			since: NOW,
			polls: 2,
			failedPolls: 1,
			requests: 6,
			events: 4,
			lastSuccess: NOW + 1,
			lastError: { at: NOW, message: 'Busy' },
		});
		expect(failed?.lastSuccess).toBe(NOW);
	});

	it('is nothing where the user wants no items', () => {
		expect(updateHealth(reported(STUCK), POLL, STUCK, 'never')).toEqual({});
	});
});

describe('An item on how the trigger is', () => {
	it('comes after the first good poll, and then once a day', () => {
		for (const choice of ['daily', 'changes'] as const) {
			expect(itemAfter(undefined, {}, FINE, choice)).toBeDefined();
			expect(itemAfter(undefined, { error: 'Busy' }, FINE, choice)).toBeUndefined();
			expect(itemAfter(reported(FINE), { at: NOW + DAY - 1 }, FINE, choice)).toBeUndefined();
			expect(itemAfter(reported(FINE), { at: NOW + DAY }, FINE, choice)).toBeDefined();
		}
	});

	const busy = { polls: 1, failedPolls: 1, lastError: { at: NOW - DAY, message: 'Busy' } };
	it.each<[string, WaitingEvents, Partial<HealthRecord>, WaitingEvents, boolean]>([
		['a poll failed', FINE, busy, FINE, false],
		['it started over', FINE, { reset: 'x' }, FINE, false],
		['there is a backlog', FINE, {}, { ...FINE, backlog: 1 }, true],
		['something is stuck', FINE, {}, { ...STUCK, backlog: 0 }, false],
		['nothing is stuck any more', STUCK, {}, FINE, true],
		['another is stuck', STUCK, {}, { backlog: 2, quarantine: [B, { ...A, name: 'C' }] }, false],
	])('comes also when %s, where the user wants that', (_, before, more, condition, isHealthy) => {
		const record = { ...reported(before), ...more };
		expect(itemAfter(record, {}, condition, 'daily')).toBeUndefined();
		expect(itemAfter(record, {}, condition)).toMatchObject({ isHealthy });
	});

	it('does not come for numbers that change with every poll, or another order', () => {
		const same = { backlog: 7, quarantine: [{ ...A, attempts: 9 }, B] };
		expect(itemAfter({ ...reported(STUCK), polls: 9, requests: 9 }, {}, same)).toBeUndefined();
	});

	it('says that everything is fine, without a key that has nothing to say', () => {
		expect(itemAfter(undefined, {}, FINE)).toEqual({
			event: 'health',
			eventId: `health:${ISO}`,
			isHealthy: true,
			message: 'Everything is fine.',
			watchedSince: isoOn(25),
			lastSuccess: ISO,
			countedSince: ISO,
			polls: 1,
			failedPolls: 0,
			requests: 3,
			events: 2,
			backlog: 0,
		});
	});

	it('says what is wrong', () => {
		const since = NOW - 2 * DAY;
		const failed = { ...reported(FINE), ...busy, since, reset: 'It started over.' };
		expect(itemAfter(failed, { notice: 'Late' }, STUCK)).toEqual({
			...itemAfter(undefined, {}, FINE),
			isHealthy: false,
			countedSince: isoOn(26),
			polls: 2,
			failedPolls: 1,
			backlog: 1,
			message:
				'1 of 2 polls failed, the last one with "Busy". It started over. These could not be read yet: B, A. 1 wait for the next polls.',
			quarantine: [
				{ name: 'B', attempts: 3, nextAttempt: ISO, reason: 'Busy' },
				{ name: 'A', attempts: 1, reason: 'Broken' },
			],
			resets: [{ at: isoOn(26), reason: 'It started over.' }],
			notice: 'Late',
			lastError: { at: isoOn(27), message: 'Busy' },
		});
		const begun = { ...reported(STUCK), reported: expect.any(String) as string };
		const poll = { ...POLL, reset: 'It started over.' };
		expect(updateHealth(failed, poll, STUCK, 'changes').record).toEqual(begun);
	});

	it.each([
		[{}, 'never'],
		[{ health: 'daily' }, 'daily'],
	])('is wanted by the options %j: %s', (options, choice) =>
		expect(readHealthChoice({ parameter: () => options as never })).toBe(choice),
	);
});
