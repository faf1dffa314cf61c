import type { INodeProperties } from 'n8n-workflow';

import { read } from '../../../shared/node/parameters';
import { andOther, readAll, refusal, refuseErrors, warningsOf } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import type { DraftReading } from '../../invoice/draft';
import { fromInvoice } from '../../invoice/draft';
import { numberOf } from '../../invoice/invoiceNumber';
import type { Plan, UpdateChoices } from '../../invoice/plan';
import { planCopy } from '../../invoice/plan';
import type { Delivery } from '../../invoice/states';
import { stateOf } from '../../invoice/states';
import { writingOptions } from '../options';
import { checkable } from './checkOnly';
import { WIRE } from './createEntry';
import { deliveryField } from './createFields';
import { inTurn } from './inTurn';
import { changesField, dueDateField, keptBackNotice } from './invoiceFields';
import { lineChangeFields } from './lineItemFields';
import { getPicked, invoiceLocator, readPickedInvoice } from './locator';
import {
	invoiceNumberField,
	isServiceNumbered,
	newNumberField,
	numberProblems,
	readNumber,
	serviceNumbersOption,
} from './number';
import { createOnce } from './once';
import { changedItem, numberIn, readView } from './output';
import { readChanges, readChoices } from './update.operation';

const AS_ORIGINAL = 'asOriginal';

const copyDeliveryField: INodeProperties = {
	...deliveryField,
	default: AS_ORIGINAL,
	options: [
		...(deliveryField.options ?? []),
		{
			name: 'Save a Draft Like the Original',
			value: AS_ORIGINAL,
			description: 'Only you see it. Send delivers it later, like the original.',
		},
	],
};

export const duplicate = checkable({
	name: 'Duplicate',
	action: 'Duplicate invoice',
	description: 'Create a new invoice from an existing one, with your changes',
	subtitle: 'Duplicate Invoice',
	fields: [
		{ ...invoiceLocator, description: 'The invoice to copy, in any status' },
		{
			...newNumberField,
			displayName: 'New Invoice Number',
			description: 'Running again with the same number never bills twice',
		},
		copyDeliveryField,
		{ ...dueDateField, description: 'Leave empty to use the date of the original' },
		keptBackNotice,
		changesField(),
		...lineChangeFields,
		writingOptions(serviceNumbersOption),
	],

	prepare(item) {
		const view = readView(item);
		return readAll({
			picked: () => readPickedInvoice(item),
			delivery: () =>
				read<Delivery | typeof AS_ORIGINAL>(item, copyDeliveryField.name, AS_ORIGINAL),
			entered: () => {
				const entered = readChanges(item, view, {
					dueDate: read<unknown>(item, 'dueDate', ''),
					invoiceNumber: readNumber(item),
				});
				const problems = numberProblems(entered.draft, isServiceNumbered(item));
				refuseErrors(andOther(entered.problems, problems));
				return entered;
			},
			choices: () => readChoices(item, view),
			view: () => view,
		});
	},

	async check({ picked, ...wanted }, { transport }) {
		const original = await getPicked(new Invoicing(transport), picked, 'Duplicate invoice');
		const { plan } = copyOf(original, wanted);
		return { would: 'create', plan, notes: { duplicateOf: invoiceNumberOf(original) } };
	},

	async carryOut({ picked, view, ...wanted }, run) {
		const invoicing = new Invoicing(run.transport);
		const original = await getPicked(invoicing, picked, 'Duplicate invoice');
		const { plan, delivery } = copyOf(original, wanted);
		const { invoice, outcome, warnings, note } = await inTurn(
			run,
			numberOf(plan.draft),
			async () => await createOnce(invoicing, plan.draft, delivery, view),
		);
		return [
			changedItem(run, invoice, view, {
				outcome,
				notes: { duplicateOf: invoiceNumberOf(original), calculation: plan.steps },
				warnings: [...warningsOf(plan.problems), ...warnings],
				note,
			}),
		];
	},

	done: numberIn,
	isRepeatable: (item) => !isServiceNumbered(item),
});

interface Wanted {
	delivery: Delivery | typeof AS_ORIGINAL;
	entered: DraftReading;
	choices: UpdateChoices;
}

function copyOf(original: Invoice, wanted: Wanted): { plan: Plan; delivery: Delivery } {
	const number = invoiceNumberOf(original);
	const likeOriginal = stateOf(original).deliveryMode === 'email' ? 'emailDraft' : 'draft';
	const delivery = wanted.delivery === AS_ORIGINAL ? likeOriginal : wanted.delivery;
	const { draft, problems } = wanted.entered;
	const entered = {
		draft: { ...draft, fields: { ...draft.fields, ...WIRE[delivery] } },
		problems,
	};
	const plan = planCopy(fromInvoice(original), entered, wanted.choices);
	refuseErrors(plan.problems, `Invoice ${number} was read, and nothing was created.`);
	if (numberOf(plan.draft) !== number) return { plan, delivery };
	// Otherwise the original itself would be found, and count as its own copy.
	throw refusal(
		`${number} is the number of the original. Enter another one`,
		'Nothing was created.',
		invoiceNumberField.displayName,
	);
}
