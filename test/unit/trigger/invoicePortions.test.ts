import type { InvoiceEvent } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/item';
import fc from 'fast-check';

import { clear, play, RUNS, script } from './invoiceScript';
import { EVERY_CHANGE } from '../../support/triggerSettings';

const DAY = 86_400_000;
const FEWER = { numRuns: Math.ceil(RUNS.numRuns / 3) };

const byInvoice = (events: readonly InvoiceEvent[]): Map<string, InvoiceEvent[]> => {
	const groups = new Map<string, InvoiceEvent[]>();
	for (const event of events) groups.set(event.id, [...(groups.get(event.id) ?? []), event]);
	return groups;
};

describe('What one poll hands over, over random histories of the service', () => {
	it('is no more than the limit, but for the steps of one invoice, which stay together', async () => {
		await fc.assert(
			fc.asyncProperty(script, async (given) => {
				const { driver } = await play(given, () => ({ start: { kind: 'everything' } }));
				for (const { events } of driver.portions) {
					const most = Math.max(0, ...[...byInvoice(events).values()].map(({ length }) => length));
					expect(events.length).toBeLessThan(given.limit + Math.max(1, most));
				}
			}),
			FEWER,
		);
	});

	it('brings a flood in the order in which its invoices were created', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 9 }), async (seed, limit) => {
				const calm = { ...QUIET, seed, limit };
				const { model, driver } = await play(calm);
				driver.delivered = [];
				for (let count = 0; count < 30; count++) {
					model.tick(1000);
					model.create('sent');
				}
				for (let polls = 0; polls < 31; polls++) await driver.poll();
				const created = driver.delivered.map(({ id }) => model.invoices.get(id)!.created);
				expect(created).toHaveLength(30);
				expect(created).toEqual([...created].sort((a, b) => a - b));
			}),
			{ numRuns: 20 },
		);
	});
});

const QUIET = {
	existing: 6,
	pageSize: 5,
	happenings: [],
	weather: {
		fault: 0,
		stale: 0,
		staleDetails: 0,
		delay: 0,
		change: 0,
		order: 'scrambled' as const,
		wholeSeconds: false,
		keepsHistory: true,
	},
};

const AWAITING = ['CREATED', 'SENT', 'PARTIAL'];
const DATES = {
	filters: { ...EVERY_CHANGE.filters, changes: ['overdue' as const, 'expiresSoon' as const] },
};
const filters = { ...DATES.filters, expiresWithinDays: 1 };

describe('Became overdue and expires soon, over random histories of the service', () => {
	it('are reported once for each date, and for every invoice that is unpaid when it passes', async () => {
		await fc.assert(
			fc.asyncProperty(script, async (given) => {
				const { driver, model } = await play(given, () => ({ filters }));
				const before = driver.delivered.length;
				const unpaid = Array.from({ length: 5 }, () => model.create('sent'));
				await driver.poll();
				model.tick(6 * DAY);
				for (let polls = 0; polls < 12; polls++) await driver.poll();
				const told = driver.delivered.map(({ eventId }) => eventId);
				expect(told).toHaveLength(new Set(told).size);
				expect(told.slice(before).sort()).toEqual(
					unpaid
						.flatMap(({ id, due }) => [`${id}:expiresSoon:${due}`, `${id}:overdue:${due}`])
						.sort(),
				);
			}),
			FEWER,
		);
	});

	it('are never reported for an invoice that was paid or canceled before, nor before the date', async () => {
		await fc.assert(
			fc.asyncProperty(script.map(clear), async (given) => {
				const weather = { ...given.weather, change: 0 };
				const { driver, model } = await play({ ...given, weather }, () => ({ filters }));
				for (const { at: polled, events } of driver.portions) {
					for (const { id, change, at } of events) {
						const { due, history } = model.invoices.get(id)!;
						const passes = Date.parse(due) + (change === 'overdue' ? DAY : -DAY);
						expect(at).toBe(passes);
						expect(polled).toBeGreaterThanOrEqual(passes);
						const status = history.findLast((entry) => entry.step && entry.at <= polled)?.step
							?.next;
						expect(AWAITING).toContain(status);
					}
				}
			}),
			FEWER,
		);
	});
});
