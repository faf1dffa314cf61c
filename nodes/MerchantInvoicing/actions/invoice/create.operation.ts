import { read, readCollection, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { refuseErrors, warningsOf } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import type { Entry } from '../../invoice/draft';
import { readDraft } from '../../invoice/draft';
import { numberFrom } from '../../invoice/invoiceNumber';
import type { CreateChoices } from '../../invoice/plan';
import { planCreate } from '../../invoice/plan';
import { isBlank } from '../../invoice/values';
import { createFields } from './createFields';
import { readLineItems } from './lineItemFields';
import { createOnce } from './once';
import { invoiceItem, readView, tellWarnings } from './output';

export const create = operation({
	name: 'Create',
	action: 'Create an invoice',
	description: 'Save a draft, or publish an invoice and email it or share its payment link',
	subtitle: 'Create Invoice',
	fields: createFields,

	prepare(item) {
		const view = readView(item);
		const entered = readDraft(readEntry(item));
		const { draft, problems } = planCreate(entered, readChoices(item, view.today));
		refuseErrors(problems);
		return { draft, warnings: warningsOf(problems), view };
	},

	async carryOut({ draft, warnings, view }, run) {
		const { invoice, alreadyExisted } = await createOnce(new Invoicing(run.transport), draft);
		if (alreadyExisted) {
			warnings.push(
				`Invoice ${String(draft.fields.invoiceNumber)} had been created already, and was not created again`,
			);
		}
		const notes = { alreadyExisted, warnings: tellWarnings(run, warnings) };
		return [invoiceItem(invoice, view, notes)];
	},
});

/** What each choice means on the wire. */
const DELIVERY: Record<string, { deliveryMode: string; sendImmediately: boolean }> = {
	draft: { deliveryMode: 'none', sendImmediately: false },
	emailDraft: { deliveryMode: 'email', sendImmediately: false },
	emailNow: { deliveryMode: 'email', sendImmediately: true },
	share: { deliveryMode: 'none', sendImmediately: true },
};

/** In Additional Fields where they are not required, above where they are. */
const IN_TWO_PLACES = [
	'customerName',
	'customerEmail',
	'description',
	'dueDate',
	'totalAmount',
] as const;

const readNumberSource = (item: Item): string => read(item, 'numberSource', 'service');

function readChoices(item: Item, today: string): CreateChoices {
	const { totalsMismatch = 'error' } = readOptions(item);
	return {
		type: read<CreateChoices['type']>(item, 'invoiceType'),
		total: read<CreateChoices['total']>(item, 'totalSource', 'computed'),
		mismatch: totalsMismatch as CreateChoices['mismatch'],
		ownNumber: readNumberSource(item) === 'entered',
		today,
	};
}

function readEntry(item: Item): Entry {
	const { customFields, ...additional } = readCollection(item, 'additionalFields');
	const fields: Entry['fields'] = { ...additional };
	for (const name of IN_TWO_PLACES) {
		const value = read<unknown>(item, name, '');
		if (!isBlank(value)) fields[name] = value;
	}
	return {
		fields: {
			...fields,
			...DELIVERY[read<string>(item, 'delivery')],
			currency: item.parameter('currency', undefined, { extractValue: true }),
			invoiceNumber: readNumber(item),
		},
		lineItems: readLineItems(item),
		customFields: (customFields as { field?: unknown } | undefined)?.field,
	};
}

function readNumber(item: Item): unknown {
	const { context, index } = item;
	const source = readNumberSource(item);
	if (source === 'entered') return read(item, 'invoiceNumber', '');
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
