import type { InvoiceEvent } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/item';
import fc from 'fast-check';

import { replayInvoices } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/watch';
import type { InvoiceState } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/state';
import { dice, InvoiceModel, CALM } from './invoiceModel';
import { ids, RUNS, script, type Script } from './invoiceScript';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { PollingDriver } from './pollingDriver';

const DAY = 86_400_000;

/** Two that were paid while the paid ones were read pushed a page down, so that the next one was the same again. */
const LOST_ONCE: Script = {
	seed: 0,
	existing: 16,
	weather: { ...CALM, change: 0.4 },
	limit: 1000,
	pageSize: 2,
	happenings: [{ kind: 'restart' }, { kind: 'wait', milliseconds: 0 }],
};

describe('A replay of invoice changes, over random histories of the service', () => {
	it('hands over each change of its time once, whatever fails, is killed or changes in the meantime', async () => {
		await fc.assert(
			fc.asyncProperty(script, async ({ seed, existing, weather, limit, pageSize, happenings }) => {
				const model = new InvoiceModel(dice(seed));
				model.weather = { ...CALM, order: weather.order, wholeSeconds: weather.wholeSeconds };
				const live = (count: number) => {
					for (let n = 0; n < count; n++) {
						model.change();
						model.tick(5000);
					}
				};
				live(existing);
				model.tick(DAY);
				const from = model.clock;
				model.tick(10_000);
				live(existing + 5);
				const settings = { ...EVERY_CHANGE, limit, pageSize };
				const driver = new PollingDriver(model, settings);
				await driver.poll();
				model.tick(10_000);
				const until = model.clock;
				const due = model.changes().filter(({ at }) => at > from && at < until);
				model.tick(10_000);

				// Old answers are another matter: what they hide, the usual polls bring.
				model.weather = { ...model.weather, fault: weather.fault, change: weather.change };
				const again: InvoiceEvent[] = [];
				let saved: InvoiceState | undefined;
				let kept: InvoiceState | undefined;
				const turn = async (isKilled: boolean): Promise<boolean> => {
					model.tick(60_000);
					const before = JSON.stringify(kept);
					const replayed = await replayInvoices(kept, { from, until }, driver.memory!, {
						service: model,
						settings,
						now: model.clock,
						outOfTime: () => false,
					}).catch((error: Error) => error);
					expect(JSON.stringify(kept)).toBe(before);
					if (isKilled || replayed instanceof Error) {
						if (isKilled) kept = saved;
						return false;
					}
					again.push(...replayed.events);
					if (replayed.state === undefined) return true;
					kept = JSON.parse(JSON.stringify(replayed.state)) as InvoiceState;
					if (replayed.events.length > 0) saved = kept;
					return false;
				};
				let isDone = false;
				for (const { kind } of happenings) {
					if (!isDone) isDone = await turn(kind === 'killedPoll' || kind === 'restart');
				}
				model.weather = { ...model.weather, fault: 0, change: 0 };
				model.tick(7 * 3_600_000);
				for (let polls = 0; !isDone; polls++) {
					expect(polls).toBeLessThan(500);
					isDone = await turn(false);
				}
				expect(ids(again)).toEqual(ids(due));
			}),
			{ ...RUNS, examples: [[LOST_ONCE]] },
		);
	});
});
