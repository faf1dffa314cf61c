import { read, readCollection, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { DraftReading, InvoiceDraft } from '../../invoice/draft';
import { readDraft } from '../../invoice/draft';
import type { CreateChoices } from '../../invoice/plan';
import type { Delivery } from '../../invoice/states';
import { isBlank } from '../../invoice/values';
import { DEFAULT_DELIVERY, deliveryField } from './createFields';
import { requiredDescriptionField } from './invoiceFields';
import { readLineItems } from './lineItemFields';
import { withReachableNumber } from './number';
import type { Asked } from './once';
import type { View } from './output';
import { readBasis } from './totalsOptions';

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

export const readWhenBehind = (item: Item): Asked['whenBehind'] =>
	readOptions(item).whenDraft === 'carryOn' ? 'carryOn' : 'stop';

/** What the user wants the invoice to be in the end. */
export const readAsked = (item: Item): Asked => ({
	delivery: read<Delivery>(item, deliveryField.name, DEFAULT_DELIVERY),
	whenBehind: readWhenBehind(item),
});

/** In Additional Fields where they are not required, above where they are: under which name. */
const IN_TWO_PLACES = [
	['customerName', 'customerName'],
	['customerEmail', 'customerEmail'],
	['description', requiredDescriptionField.name],
	['dueDate', 'dueDate'],
	['totalAmount', 'totalAmount'],
] as const;

/** All that was entered for an invoice that may have to be created. */
export function readCreate(
	item: Item,
	delivery: Delivery,
	{ zone, today }: View,
	{ ownNumber }: Pick<CreateChoices, 'ownNumber'>,
): { entered: DraftReading; choices: CreateChoices } {
	const { customFields, ...additional } = readCollection(item, 'additionalFields');
	const above = IN_TWO_PLACES.map(
		([field, name]) => [field, read<unknown>(item, name, '')] as const,
	);
	const { totalsMismatch = 'warning' } = readOptions(item);
	return {
		entered: withReachableNumber(
			readDraft({
				fields: {
					...additional,
					...Object.fromEntries(above.filter(([, value]) => !isBlank(value))),
					...WIRE[delivery],
					currency: item.parameter('currency', undefined, { extractValue: true }),
					invoiceNumber: ownNumber ? read<unknown>(item, 'invoiceNumber', '') : undefined,
				},
				lineItems: readLineItems(item),
				customFields: (customFields as { field?: unknown } | undefined)?.field,
				zone,
			}),
		),
		choices: {
			type: read<CreateChoices['type']>(item, 'invoiceType', 'itemized'),
			total: read<CreateChoices['total']>(item, 'totalSource', 'computed'),
			mismatch: totalsMismatch as CreateChoices['mismatch'],
			basis: readBasis(item),
			ownNumber,
			today,
		},
	};
}
