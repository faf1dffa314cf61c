import { readFault } from '../control/faultBody';
import { html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { moveClock } from './clock';
import { actionButton, cell, table } from './parts';
import type { Action, ConsolePage } from './visit';

export const controls: ConsolePage = {
	name: 'controls',
	title: 'Faults and reset',
	about: 'Let requests fail, and see what your workflow makes of it. Or start over.',
	view: (visit) => {
		const left = visit.sandbox.faults.list().filter(({ times }) => times > 0);
		return html`<section class="card">
				<h2>Let something go wrong</h2>
				<div class="buttons">
					${actionButton(visit, 'controls/fail', {}, 'The next 3 requests fail with 503')}
					${actionButton(visit, 'controls/lose', {}, 'The next answer gets lost')}
					${left.length > 0 && actionButton(visit, 'controls/clear', {}, 'Switch all off', 'bad')}
				</div>
				${
					left.length > 0 &&
					table(
						['Requests', 'Fault', 'Left'],
						left.map(({ method, path, kind, status, times }) => [
							cell([method, path].filter(Boolean).join(' ')),
							cell([kind, status].filter(Boolean).join(' ')),
							cell(times),
						]),
					)
				}
				<p class="quiet">Other faults, and the request log: see the control API.</p>
			</section>
			<section class="card">
				<h2>Reset the sandbox</h2>
				<p>
					Invoices, reports, subscriptions, emails, faults and the log go back to the start. You
					cannot undo this. Your workflows in n8n stay as they are.
				</p>
				${actionButton(visit, 'controls/reset', { confirmed: 'yes' }, 'Reset everything', 'bad')}
			</section>
			<p class="note">
				n8n keeps its own time. After a move of the clock, the sandbox refuses requests that are
				signed by n8n's time, and OAuth2 tokens expire. Use the credential with a token, or reset
				the sandbox.
			</p>`;
	},
	actions: {
		move: moveClock,
		fail: plant({ kind: 'status', status: 503, times: 3 }, 'The next 3 requests fail with 503.'),
		lose: plant({ kind: 'drop', when: 'after' }, 'The next answer gets lost, after the work.'),
		clear: ({ sandbox }) => {
			sandbox.faults.clear();
			return 'All faults are off.';
		},
		reset: async ({ sandbox }, { confirmed }) => {
			if (confirmed !== 'yes') throw Refusal.invalid('Confirm the reset first.');
			await sandbox.reset();
			return 'The sandbox starts over.';
		},
	},
};

function plant(fault: object, done: string): Action {
	return ({ sandbox }) => {
		sandbox.faults.add(readFault(fault));
		return done;
	};
}
