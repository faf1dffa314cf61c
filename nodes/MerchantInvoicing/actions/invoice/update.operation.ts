import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Part } from '../../../shared/invoice/changes';
import { differences } from '../../../shared/invoice/changes';
import type { Entry } from '../../../shared/invoice/draft';
import { fromInvoice, readDraft, toBody } from '../../../shared/invoice/draft';
import { valueAt } from '../../../shared/invoice/fieldValues';
import { numberOf } from '../../../shared/invoice/simplify';
import { warningsOf } from '../../../shared/invoice/problems';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { found } from '../../../shared/transport';
import { lineItemFields, readLineItems } from '../common/lineItemFields';
import { invoiceLocator } from '../common/locator';
import { readInvoice, refuseByState } from '../common/move';
import { optionsOf, totalsDifferOption } from '../common/options';
import { invoiceItem, tellWarnings } from '../common/output';
import { read, readCollection, todayOf } from '../common/parameters';
import { refuseErrors } from '../common/refuse';
import { invoiceRequests } from '../common/service';
import { planUpdate, type UpdateChoices } from './plannedUpdate';
import { fieldsToClear, fieldsToUpdate } from './updateFields';

const OPERATION = 'Update invoice';

export const description: INodeProperties[] = showFor(
	{ resource: ['invoice'], operation: ['update'] },
	[
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
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const before = await readInvoice(run, OPERATION);
	refuseByState(run, OPERATION, 'update', before);
	const stored = fromInvoice(before);
	const { draft, problems } = planUpdate(stored, readDraft(readEntry(run)), readChoices(run));
	refuseErrors(run, OPERATION, problems);

	const warnings = warningsOf(problems);
	const changed = differences(stored.draft, draft);
	if (changed.length === 0)
		warnings.push('Nothing was changed: the invoice has these values already');
	const after = changed.length === 0 ? before : await put(run, numberOf(before), toBody(draft));

	const paymentLinkChanged = linkOf(after) !== linkOf(before);
	if (paymentLinkChanged) {
		warnings.push('The payment link is a new one, and the old one no longer works');
	}
	return [
		invoiceItem(run, after, {
			changedFields: changed.join(', '),
			paymentLinkChanged,
			warnings: tellWarnings(run, warnings),
		}),
	];
}

const put = async ({ transport }: ItemRun, number: string, body: IDataObject) =>
	found(await transport.json<IDataObject>(invoiceRequests.update(number, body)));

const linkOf = (invoice: IDataObject) => valueAt(invoice, ['invoiceInformation', 'paymentLink']);

function readChoices(run: ItemRun): UpdateChoices {
	const { totalsMismatch = 'error' } = readCollection(run, 'options');
	return {
		mode: read<UpdateChoices['mode']>(run, 'updateMode', 'merge'),
		cleared: [read<Part | Part[]>(run, 'clearFields', [])].flat(),
		total: read<UpdateChoices['total']>(run, 'totalSource', 'unchanged'),
		mismatch: totalsMismatch as UpdateChoices['mismatch'],
		today: todayOf(run),
	};
}

function readEntry(run: ItemRun): Entry {
	const { customFields, ...fields } = readCollection(run, 'updateFields');
	return {
		fields: { ...fields, totalAmount: read<unknown>(run, 'totalAmount', '') },
		lineItems: readLineItems(run),
		customFields: (customFields as { field?: unknown } | undefined)?.field,
	};
}
