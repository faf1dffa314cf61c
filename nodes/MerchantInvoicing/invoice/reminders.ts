import { DateTime } from 'luxon';

import { daysBetween, dueDateOf, isOwed } from '../../shared/invoice/simplify';
import { refusal } from '../../shared/problem';
import { readNames } from '../../shared/text';
import { stateOf, wasEmailedSince, whyNot } from './states';

/** Days overdue as a user writes them: 1, 14, 30. */
export function readDaysOverdue(entered: unknown, field: string): number[] {
	const written = readNames(entered, field);
	if (written.length > 0 && written.every((day) => /^[1-9]\d{0,3}$/.test(day))) {
		return written.map(Number).sort((a, b) => a - b);
	}
	throw refusal('must be whole numbers from 1 up, such as 1, 14, 30', 'No email was sent.', field);
}

/** A run at midnight is noted under the day before by a service whose clock is a little behind. */
const CLOCK_DIFFERENCE = { minutes: 5 };

/** `send`, `unknown` where the invoice does not say when it was emailed, or why there is nothing to send. */
export type Reminder = 'send' | 'unknown' | { skipped: string };

/** Whether to remind today, once from each of the days on. `days`: in order. */
export function reminderFor(
	invoice: unknown,
	days: readonly number[],
	{ today, zone }: { today: string; zone: string },
): Reminder {
	const { status } = stateOf(invoice);
	const reason = whyNot('send', stateOf(invoice));
	if (reason !== undefined) return { skipped: `It cannot be emailed: ${reason}` };
	if (!isOwed(status)) return { skipped: `It is not overdue: it has the status ${status}` };
	const due = dueDateOf(invoice) ?? today;
	const day = days.findLast((each) => each <= daysBetween(due, today));
	if (day === undefined) {
		const count = days[0] === 1 ? '1 day' : `${days[0]} days`;
		return { skipped: `It is not overdue by ${count} yet` };
	}
	const since = DateTime.fromISO(due, { zone }).plus({ days: day }).startOf('day');
	const was = wasEmailedSince(
		invoice,
		since.minus(CLOCK_DIFFERENCE).toMillis(),
		// The service counts days in GMT.
		since.setZone('utc', { keepLocalTime: true }).minus(CLOCK_DIFFERENCE).toMillis(),
	);
	if (was === 'unknown') return was;
	return was === 'no'
		? 'send'
		: { skipped: `It was emailed on day ${day} overdue, ${since.toISODate()}, or later` };
}
