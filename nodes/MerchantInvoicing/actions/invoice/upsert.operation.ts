import type { IExecuteFunctions } from 'n8n-workflow';

import { INVOICE_FIELDS } from '../../../shared/invoice/fields';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { refusal, refuseErrors, warningsOf } from '../../../shared/problem';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { Invoicing } from '../../../shared/service/invoicing';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';
import { orFailure } from '../../../shared/service/once';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { differencesFromRequest, isSeen } from '../../invoice/changes';
import type { DraftReading, InvoiceDraft } from '../../invoice/draft';
import { fromInvoice } from '../../invoice/draft';
import type { CreateChoices, UpdateChoices } from '../../invoice/plan';
import { planCreate } from '../../invoice/plan';
import { stateOf, whyNot } from '../../invoice/states';
import type { PlannedChanges } from './applyChanges';
import { applyChanges, planChanges } from './applyChanges';
import { readAsked, readCreate } from './createEntry';
import { upsertFields } from './createFields';
import { inTurn } from './inTurn';
import { answerWasLost, createOrFind, hasCarriedOn, missingMove, MOTIONS, moveFrom } from './once';
import { invoiceItem, numberIn, readView, tellWarnings } from './output';

export const upsert = operation({
	name: 'Create or Update',
	action: 'Create or update invoice',
	description:
		'Create a new invoice, or update the current one if it already exists (upsert). It is found by its number.',
	subtitle: 'Create or Update Invoice',
	fields: upsertFields,

	prepare(item) {
		const view = readView(item);
		const asked = readAsked(item);
		const { entered, choices } = readCreate(item, asked.delivery, view, { ownNumber: true });
		const plan = planCreate(entered, choices);
		refuseErrors(plan.problems);
		const number = String(plan.draft.fields.invoiceNumber);
		refuseOtherRow(item, number, JSON.stringify([plan.draft, asked]));
		return {
			number,
			plan,
			changes: { entered: changesIn(entered), choices: choicesOfUpdate(choices) },
			asked,
			view,
		};
	},

	carryOut: async ({ number, plan, changes, asked, view }, run) =>
		await inTurn(run, number, async () => {
			const invoicing = new Invoicing(run.transport);
			const found = await invoicing.find(number, 'Create or update invoice');
			const { invoice: before, ...made } = found
				? { invoice: found, isFound: true, wasLost: false, warnings: [] }
				: await createOrFind(invoicing, plan.draft);
			const lost = [...(made.wasLost ? [answerWasLost(number)] : []), ...made.warnings];
			if (!made.isFound || (made.wasLost && isSame(plan.draft, before))) {
				const warnings = tellWarnings(run, [...warningsOf(plan.problems), ...lost]);
				return [invoiceItem(before, view, { outcome: 'made', calculation: plan.steps, warnings })];
			}

			const move = missingMove(number, before, asked);
			const planned = allowedChanges(before, planChanges(before, changes.entered, changes.choices));
			const { after, warnings, notes } = await applyChanges(run.transport, before, planned);
			if (move !== undefined) warnings.push(hasCarriedOn(move));
			const last =
				move === undefined
					? after
					: await orTellUpdate(moveFrom(invoicing, after, MOTIONS[move]), number, planned);
			return [
				invoiceItem(last, view, {
					outcome: planned.isNeeded || move !== undefined ? 'changed' : 'unchanged',
					...notes,
					warnings: tellWarnings(run, [...lost, ...warnings]),
				}),
			];
		}),

	done: numberIn,
});

const rows = new WeakMap<IExecuteFunctions, Map<string, { row: number; content: string }>>();

/** Of two rows with one number the later one would replace what the other one has just billed. */
function refuseOtherRow({ context, index }: Item, number: string, content: string): void {
	const ofRun = rows.get(context) ?? new Map<string, { row: number; content: string }>();
	rows.set(context, ofRun);
	const first = ofRun.get(number);
	if (first === undefined) ofRun.set(number, { row: index + 1, content });
	else if (first.content !== content) {
		throw refusal(
			`row ${first.row} has ${number} too, with other values`,
			'Each row is a whole invoice. Put all line items of an invoice into one row, or keep only the last row of each number.',
			INVOICE_FIELDS.invoiceNumber.label,
		);
	}
}

/** What follows the update may fail; the update stands all the same. */
async function orTellUpdate(
	moving: Promise<Invoice>,
	number: string,
	{ isNeeded, changes }: PlannedChanges,
): Promise<Invoice> {
	const moved = await orFailure(moving);
	if (!(moved instanceof ServiceFailure)) return moved;
	if (!isNeeded) throw moved;
	const fields = changes.map(({ field }) => field).join(', ');
	throw moved.advise(`Invoice ${number} had been updated before this (${fields}).`);
}

/** What an update does not change: the number, and how the invoice is delivered. */
function changesIn({ draft, problems }: DraftReading): DraftReading {
	const fields = { ...draft.fields };
	delete fields.invoiceNumber;
	delete fields.deliveryMode;
	delete fields.sendImmediately;
	return { draft: { ...draft, fields }, problems };
}

const choicesOfUpdate = ({
	type,
	total,
	mismatch,
	basis,
	today,
}: CreateChoices): UpdateChoices => ({
	mode: 'merge',
	type,
	cleared: [],
	total: type === 'amountOnly' ? 'entered' : total,
	mismatch,
	basis,
	today,
});

const isSame = (draft: InvoiceDraft, invoice: Invoice): boolean =>
	differencesFromRequest(draft, fromInvoice(invoice).draft).length === 0;

/** An invoice that can no longer be changed is fine as long as nothing is to be changed. */
function allowedChanges(before: Invoice, planned: PlannedChanges): PlannedChanges {
	const state = stateOf(before);
	const reason = whyNot('update', state);
	if (reason === undefined) return planned;
	const changes = planned.changes.filter(isSeen);
	if (changes.length === 0) return { ...planned, changes, isNeeded: false };
	throw refusal(
		`Cannot update invoice ${invoiceNumberOf(before)} with status ${state.status}: ${reason}`,
		`You entered other values for ${changes.map(({ field }) => field).join(', ')}. The invoice was read, and nothing was changed.`,
	);
}
