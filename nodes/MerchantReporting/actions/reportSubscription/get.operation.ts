import { simplifyField } from '../../../shared/node/fields';
import { readFlag } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { optionsOf, readOrganizationId } from '../common/options';
import { readSubscriptionName, simplifiedSubscription, subscriptionLocator } from './subscription';

export const get = operation({
	name: 'Get',
	action: 'Get a report subscription',
	description: 'Get one subscription by its name',
	subtitle: 'Get Subscription',
	fields: [subscriptionLocator, simplifyField, optionsOf()],
	prepare: (item) => ({
		name: readSubscriptionName(item),
		simplify: readFlag(item, 'simplify', true),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ name, simplify, organizationId }, { transport }) => {
		const subscription = await new Reporting(transport, organizationId).getSubscription(name);
		return [{ json: simplify ? simplifiedSubscription(subscription) : subscription }];
	},
});
