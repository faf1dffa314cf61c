import { html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { runBefore } from '../reporting/schedule';
import { refuseSecond } from './reports';
import { actionButton, cell, nothingHere, table, when } from './parts';
import type { ConsolePage } from './visit';

export const subscriptions: ConsolePage = {
	name: 'subscriptions',
	title: 'Subscriptions',
	about: 'What the merchant has subscribed to, and when the next report is due.',
	view: (visit) => {
		const { reporting, merchant } = visit;
		const own = reporting.subscriptions.list(merchant.organization.id);
		if (own.length === 0) return nothingHere('No subscriptions yet. Create one in your workflow.');
		return table(
			['Report', 'Frequency', 'Time zone', 'Next report (GMT)', 'Actions'],
			own.map((order) => [
				html`<strong>${order.reportName}</strong><small>${order.definition.name}</small>`,
				cell(order.reportFrequency),
				cell(order.timezone),
				when(reporting.subscriptions.next(order).at),
				actionButton(
					visit,
					'subscriptions/make',
					{ subscription: order.reportName },
					'Make one now',
					'quiet',
				),
			]),
		);
	},
	actions: {
		make: ({ reporting, sandbox, merchant: { organization } }, { subscription = '' }) => {
			const order = reporting.subscriptions.find(organization.id, subscription);
			if (!order) throw Refusal.notFound(`There is no subscription ${subscription}.`);
			const run = runBefore(order, reporting.subscriptions.next(order));
			refuseSecond(reporting, organization.id, order.reportName, run.period);
			reporting.subscriptions.make(organization, order, run);
			const { queuedSeconds, runningSeconds } = reporting.generation;
			const soon = sandbox.clock.ticking
				? `It is ready in ${queuedSeconds + runningSeconds} seconds.`
				: 'The clock stands still: move it, or complete the report under Reports.';
			return `Report ${order.reportName} is queued. ${soon}`;
		},
	},
};
