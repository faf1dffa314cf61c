import type { INodeExecutionData } from 'n8n-workflow';

import type { Run } from '../../../shared/node/resource';
import { refuseErrors, warningTexts } from '../../../shared/problem';
import { type Invoice, invoiceNumberOf, Invoicing } from '../../../shared/service/invoicing';
import { DEFAULT_TAX_BASIS } from '../../invoice/totals';
import {
	type Clearable,
	differencesFromRequest,
	differencesInWords,
	isKnownDifference,
} from '../../invoice/changes';
import { type DraftReading, fromInvoice } from '../../invoice/draft';
import { lostCharges } from '../../invoice/joinRows';
import { type Plan, typeOf, type UpdateChoices } from '../../invoice/plan';
import { type Delivery, statusDetailsOf, whyNot } from '../../invoice/states';
import { invoiceOptions } from '../options';
import { applyChanges, planChanges, type PlannedChanges, previewChanges } from './update.operation';
import { checkable } from './checkOnly';
import { additionalFields, dueDateField, dueInDaysField } from './invoiceFields';
import { invoiceNumberField, numberAsked, numberKey } from './invoiceNumber';
import { newInvoiceFields, readBasis, readCreation } from './create.operation';
import { isEmptyRow } from './sheet';
import {
	createOrFind,
	findNumbered,
	staysAsItIs,
	requireDelivered,
	refuseIfNotCreatable,
	invoiceRefusal,
} from './once';
import { changedItem, maskedDifferences, numberIn, readView, type View } from './output';

const OPERATION = 'Create or update invoice';

/** A row is a whole order: what it leaves out of these is not charged, as on a new invoice. */
const CLEARED: readonly Clearable[] = [
	'discountAmount',
	'discountPercent',
	'freightAmount',
	'freightTaxRate',
	'freightTaxable',
	'taxAmount',
	'taxRate',
	'taxType',
];

export const upsert = checkable({
	name: 'Create or Update',
	action: 'Create or update invoice',
	description:
		'Create a new invoice, or update the current one if it already exists (upsert), for orders that change',
	subtitle: 'Create or Update Invoice',
	fields: [
		...newInvoiceFields({
			...invoiceNumberField,
			description:
				'Your order or invoice number. If an invoice has it, what you enter below changes that invoice.',
		}),
		additionalFields(dueDateField, dueInDaysField, ...invoiceOptions),
	],

	groupBy: numberKey,
	isLeftOut: isEmptyRow,

	prepare(item) {
		const view = readView(item);
		const { delivery, entered, plan } = readCreation(item, view);
		const number = String(plan.draft.fields.invoiceNumber);
		const choices: UpdateChoices = {
			type: typeOf(entered),
			cleared: CLEARED,
			computesTotal: true,
			basis: readBasis(item) ?? DEFAULT_TAX_BASIS,
			today: view.today,
		};
		return { number, delivery, plan, entered: changesOf(entered), choices, view };
	},

	async check(wanted, { transport }) {
		const { number, delivery, plan, view } = wanted;
		const before = await findNumbered(new Invoicing(transport), number, OPERATION);
		if (before === undefined) {
			refuseIfNotCreatable(plan);
			return { outcome: 'wouldCreate', plan };
		}
		requireDelivered(delivery, before);
		return previewChanges(allowedChanges(before, wanted), view);
	},

	carryOut: createOrChange,

	done: numberIn,
	columns: numberAsked,
	isRepeatable: () => true,
});

interface RequestedUpsert {
	number: string;
	delivery: Delivery;
	plan: Plan;
	entered: DraftReading;
	choices: UpdateChoices;
	view: View;
}

async function createOrChange(wanted: RequestedUpsert, run: Run): Promise<INodeExecutionData[]> {
	const { number, delivery, plan, view } = wanted;
	const invoicing = new Invoicing(run.transport);
	const found = await findNumbered(invoicing, number, OPERATION);
	const made = found ? undefined : await createOrFind(invoicing, plan, view);
	const before = found ?? made?.invoice ?? {};
	if (made?.isFound !== false) requireDelivered(delivery, before, made?.lost);
	if (made !== undefined && (!made.isFound || (made.lost && isAsked(plan, made.invoice)))) {
		return [
			changedItem(run, made.invoice, view, {
				outcome: 'created',
				notes: { calculation: plan.steps },
				warnings: [...warningTexts(plan.problems), ...made.warnings],
				note: made.lost && 'An answer of the service was lost, but the invoice is there',
			}),
		];
	}
	return await applyChanges(run, before, allowedChanges(before, wanted), view);
}

const isAsked = ({ draft }: Plan, invoice: Invoice): boolean =>
	Object.values(differencesFromRequest(draft, fromInvoice(invoice).draft)).flat().length === 0;

function changesOf({ draft, problems }: DraftReading): DraftReading {
	const fields = { ...draft.fields };
	delete fields.invoiceNumber;
	delete fields.deliveryMode;
	delete fields.sendImmediately;
	return { draft: { ...draft, fields }, problems };
}

/**
 * An invoice that can no longer be changed is fine as long as nothing is to be changed, and a paid one where only the
 * due date differs, say: nobody has to pay it any more.
 */
function allowedChanges(
	before: Invoice,
	{ entered, choices, view }: RequestedUpsert,
): PlannedChanges {
	const planned = planChanges(before, entered, choices);
	const advice = 'The invoice was read, and nothing was changed.';
	refuseErrors(lostCharges(fromInvoice(before).draft, entered.draft), advice);
	const state = statusDetailsOf(before);
	const reason = whyNot('update', state);
	if (reason === undefined) return planned;
	const changes = planned.changes.filter(isKnownDifference);
	if (changes.length === 0) return { ...planned, changes };
	const differs = differencesInWords(maskedDifferences(view, changes));
	const { billed } = differencesFromRequest(planned.draft, fromInvoice(before).draft);
	if (state.status === 'PAID' && billed.length === 0) {
		return { ...planned, changes: [], problems: [], note: staysAsItIs(differs) };
	}
	throw invoiceRefusal(
		before,
		`Cannot update invoice ${invoiceNumberOf(before)} with status ${state.status}: it is ${reason}. ${differs}`,
		advice,
	);
}
