import fc from 'fast-check';

import type { Start } from '../../../nodes/MerchantServicesTrigger/event';
import { clear, expectOnceEach, ids, play, RUNS, script } from './invoiceScript';

describe('Invoice status changed, over random histories of the service', () => {
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
