import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { optionsOf, readOrganizationId } from '../common/options';
import {
	readSubscriptionName,
	subscriptionColumns,
	subscriptionLocator,
	subscriptionRow,
} from './subscription';

export const get = operation({
	name: 'Get',
	action: 'Get report subscription',
	description: 'Get one subscription by its name',
	subtitle: 'Get Subscription',
	fields: [subscriptionLocator, ...outputFields(subscriptionColumns), optionsOf()],
	prepare: (item) => ({
		name: readSubscriptionName(item),
		output: readOutput(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ name, output, organizationId }, { transport }) => {
		const subscription = await new Reporting(transport, organizationId).getSubscription(name);
		return [{ json: shown(subscription, output, subscriptionRow) }];
	},
});
