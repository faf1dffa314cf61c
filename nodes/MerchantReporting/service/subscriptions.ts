import type { IDataObject } from 'n8n-workflow';
import { found, type Transport } from '../../shared/transport';

export const SUBSCRIPTIONS = ['reporting', 'v3', 'report-subscriptions'] as const;

/** A report that the service makes again and again. */
export interface Subscription extends IDataObject {
	reportName?: string;
	reportDefinitionName?: string;
	reportMimeType?: string;
	reportFrequency?: string;
	reportFields?: string[];
}

/** All subscriptions. A merchant without any is told "not found", which is an empty list. */
export const listSubscriptions = async (
	transport: Transport,
	organizationId: string,
): Promise<Subscription[]> => {
	const outcome = await transport.json<{ subscriptions?: Subscription[] } | undefined>({
		operation: 'Get report subscriptions',
		method: 'GET',
		path: SUBSCRIPTIONS,
		organizationId,
	});
	return outcome.kind === 'notFound' ? [] : (found(outcome)?.subscriptions ?? []);
};

export const getSubscription = async (
	transport: Transport,
	name: string,
	organizationId: string,
	operation = `Get report subscription "${name}"`,
): Promise<Subscription> =>
	found(
		await transport.json<Subscription | undefined>({
			operation,
			method: 'GET',
			path: [...SUBSCRIPTIONS, name],
			organizationId,
		}),
	) ?? {};

/** Flat, for spreadsheets. The service spells the zone either way. */
export const simplifiedSubscription = (subscription: Subscription): IDataObject => ({
	reportName: subscription.reportName ?? null,
	reportDefinitionName: subscription.reportDefinitionName ?? null,
	reportDefinitionId: subscription.reportDefinitionId ?? null,
	reportMimeType: subscription.reportMimeType ?? null,
	reportFrequency: subscription.reportFrequency ?? null,
	reportInterval: subscription.reportInterval ?? null,
	startTime: subscription.startTime ?? null,
	startDay: subscription.startDay ?? null,
	timezone: subscription.timezone ?? subscription.timeZone ?? null,
	reportFields: subscription.reportFields?.join(', ') ?? null,
	organizationId: subscription.organizationId ?? null,
});
