import type { IDataObject } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/fields';
import { rowOfColumns } from '../../../shared/node/output';
import type { Subscription } from '../../../shared/service/reportingAnswers';
import { textOf } from '../../../shared/text';

export const subscriptionLocator = locatorField(
	'Subscription',
	'reportName',
	'searchSubscriptions',
	[{ displayName: 'Name', name: 'name', placeholder: 'e.g. Daily transactions' }],
	{ required: true },
);

export const subscriptionColumns = [
	'reportName',
	'reportDefinitionName',
	'reportDefinitionId',
	'reportMimeType',
	'reportFrequency',
	'reportInterval',
	'startTime',
	'startDay',
	'timezone',
	'reportFields',
	'organizationId',
];

/** The service spells the zone either way. In a list of them, n8n would show a day that does not apply in red. */
export const subscriptionRow = (subscription: Subscription): IDataObject => {
	const timezone = subscription.timezone ?? subscription.timeZone;
	const reportFields = subscription.reportFields?.join(', ');
	const isDaily = textOf(subscription.reportFrequency).toUpperCase() === 'DAILY';
	const startDay = subscription.startDay ?? (isDaily ? 'Every day' : undefined);
	return rowOfColumns({ ...subscription, timezone, reportFields, startDay }, subscriptionColumns);
};
