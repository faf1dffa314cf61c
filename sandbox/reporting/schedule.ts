import { DateTime, Duration } from 'luxon';
import type { Period } from './ledger/ledger';
import type { SubscriptionOrder } from './request';

interface Run {
	at: number;
	/** What the report covers: from the run before to this one. */
	period: Period;
}

type Timing = Pick<
	SubscriptionOrder,
	'reportFrequency' | 'timezone' | 'startTime' | 'startDay' | 'reportInterval'
>;

/** The first run later than the moment. `last` is the run before, which an interval counts from. */
export function nextRun(timing: Timing, moment: number, last?: number): Run {
	const after = DateTime.fromMillis(moment, { zone: timing.timezone });
	const clock = {
		hour: Number(timing.startTime.slice(0, 2)),
		minute: Number(timing.startTime.slice(2)),
		second: 0,
		millisecond: 0,
	};
	const firstAfter = (runs: readonly DateTime[]): DateTime =>
		runs.find((run) => run.toMillis() > moment) as DateTime;
	const run = (at: DateTime, before: DateTime): Run => ({
		at: at.toMillis(),
		period: { start: before.toMillis(), end: at.toMillis() },
	});

	switch (timing.reportFrequency) {
		case 'WEEKLY': {
			// The service counts from Sunday, the library from Monday.
			const weekday = ((timing.startDay ?? 1) + 5) % 7;
			const ahead = (weekday - (after.weekday - 1) + 7) % 7;
			const day = after.plus({ days: ahead }).set(clock);
			const at = firstAfter([day, day.plus({ weeks: 1 })]);
			return run(at, at.minus({ weeks: 1 }));
		}
		case 'MONTHLY': {
			const inMonth = (month: DateTime): DateTime =>
				month.set({ day: Math.min(timing.startDay ?? 1, month.daysInMonth ?? 28) }).set(clock);
			const first = after.startOf('month');
			const at = firstAfter([0, 1].map((months) => inMonth(first.plus({ months }))));
			return run(at, inMonth(at.startOf('month').minus({ months: 1 })));
		}
		case 'USER_DEFINED': {
			const interval = Duration.fromISO(timing.reportInterval ?? 'P1D');
			const begin = DateTime.fromMillis(last ?? moment, { zone: timing.timezone });
			const at = last === undefined ? nextTimeOfDay(after, clock) : begin.plus(interval);
			return run(at, at.minus(interval));
		}
		default: {
			const at = nextTimeOfDay(after, clock);
			return run(at, at.minus({ days: 1 }));
		}
	}
}

function nextTimeOfDay(after: DateTime, clock: object): DateTime {
	const today = after.set(clock);
	return today > after ? today : after.plus({ days: 1 }).set(clock);
}
