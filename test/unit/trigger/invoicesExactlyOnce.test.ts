import fc from 'fast-check';

import type { Start } from '../../../nodes/MerchantServicesTrigger/event';
import type { Script } from './invoiceScript';
import { CALM } from './invoiceModel';
import { clear, expectOnceEach, ids, play, RUNS, script } from './invoiceScript';

/** Random histories that showed a loss once. */
const LOST_ONCE: Array<[string, Script, Start]> = [
	[
		'a list that moved while it was read seemed to count its offset in pages',
		{
			seed: -475439351,
			existing: 22,
			weather: { ...CALM, stale: 0.3, staleDetails: 0.1, delay: 60_000, change: 0.4 },
			limit: 1,
			pageSize: 2,
			happenings: [
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'createAndPay', times: 4 },
				{ kind: 'poll' },
				{ kind: 'createAndPay', times: 1 },
				{ kind: 'poll' },
				{ kind: 'poll' },
			],
		},
		{ kind: 'now' },
	],
	[
		'an old list showed the status that a rejected payment led back to',
		{
			seed: -1,
			existing: 4,
			weather: { ...CALM, stale: 0.3, delay: 250_000_000, change: 0.1 },
			limit: 1,
			pageSize: 2,
			happenings: [{ kind: 'change', times: 2 }],
		},
		{ kind: 'days', days: 1 },
	],
	[
		'one that was left to a poll days later, when the finished lists had been read round',
		{
			seed: -2147205090,
			existing: 8,
			weather: { ...CALM, delay: 60_000, change: 0.1 },
			limit: 1,
			pageSize: 2,
			happenings: [
				{ kind: 'change', times: 2 },
				{ kind: 'wait', milliseconds: 400_000_000 },
				{ kind: 'poll' },
				{ kind: 'wait', milliseconds: 400_000_000 },
			],
		},
		{ kind: 'now' },
	],
	[
		'what happened right after the start, and was looked up again hours later, counted as long past',
		{
			seed: -51084714,
			existing: 26,
			weather: { ...CALM, stale: 0.1, delay: 60_000, change: 0.1, historyLag: 420_000 },
			limit: 1,
			pageSize: 5,
			happenings: [{ kind: 'poll' }],
		},
		{ kind: 'now' },
	],
	[
		'a rejected payment during the poll, with late entries, made an invoice look as if it had been created as sent',
		{
			seed: 471378110,
			existing: 26,
			weather: { ...CALM, delay: 60_000, change: 0.1, historyLag: 3000 },
			limit: 7,
			pageSize: 2,
			happenings: [
				{ kind: 'change', times: 5 },
				{ kind: 'wait', milliseconds: 400_000_000 },
				{ kind: 'change', times: 4 },
				{ kind: 'poll' },
			],
		},
		{ kind: 'now' },
	],
	[
		'the last payment came while the entry of the one before was waited for, and had no wait of its own',
		{
			seed: 17,
			existing: 24,
			weather: { ...CALM, fault: 0.1, delay: 60_000, change: 0.4, historyLag: 600_000 },
			limit: 1,
			pageSize: 5,
			happenings: [{ kind: 'poll' }, { kind: 'poll' }],
		},
		{ kind: 'now' },
	],
	[
		'an old answer began a wait, and hours later the entry of the next payment seemed to be late',
		{
			seed: -1793400987,
			existing: 26,
			weather: { ...CALM, stale: 0.3, change: 0.1, historyLag: 600_000 },
			limit: 1,
			pageSize: 2,
			happenings: [{ kind: 'poll' }, { kind: 'poll' }],
		},
		{ kind: 'now' },
	],
	[
		'an old answer of a canceled invoice ended with an entry of the day before, so it was forgotten',
		{
			seed: -2040849484,
			existing: 0,
			weather: { ...CALM, fault: 0.1, stale: 0.3, staleDetails: 0.3, delay: 600_000, change: 0.4 },
			limit: 1000,
			pageSize: 100,
			happenings: [
				{ kind: 'poll' },
				{ kind: 'wait', milliseconds: 90_000_000 },
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'poll' },
				{ kind: 'change', times: 8 },
				{ kind: 'poll' },
				{ kind: 'poll' },
			],
		},
		{ kind: 'everything' },
	],
	[
		'one that moved while the lists were read, in the only two polls of five days',
		{
			seed: -303371408,
			existing: 2,
			weather: { ...CALM, stale: 0.1, delay: 60_000, change: 0.4 },
			limit: 1000,
			pageSize: 2,
			happenings: [
				{ kind: 'wait', milliseconds: 400_000_000 },
				{ kind: 'killedPoll' },
				{ kind: 'poll' },
			],
		},
		{ kind: 'days', days: 1 },
	],
	[
		'two short pages of different moments made the offset seem to count pages for good',
		{
			seed: -1656939780,
			existing: 6,
			weather: { ...CALM, stale: 0.3, staleDetails: 0.1, delay: 600_000, change: 0.4 },
			limit: 1,
			pageSize: 5,
			happenings: [
				{ kind: 'createAndPay', times: 9 },
				{ kind: 'poll' },
				{ kind: 'change', times: 4 },
				{ kind: 'poll' },
				{ kind: 'change', times: 1 },
				{ kind: 'createAndPay', times: 4 },
				{ kind: 'killedPoll' },
				{ kind: 'createAndPay', times: 4 },
				{ kind: 'poll' },
			],
		},
		{ kind: 'now' },
	],
	[
		'an old answer of the first poll, with a reminder in it, looked like a rejected payment',
		{
			seed: 27,
			existing: 2,
			weather: { ...CALM, staleDetails: 0.3, delay: 10_000, change: 0.1 },
			limit: 1,
			pageSize: 2,
			happenings: [],
		},
		{ kind: 'now' },
	],
	[
		'both first readings overlooked it, because lists were old, and it was paid right after the start',
		{
			seed: 630943593,
			existing: 2,
			weather: { ...CALM, stale: 0.3, delay: 10_000, change: 0.4 },
			limit: 1,
			pageSize: 2,
			happenings: [{ kind: 'killedPoll' }, { kind: 'poll' }],
		},
		{ kind: 'now' },
	],
];

