import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readPicked } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import type { Subscription } from '../../../shared/service/reportingAnswers';

export const subscriptionLocator: INodeProperties = {
	displayName: 'Subscription',
	name: 'reportName',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The name of the report subscription (reportName)',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchSubscriptions', searchable: true },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Daily transactions',
		},
	],
};

export function readSubscriptionName(item: Item): string {
	const name = readPicked(item, 'reportName');
	if (name === '') throw refusal('choose or enter its name', undefined, 'Subscription');
	return name;
}

/** Flat, the most used first. The service spells the zone either way. */
export const subscriptionRow = (subscription: Subscription): IDataObject => ({
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

export const subscriptionColumns = Object.keys(subscriptionRow({}));
