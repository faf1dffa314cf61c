import { DateTime } from 'luxon';

import { daysBetween, dueDateOf, isOwedStatus } from '../../shared/invoice/simplify';
import { refusal } from '../../shared/problem';
import { readNames } from '../../shared/text';
import { statusDetailsOf, emailedSince, whyNot } from './states';

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

/** Whether to send one, and why. */
export interface ReminderDecision {
	isDue: boolean;
	daysOverdue: number;
	reason: string;
}

/** Whether to remind today, once from each of the days on; unknown where nothing tells the last email. `days`: in order. */
export function decideReminder(
	invoice: unknown,
	days: readonly number[],
	{ today, zone }: { today: string; zone: string },
): ReminderDecision | 'unknown' {
	const state = statusDetailsOf(invoice);
	const due = dueDateOf(invoice) ?? today;
	const daysOverdue = isOwedStatus(state.status) ? Math.max(0, daysBetween(due, today)) : 0;
	const skip = (reason: string): ReminderDecision => ({ isDue: false, daysOverdue, reason });
	if (!isOwedStatus(state.status)) return skip(`Not overdue (${state.status})`);
	const reason = whyNot('send', state);
	if (reason !== undefined) return skip(`Not emailed: ${reason}`);
	const day = days.findLast((each) => each <= daysOverdue);
	if (day === undefined) return skip(`Not overdue by ${days[0]} ${days[0] === 1 ? 'day' : 'days'}`);
	const since = DateTime.fromISO(due, { zone }).plus({ days: day }).startOf('day');
	const was = emailedSince(
		invoice,
		since.minus(CLOCK_DIFFERENCE).toMillis(),
		// The service counts days in GMT.
		since.setZone('utc', { keepLocalTime: true }).minus(CLOCK_DIFFERENCE).toMillis(),
	);
	if (was === 'unknown') return was;
	return was === 'no'
		? { isDue: true, daysOverdue, reason: `Reminder of day ${day}` }
		: skip(`Emailed since day ${day} (${since.toISODate()})`);
}
