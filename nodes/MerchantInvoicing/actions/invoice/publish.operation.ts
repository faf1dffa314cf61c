import { statusOf } from '../../../shared/invoice/simplify';
import { simplifyField } from '../../../shared/node/fields';
import { operation } from '../../../shared/node/resource';
import { Invoicing } from '../../../shared/service/invoicing';
import { optionsOf } from '../options';
import { invoiceLocator, readPickedInvoice } from './locator';
import { moveOnce } from './once';
import { invoiceItem, readView } from './output';

export const publish = operation({
	name: 'Publish',
	action: 'Publish an invoice',
	description: 'Publish a draft without an email, to share its payment link yourself',
	subtitle: 'Publish Invoice',
	fields: [invoiceLocator, simplifyField, optionsOf()],

	prepare: (item) => ({ picked: readPickedInvoice(item), view: readView(item) }),

	async carryOut({ picked, view }, { transport }) {
		const { after } = await moveOnce(new Invoicing(transport), picked, {
			move: 'publish',
			operation: 'Publish invoice',
			isDone: (_before, now) => statusOf(now) !== 'DRAFT',
			again: true,
		});
		return [invoiceItem(after, view)];
	},
});
