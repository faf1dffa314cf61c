import type { INodeExecutionData } from 'n8n-workflow';

import type { ItemRun } from '../../../shared/node/resource';
import { throwIfErrors, warningTexts } from '../../../shared/problem';
import { type Invoice, invoiceNumberOf, Invoicing } from '../../../shared/service/invoicing';
import { DEFAULT_TAX_BASIS } from '../../invoice/totals';
import {
	type Clearable,
	diffFromRequest,
	differencesInWords,
	isCertainDifference,
} from '../../invoice/changes';
import { type DraftReading, fromInvoice } from '../../invoice/draft';
import { checkChargesLostByUpdate } from '../../invoice/joinRows';
import { type PlannedDraft, itemizationOf, type UpdateOptions } from '../../invoice/plan';
import { type DeliveryChoice, statusAndDeliveryOf, refusalReason } from '../../invoice/states';
import { commonOptions } from '../options';
import {
	carryOutUpdate,
	planChanges,
	type PlannedChanges,
	previewChanges,
} from './update.operation';
import { checkableOperation } from './checkOnly';
import { additionalFields, dueDateField, dueInDaysField } from './invoiceFields';
import { requiredNumberField, failedItemColumns, groupKeyOf } from './invoiceNumber';
import { newInvoiceFieldsWith, readTaxBasis, planRequestedInvoice } from './create.operation';
import { isSkippedEmptyRow } from './sheet';
import {
	createOrFind,
	findByNumber,
	unchangedNote,
	requireDelivered,
	refuseIfNotCreatable,
	invoiceRefusal,
} from './once';
import {
	changedItem,
	maskDifferences,
	invoiceNumberInOutput,
	readOutputOptions,
	type OutputOptions,
} from './output';

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

export const upsert = checkableOperation({
	name: 'Create or Update',
	action: 'Create or update invoice',
	description:
		'Create a new invoice, or update the current one if it already exists (upsert), for orders that change',
	subtitle: 'Create or Update Invoice',
	fields: [
		...newInvoiceFieldsWith({
			...requiredNumberField,
			description:
				'Your order or invoice number. If an invoice has it, what you enter below changes that invoice.',
		}),
		additionalFields(dueDateField, dueInDaysField, ...commonOptions),
	],

	groupBy: groupKeyOf,
	isLeftOut: isSkippedEmptyRow,

	prepare(item) {
		const view = readOutputOptions(item);
		const { delivery, entered, plan } = planRequestedInvoice(item, view);
		const number = String(plan.draft.fields.invoiceNumber);
		const choices: UpdateOptions = {
			type: itemizationOf(entered),
			cleared: CLEARED,
			computesTotal: true,
			basis: readTaxBasis(item) ?? DEFAULT_TAX_BASIS,
			today: view.today,
		};
		return { number, delivery, plan, entered: changesOf(entered), choices, view };
	},

	async check(requested, { transport }) {
		const { number, delivery, plan, view } = requested;
		const before = await findByNumber(new Invoicing(transport), number, OPERATION);
		if (before === undefined) {
			refuseIfNotCreatable(plan);
			return { outcome: 'wouldCreate', plan };
		}
		requireDelivered(delivery, before);
		return previewChanges(allowedChanges(before, requested), view);
	},

	carryOut: createOrChange,

	done: invoiceNumberInOutput,
	columns: failedItemColumns,
	isRepeatable: () => true,
});

interface RequestedUpsert {
	number: string;
	delivery: DeliveryChoice;
	plan: PlannedDraft;
	entered: DraftReading;
	choices: UpdateOptions;
	view: OutputOptions;
}

async function createOrChange(
	requested: RequestedUpsert,
	run: ItemRun,
): Promise<INodeExecutionData[]> {
	const { number, delivery, plan, view } = requested;
	const invoicing = new Invoicing(run.transport);
	const found = await findByNumber(invoicing, number, OPERATION);
	const made = found ? undefined : await createOrFind(invoicing, plan, view);
	const before = found ?? made?.invoice ?? {};
	if (made?.isFound !== false) requireDelivered(delivery, before, made?.lost);
	if (made !== undefined && (!made.isFound || (made.lost && isAsRequested(plan, made.invoice)))) {
		return [
			changedItem(run, made.invoice, view, {
				outcome: 'created',
				notes: { calculation: plan.steps },
				warnings: [...warningTexts(plan.problems), ...made.warnings],
				note: made.lost && 'A response was lost, but the invoice is there',
			}),
		];
	}
	return await carryOutUpdate(run, before, allowedChanges(before, requested), view);
}

const isAsRequested = ({ draft }: PlannedDraft, invoice: Invoice): boolean =>
	Object.values(diffFromRequest(draft, fromInvoice(invoice).draft)).flat().length === 0;

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
	throwIfErrors(checkChargesLostByUpdate(fromInvoice(before).draft, entered.draft), advice);
	const state = statusAndDeliveryOf(before);
	const reason = refusalReason('update', state);
	if (reason === undefined) return planned;
	const changes = planned.changes.filter(isCertainDifference);
	if (changes.length === 0) return { ...planned, changes };
	const differs = differencesInWords(maskDifferences(view, changes));
	const { billed } = diffFromRequest(planned.draft, fromInvoice(before).draft);
	if (state.status === 'PAID' && billed.length === 0) {
		return { ...planned, changes: [], problems: [], note: unchangedNote(differs) };
	}
	throw invoiceRefusal(
		before,
		`Cannot update invoice ${invoiceNumberOf(before)} with status ${state.status}: it is ${reason}. ${differs}`,
		advice,
	);
}
