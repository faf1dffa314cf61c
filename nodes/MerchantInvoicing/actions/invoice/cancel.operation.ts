import { optionsField } from '../../../shared/node/fields';
import { concurrencyOption } from '../../../shared/node/parameters';
import { statusOf } from '../../../shared/invoice/simplify';
import { operation } from '../../../shared/node/resource';
import { outputOption } from '../options';
import { invoiceLocator, numberPicked, onPicked, readPickedInvoice } from './locator';
import { moveFrom, TRANSITIONS } from './moves';
import { changedItem, numberIn, readView } from './output';

export const cancel = operation({
	name: 'Cancel',
	action: 'Cancel invoice',
	description: 'Cancel an invoice on which nothing has been paid',
	subtitle: 'Cancel Invoice',
	fields: [invoiceLocator, optionsField(concurrencyOption, outputOption)],

	prepare: (item) => ({ picked: readPickedInvoice(item), view: readView(item) }),

	carryOut: async ({ picked, view }, run) =>
		await onPicked(run, picked, TRANSITIONS.cancel.operation, async (before, invoicing) => {
			if (statusOf(before) === 'CANCELED') {
				return [changedItem(run, before, view, { outcome: 'unchanged' })];
			}
			const after = await moveFrom(invoicing, before, TRANSITIONS.cancel);
			return [changedItem(run, after, view, { outcome: 'canceled' })];
		}),

	done: numberIn,
	columns: numberPicked,
	isRepeatable: () => true,
});
