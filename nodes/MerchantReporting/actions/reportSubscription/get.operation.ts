import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { readChosen, reportingOperation } from '../common/options';
import { subscriptionColumns, subscriptionLocator, subscriptionRow } from './subscription';

export const get = reportingOperation({
	name: 'Get',
	action: 'Get report subscription',
	description: 'Get one subscription by its name',
	subtitle: 'Get Subscription',
	fields: [subscriptionLocator, ...outputFields(subscriptionColumns)],
	prepare: (item) => ({
		name: readChosen(item, subscriptionLocator),
		output: readOutput(item),
	}),
	carryOut: async ({ name, output }, { reporting }) => {
		const subscription = await reporting.getSubscription(name);
		return [{ json: shown(subscription, output, subscriptionRow) }];
	},
});
