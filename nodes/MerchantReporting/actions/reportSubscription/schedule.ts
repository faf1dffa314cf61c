import { Duration } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { error, refuseErrors } from '../../../shared/problem';
import { withoutUndefined } from '../common/reportBody';

export type Frequency = 'Daily' | 'Weekly' | 'Monthly' | 'USER_DEFINED';

export interface ScheduleChoices {
	/** Undefined where a subscription keeps what it has. */
	frequency?: Frequency;
	startTime?: string;
	startDay?: number;
	interval?: string;
}

const CLOCK = /^([01]\d|2[0-3]):?([0-5]\d)$/;

/** The highest day on which a report of a frequency can start; none where it has no start day. */
const LAST_START_DAY: Partial<Record<Frequency, number>> = { Weekly: 7, Monthly: 31 };

const isDay = (day: number | undefined, last: number | undefined): boolean =>
	day === undefined || (Number.isInteger(day) && day >= 1 && day <= (last ?? 0));

/** When a subscription runs. */
export function schedule(choices: ScheduleChoices): IDataObject {
	const { frequency, startTime, startDay, interval } = choices;
	const lastDay = frequency && LAST_START_DAY[frequency];
	const day = lastDay && startDay;
	const isCustom = frequency === 'USER_DEFINED';
	const problems = [
		startTime !== undefined &&
			!CLOCK.test(startTime) &&
			error('Start Time', `"${startTime}" is not a time of day. Use HHMM, from 0000 to 2359`),
		!isDay(day, lastDay) &&
			error(
				'Start Day',
				`a ${frequency?.toLowerCase()} report starts on a day from 1 to ${lastDay}`,
			),
		isCustom &&
			!Duration.fromISO(interval ?? '').isValid &&
			error('Interval', 'enter an ISO 8601 duration, for example PT2H30M for every 2½ hours'),
	].filter((problem) => problem !== false);
	refuseErrors(problems);
	return withoutUndefined({
		reportFrequency: frequency,
		reportInterval: isCustom ? interval : undefined,
		startTime: startTime?.replace(':', ''),
		startDay: day,
	});
}
