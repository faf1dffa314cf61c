import type { IDataObject } from 'n8n-workflow';

import { listFields, simplifyField } from '../../../shared/node/fields';
import { given, readCollection, readFlag, readLimit } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import type { Subscription } from '../../../shared/service/reportingAnswers';
import { Reporting } from '../../../shared/service/reporting';
import { frequencyFilter, reportFormat } from '../common/filters';
import { optionsOf, readOrganizationId } from '../common/options';
import { simplifiedSubscription } from './subscription';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many report subscriptions',
	description: 'List the reports that are made again and again',
	subtitle: 'Get Many Subscriptions',
	fields: [
		...listFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			description: 'The node picks from the list of the service, which is fetched as a whole',
			options: [
				reportFormat('Only reports in this format'),
				frequencyFilter(),
				{
					displayName: 'Name Contains',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Daily',
				},
				{
					displayName: 'Report Type',
					name: 'reportDefinitionName',
					type: 'string',
					default: '',
					placeholder: 'e.g. TransactionRequestClass',
				},
			],
		},
		optionsOf(),
	],
	prepare: (item) => ({
		limit: readLimit(item),
		simplify: readFlag(item, 'simplify', true),
		filters: readCollection(item, 'filters'),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ limit, simplify, filters, organizationId }, { transport }) => {
		const subscriptions = await new Reporting(transport, organizationId).listSubscriptions();
		return subscriptions
			.filter((subscription) => matches(subscription, filters))
			.slice(0, limit)
			.map((subscription) => ({
				json: simplify ? simplifiedSubscription(subscription) : subscription,
			}));
	},
});

const matches = (subscription: Subscription, filters: IDataObject): boolean =>
	same(subscription.reportMimeType, given(filters.reportMimeType)) &&
	same(subscription.reportFrequency, given(filters.reportFrequency)) &&
	same(subscription.reportDefinitionName, given(filters.reportDefinitionName)) &&
	(subscription.reportName ?? '').toLowerCase().includes((given(filters.name) ?? '').toLowerCase());

const same = (value: unknown, wanted: string | undefined): boolean =>
	wanted === undefined || (given(value) ?? '').toLowerCase() === wanted.toLowerCase();
