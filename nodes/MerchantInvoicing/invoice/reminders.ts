import { DateTime } from 'luxon';

import { daysBetween, dueDateOf, isOwedStatus } from '../../shared/invoice/invoice';
import { refusal } from '../../shared/problem';
import { readNames } from '../../shared/text';
import { statusDetailsOf, emailedSince, mayBeEmailed, whyNot, whySkipped } from './states';

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

export interface SendDecision {
	isDue: boolean;
	reason?: string;
	daysOverdue?: number;
	/** Whether the service does not say enough to be sure. */
	isUnsure?: boolean;
}

/** Whether to remind today, once from each of the days on; unknown where nothing tells the last email. `days`: in order. */
export function decideReminder(
	invoice: unknown,
	days: readonly number[],
	{ today, zone }: { today: string; zone: string },
): SendDecision | 'unknown' {
	const state = statusDetailsOf(invoice);
	const due = dueDateOf(invoice);
	const isOwed = isOwedStatus(state.status);
	const daysOverdue = isOwed && due ? Math.max(0, daysBetween(due, today)) : 0;
	const skip = (reason: string) => ({ isDue: false, daysOverdue, reason });
	if (!isOwed) return skip(`Not overdue (${state.status})`);
	if (due === undefined) return skip('No due date');
	const why = whyNot('send', state);
	if (why !== undefined) return skip(whySkipped(why));
	const day = days.findLast((each) => each <= daysOverdue);
	if (day === undefined) return skip(`Not overdue by ${days[0]} ${days[0] === 1 ? 'day' : 'days'}`);
	const since = DateTime.fromISO(due, { zone }).plus({ days: day }).startOf('day');
	// The service counts the days of its own reminders in GMT.
	const [from, remindedFrom] = [since, since.setZone('utc', { keepLocalTime: true })].map((time) =>
		time.minus(CLOCK_DIFFERENCE).toMillis(),
	);
	const was = emailedSince(invoice, from, remindedFrom);
	if (was === 'unknown') return was;
	if (was === 'no') return { isDue: true, daysOverdue, reason: `Reminder of day ${day}` };
	return was === 'yes'
		? skip(`Emailed since day ${day}`)
		: { ...skip(mayBeEmailed(invoice, zone)), isUnsure: true };
}
