import { isDeepStrictEqual } from 'node:util';
import type { Organization } from '../access';
import { Refusal } from '../refusal';
import type { Sandbox } from '../sandbox';
import type { Generation } from './generation';
import { groupIdOf, organizationsIn } from './groups';
import type { Reports } from './reports';
import type { SubscriptionOrder } from './request';
import { nextRun } from './schedule';

export const MOST_SUBSCRIPTIONS = 20;

/** The recurring reports of each organization. As the clock passes their time they bring forth reports. */
export class Subscriptions {
	private readonly byOrganization = new Map<string, Map<string, SubscriptionOrder>>();

	constructor(
		private readonly sandbox: Sandbox,
		private readonly generation: Generation,
		private readonly reports: Reports,
	) {}

	list(organizationId: string): SubscriptionOrder[] {
		return [...this.of(organizationId).values()];
	}

	find(organizationId: string, name: string): SubscriptionOrder | undefined {
		return this.of(organizationId).get(name);
	}

	/** Creates it when the name is new, and edits it otherwise. */
	put(organization: Organization, order: SubscriptionOrder): 'changed' | 'unchanged' {
		const mine = this.of(organization.id);
		const existing = mine.get(order.reportName);
		if (existing) {
			if (isDeepStrictEqual(existing, order)) return 'unchanged';
			refuseOtherType(existing, order);
		} else this.refuseNew(organization, order);
		organizationsIn(organization, order.groupName);
		mine.set(order.reportName, order);
		this.plan(organization, order, this.sandbox.clock.now());
		return 'changed';
	}

	remove(organizationId: string, name: string): boolean {
		return this.of(organizationId).delete(name);
	}

	private refuseNew(organization: Organization, { reportName }: SubscriptionOrder): void {
		if (this.of(organization.id).size >= MOST_SUBSCRIPTIONS) {
			throw new Refusal(
				400,
				'LIMIT_REACHED',
				`At most ${MOST_SUBSCRIPTIONS} subscriptions can be maintained at one time. Delete one first.`,
			);
		}
		const oneTime = this.reports
			.named(organization.id, reportName)
			.some(({ reportFrequency }) => reportFrequency === 'ADHOC');
		if (oneTime) {
			throw new Refusal(
				400,
				'DUPLICATE_NAME',
				`There is a one-time report named ${reportName} already.`,
				[{ field: 'reportName', reason: 'must be unique' }],
			);
		}
	}

	/** Runs it as long as this very order is the one on file. */
	private plan(
		organization: Organization,
		order: SubscriptionOrder,
		after: number,
		last?: number,
	): void {
		const run = nextRun(order, after, last);
		this.sandbox.clock.at(run.at, () => {
			if (this.find(organization.id, order.reportName) !== order) return;
			this.generation.queue({
				...order,
				organizationId: organization.id,
				organizationIds: organizationsIn(organization, order.groupName),
				period: run.period,
				source: { trafficVersion: 0 },
			});
			this.plan(organization, order, run.at, run.at);
		});
	}

	private of(organizationId: string): Map<string, SubscriptionOrder> {
		const orders = this.byOrganization.get(organizationId) ?? new Map<string, SubscriptionOrder>();
		this.byOrganization.set(organizationId, orders);
		return orders;
	}
}

function refuseOtherType(existing: SubscriptionOrder, order: SubscriptionOrder): void {
	if (existing.definition === order.definition) return;
	throw Refusal.invalidFields([
		{
			field: 'reportDefinitionName',
			reason: `cannot be changed after creation; it is ${existing.definition.name}`,
		},
	]);
}

/** As the service answers it. */
export function subscriptionAnswer(order: SubscriptionOrder, organizationId: string): object {
	const { definition, groupName, ...rest } = order;
	return {
		...rest,
		organizationId,
		reportDefinitionId: String(definition.id),
		reportDefinitionName: definition.name,
		groupId: groupIdOf(groupName),
	};
}
