import fc from 'fast-check';

import type { Weather } from './invoiceModel';
import { dice, InvoiceModel } from './invoiceModel';
import { EVERY_CHANGE, PollingDriver } from './pollingDriver';

type Happening =
	| { kind: 'change'; times: number }
	| { kind: 'createAndPay'; times: number }
	| { kind: 'wait'; milliseconds: number }
	| { kind: 'poll' }
	| { kind: 'killedPoll' }
	| { kind: 'restart' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('change' as const),
			times: fc.integer({ min: 1, max: 8 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('createAndPay' as const),
			times: fc.integer({ min: 1, max: 12 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			milliseconds: fc.constantFrom(0, 10, 900, 60_000, 90_000_000),
		}),
	},
	{ weight: 8, arbitrary: fc.record({ kind: fc.constant('poll' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('killedPoll' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

const weather: fc.Arbitrary<Weather> = fc.record({
	fault: fc.constantFrom(0, 0.02, 0.1),
	stale: fc.constantFrom(0, 0.1, 0.3),
	staleDetails: fc.constantFrom(0, 0.1, 0.3),
	delay: fc.constantFrom(60_000, 600_000, 100_000_000, 250_000_000),
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

const script = fc.record({
	seed: fc.integer(),
	existing: fc.integer({ min: 0, max: 30 }),
	weather,
	limit: fc.constantFrom(1, 7, 1000),
	pageSize: fc.constantFrom(2, 5, 100),
	happenings: fc.array(happening, { maxLength: 40 }),
});

type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

async function play(
	{ seed, existing, weather: sky, limit, pageSize, happenings }: Script,
	start = EVERY_CHANGE.start,
) {
	const model = new InvoiceModel(dice(seed));
	for (let count = 0; count < existing; count++) {
		model.change();
		model.tick(500);
	}
	model.tick(10_000);
	model.weather = sky;
	const driver = new PollingDriver(model, { ...EVERY_CHANGE, start, limit, pageSize });
	// A long first reading through many faults would never end.
	for (let tries = 0; driver.activated === undefined; tries++) {
		if (tries === 3) model.weather = { ...sky, fault: 0 };
		await driver.poll();
	}
	model.weather = sky;
	for (const event of happenings) {
		if (event.kind === 'wait') model.tick(event.milliseconds);
		if (event.kind === 'poll') await driver.poll();
		if (event.kind === 'killedPoll') await driver.poll({ killed: true });
		if (event.kind === 'restart') driver.restart();
		if (event.kind === 'change') for (let n = 0; n < event.times; n++) model.change();
		if (event.kind === 'createAndPay') for (let n = 0; n < event.times; n++) model.createAndPay();
	}
	await driver.settle();
	return { model, driver };
}

const ids = (list: Array<{ eventId: string }>) => list.map(({ eventId }) => eventId).sort();
const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) };

/** What happened while the first poll was reading may count as before it or as after it. */
function expectOnceEach(
	{ model, driver }: Awaited<ReturnType<typeof play>>,
	isWanted: (change: { time: number }) => boolean = () => false,
) {
	const { from, to, at } = driver.activated!;
	const changes = model.changes();
	const isDuring = ({ time, at: moment }: (typeof changes)[number]) =>
		(time > from && time <= to) || (time <= from && at - moment < 1000);
	const delivered = ids(driver.delivered);
	expect(delivered).toEqual([...new Set(delivered)]);
	const optional = new Set(ids(changes.filter(isDuring)));
	expect(delivered.filter((id) => !optional.has(id))).toEqual(
		ids(changes.filter((change) => !isDuring(change) && (change.time > to || isWanted(change)))),
	);
}

describe('Invoice status changed, over random histories of the service', () => {
	it('emits every change exactly once, whatever fails, restarts, moves or is answered late', async () => {
		await fc.assert(
			fc.asyncProperty(script, async (given) => {
				expectOnceEach(await play(given));
			}),
			RUNS,
		);
	});

	it('emits the whole past exactly once when everything is asked for', async () => {
		await fc.assert(
			fc.asyncProperty(script, async (given) => {
				expectOnceEach(await play(given, { kind: 'everything' }), () => true);
			}),
			RUNS,
		);
	});

	it('tells an unbroken chain of statuses where the service keeps no history', async () => {
		const calm = script.map((given) => ({
			...given,
			weather: { ...given.weather, keepsHistory: false, stale: 0, staleDetails: 0 },
		}));
		await fc.assert(
			fc.asyncProperty(calm, async (given) => {
				const { model, driver } = await play(given);
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