describe('Invoice status changed, over histories that were lost once', () => {
	it.each(LOST_ONCE)('emits every change exactly once: %s', async (_, given, start) => {
		const played = await play(given, () => ({ start }));
		const from = { now: Infinity, days: played.newer, everything: 0 }[start.kind];
		expectOnceEach(played, ({ created }) => created >= from);
	});
});

describe('Invoice status changed, over random histories of the service', () => {
	it('emits every change exactly once, whatever fails, restarts, moves or is answered late', async () => {
		await fc.assert(
			fc.asyncProperty(script, async (given) => expectOnceEach(await play(given))),
			RUNS,
		);
	});

	it('emits every change exactly once where histories lag, by up to ten minutes', async () => {
		const lag = fc.constantFrom(3000, 60_000, 420_000, 600_000);
		await fc.assert(
			fc.asyncProperty(script, lag, async (given, historyLag) => {
				// An old answer that lags as well may lack an entry for longer than it is waited for.
				const weather = { ...given.weather, staleDetails: 0, historyLag };
				expectOnceEach(await play({ ...given, weather }));
			}),
			RUNS,
		);
	});

	it('emits nothing of the past, not even of two seconds ago, where the lists keep still while they are read', async () => {
		await fc.assert(
			fc.asyncProperty(script.map(clear), async (given) => {
				const steady = { ...given, weather: { ...given.weather, change: 0 } };
				expectOnceEach(await play(steady, undefined, undefined, 2000));
			}),
			RUNS,
		);
	});

	it('emits the whole past exactly once when everything is asked for', async () => {
		const start: Start = { kind: 'everything' };
		await fc.assert(
			fc.asyncProperty(script, async (given) =>
				expectOnceEach(await play(given, () => ({ start })), () => true),
			),
			RUNS,
		);
	});

	it('emits the past of the invoices created in the last days, and of no other', async () => {
		const start: Start = { kind: 'days', days: 1 };
		await fc.assert(
			fc.asyncProperty(script, async (given) => {
				const played = await play(given, () => ({ start }));
				expectOnceEach(played, ({ created }) => created >= played.newer);
			}),
			RUNS,
		);
	});

	it('starts over when the settings change: nothing is replayed, and every later change comes once', async () => {
		await fc.assert(
			fc.asyncProperty(script, async (given) => {
				let before: string[] = [];
				const played = await play(given, undefined, (driver) => {
					before = ids(driver.delivered);
					driver.forget();
				});
				const { driver } = played;
				expect(ids(driver.delivered)).toEqual([...new Set(ids(driver.delivered))]);
				driver.delivered = driver.delivered.filter(({ eventId }) => !before.includes(eventId));
				expectOnceEach(played);
			}),
			RUNS,
		);
	});

	it('tells an unbroken chain of statuses where the service keeps no history', async () => {
		await fc.assert(
			fc.asyncProperty(script.map(clear), async (given) => {
				const weather = { ...given.weather, keepsHistory: false };
				const { model, driver } = await play({ ...given, weather });
				const last = new Map<string, string>();
				for (const { id, previousStatus, newStatus } of driver.delivered) {
					if (last.has(id)) expect(previousStatus).toBe(last.get(id));
					last.set(id, newStatus);
				}
				for (const [id, status] of last) expect(status).toBe(model.invoices.get(id)!.status);
			}),
			RUNS,
		);
	});
});
