import type { INodeProperties } from 'n8n-workflow';

import { showFor } from '../../../shared/node/fields';
import { read, readCollection, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readAll, refusal, refuseErrors } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import type { Part } from '../../invoice/changes';
import type { Entry } from '../../invoice/draft';
import { readDraft } from '../../invoice/draft';
import type { UpdateChoices } from '../../invoice/plan';
import { problemsBeforeUpdate } from '../../invoice/plan';
import { amountsOption, optionsOf } from '../options';
import { applyChanges, planChanges } from './applyChanges';
import { inTurn, keyOf } from './inTurn';
import { lineChangeFields, readLineChanges } from './lineChangeFields';
import { readLineItems } from './lineItemFields';
import { getPicked, invoiceLocator, readPickedInvoice } from './locator';
import { refuseByState } from './once';
import type { View } from './output';
import { invoiceItem, invoiceOutputFields, numberIn, readView, tellWarnings } from './output';
import { basisOptions, readBasis, totalsDifferOption } from './totalsOptions';
import { fieldsToClear, fieldsToUpdate } from './updateFields';

const onlyInMerge = (field: INodeProperties): INodeProperties[] =>
	showFor({ updateMode: ['merge'] }, [field]);

export const update = operation({
	name: 'Update',
	action: 'Update invoice',
	description: 'Change an invoice on which nothing has been paid',
	subtitle: 'Update Invoice',
	fields: [
		invoiceLocator,
		{
			displayName: 'Update Mode',
			name: 'updateMode',
			type: 'options',
			default: 'merge',
			description: 'What happens to the fields that you do not enter',
			options: [
				{
					name: 'Change Only What I Enter',
					value: 'merge',
					description: 'Reads the invoice first, and sends all of it back with your changes',
				},
				{
					name: 'Replace the Whole Invoice',
					value: 'replace',
					description: 'Sends exactly what you enter. Every other field loses its value.',
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
				'The service does not return partner IDs, and may not return custom field values. If the invoice has them, enter them again.',
			name: 'mergeNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { updateMode: ['merge'] } },
		},
		fieldsToUpdate,
		...onlyInMerge(fieldsToClear),
		...lineChangeFields.flatMap((field) =>
			field.name === 'lineItemsMode' ? onlyInMerge(field) : [field],
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
						'Recalculated when you change line items or amounts, in the same way as the current total',
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
					description: 'Not changed, but checked when you change line items or amounts',
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
		...invoiceOutputFields,
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

	carryOut: async ({ picked, entered, choices, view }, run) =>
		await inTurn(run, keyOf(picked), async () => {
			const { transport } = run;
			const before = await getPicked(new Invoicing(transport), picked, 'Update invoice');
			refuseByState('update', before);
			const planned = planChanges(before, entered, choices);
			const { after, warnings, notes } = await applyChanges(transport, before, planned);
			const outcome = planned.isNeeded ? 'made' : 'alreadyThere';
			if (!planned.isNeeded) {
				warnings.push('Nothing was changed: the invoice has these values already');
			}
			const extra = { outcome, ...notes, warnings: tellWarnings(run, warnings) };
			return [invoiceItem(after, view, extra)];
		}),

	done: numberIn,
});

function readChoices(item: Item, today: string): UpdateChoices {
	const { totalsMismatch = 'warning' } = readOptions(item);
	const mode = read<UpdateChoices['mode']>(item, 'updateMode', 'merge');
	const lines = readLineChanges(item);
	if (mode === 'replace' && lines.mode === 'remove') {
		throw refusal(
			'cannot be Remove by SKU when you replace the whole invoice',
			'Enter the lines to keep, or choose Change Only What I Enter for Update Mode.',
			'Change Line Items',
		);
	}
	return {
		mode,
		cleared: [read<Part | Part[]>(item, 'clearFields', [])].flat(),
		total: read<UpdateChoices['total']>(item, 'totalSource', 'auto'),
		lines,
		basis: readBasis(item),
		mismatch: totalsMismatch as UpdateChoices['mismatch'],
		today,
	};
}

function readEntry(item: Item, { zone }: View): Entry {
	const { customFields, ...fields } = readCollection(item, 'updateFields');
	// With an expression in Total, n8n shows and keeps an amount that was entered before.
	const isTotalEntered = read<string>(item, 'totalSource', 'auto') === 'entered';
	return {
		fields: {
			...fields,
			totalAmount: isTotalEntered ? read<unknown>(item, 'totalAmount', '') : undefined,
		},
		lineItems: readLineItems(item),
		customFields: (customFields as { field?: unknown } | undefined)?.field,
		zone,
	};
}
