import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../../shared/node/fields';
import { read } from '../../../shared/node/parameters';
import { groupRowsInWords, type Item } from '../../../shared/node/resource';
import {
	error,
	addProblemsOfOtherFields,
	type Problem,
	readAll,
	refusal,
	throwIfErrors,
} from '../../../shared/problem';
import { invoiceNumberOf, Invoicing } from '../../../shared/service/invoicing';
import { type DraftReading, fromInvoice, draftNumber } from '../../invoice/draft';
import { planCopy, type UpdateOptions } from '../../invoice/plan';
import { type DeliveryChoice, statusAndDeliveryOf } from '../../invoice/states';
import { checkOnlyOption, serviceNumbersOption, commonOptions } from '../options';
import { checkableOperation } from './checkOnly';
import { changesField, dueDateField, lineChangeFields } from './invoiceFields';
import { getPicked, invoiceLocator, requirePickedNumber } from './locator';
import {
	requiredNumberField,
	isServiceNumbered,
	optionalNumberField,
	failedItemColumns,
	groupKeyOf,
	checkEnteredNumber,
	readEnteredNumber,
} from './invoiceNumber';
import { deliveryField, FIELDS_BY_DELIVERY } from './create.operation';
import { createOnce, previewCreate, type RequestedInvoice } from './once';
import {
	changedItem,
	invoiceNumberInOutput,
	readOutputOptions,
	type OutputOptions,
} from './output';
import { readChanges, readUpdateOptions } from './update.operation';

const AS_ORIGINAL = 'asOriginal';

const copyDeliveryField: INodeProperties = {
	...deliveryField,
	default: AS_ORIGINAL,
	options: [
		...(deliveryField.options ?? []),
		{
			name: 'Save a Draft With the Delivery of the Original',
			value: AS_ORIGINAL,
			description: 'Only you see it until Send delivers it',
		},
	],
};

const copyNumberField: INodeProperties = {
	...optionalNumberField('options'),
	displayName: 'New Invoice Number',
	description: 'Running again with the same number never bills twice',
};

/** Of two rows with one number, only one can be billed. */
const severalRows = (item: Item): Problem[] =>
	item.group.length === 1
		? []
		: [
				error(
					copyNumberField.displayName,
					`${groupRowsInWords(item)} have the same. Keep one of them`,
				),
			];

/** The form of this action has another name for the number. */
const asLabeled = (problem: Problem): Problem =>
	problem.field === requiredNumberField.displayName
		? { ...problem, field: copyNumberField.displayName }
		: problem;

export const duplicate = checkableOperation({
	name: 'Duplicate',
	action: 'Duplicate invoice',
	description: 'Create a new invoice from an existing one, with your changes',
	subtitle: 'Duplicate Invoice',
	fields: [
		{ ...invoiceLocator, description: 'The invoice to copy, in any status' },
		copyNumberField,
		copyDeliveryField,
		{ ...dueDateField, description: 'Leave empty to use the date of the original' },
		...lineChangeFields,
		changesField(),
		optionsField(checkOnlyOption, ...commonOptions, serviceNumbersOption),
	],

	groupBy: groupKeyOf,

	prepare(item) {
		const view = readOutputOptions(item);
		return readAll({
			picked: () => requirePickedNumber(item),
			delivery: () =>
				read<DeliveryChoice | typeof AS_ORIGINAL>(item, copyDeliveryField.name, AS_ORIGINAL),
			entered: () => {
				const entered = readChanges(item, view, {
					dueDate: read<unknown>(item, 'dueDate', ''),
					invoiceNumber: readEnteredNumber(item),
				});
				const problems = addProblemsOfOtherFields(entered.problems, [
					...checkEnteredNumber(item, entered.draft),
					...severalRows(item),
				]);
				throwIfErrors(problems.map(asLabeled));
				return entered;
			},
			choices: () => readUpdateOptions(item, view),
			view: () => view,
		});
	},

	async check(prepared, { transport }) {
		const invoicing = new Invoicing(transport);
		const { duplicateOf, ...requested } = await copyOf(invoicing, prepared);
		const { notes, ...preview } = await previewCreate(invoicing, requested);
		return { ...preview, notes: { duplicateOf, ...notes } };
	},

	async carryOut(prepared, run) {
		const invoicing = new Invoicing(run.transport);
		const { duplicateOf, ...requested } = await copyOf(invoicing, prepared);
		const { invoice, ...changed } = await createOnce(invoicing, requested);
		const notes = { duplicateOf, calculation: requested.plan.steps };
		return [changedItem(run, invoice, requested.view, { ...changed, notes })];
	},

	done: invoiceNumberInOutput,
	columns: failedItemColumns,
	isRepeatable: (item) => !isServiceNumbered(item),
});

interface RequestedDuplicate {
	picked: string;
	delivery: DeliveryChoice | typeof AS_ORIGINAL;
	entered: DraftReading;
	choices: UpdateOptions;
	view: OutputOptions;
}

async function copyOf(
	invoicing: Invoicing,
	{ picked, choices, view, ...prepared }: RequestedDuplicate,
): Promise<RequestedInvoice & { duplicateOf: string }> {
	const original = await getPicked(invoicing, picked, 'Duplicate invoice');
	const number = invoiceNumberOf(original);
	const likeOriginal =
		statusAndDeliveryOf(original).deliveryMode === 'email' ? 'emailDraft' : 'draft';
	const delivery = prepared.delivery === AS_ORIGINAL ? likeOriginal : prepared.delivery;
	const { draft, problems } = prepared.entered;
	const fields = { ...draft.fields, ...FIELDS_BY_DELIVERY[delivery] };
	const entered = { draft: { ...draft, fields }, problems };
	const plan = planCopy(fromInvoice(original), entered, choices);
	throwIfErrors(plan.problems, `Invoice ${number} was read, and nothing was created.`);
	if (draftNumber(plan.draft) !== number) return { plan, delivery, view, duplicateOf: number };
	// Otherwise the original itself would be found, and count as its own copy.
	throw refusal(
		`${number} is the number of the original. Enter another one`,
		'Nothing was created.',
		copyNumberField.displayName,
	);
}
