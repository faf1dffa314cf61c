import { operation } from '../../../shared/node/resource';
import { Invoicing } from '../../../shared/service/invoicing';
import { amountsOption, optionsOf } from '../options';
import { inTurn, keyOf } from './inTurn';
import { invoiceLocator, readPickedInvoice } from './locator';
import { MOTIONS, moveOnce } from './once';
import { invoiceItem, invoiceOutputFields, numberIn, readView } from './output';

export const publish = operation({
	name: 'Publish',
	action: 'Publish invoice',
	description: 'Publish a draft without an email, to share its payment link yourself',
	subtitle: 'Publish Invoice',
	fields: [invoiceLocator, ...invoiceOutputFields, optionsOf(amountsOption)],

	prepare: (item) => ({ picked: readPickedInvoice(item), view: readView(item) }),

	async carryOut({ picked, view }, run) {
		const { after } = await inTurn(
			run,
			keyOf(picked),
			async () => await moveOnce(new Invoicing(run.transport), picked, MOTIONS.publish),
		);
		return [invoiceItem(after, view, { outcome: 'made' })];
	},

	done: numberIn,
});
