import { html } from '../payment-page/html';
import { Refusal } from '../refusal';
import { organizationsIn } from '../reporting/groups';
import { nextRun } from '../reporting/schedule';
import { actionButton, cell, nothingHere, table, when } from './parts';
import type { ConsolePage } from './visit';

export const subscriptions: ConsolePage = {
	name: 'subscriptions',
	title: 'Subscriptions',
	about: 'What the merchant has subscribed to, and when the next report is due.',
	view: (visit) => {
		const { reporting, merchant, sandbox } = visit;
		const own = reporting.subscriptions.list(merchant.organization.id);
		if (own.length === 0) return nothingHere('No subscriptions yet. Create one in your workflow.');
		return table(
			['Report', 'Frequency', 'Time zone', 'Next report (GMT)', 'Actions'],
			own.map((order) => [
				html`<strong>${order.reportName}</strong><small>${order.definition.name}</small>`,
				cell(order.reportFrequency),
				cell(order.timezone),
				when(nextRun(order, sandbox.clock.now()).at),
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
			const { start, end } = nextRun(order, sandbox.clock.now()).period;
			reporting.generation.queue({
				...order,
				organizationId: organization.id,
				organizationIds: organizationsIn(organization, order.groupName),
				period: { start: start - (end - start), end: start },
				source: { trafficVersion: 0 },
			});
			return `Report ${order.reportName} is queued. It is ready in a few seconds.`;
		},
	},
};
