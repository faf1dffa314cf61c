import { refuseErrors, warningsOf } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { numberOf } from '../../invoice/invoiceNumber';
import { writingOptions } from '../options';
import { checkable } from './checkOnly';
import { readCreation } from './createEntry';
import { newInvoiceFields } from './createFields';
import { inTurn } from './inTurn';
import { isServiceNumbered, newNumberField, refuseOtherRow, serviceNumbersOption } from './number';
import { createOnce } from './once';
import { changedItem, numberIn, readView } from './output';

export const create = checkable({
	name: 'Create',
	action: 'Create invoice',
	description: 'Save a draft, or publish an invoice and email it or share its payment link',
	subtitle: 'Create Invoice',
	fields: [newNumberField, ...newInvoiceFields, writingOptions(serviceNumbersOption)],

	prepare(item) {
		const view = readView(item);
		const { delivery, plan } = readCreation(item, view);
		refuseErrors(plan.problems);
		refuseOtherRow(item, numberOf(plan.draft), plan.draft);
		return { delivery, plan, view };
	},

	check: async ({ plan }) => await Promise.resolve({ would: 'create', plan }),

	async carryOut({ delivery, plan, view }, run) {
		const { invoice, outcome, warnings, note } = await inTurn(
			run,
			numberOf(plan.draft),
			async () => await createOnce(new Invoicing(run.transport), plan.draft, delivery, view),
		);
		return [
			changedItem(run, invoice, view, {
				outcome,
				notes: { calculation: plan.steps },
				warnings: [...warningsOf(plan.problems), ...warnings],
				note,
			}),
		];
	},

	done: numberIn,
	isRepeatable: (item) => !isServiceNumbered(item),
});
