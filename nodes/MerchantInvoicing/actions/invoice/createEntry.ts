import { read, readCollection } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { andOther, refusal } from '../../../shared/problem';
import type { Basis } from '../../invoice/totals';
import type { DraftReading, InvoiceDraft } from '../../invoice/draft';
import { readDraft } from '../../invoice/draft';
import type { Plan } from '../../invoice/plan';
import { planCreate } from '../../invoice/plan';
import type { Delivery } from '../../invoice/states';
import { taxOption } from '../options';
import { deliveryField } from './createFields';
import { readCustomFields, readInvoiceFields, readInvoiceOptions } from './invoiceFields';
import { readLineItems } from './lineItemFields';
import { numberProblems, readNumber } from './number';
import type { View } from './output';

/** What each choice means on the wire. */
export const WIRE: Record<
	Delivery,
	Pick<InvoiceDraft['fields'], 'deliveryMode' | 'sendImmediately'>
> = {
	draft: { deliveryMode: 'none', sendImmediately: false },
	emailDraft: { deliveryMode: 'email', sendImmediately: false },
	emailNow: { deliveryMode: 'email', sendImmediately: true },
	share: { deliveryMode: 'none', sendImmediately: true },
};

/** How taxes are calculated; undefined where the user did not choose. */
export function readBasis(item: Item): Basis | undefined {
	const basis = readInvoiceOptions(item)[taxOption.name];
	if (basis !== '') return basis as Basis | undefined;
	throw refusal(
		'has no value',
		'Its expression gives an empty text for this item. Correct it, or remove the option.',
		taxOption.displayName,
	);
}

/** All that was entered for a new invoice, and what becomes of it. */
export interface Creation {
	delivery: Delivery;
	entered: DraftReading;
	plan: Plan;
}

export function readCreation(item: Item, { zone, today }: View): Creation {
	const delivery = read<Delivery>(item, deliveryField.name, 'emailDraft');
	const additional = readCollection(item, 'additionalFields');
	const entered = readDraft({
		fields: {
			...readInvoiceFields(additional),
			...WIRE[delivery],
			customerName: read<unknown>(item, 'customerName', ''),
			customerEmail: read<unknown>(item, 'customerEmail', ''),
			dueDate: read<unknown>(item, 'dueDate', ''),
			currency: item.parameter('currency', undefined, { extractValue: true }),
			invoiceNumber: readNumber(item),
		},
		lineItems: readLineItems(item, additional),
		customFields: readCustomFields(additional),
		zone,
	});
	const problems = numberProblems(item, entered.draft);
	entered.problems = andOther(entered.problems, problems);
	return { delivery, entered, plan: planCreate(entered, { basis: readBasis(item), today }) };
}
