import { statusOf } from '../../../shared/invoice/simplify';
import { simplifyField } from '../../../shared/node/fields';
import { operation } from '../../../shared/node/resource';
import { Invoicing } from '../../../shared/service/invoicing';
import { optionsOf } from '../options';
import { invoiceLocator, readPickedInvoice } from './locator';
import { moveOnce } from './once';
import { invoiceItem, readView } from './output';

export const cancel = operation({
	name: 'Cancel',
	action: 'Cancel an invoice',
	description: 'Cancel an invoice on which nothing has been paid',
	subtitle: 'Cancel Invoice',
	fields: [invoiceLocator, simplifyField, optionsOf()],

	prepare: (item) => ({ picked: readPickedInvoice(item), view: readView(item) }),

	async carryOut({ picked, view }, { transport }) {
		const { after } = await moveOnce(new Invoicing(transport), picked, {
			move: 'cancel',
			operation: 'Cancel invoice',
			isDone: (_before, now) => statusOf(now) === 'CANCELED',
			again: true,
		});
		return [invoiceItem(after, view)];
	},
});
