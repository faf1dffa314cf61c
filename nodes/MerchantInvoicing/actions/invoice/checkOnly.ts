import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { amountOrText } from '../../../shared/invoice/invoice';
import { read } from '../../../shared/node/parameters';
import {
	type OperationDefinition,
	type Item,
	type Operation,
	defineOperation,
	rowColumn,
	type ItemRun,
} from '../../../shared/node/resource';
import {
	refusalOrRethrow,
	type Refusal,
	refusal,
	throwIfErrors,
	warningTexts,
} from '../../../shared/problem';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import { draftNumber, toBody } from '../../invoice/draft';
import type { PlannedDraft } from '../../invoice/plan';
import { checkOnlyField } from '../options';
import { readInvoiceOptions } from './invoiceFields';
import { markAsCheckOnly, readOutputOptions, type OutputOptions } from './output';

export interface Preview {
	/** Where there is nothing to do, that is what a run says too. */
	outcome: 'wouldCreate' | 'wouldUpdate' | 'alreadyThere' | 'unchanged';
	plan: PlannedDraft;
	notes?: IDataObject;
}

/** What of a new invoice can be read before the service is asked; its errors refuse the row. */
const planOf = (prepared: { plan?: PlannedDraft }): PlannedDraft | undefined => prepared.plan;

interface Checkable<ItsPlan> extends OperationDefinition<ItsPlan> {
	columns(item: Item): IDataObject;
	check(plan: ItsPlan, run: ItemRun): Promise<INodeExecutionData | Preview>;
	/** Whether there is nothing to do for a row, and nothing to say of it. */
	isLeftOut?(item: Item): boolean;
}

type Prepared<ItsPlan> =
	| { kind: 'run' | 'check'; plan: ItsPlan; view: OutputOptions }
	| { kind: 'wrong'; refusal: Refusal; plan?: PlannedDraft }
	| { kind: 'leftOut' };

/** When it only checks, what is wrong with a row is part of its item. */
export const checkableOperation = <ItsPlan extends object>(action: Checkable<ItsPlan>): Operation =>
	defineOperation<Prepared<ItsPlan>>({
		...action,
		prepare(item) {
			if (action.isLeftOut?.(item) === true) return { kind: 'leftOut' };
			const view = readOutputOptions(item);
			const isCheck = isCheckOnly(item);
			let plan: PlannedDraft | undefined;
			try {
				const prepared = action.prepare(item);
				plan = planOf(prepared);
				throwIfErrors(plan?.problems ?? []);
				return { kind: isCheck ? 'check' : 'run', plan: prepared, view };
			} catch (error) {
				const refused = refusalOrRethrow(error);
				if (!isCheck) throw refused;
				return { kind: 'wrong', refusal: refused, plan };
			}
		},
		async carryOut(prepared, run) {
			if (prepared.kind === 'leftOut') return [];
			if (prepared.kind === 'run') return await action.carryOut(prepared.plan, run);
			const { invoiceNumber = '' } = action.columns(run);
			const wrong = (reasons: readonly string[], plan?: PlannedDraft) => [
				markAsCheckOnly({
					json: {
						row: rowColumn(run),
						outcome: 'failed',
						reason: reasons.join('; '),
						invoiceNumber,
						...shownOf(plan),
					},
				}),
			];
			if (prepared.kind === 'wrong') return wrong(prepared.refusal.texts, prepared.plan);
			try {
				const preview = await action.check(prepared.plan, run);
				const item = 'json' in preview ? preview : previewItem(run, preview, prepared.view);
				return [markAsCheckOnly(item)];
			} catch (error) {
				return wrong(reasonsIn(error), planOf(prepared.plan));
			}
		},
	});

function isCheckOnly(item: Item): boolean {
	const { name, displayName } = checkOnlyField;
	const isCheck = readInvoiceOptions(item)[name] ?? read<unknown>(item, name, false);
	if (typeof isCheck === 'boolean') return isCheck;
	// An empty cell must not mean "bill".
	const advice = 'Its expression gives an empty text for this item. Nothing was sent.';
	throw refusal('is neither true nor false', advice, displayName);
}

/** An invoice that is not there, or whose status does not allow it, is a problem of its row. */
function reasonsIn(error: unknown): readonly string[] {
	if (error instanceof ServiceFailure && error.status === 404) return [error.message];
	return refusalOrRethrow(error).texts;
}

function shownOf(plan?: PlannedDraft): IDataObject {
	const { customerName = '', totalAmount, currency = '', dueDate = '' } = plan?.draft.fields ?? {};
	return {
		customerName,
		totalAmount: amountOrText(totalAmount, currency) ?? '',
		currency,
		dueDate,
		calculation: plan?.steps ?? '',
	};
}

const previewItem = (
	run: Item,
	{ outcome, plan, notes = {} }: Preview,
	view: OutputOptions,
): INodeExecutionData => ({
	json: {
		row: rowColumn(run),
		outcome,
		reason: warningTexts(plan.problems).join('; '),
		invoiceNumber: draftNumber(plan.draft) ?? '',
		...shownOf(plan),
		...notes,
		// A row of a table with the request in it takes half a screen.
		...(view.output.kind === 'simplified' ? {} : { request: toBody(plan.draft) }),
	},
});
