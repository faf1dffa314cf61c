import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Entry, InvoiceDraft } from '../../../shared/invoice/draft';
import { readDraft } from '../../../shared/invoice/draft';
import { numberFrom } from '../../../shared/invoice/invoiceNumber';
import type { Problem } from '../../../shared/invoice/problems';
import { andOther, error, warningsOf } from '../../../shared/invoice/problems';
import type { InvoiceType } from '../../../shared/invoice/rules';
import { checkDraft, withoutIdleZeros } from '../../../shared/invoice/rules';
import type { TotalsPolicy } from '../../../shared/invoice/totals';
import { completeTotals } from '../../../shared/invoice/totals';
import { isBlank } from '../../../shared/invoice/values';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { currencyField, readCurrency } from '../common/currency';
import {
	additionalFields,
	customerEmailField,
	customerNameField,
	descriptionField,
	dueDateField,
} from '../common/invoiceFields';
import { lineItemFields, readLineItems } from '../common/lineItemFields';
import { optionsOf, totalsDifferOption } from '../common/options';
import { invoiceItem, tellWarnings } from '../common/output';
import { read, readCollection, todayOf } from '../common/parameters';
import { refuseErrors } from '../common/refuse';
import { createOnce } from './createOnce';

const requiredCustomer = [customerNameField, customerEmailField].flatMap((field) => [
	{ ...field, required: true, displayOptions: { show: { delivery: ['emailNow', 'emailDraft'] } } },
	{
		...field,
		required: true,
		displayOptions: { show: { delivery: ['draft'], invoiceType: ['itemized'] } },
	},
]);

export const description: INodeProperties[] = showFor(
	{ resource: ['invoice'], operation: ['create'] },
	[
		{
			displayName: 'What to Make',
			name: 'delivery',
			type: 'options',
			default: 'draft',
			description: 'What happens with the invoice once it exists',
			options: [
				{
					name: 'Create and Email Now',
					value: 'emailNow',
					description: 'Publish the invoice and email it to the customer at once',
				},
				{
					name: 'Publish and Share the Link Myself',
					value: 'share',
					description: 'Publish the invoice without an email; you pass on its payment link',
				},
				{
					name: 'Save a Draft',
					value: 'draft',
					description: 'Only you see it; sending it later publishes it without an email',
				},
				{
					name: 'Save a Draft for Email',
					value: 'emailDraft',
					description: 'Only you see it; sending it later emails it to the customer',
				},
			],
		},
		{
			displayName: 'Invoice Type',
			name: 'invoiceType',
			type: 'options',
			default: 'itemized',
			description: 'Whether the invoice lists what it is for',
			options: [
				{
					name: 'Amount Only',
					value: 'amountOnly',
					description:
						'A total and a description. No line items, discounts, taxes, freight, partial payments or custom fields.',
				},
				{ name: 'Itemized', value: 'itemized', description: 'Up to 30 line items' },
			],
		},
		...requiredCustomer,
		{
			...descriptionField,
			required: true,
			displayOptions: { show: { invoiceType: ['amountOnly'] } },
		},
		{ ...dueDateField, required: true },
		{ ...currencyField, required: true },
		{
			displayName: 'Enter Line Items',
			name: 'lineItemsSource',
			type: 'options',
			default: 'form',
			description: 'How you enter what the customer is billed for',
			options: [
				{
					name: 'As JSON or Expression',
					value: 'json',
					description: 'For lines that come from data',
				},
				{ name: 'In a Form', value: 'form', description: 'Line by line' },
			],
			displayOptions: { show: { invoiceType: ['itemized'] } },
		},
		...showFor({ invoiceType: ['itemized'] }, lineItemFields),
		{
			displayName: 'Total',
			name: 'totalSource',
			type: 'options',
			default: 'computed',
			description: 'Where the total of the invoice comes from',
			options: [
				{
					name: 'Computed From Line Items',
					value: 'computed',
					description: 'Exact to the last decimal, with discounts, taxes and freight',
				},
				{
					name: 'Entered by Me',
					value: 'entered',
					description: 'Checked against the line items before anything is sent',
				},
			],
			displayOptions: { show: { invoiceType: ['itemized'] } },
		},
		...[
			{ invoiceType: ['amountOnly'] },
			{ invoiceType: ['itemized'], totalSource: ['entered'] },
		].map((show): INodeProperties => ({
			displayName: 'Total Amount',
			name: 'totalAmount',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1234.50',
			description:
				'What the customer pays, in the currency of the invoice. A point before the decimals, nothing between the thousands.',
			displayOptions: { show },
		})),
		{
			displayName: 'Number',
			name: 'numberSource',
			type: 'options',
			default: 'service',
			description:
				'Who numbers the invoice. With a number from you or from the node, an invoice whose answer was lost on the way is found again and not made twice.',
			options: [
				{
					name: 'Entered by Me',
					value: 'entered',
					description: 'Your own unique number, e.g. the number of the order',
				},
				{
					name: 'Made by the Node',
					value: 'execution',
					description:
						'From the execution and the item, so that a retry of this node does not bill twice',
				},
				{
					name: 'Made by the Service',
					value: 'service',
					description: 'When the answer is lost, the node stops and says what to check',
				},
			],
		},
		{
			displayName: 'Invoice Number',
			name: 'invoiceNumber',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. INV-1001',
			description: 'Must be unique, and cannot be changed later',
			displayOptions: { show: { numberSource: ['entered'] } },
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: additionalFields,
		},
		simplifyField,
		optionsOf(totalsDifferOption),
	],
);

