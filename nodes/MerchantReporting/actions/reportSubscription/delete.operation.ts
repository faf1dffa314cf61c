import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { optionsOf, readOrganizationId } from '../common/options';
import { readSubscriptionName, subscriptionLocator } from './subscription';

export const remove = operation({
	name: 'Delete',
	action: 'Delete report subscription',
	description: 'Stop a recurring report and delete its subscription',
	subtitle: 'Delete Subscription',
	fields: [subscriptionLocator, optionsOf()],
	prepare: (item) => ({
		name: readSubscriptionName(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ name, organizationId }, { transport }) => {
		await new Reporting(transport, organizationId).deleteSubscription(name);
		return [{ json: { deleted: true, outcome: 'deleted', reportName: name } }];
	},
});
