import { readChosen, reportingOperation } from '../common/options';
import { subscriptionLocator } from './subscription';

export const remove = reportingOperation({
	name: 'Delete',
	action: 'Delete report subscription',
	description: 'Stop a recurring report and delete its subscription',
	subtitle: 'Delete Subscription',
	fields: [subscriptionLocator],
	prepare: (item) => readChosen(item, subscriptionLocator),
	carryOut: async (name, { reporting }) => {
		await reporting.deleteSubscription(name);
		return [{ json: { deleted: true, outcome: 'deleted', reportName: name } }];
	},
});
