import { operation } from '../../../shared/node/resource';
import { refuseErrors, warningsOf } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { contentKey } from '../../invoice/invoiceNumber';
import { planCreate } from '../../invoice/plan';
import { readAsked, readCreate } from './createEntry';
import { createFields } from './createFields';
import { inTurn } from './inTurn';
import { isByContent, numbered, numberOf, readNumbering, readNumberSource } from './number';
import { createOnce, whatWasThere } from './once';
import { invoiceItem, numberIn, readView, tellWarnings } from './output';

export const create = operation({
	name: 'Create',
	action: 'Create invoice',
	description: 'Save a draft, or publish an invoice and email it or share its payment link',
	subtitle: 'Create Invoice',
	fields: createFields,

	prepare(item) {
		const view = readView(item);
		const asked = readAsked(item);
		const { entered, choices } = readCreate(item, asked.delivery, view, {
			ownNumber: readNumberSource(item) === 'entered',
		});
		const plan = planCreate(entered, choices);
		refuseErrors(plan.problems);
		const content = contentKey(plan.draft);
		return {
			draft: numbered(plan.draft, readNumbering(item, content)(content)),
			calculation: plan.steps,
			warnings: warningsOf(plan.problems),
			asked,
			byContent: isByContent(item),
			view,
		};
	},

	async carryOut({ draft, calculation, warnings, asked, byContent, view }, run) {
		const created = await inTurn(
			run,
			numberOf(draft),
			async () => await createOnce(new Invoicing(run.transport), draft, asked),
		);
		const { invoice, outcome } = created;
		const notes = {
			outcome,
			calculation,
			warnings: tellWarnings(run, [...warnings, ...whatWasThere(created, byContent)]),
		};
		return [invoiceItem(invoice, view, notes)];
	},

	done: numberIn,
});
