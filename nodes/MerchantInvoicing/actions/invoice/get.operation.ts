import { optionsField } from '../../../shared/node/fields';
import { concurrencyOption } from '../../../shared/node/parameters';
import { defineOperation } from '../../../shared/node/resource';
import { Invoicing } from '../../../shared/service/invoicing';
import { amountsOption } from '../options';
import { getPicked, invoiceLocator, requirePickedNumber } from './locator';
import { invoiceJson, invoiceOutputFields, readOutputOptions } from './output';

export const get = defineOperation({
	name: 'Get',
	action: 'Get invoice',
	description: 'Get one invoice with its line items, payment link and history',
	subtitle: 'Get Invoice',
	fields: [
		invoiceLocator,
		...invoiceOutputFields(),
		optionsField(amountsOption, concurrencyOption),
	],

	prepare: (item) => ({ picked: requirePickedNumber(item), view: readOutputOptions(item) }),

	async carryOut({ picked, view }, { transport }) {
		const invoice = await getPicked(new Invoicing(transport), picked, 'Get invoice');
		return [{ json: invoiceJson(invoice, view) }];
	},
});
