import { Invoicing } from '../../../shared/service/invoicing';
import { serviceNumbersOption, writingOptions } from '../options';
import { checkable } from './checkOnly';
import { additionalFields, dueDateField, dueInDaysField } from './invoiceFields';
import { isServiceNumbered, newNumberField, numberAsked, numberKey } from './invoiceNumber';
import { newInvoiceFields, readCreation } from './newInvoice';
import { isEmptyRow } from './sheet';
import { createOnce, previewCreate } from './once';
import { changedItem, numberIn, readView } from './output';

export const create = checkable({
	name: 'Create',
	action: 'Create invoice',
	description:
		'Bill a new order, as a draft, by email or with a link. An existing invoice is never changed.',
	subtitle: 'Create Invoice',
	builderHint:
		'Use it for new orders, for example one invoice for each row of a sheet. A second run with the same invoice numbers bills nobody twice. Use upsert only if orders change after they were billed.',
	fields: [
		...newInvoiceFields(newNumberField('additionalFields')),
		additionalFields(dueDateField, dueInDaysField, ...writingOptions, serviceNumbersOption),
	],

	groupBy: numberKey,
	isLeftOut: isEmptyRow,

	prepare(item) {
		const view = readView(item);
		const { delivery, plan } = readCreation(item, view);
		return { delivery, plan, view };
	},

	check: async (wanted, { transport }) => await previewCreate(new Invoicing(transport), wanted),

	async carryOut(wanted, run) {
		const { invoice, ...changed } = await createOnce(new Invoicing(run.transport), wanted);
		const notes = { calculation: wanted.plan.steps };
		return [changedItem(run, invoice, wanted.view, { ...changed, notes })];
	},

	done: numberIn,
	columns: numberAsked,
	isRepeatable: (item) => !isServiceNumbered(item),
});
