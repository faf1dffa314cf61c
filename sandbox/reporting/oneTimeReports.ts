import { isDeepStrictEqual } from 'node:util';
import { DateTime } from 'luxon';
import type { Organization } from '../access';
import { Refusal } from '../refusal';
import type { Sandbox } from '../sandbox';
import type { Generation } from './generation';
import { organizationsIn } from './groups';
import type { Period } from './ledger/ledger';
import type { Reports } from './reports';
import type { OneTimeOrder } from './request';
import type { Subscriptions } from './subscriptions';

export const MOST_IN_PROGRESS = 3;
export const MOST_DAYS = 31;

export class OneTimeReports {
	private readonly orders = new Map<string, OneTimeOrder>();

	constructor(
		private readonly sandbox: Sandbox,
		private readonly generation: Generation,
		private readonly reports: Reports,
		private readonly subscriptions: Subscriptions,
	) {}

	order(
		caller: Organization,
		organization: Organization,
		order: OneTimeOrder,
	): 'created' | 'unchanged' {
		const period = this.periodOf(order);
		const organizationIds = organizationsIn(organization, order.groupName);
		const key = `${organization.id}\n${order.reportName}`;
		const namesake = this.orders.get(key);
		if (namesake && isDeepStrictEqual(namesake, order)) return 'unchanged';
		const taken =
			this.reports.named(organization.id, order.reportName).length > 0 ||
			this.subscriptions.find(organization.id, order.reportName) !== undefined;
		if (taken) {
			throw new Refusal(400, 'DUPLICATE_NAME', `The name ${order.reportName} is taken.`, [
				{ field: 'reportName', reason: 'must be unique' },
			]);
		}
		if (this.reports.oneTimeInProgress(caller.id) >= MOST_IN_PROGRESS) {
			throw new Refusal(
				400,
				'LIMIT_REACHED',
				`${MOST_IN_PROGRESS} one-time reports are in progress. Order further ones once these are complete.`,
			);
		}
		this.orders.set(key, order);
		this.generation.queue({
			...order,
			organizationId: organization.id,
			organizationIds,
			requestedBy: caller.id,
			period,
			source: { trafficVersion: 0 },
		});
		return 'created';
	}

	/** Every order there was, with whose it is. */
	all(): Array<OneTimeOrder & { organizationId: string }> {
		return [...this.orders].map(([key, order]) => ({
			...order,
			organizationId: key.slice(0, key.indexOf('\n')),
		}));
	}

	/** Yesterday, where no period is given. */
	private periodOf({ reportStartTime, reportEndTime, timezone }: OneTimeOrder): Period {
		if (reportStartTime === undefined || reportEndTime === undefined) {
			const today = DateTime.fromMillis(this.sandbox.clock.now(), { zone: timezone }).startOf(
				'day',
			);
			return { start: today.minus({ days: 1 }).toMillis(), end: today.toMillis() };
		}
		const latest = DateTime.fromMillis(reportStartTime, { zone: timezone }).plus({
			days: MOST_DAYS,
		});
		if (reportEndTime > latest.toMillis()) {
			throw Refusal.invalidFields([
				{
					field: 'reportEndTime',
					reason: `must be at most ${MOST_DAYS} days after reportStartTime; order several one-time reports`,
				},
			]);
		}
		return { start: reportStartTime, end: reportEndTime };
	}
}
