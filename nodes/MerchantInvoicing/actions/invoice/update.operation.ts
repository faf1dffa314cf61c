import { paymentLinkOf } from '../../../shared/invoice/simplify';
import { simplifyField } from '../../../shared/node/fields';
import { read, readCollection, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll, refusal, refuseErrors, warningsOf } from '../../../shared/problem';
import type { Invoice } from '../../../shared/service/invoicing';
import { Invoicing, invoiceNumberOf } from '../../../shared/service/invoicing';
import type { Part } from '../../invoice/changes';
import { differences, differencesFromRequest } from '../../invoice/changes';
import type { Entry, InvoiceDraft } from '../../invoice/draft';
import { fromInvoice, readDraft, toBody } from '../../invoice/draft';
import type { Values } from '../../invoice/fieldValues';
import type { UpdateChoices } from '../../invoice/plan';
import { planUpdate, problemsBeforeUpdate } from '../../invoice/plan';
import { withoutEntities } from '../../invoice/sameText';
import type { Value } from '../../invoice/values';
import { amountsOption, optionsOf } from '../options';
import { lineChangesField, lineItemFields, readLineItems } from './lineItemFields';
import { hiddenFor, lineChangeFields, readLineChanges } from './lineChangeFields';
import { getPicked, invoiceLocator, readPickedInvoice } from './locator';
import { refuseByState } from './once';
import type { View } from './output';
import { invoiceItem, numberIn, readView, tellWarnings } from './output';
import { basisOptions, readBasis, totalsDifferOption } from './totalsOptions';
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
			description: 'How you enter the line items to replace, add or change',
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
		...lineChangeFields,
		lineChangesField,
		...lineItemFields.map((field) =>
			field.name === 'lineItems' ? hiddenFor(field, ['change', 'remove']) : field,
		),
		{
			displayName: 'Total',
			name: 'totalSource',
			type: 'options',
			default: 'auto',
			description: 'Where the total of the invoice comes from',
			options: [
				{
					name: 'As Before',
					value: 'auto',
					description:
						'Worked out again when you change line items or amounts, in the way that gave the present total',
				},
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
		optionsOf(amountsOption, totalsDifferOption, ...basisOptions),
	],

	prepare(item) {
		const view = readView(item);
		const choices = readChoices(item, view.today);
		return readAll({
			picked: () => readPickedInvoice(item),
			entered: () => {
				const entered = readDraft(readEntry(item, view));
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
		const plan = planUpdate(stored, entered, choices);
		refuseErrors(plan.problems, 'The invoice was read, and nothing was changed.');

		const { draft } = plan;
		const warnings = warningsOf(plan.problems);
		const changes = differences(stored.draft, draft);
		const notShown = choices.cleared.filter((part) => !isShown(stored.draft, part));
		let after = before;
		if (changes.length > 0 || notShown.length > 0) {
			await refuseIfChanged(invoicing, before);
			after = await invoicing.update(invoiceNumberOf(before), toBody(withPlainText(draft)));
			warnings.push(...whatDiffers(draft, after));
		} else {
			warnings.push('Nothing was changed: the invoice has these values already');
		}
		const paymentLinkChanged = paymentLinkOf(after) !== paymentLinkOf(before);
		if (paymentLinkChanged) {
			warnings.push('The payment link is a new one, and the old one no longer works');
		}
		return [
			invoiceItem(after, view, {
				outcome: after === before ? 'alreadyThere' : 'made',
				changedFields: changes.map(({ field }) => field).join(', '),
				changes: changes.map((change) => ({ ...change })),
				paymentLinkChanged,
				calculation: plan.steps,
				warnings: tellWarnings(run, warnings),
			}),
		];
	},

	done: numberIn,
});

/** Whether the service shows this part of the invoice; what it does not show may be there all the same. */
const isShown = ({ fields, customFields }: InvoiceDraft, part: Part): boolean =>
	part === 'lineItems' ||
	(part === 'customFields' ? customFields.length > 0 : fields[part] !== undefined);

/** Just before it is changed, the invoice is read again: what somebody changed meanwhile would be lost. */
async function refuseIfChanged(invoicing: Invoicing, before: Invoice): Promise<void> {
	const number = invoiceNumberOf(before);
	const now = await invoicing.get(number, 'Update invoice');
	refuseByState('update', now);
	const changed = differences(fromInvoice(before).draft, fromInvoice(now).draft);
	if (changed.length === 0) return;
	throw refusal(
		`Invoice ${number} was changed by somebody else meanwhile: ${changed.map(({ field }) => field).join(', ')}`,
		'Nothing was changed by this run. Look at the invoice, and run it again.',
	);
}

/** Services that show text with HTML entities keep it without them. */
const withPlainText = (draft: InvoiceDraft): InvoiceDraft => ({
	...draft,
	fields: plainTexts(draft.fields),
	lineItems: draft.lineItems.map(plainTexts),
});

const plainTexts = <Name extends string>(values: Values<Name>): Values<Name> =>
	Object.fromEntries(
		Object.entries<Value | undefined>(values).map(([name, value]) => [
			name,
			typeof value === 'string' ? withoutEntities(value) : value,
		]),
	) as Values<Name>;

function whatDiffers(draft: InvoiceDraft, after: Invoice): string[] {
	const differing = differencesFromRequest(draft, fromInvoice(after).draft);
	return differing.length === 0
		? []
		: [`The service answers with other values than were sent: ${differing.join(', ')}`];
}

function readChoices(item: Item, today: string): UpdateChoices {
	const { totalsMismatch = 'warning' } = readOptions(item);
	return {
		mode: read<UpdateChoices['mode']>(item, 'updateMode', 'merge'),
		cleared: [read<Part | Part[]>(item, 'clearFields', [])].flat(),
		total: read<UpdateChoices['total']>(item, 'totalSource', 'auto'),
		lines: readLineChanges(item),
		basis: readBasis(item),
		mismatch: totalsMismatch as UpdateChoices['mismatch'],
		today,
	};
}

function readEntry(item: Item, { zone }: View): Entry {
	const { customFields, ...fields } = readCollection(item, 'updateFields');
	return {
		fields: { ...fields, totalAmount: read<unknown>(item, 'totalAmount', '') },
		lineItems: readLineItems(item),
		customFields: (customFields as { field?: unknown } | undefined)?.field,
		zone,
	};
}