/** What each choice means on the wire. */
const DELIVERY: Record<string, { deliveryMode: string; sendImmediately: boolean }> = {
	draft: { deliveryMode: 'none', sendImmediately: false },
	emailDraft: { deliveryMode: 'email', sendImmediately: false },
	emailNow: { deliveryMode: 'email', sendImmediately: true },
	share: { deliveryMode: 'none', sendImmediately: true },
};

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const type = read<InvoiceType>(run, 'invoiceType');
	const { totalsMismatch = 'error' } = readCollection(run, 'options');
	const computesTotal =
		type === 'itemized' && read<string>(run, 'totalSource', 'computed') === 'computed';
	const entered = readDraft(readEntry(run));
	const completed = completeTotals(entered.draft, {
		compute: computesTotal,
		mismatch: totalsMismatch as TotalsPolicy['mismatch'],
	});
	const draft = withoutIdleZeros(completed.draft);
	const today = todayOf(run);
	const problems = andOther(entered.problems, [
		...missingNumber(run, draft),
		...completed.problems,
		...checkDraft(draft, { request: 'create', type, today, computesTotal }),
	]);
	refuseErrors(run, 'Create invoice', problems);

	const { invoice, alreadyExisted } = await createOnce(run, draft);
	const warnings = warningsOf(problems);
	if (alreadyExisted) {
		warnings.push(
			`Invoice ${String(draft.fields.invoiceNumber)} had been created already, and was not created again`,
		);
	}
	return [invoiceItem(run, invoice, { alreadyExisted, warnings: tellWarnings(run, warnings) })];
}

function readEntry(run: ItemRun): Entry {
	const { customFields, ...additional } = readCollection(run, 'additionalFields');
	const fields: Entry['fields'] = { ...additional };
	for (const name of [
		'customerName',
		'customerEmail',
		'description',
		'dueDate',
		'totalAmount',
	] as const) {
		const value = read<unknown>(run, name, '');
		if (!isBlank(value)) fields[name] = value;
	}
	return {
		fields: {
			...fields,
			...DELIVERY[read<string>(run, 'delivery')],
			currency: readCurrency(run),
			invoiceNumber: readNumber(run),
		},
		lineItems: readLineItems(run),
		customFields: (customFields as { field?: unknown } | undefined)?.field,
	};
}

const missingNumber = (run: ItemRun, { fields }: InvoiceDraft): Problem[] =>
	read<string>(run, 'numberSource', 'service') === 'entered' && fields.invoiceNumber === undefined
		? [error('Invoice Number', 'is required: enter one, or let the node or the service make it')]
		: [];

function readNumber(run: ItemRun): unknown {
	const { context, index } = run;
	const source = read<string>(run, 'numberSource', 'service');
	if (source === 'entered') return read(run, 'invoiceNumber', '');
	if (source !== 'execution') return undefined;
	return numberFrom([
		context.getInstanceId(),
		String(context.getWorkflow().id),
		context.getNode().id,
		context.getExecutionId(),
		String(context.getWorkflowDataProxy(index).$runIndex),
		String(index),
	]);
}
