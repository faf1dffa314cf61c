import fc from 'fast-check';

import type { InvoiceSettings } from '../../../nodes/MerchantServicesTrigger/events/invoiceStatus/settings';
import type { ModelChange, Weather } from './invoiceModel';
import { dice, InvoiceModel } from './invoiceModel';
import { cases } from '../../support/long';
import { EVERY_CHANGE } from '../../support/triggerSettings';
import { PollingDriver } from './pollingDriver';

const kind = <Kind extends string>(name: Kind) => ({ kind: fc.constant(name) });

const happening = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({ ...kind('change'), times: fc.integer({ min: 1, max: 8 }) }),
	},
	{
		weight: 2,
		arbitrary: fc.record({ ...kind('createAndPay'), times: fc.integer({ min: 1, max: 12 }) }),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			...kind('wait'),
			milliseconds: fc.constantFrom(0, 10, 900, 60_000, 90_000_000, 400_000_000),
		}),
	},
	{ weight: 8, arbitrary: fc.record(kind('poll')) },
	{ weight: 1, arbitrary: fc.record(kind('killedPoll')) },
	{ weight: 1, arbitrary: fc.record(kind('restart')) },
);

const weather: fc.Arbitrary<Weather> = fc.record({
	fault: fc.constantFrom(0, 0.02, 0.1),
	stale: fc.constantFrom(0, 0.1, 0.3),
	staleDetails: fc.constantFrom(0, 0.1, 0.3),
	delay: fc.constantFrom(10_000, 60_000, 600_000),
	change: fc.constantFrom(0, 0.1, 0.4),
	order: fc.constantFrom(
		'newest' as const,
		'oldest' as const,
		'updated' as const,
		'scrambled' as const,
	),
	wholeSeconds: fc.boolean(),
	keepsHistory: fc.constant(true),
});

export const script = fc.record({
	seed: fc.integer(),
	existing: fc.integer({ min: 0, max: 30 }),
	weather,
	limit: fc.constantFrom<number>(1, 7, 1000),
	pageSize: fc.constantFrom<number>(2, 5, 100),
	happenings: fc.array(happening, { maxLength: 40 }),
});

export type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

/** A service that always answers, and what is. */
export const clear = (given: Script): Script => ({
	...given,
	weather: { ...given.weather, fault: 0, stale: 0, staleDetails: 0 },
});

export const RUNS = { numRuns: cases(20, 2000) };

/** Half of the existing invoices are as much older than the other half. */
const OLDER = 2 * 86_400_000;

/** What happened just before the activation may count as new where a list was old: clocks may differ by a quarter of an hour. */
const BEFORE_ACTIVATION = 20 * 60_000;

export interface Played {
	model: InvoiceModel;
	driver: PollingDriver;
	/** When the newer half of the existing invoices begins. */
	newer: number;
}

/** Plays a script: what existed, the first poll in the same weather as all others, and what happened then. */
export async function play(
	{ seed, existing, weather: sky, limit, pageSize, happenings }: Script,
	settings: (model: InvoiceModel) => Partial<InvoiceSettings> = () => ({}),
	again?: (driver: PollingDriver) => void,
	beforeActivation = BEFORE_ACTIVATION,
): Promise<Played> {
	const model = new InvoiceModel(dice(seed));
	const live = (count: number) => {
		for (let n = 0; n < count; n++) {
			model.change();
			model.tick(500);
		}
	};
	live(existing >> 1);
	model.tick(OLDER);
	const newer = model.clock;
	live(existing >> 1);
	model.tick(beforeActivation);
	const driver = new PollingDriver(model, {
		...EVERY_CHANGE,
		limit,
		pageSize,
		...settings(model),
	});
	await activate(driver, sky);
	for (const [index, event] of happenings.entries()) {
		if (event.kind === 'wait') model.tick(event.milliseconds);
		if (event.kind === 'poll') await driver.poll();
		if (event.kind === 'killedPoll') await driver.poll({ killed: true });
		if (event.kind === 'restart') driver.restart();
		if (event.kind === 'change') for (let n = 0; n < event.times; n++) model.change();
		if (event.kind === 'createAndPay') for (let n = 0; n < event.times; n++) model.createAndPay();
		if (again && index === happenings.length >> 1) {
			again(driver);
			model.tick(BEFORE_ACTIVATION);
			await activate(driver, sky);
		}
	}
	await driver.settle();
	return { model, driver, newer };
}

async function activate(driver: PollingDriver, sky: Weather): Promise<void> {
	const { model } = driver;
	model.weather = sky;
	// A long first reading through many faults would never end.
	for (let tries = 1; !(await driver.activate()); tries++) {
		if (tries === 3) model.weather = { ...sky, fault: 0 };
		model.tick(BEFORE_ACTIVATION);
	}
	model.weather = sky;
}

export const ids = (list: Array<{ eventId: string }>): string[] =>
	list.map(({ eventId }) => eventId).sort();

/** Every change since the activation once, of the past those wanted; what happened during the first poll may count as either. */
export function expectOnceEach(
	{ model, driver }: Played,
	isWanted: (change: ModelChange) => boolean = () => false,
	isWatched: (change: ModelChange) => boolean = () => true,
): void {
	const { from, to, at } = driver.activated!;
	const changes = model.changes().filter(isWatched);
	const isDuring = ({ time, at: moment }: ModelChange) =>
		(time > from && time <= to) || (time <= from && at - moment < 1000);
	const optional = ids(changes.filter(isDuring));
	// If a list of the first poll was old, what happened during it may be an event without a time.
	const timed = (eventId: string) =>
		optional.find((id) => eventId.startsWith(id.replace(/:\d{4}-.*$/, ':after-'))) ?? eventId;
	const delivered = ids(driver.delivered).map(timed);
	expect(delivered).toEqual([...new Set(delivered)]);
	expect(delivered.filter((id) => !optional.includes(id))).toEqual(
		ids(changes.filter((change) => !isDuring(change) && (change.time > to || isWanted(change)))),
	);
}
