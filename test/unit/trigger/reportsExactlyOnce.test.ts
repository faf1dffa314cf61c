import fc from 'fast-check';

import type {
	ListedReport,
	ReportState,
} from '../../../nodes/MerchantServicesTrigger/events/newReport/report';
import { selectReports } from '../../../nodes/MerchantServicesTrigger/events/newReport/select';
import type { ReportSettings } from '../../../nodes/MerchantServicesTrigger/events/newReport/settings';
import {
	LOOK_BACKS,
	readingStart,
} from '../../../nodes/MerchantServicesTrigger/events/newReport/foundReports';
import type { Start } from '../../../nodes/MerchantServicesTrigger/event';
import { cases } from '../../support/long';
import { EVERY_COMPLETED_REPORT } from '../../support/triggerSettings';
import { dice } from './world/chance';
import { ReportModel, type ListedBy } from './reportModel';

const DAY = 86_400_000;

const happening = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant('order' as const),
			count: fc.integer({ min: 1, max: 6 }),
			outcome: fc.constantFrom('COMPLETED', 'COMPLETED', 'ERROR', 'NO_DATA'),
			generationMinutes: fc.constantFrom(0, 0, 1, 50, 400, 2000),
			delayMinutes: fc.constantFrom(0, 0, 0, 5, 600, 2000),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			minutes: fc.constantFrom(0, 1, 5, 60, 1440, 60_000),
		}),
	},
	{
		weight: 7,
		arbitrary: fc.record({
			kind: fc.constantFrom('poll' as const, 'poll' as const, 'failedPoll' as const),
			behindMinutes: fc.constantFrom(0, 0, 0, 2, 10),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

const script = fc.record({
	seed: fc.integer(),
	listedBy: fc.constantFrom<ListedBy>('queued', 'generating', 'completed'),
	wholeSeconds: fc.boolean(),
	skewMinutes: fc.integer({ min: -15, max: 15 }),
	limit: fc.constantFrom(1, 4, 1000),
	before: fc.array(happening, { maxLength: 12 }),
	after: fc.array(happening, { maxLength: 40 }),
});

type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

function play(given: Script, start: Start) {
	const settings: ReportSettings = {
		...EVERY_COMPLETED_REPORT,
		filters: {
			...EVERY_COMPLETED_REPORT.filters,
			statuses: ['COMPLETED', 'ERROR', 'NO_DATA'],
		},
		start,
		limit: given.limit,
	};
	const model = new ReportModel(dice(given.seed), given.listedBy, given.wholeSeconds);
	const emitted: ListedReport[] = [];
	let memory: ReportState | undefined;
	let saved: ReportState | undefined;

	const poll = (behindMinutes = 0) => {
		const now = model.clock + given.skewMinutes * 60_000;
		const from = readingStart(memory, now, settings) ?? now - 400 * DAY;
		const reports = model.list({ from, to: now + LOOK_BACKS[0].beyondNow }, behindMinutes);
		const listing = { reports, from, nothingFound: false, reach: 0 };
		const { ready, close } = selectReports(memory, listing, now, settings);
		const events = ready.slice(0, settings.limit);
		memory = JSON.parse(JSON.stringify(close(events))) as ReportState;
		if (saved === undefined || events.length > 0) saved = memory;
		emitted.push(...events);
		return events.length;
	};
	const happen = (events: Script['after'], polling: boolean) => {
		for (const event of events) {
			if (event.kind === 'order') {
				for (let n = 0; n < event.count; n++) {
					model.order(event.outcome, event.generationMinutes, event.delayMinutes);
				}
			}
			if (event.kind === 'wait') model.tick(event.minutes * 60_000);
			if (event.kind === 'poll' && polling) poll(event.behindMinutes);
			if (event.kind === 'restart' && polling) memory = saved;
			if (memory && event.kind === 'poll') {
				expect(Object.keys(memory.seen).length).toBeLessThanOrEqual(model.reports.length);
			}
		}
	};

	happen(given.before, false);
	const ordered = model.reports.length;
	const listedAtStart = new Set(
		model
			.list({ from: 0, to: Infinity })
			.filter(({ completed }) => completed !== undefined)
			.map(({ id }) => id),
	);
	const activatedAt = model.clock;
	poll();
	happen(given.after, true);
	// Reports that take or hide for days come to light while polls go on every few hours.
	for (let hours = 0; hours < 96; hours += 4) {
		model.tick(4 * 3_600_000);
		poll();
	}
	for (let polls = 0; poll() > 0; polls++) expect(polls).toBeLessThan(1000);
	return {
		model,
		emitted: emitted.map(({ id }) => id).sort(),
		listedAtStart,
		ordered,
		activatedAt,
	};
}

const idsOf = (model: ReportModel) => model.reports.map(({ id }) => id).sort();

describe('New available report, over random histories of the service', () => {
	it('emits each report that becomes available after activation exactly once', () => {
		fc.assert(
			fc.property(script, (given) => {
				const { model, emitted, listedAtStart, ordered } = play(given, { kind: 'now' });
				const seenLater = idsOf(model).filter((id) => !listedAtStart.has(id));
				const orderedLater = new Set(model.reports.slice(ordered).map(({ id }) => id));
				expect(new Set(emitted).size).toBe(emitted.length);
				expect(emitted.filter((id) => listedAtStart.has(id))).toEqual([]);
				expect(emitted.filter((id) => orderedLater.has(id))).toEqual(
					seenLater.filter((id) => orderedLater.has(id)),
				);
			}),
			{ numRuns: cases(50) },
		);
	});

	it('emits what was completed in the last days, nothing older, and each exactly once', () => {
		fc.assert(
			fc.property(script, (given) => {
				const { model, emitted, listedAtStart, ordered, activatedAt } = play(given, {
					kind: 'days',
					days: 2,
				});
				expect(new Set(emitted).size).toBe(emitted.length);
				const since = activatedAt - 2 * DAY;
				for (const { id, completed } of model.reports.slice(0, ordered)) {
					// The clocks of n8n and of the service disagree by a quarter of an hour at most.
					if (!listedAtStart.has(id) || Math.abs(completed - since) < 900_000) continue;
					expect([id, emitted.includes(id)]).toEqual([id, completed > since]);
				}
				const later = model.reports.slice(ordered).map(({ id }) => id);
				expect(emitted).toEqual(expect.arrayContaining(later));
			}),
			{ numRuns: cases(50) },
		);
	});

	it('emits every report there is exactly once when everything is asked for', () => {
		fc.assert(
			fc.property(script, (given) => {
				const { model, emitted } = play({ ...given, before: [] }, { kind: 'everything' });
				expect(emitted).toEqual(idsOf(model));
			}),
			{ numRuns: cases(50) },
		);
	});
});
