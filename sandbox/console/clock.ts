import { DateTime } from 'luxon';
import { type Html, html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { actionButton, when } from './parts';
import type { ConsolePage, Visit } from './visit';

const MORNING = 9;

type Move = (now: DateTime) => DateTime;

/** Where each button leads the clock, always forward. */
const MOVES: Record<string, { label: string; to: Move }> = {
	hour: { label: 'Next hour', to: (now) => now.plus({ hours: 1 }) },
	morning: { label: 'Next morning', to: nextMorning },
	month: {
		label: 'Next month',
		to: (now) => now.startOf('month').plus({ months: 1 }).set({ hour: MORNING }),
	},
};

export const clock: ConsolePage = {
	name: 'clock',
	title: 'Clock',
	about: 'Move the time forward. What falls due on the way happens: reports, reminders, expiry.',
	view: (visit) =>
		html`<section class="card">
				<p class="big">${when(visit.sandbox.clock.now())} GMT</p>
				<p>
					${visit.sandbox.clock.ticking ? 'The clock runs.' : 'The clock stands still.'} Mornings
					begin at 9:00 GMT.
				</p>
				<div class="buttons">
					${moveButtons(visit)}
					${
						visit.sandbox.clock.ticking
							? actionButton(visit, 'clock/run', { ticking: 'no' }, 'Stop the clock', 'quiet')
							: actionButton(visit, 'clock/run', { ticking: 'yes' }, 'Let it run', 'quiet')
					}
				</div>
			</section>
			<p class="note">
				n8n keeps its own time. After a move, the sandbox refuses requests that are signed by n8n's
				time, and OAuth2 tokens expire. Use the credential with a token, or reset the sandbox.
			</p>`,
	actions: {
		move: ({ sandbox }, { to = '' }) => {
			if (!Object.hasOwn(MOVES, to)) throw Refusal.invalid('Choose where to move the clock.');
			const now = DateTime.fromMillis(sandbox.clock.now(), { zone: 'utc' });
			sandbox.clock.moveTo(MOVES[to].to(now).toMillis());
			return `It is now ${sandbox.clock.nowIso().slice(0, 16).replace('T', ' ')} GMT.`;
		},
		run: ({ sandbox }, { ticking }) => {
			sandbox.clock.freeze(ticking !== 'yes');
			return sandbox.clock.ticking ? 'The clock runs.' : 'The clock stands still.';
		},
	},
};

export function moveButtons(visit: Visit): Html[] {
	return Object.entries(MOVES).map(([to, { label }]) =>
		actionButton(visit, 'clock/move', { to }, label, 'quiet'),
	);
}

function nextMorning(now: DateTime): DateTime {
	const today = now.startOf('day').set({ hour: MORNING });
	return today > now ? today : today.plus({ days: 1 });
}
