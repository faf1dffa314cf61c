import { optionsField } from '../../../shared/node/fields';
import { concurrencyOption } from '../../../shared/node/parameters';
import { statusOf } from '../../../shared/invoice/simplify';
import { operation } from '../../../shared/node/resource';
import { isStatus } from '../../invoice/states';
import { outputOption } from '../options';
import { invoiceLocator, numberPicked, onPicked, readPickedInvoice } from './locator';
import { moveFrom, TRANSITIONS } from './moves';
import { changedItem, numberIn, readView } from './output';

export const publish = operation({
	name: 'Publish',
	action: 'Publish invoice',
	description: 'Publish a draft without an email, to share its payment link yourself',
	subtitle: 'Publish Invoice',
	fields: [invoiceLocator, optionsField(concurrencyOption, outputOption)],

	prepare: (item) => ({ picked: readPickedInvoice(item), view: readView(item) }),

	carryOut: async ({ picked, view }, run) =>
		await onPicked(run, picked, TRANSITIONS.publish.operation, async (before, invoicing) => {
			if (isStatus(statusOf(before)) && TRANSITIONS.publish.isDone(before, before)) {
				return [changedItem(run, before, view, { outcome: 'unchanged' })];
			}
			const after = await moveFrom(invoicing, before, TRANSITIONS.publish);
			return [changedItem(run, after, view, { outcome: 'published' })];
		}),

	done: numberIn,
	columns: numberPicked,
	isRepeatable: () => true,
});
