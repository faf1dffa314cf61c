import type { INodeProperties } from 'n8n-workflow';

import { read, readCollection, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll, refusal, refuseErrors, warningsOf } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import type { Part } from '../../invoice/changes';
import type { DraftReading, InvoiceDraft } from '../../invoice/draft';
import { fromInvoice, readDraft, withPlainText } from '../../invoice/draft';
import { contentKey } from '../../invoice/invoiceNumber';
import type { CopyChoices } from '../../invoice/plan';
import { planCopy, problemsBeforeCopy } from '../../invoice/plan';
import type { Delivery } from '../../invoice/states';
import { stateOf } from '../../invoice/states';
import { amountsOption, optionsOf } from '../options';
import { readWhenBehind, WIRE } from './createEntry';
import { deliveryField, whenDraftOption } from './createFields';
import { inTurn } from './inTurn';
import { dueDateField } from './invoiceFields';
import { lineChangeFields, readLineChanges } from './lineChangeFields';
import { readLineItems } from './lineItemFields';
import { getPicked, invoiceLocator, readPickedInvoice } from './locator';
import {
	invoiceNumberField,
	isByContent,
	numbered,
	numberFields,
	numberOf,
	readNumbering,
	readNumberSource,
	withReachableNumber,
} from './number';
import { createOnce, whatWasThere } from './once';
import type { View } from './output';
import { invoiceItem, invoiceOutputFields, numberIn, readView, tellWarnings } from './output';
import { basisOptions, readBasis, totalsDifferOption } from './totalsOptions';
import { fieldsOfCopy, fieldsToClear } from './updateFields';

const AS_ORIGINAL = 'asOriginal';

const copyDeliveryField: INodeProperties = {
	...deliveryField,
	default: AS_ORIGINAL,
	description: 'What to do with the new invoice after creating it',
	options: [
		...(deliveryField.options ?? []),
		{
			name: 'Save a Draft Like the Original',
			value: AS_ORIGINAL,
			description: 'Only you see it. Send delivers it later, like the original.',
		},
	],
};

export const duplicate = operation({
	name: 'Duplicate',
	action: 'Duplicate invoice',
	description: 'Create a new invoice from an existing one, with your changes',
	subtitle: 'Duplicate Invoice',
	fields: [
		{ ...invoiceLocator, description: 'The invoice to copy, in any status' },
		copyDeliveryField,
		{
			...dueDateField,
			description: `${dueDateField.description} Leave empty to use the date of the original.`,
		},
		fieldsOfCopy,
		fieldsToClear,
		...lineChangeFields,
		...numberFields,
		{
			displayName:
				'The copy has its own number, status, history, payments and payment link. The service does not return partner IDs, and may not return custom field values. Enter them again.',
			name: 'duplicateNotice',
			type: 'notice',
			default: '',
		},
		...invoiceOutputFields,
		optionsOf(amountsOption, totalsDifferOption, whenDraftOption, ...basisOptions),
	],

	prepare(item) {
		const view = readView(item);
		const choices = readCopyChoices(item, view);
		return readAll({
			picked: () => readPickedInvoice(item),
			delivery: () =>
				read<Delivery | typeof AS_ORIGINAL>(item, copyDeliveryField.name, AS_ORIGINAL),
			copy: () => {
				const entered = readCopy(item, view, choices);
				refuseErrors(problemsBeforeCopy(entered, choices));
				const { cleared, lines } = choices;
				const row = [item.parameter('invoice'), contentKey(entered.draft), cleared, lines];
				return { entered, numbering: readNumbering(item, JSON.stringify(row)) };
			},
			choices: () => choices,
			whenBehind: () => readWhenBehind(item),
			byContent: () => isByContent(item),
			view: () => view,
		});
	},

	async carryOut({ picked, delivery, copy, choices, whenBehind, byContent, view }, run) {
		const invoicing = new Invoicing(run.transport);
		const original = await getPicked(invoicing, picked, 'Duplicate invoice');
		const number = invoiceNumberOf(original);
		const likeOriginal: Delivery =
			stateOf(original).deliveryMode === 'email' ? 'emailDraft' : 'draft';
		const asked = { delivery: delivery === AS_ORIGINAL ? likeOriginal : delivery, whenBehind };
		const present = fromInvoice(original);
		const plan = planCopy(present, withDelivery(copy.entered, asked.delivery), choices);
		refuseErrors(plan.problems, `Invoice ${number} was read, and nothing was created.`);
		const said = whateverTheDay(plan.draft, present.draft, choices);
		const content = JSON.stringify(['duplicate', number, contentKey(said)]);
		const draft = numbered(withPlainText(plan.draft, present.draft), copy.numbering(content));
		refuseNumberOf(number, draft);
		const created = await inTurn(
			run,
			numberOf(draft),
			async () => await createOnce(invoicing, draft, asked),
		);
		const { invoice, outcome } = created;
		return [
			invoiceItem(invoice, view, {
				outcome,
				duplicateOf: number,
				calculation: plan.steps,
				warnings: tellWarnings(run, [
					...warningsOf(plan.problems),
					...whatWasThere(created, byContent),
				]),
			}),
		];
	},

	done: numberIn,
});

function readCopyChoices(item: Item, { today }: View): CopyChoices {
	const { totalsMismatch = 'warning' } = readOptions(item);
	return {
		cleared: [read<Part | Part[]>(item, 'clearFields', [])].flat(),
		lines: readLineChanges(item),
		total: 'auto',
		basis: readBasis(item),
		mismatch: totalsMismatch as CopyChoices['mismatch'],
		ownNumber: readNumberSource(item) === 'entered',
		today,
	};
}

function readCopy(item: Item, { zone }: View, { ownNumber }: CopyChoices): DraftReading {
	const { customFields, ...fields } = readCollection(item, fieldsOfCopy.name);
	return withReachableNumber(
		readDraft({
			fields: {
				...fields,
				dueDate: read<unknown>(item, 'dueDate', ''),
				invoiceNumber: ownNumber ? read<unknown>(item, 'invoiceNumber', '') : undefined,
			},
			lineItems: readLineItems(item),
			customFields: (customFields as { field?: unknown } | undefined)?.field,
			zone,
		}),
	);
}

/** The copy as it is as long as the original has not expired: the same copy has the same number on every day. */
function whateverTheDay(
	copy: InvoiceDraft,
	{ fields: { expirationDate } }: InvoiceDraft,
	{ cleared }: CopyChoices,
): InvoiceDraft {
	if (expirationDate === undefined || cleared.includes('expirationDate')) return copy;
	return { ...copy, fields: { expirationDate, ...copy.fields } };
}

/** Otherwise the original itself would be found, and count as its own copy. */
function refuseNumberOf(original: string, { fields }: InvoiceDraft): void {
	if (fields.invoiceNumber !== original) return;
	throw refusal(
		`${original} is the number of the original. Enter another one`,
		'Nothing was created.',
		invoiceNumberField.displayName,
	);
}

const withDelivery = ({ draft, problems }: DraftReading, delivery: Delivery): DraftReading => ({
	draft: { ...draft, fields: { ...draft.fields, ...WIRE[delivery] } },
	problems,
});
