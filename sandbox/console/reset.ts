import { html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { actionButton } from './parts';
import type { ConsolePage } from './visit';

export const reset: ConsolePage = {
	name: 'reset',
	title: 'Reset',
	about: 'Start over with the data, the clock and the dialect that the sandbox was started with.',
	view: (visit) =>
		html`<section class="card">
			<h2>Reset the sandbox?</h2>
			<p>
				Invoices, reports, subscriptions, emails, faults and the log go back to the start. You
				cannot undo this. Your workflows in n8n stay as they are.
			</p>
			<div class="buttons">
				${actionButton(visit, 'reset/now', { confirmed: 'yes' }, 'Yes, reset everything', 'bad')}
				<a class="button quiet" href="/console/invoices">No, go back</a>
			</div>
		</section>`,
	actions: {
		now: async ({ sandbox }, { confirmed }) => {
			if (confirmed !== 'yes') throw Refusal.invalid('Confirm the reset first.');
			await sandbox.reset();
			return 'The sandbox starts over.';
		},
	},
};
