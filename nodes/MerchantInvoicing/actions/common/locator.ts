import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { numberInApiLink } from '../../../shared/invoice/invoiceNumber';
import { valueAt } from '../../../shared/invoice/fieldValues';
import { numberOf } from '../../../shared/invoice/simplify';
import { textOf } from '../../../shared/invoice/values';
import type { ItemRun } from '../../../shared/items';
import { detailsOf } from './details';
import { listInvoices } from './service';

export const invoiceLocator: INodeProperties = {
	displayName: 'Invoice',
	name: 'invoice',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The invoice to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose an invoice…',
			typeOptions: { searchListMethod: 'searchInvoices', searchable: true },
		},
		{
			displayName: 'Number',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. INV-1001',
			hint: 'The invoice number, as Create returns it',
		},
		{
			displayName: 'Link',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://…/invoicing/v2/invoices/INV-1001',
			hint: 'An API link from _links, or a payment link. A payment link does not show the number, so the node searches the invoices for it, which takes a while when there are many.',
		},
	],
};

/** The number of the invoice that the user picked, in whichever way. */
export async function readInvoiceNumber(run: ItemRun): Promise<string> {
	const { context, index, parameter } = run;
	const picked = parameter('invoice', '') as IDataObject | string | number;
	const text = textOf(typeof picked === 'object' ? picked.value : picked);
	if (text === '') {
		throw new NodeOperationError(context.getNode(), 'Invoice is required', {
			itemIndex: index,
			description: 'Choose an invoice from the list, or enter its number or one of its links.',
		});
	}
	return /^https?:\/\//i.test(text) ? await numberOfLink(run, text) : text;
}

async function numberOfLink(run: ItemRun, link: string): Promise<string> {
	const number = numberInApiLink(link) ?? (await numberOfPaymentLink(run, link));
	if (number === undefined) {
		throw new NodeOperationError(run.context.getNode(), 'No invoice has this link', {
			itemIndex: run.index,
			description:
				'The link is neither an API link of an invoice nor the payment link of one. A payment link changes when the email address of its customer does.',
		});
	}
	return number;
}

/** Only an invoice's details have its payment link, so they are read until it is found. */
async function numberOfPaymentLink(run: ItemRun, link: string): Promise<string | undefined> {
	for await (const page of listInvoices(run.transport)) {
		for await (const invoice of detailsOf(run.transport, page)) {
			if (valueAt(invoice, ['invoiceInformation', 'paymentLink']) === link)
				return numberOf(invoice);
		}
	}
	return undefined;
}
