import { paymentLinkOf } from '../../../shared/invoice/simplify';
import { simplifyField } from '../../../shared/node/fields';
import { read, readCollection, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll, refuseErrors, warningsOf } from '../../../shared/problem';
import { Invoicing, invoiceNumberOf } from '../../../shared/service/invoicing';
import type { Part } from '../../invoice/changes';
import { differences } from '../../invoice/changes';
import type { Entry } from '../../invoice/draft';
import { fromInvoice, readDraft, toBody } from '../../invoice/draft';
import type { UpdateChoices } from '../../invoice/plan';
import { planUpdate, problemsBeforeUpdate } from '../../invoice/plan';
import { optionsOf } from '../options';
import { totalsDifferOption } from './invoiceFields';
import { lineItemFields, readLineItems } from './lineItemFields';
import { getPicked, invoiceLocator, readPickedInvoice } from './locator';
import { refuseByState } from './once';
import { invoiceItem, readView, tellWarnings } from './output';
import { fieldsToClear, fieldsToUpdate } from './updateFields';

export const update = operation({
	name: 'Update',
	action: 'Update an invoice',
	description: 'Change an invoice on which nothing has been paid',
	subtitle: 'Update Invoice',
	fields: [
		invoiceLocator,
		{
			displayName: 'How to Update',
			name: 'updateMode',
			type: 'options',
			default: 'merge',
			description: 'What happens with the fields that you do not enter',
			options: [
				{
					name: 'Change Only What I Enter',
					value: 'merge',
					description: 'Reads the invoice first, and sends it back whole with your changes',
				},
				{
					name: 'Replace the Whole Invoice',
					value: 'replace',
					description: 'Sends exactly what you enter; every other field loses its value',
				},
			],
		},
		{
			displayName:
				'Every field that you do not enter loses its value in the invoice. Enter at least Due Date, Currency and the total, and the line items if it has any.',
			name: 'replaceNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { updateMode: ['replace'] } },
		},
		{
			displayName:
				'The service does not return partner IDs, and perhaps not custom field values. If the invoice has them, enter them again.',
			name: 'mergeNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { updateMode: ['merge'] } },
		},
		fieldsToUpdate,
		fieldsToClear,
		{
			displayName: 'Enter Line Items',
			name: 'lineItemsSource',
			type: 'options',
			default: 'none',
			description: 'New line items take the place of all that the invoice has',
			options: [
				{
					name: 'As JSON or Expression',
					value: 'json',
					description: 'For lines that come from data',
				},
				{ name: 'Do Not Enter Any', value: 'none', description: 'They stay as they are' },
				{ name: 'In a Form', value: 'form', description: 'Line by line' },
			],
		},
		...lineItemFields,
		{
			displayName: 'Total',
			name: 'totalSource',
			type: 'options',
			default: 'unchanged',
			description: 'Where the total of the invoice comes from',
			options: [
				{
					name: 'Computed From Line Items',
					value: 'computed',
					description: 'Exact to the last decimal, with discounts, taxes and freight',
				},
				{ name: 'Entered by Me', value: 'entered' },
				{
					name: 'Unchanged',
					value: 'unchanged',
					description: 'As it is; checked when you change line items or amounts',
				},
			],
		},
		{
			displayName: 'Total Amount',
			name: 'totalAmount',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1234.50',
			description: 'What the customer pays, in the currency of the invoice',
			displayOptions: { show: { totalSource: ['entered'] } },
		},
		simplifyField,
		optionsOf(totalsDifferOption),
	],

	prepare(item) {
		const view = readView(item);
		const choices = readChoices(item, view.today);
		return readAll({
			picked: () => readPickedInvoice(item),
			entered: () => {
				const entered = readDraft(readEntry(item));
				refuseErrors(problemsBeforeUpdate(entered, choices));
				return entered;
			},
			choices: () => choices,
			view: () => view,
		});
	},

	async carryOut({ picked, entered, choices, view }, run) {
		const invoicing = new Invoicing(run.transport);
		const before = await getPicked(invoicing, picked, 'Update invoice');
		refuseByState('update', before);
		const stored = fromInvoice(before);
		const { draft, problems } = planUpdate(stored, entered, choices);
		refuseErrors(problems, 'The invoice was read, and nothing was changed.');

		const warnings = warningsOf(problems);
		const changed = differences(stored.draft, draft);
		const after =
			changed.length === 0
				? before
				: await invoicing.update(invoiceNumberOf(before), toBody(draft));
		if (changed.length === 0) {
			warnings.push('Nothing was changed: the invoice has these values already');
		}
		const paymentLinkChanged = paymentLinkOf(after) !== paymentLinkOf(before);
		if (paymentLinkChanged) {
			warnings.push('The payment link is a new one, and the old one no longer works');
		}
		return [
			invoiceItem(after, view, {
				changedFields: changed.join(', '),
				paymentLinkChanged,
				warnings: tellWarnings(run, warnings),
			}),
		];
	},
});

function readChoices(item: Item, today: string): UpdateChoices {
	const { totalsMismatch = 'error' } = readOptions(item);
	return {
		mode: read<UpdateChoices['mode']>(item, 'updateMode', 'merge'),
		cleared: [read<Part | Part[]>(item, 'clearFields', [])].flat(),
		total: read<UpdateChoices['total']>(item, 'totalSource', 'unchanged'),
		mismatch: totalsMismatch as UpdateChoices['mismatch'],
		today,
	};
}

function readEntry(item: Item): Entry {
	const { customFields, ...fields } = readCollection(item, 'updateFields');
	return {
		fields: { ...fields, totalAmount: read<unknown>(item, 'totalAmount', '') },
		lineItems: readLineItems(item),
		customFields: (customFields as { field?: unknown } | undefined)?.field,
	};
}
