import { DateTime } from 'luxon';
import type { Html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { actionButton } from './parts';
import type { Action, Visit } from './visit';

const MORNING = 9;

type ClockMove = (now: DateTime) => DateTime;

/** Where each button leads the clock, always forward. */
const MOVES: Record<string, { label: string; to: ClockMove }> = {
	hour: { label: 'Next hour', to: (now) => now.plus({ hours: 1 }) },
	morning: { label: 'Next morning', to: nextMorning },
	month: {
		label: 'Next month',
		to: (now) => now.startOf('month').plus({ months: 1 }).set({ hour: MORNING }),
	},
};

export const moveClock: Action = ({ sandbox }, { to = '' }) => {
	if (!Object.hasOwn(MOVES, to)) throw Refusal.invalid('Choose where to move the clock.');
	const now = DateTime.fromMillis(sandbox.clock.now(), { zone: 'utc' });
	sandbox.clock.moveTo(MOVES[to].to(now).toMillis());
	return `It is now ${sandbox.clock.nowIso().slice(0, 16).replace('T', ' ')} GMT.`;
};

export function moveButtons(visit: Visit): Html[] {
	return Object.entries(MOVES).map(([to, { label }]) =>
		actionButton(visit, 'controls/move', { to }, label, 'quiet'),
	);
}

function nextMorning(now: DateTime): DateTime {
	const today = now.startOf('day').set({ hour: MORNING });
	return today > now ? today : today.plus({ days: 1 });
}
