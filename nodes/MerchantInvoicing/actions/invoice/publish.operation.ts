import { operation } from '../../../shared/node/resource';
import { Invoicing } from '../../../shared/service/invoicing';
import { optionsOf, outputOption, showCustomerOption } from '../options';
import { inTurn, keyOf } from './inTurn';
import { getPicked, invoiceLocator, numberPicked, readPickedInvoice } from './locator';
import { MOTIONS, moveFrom } from './once';
import { changedItem, numberIn, readView } from './output';

export const publish = operation({
	name: 'Publish',
	action: 'Publish invoice',
	description: 'Publish a draft without an email, to share its payment link yourself',
	subtitle: 'Publish Invoice',
	fields: [invoiceLocator, optionsOf(outputOption, showCustomerOption)],

	prepare: (item) => ({ picked: readPickedInvoice(item), view: readView(item) }),

	carryOut: async ({ picked, view }, run) =>
		await inTurn(run, keyOf(picked), async () => {
			const invoicing = new Invoicing(run.transport);
			const before = await getPicked(invoicing, picked, MOTIONS.publish.operation);
			const after = await moveFrom(invoicing, before, MOTIONS.publish);
			return [changedItem(run, after, view, { outcome: 'published' })];
		}),

	done: numberIn,
	columns: numberPicked,
});
