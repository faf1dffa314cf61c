import { listFields } from '../../../shared/node/fields';
import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { readLimit } from '../../../shared/node/parameters';
import { firstOf } from '../common/list';
import { reportingOperation } from '../common/options';
import { subscriptionColumns, subscriptionRow } from './subscription';

/** Without filters: a merchant has 20 at most. */
export const getAll = reportingOperation({
	name: 'Get Many',
	action: 'Get many report subscriptions',
	description: 'List the recurring reports',
	subtitle: 'Get Many Subscriptions',
	fields: [...listFields, ...outputFields(subscriptionColumns)],
	prepare: (item) => ({
		limit: readLimit(item),
		output: readOutput(item),
	}),
	carryOut: async ({ limit, output }, run) => {
		const subscriptions = await run.reporting.listSubscriptions();
		const first = firstOf(run, subscriptions, limit, 'subscriptions');
		return first.map((subscription) => ({ json: shown(subscription, output, subscriptionRow) }));
	},
});
