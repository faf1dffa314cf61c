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
		const reporting = new Reporting(transport, organizationId);
		const operationInWords = `Delete report subscription "${name}"`;
		await reporting.getSubscription(name, operationInWords);
		// It was there a moment ago: where the service no longer finds it, an attempt whose answer was lost has deleted it.
		await reporting.deleteSubscription(name, operationInWords);
		return [{ json: { deleted: true } }];
	},
});
