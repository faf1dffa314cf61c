import { listFields } from '../../../shared/node/fields';
import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { readLimit } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { firstOf } from '../common/list';
import { optionsOf, readOrganizationId } from '../common/options';
import { subscriptionColumns, subscriptionRow } from './subscription';

/** Without filters: a merchant has 20 at most. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many report subscriptions',
	description: 'List the recurring reports',
	subtitle: 'Get Many Subscriptions',
	fields: [...listFields, ...outputFields(subscriptionColumns), optionsOf()],
	prepare: (item) => ({
		limit: readLimit(item),
		output: readOutput(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ limit, output, organizationId }, run) => {
		const subscriptions = await new Reporting(run.transport, organizationId).listSubscriptions();
		const first = firstOf(run, subscriptions, limit, 'subscriptions');
		return first.map((subscription) => ({ json: shown(subscription, output, subscriptionRow) }));
	},
});
