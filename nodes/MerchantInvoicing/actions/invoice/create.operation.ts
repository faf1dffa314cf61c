import { read, readCollection, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { refusal, refuseErrors, warningsOf } from '../../../shared/problem';
import { textOf } from '../../../shared/record';
import { Invoicing } from '../../../shared/service/invoicing';
import type { Entry } from '../../invoice/draft';
import { readDraft } from '../../invoice/draft';
import type { CreateChoices } from '../../invoice/plan';
import { planCreate } from '../../invoice/plan';
import type { Delivery } from '../../invoice/states';
import { DELIVERIES } from '../../invoice/states';
import { isBlank } from '../../invoice/values';
import { createFields, deliveryField } from './createFields';
import { readLineItems } from './lineItemFields';
import { readNumberSource, withNumber } from './number';
import type { Asked, Created } from './once';
import { createOnce } from './once';
import type { View } from './output';
import { invoiceItem, numberIn, readView, tellWarnings } from './output';
import { readBasis } from './totalsOptions';

export const create = operation({
	name: 'Create',
	action: 'Create an invoice',
	description: 'Save a draft, or publish an invoice and email it or share its payment link',
	subtitle: 'Create Invoice',
	fields: createFields,

	prepare(item) {
		const view = readView(item);
		const delivery = readDelivery(item);
		const entered = readDraft(readEntry(item, delivery, view));
		const plan = planCreate(entered, readChoices(item, view.today));
		refuseErrors(plan.problems);
		const asked: Asked = {
			delivery,
			whenBehind: readOptions(item).whenDraft === 'carryOn' ? 'carryOn' : 'stop',
		};
		return {
			draft: withNumber(item, plan.draft),
			calculation: plan.steps,
			warnings: warningsOf(plan.problems),
			asked,
			view,
		};
	},

	async carryOut({ draft, calculation, warnings, asked, view }, run) {
		const created = await createOnce(new Invoicing(run.transport), draft, asked);
		const { invoice, outcome } = created;
		const notes = {
			outcome,
			alreadyExisted: outcome === 'alreadyThere',
			calculation,
			warnings: tellWarnings(run, [...warnings, ...whatWasThere(created, draft.fields)]),
		};
		return [invoiceItem(invoice, view, notes)];
	},

	done: numberIn,
});

function whatWasThere(
	{ outcome, carriedOn, wasLost }: Created,
	{ invoiceNumber }: { invoiceNumber?: unknown },
): string[] {
	if (outcome === 'made') return [];
	const number = textOf(invoiceNumber);
	const told =
		wasLost === true
			? `An answer of the service was lost, but invoice ${number} is there. It was not created again`
			: `Invoice ${number} had been created already, and was not created again`;
	if (carriedOn === undefined) return [told];
	return [
		`${told}. It was a draft, and has now been ${carriedOn === 'send' ? 'sent' : 'published'}`,
	];
}

/** What each choice means on the wire. */
const WIRE: Record<Delivery, { deliveryMode: string; sendImmediately: boolean }> = {
	draft: { deliveryMode: 'none', sendImmediately: false },
	emailDraft: { deliveryMode: 'email', sendImmediately: false },
	emailNow: { deliveryMode: 'email', sendImmediately: true },
	share: { deliveryMode: 'none', sendImmediately: true },
};

/** An expression may give the value or the words of the editor. */
export function readDelivery(item: Item): Delivery {
	const entered = textOf(read<unknown>(item, deliveryField.name, deliveryField.default));
	const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
	const names = new Map<string, string>(
		(deliveryField.options ?? []).flatMap((option) =>
			'value' in option
				? [
						[plain(String(option.value)), String(option.value)],
						[plain(option.name), String(option.value)],
					]
				: [],
		),
	);
	const delivery = DELIVERIES.find((one) => one === names.get(plain(entered)));
	if (delivery !== undefined) return delivery;
	throw refusal(
		`must be one of ${DELIVERIES.join(', ')}, not ${JSON.stringify(entered)}`,
		undefined,
		deliveryField.displayName,
	);
}

/** In Additional Fields where they are not required, above where they are. */
const IN_TWO_PLACES = [
	'customerName',
	'customerEmail',
	'description',
	'dueDate',
	'totalAmount',
] as const;

export function readChoices(item: Item, today: string): CreateChoices {
	const { totalsMismatch = 'warning' } = readOptions(item);
	return {
		type: read<CreateChoices['type']>(item, 'invoiceType', 'itemized'),
		total: read<CreateChoices['total']>(item, 'totalSource', 'computed'),
		mismatch: totalsMismatch as CreateChoices['mismatch'],
		basis: readBasis(item),
		ownNumber: readNumberSource(item) === 'entered',
		today,
	};
}

export function readEntry(item: Item, delivery: Delivery, { zone }: View): Entry {
	const { customFields, ...additional } = readCollection(item, 'additionalFields');
	const fields: Entry['fields'] = { ...additional };
	for (const name of IN_TWO_PLACES) {
		const value = read<unknown>(item, name, '');
		if (!isBlank(value)) fields[name] = value;
	}
	const ownNumber = readNumberSource(item) === 'entered';
	return {
		fields: {
			...fields,
			...WIRE[delivery],
			currency: item.parameter('currency', undefined, { extractValue: true }),
			invoiceNumber: ownNumber ? read<unknown>(item, 'invoiceNumber', '') : undefined,
		},
		lineItems: readLineItems(item),
		customFields: (customFields as { field?: unknown } | undefined)?.field,
		zone,
	};
}
