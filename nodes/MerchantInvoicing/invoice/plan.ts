import type { InvoiceField } from '../../shared/invoice/fields';
import { INVOICE_FIELDS } from '../../shared/invoice/fields';
import type { Problem } from '../../shared/problem';
import { andOther, error } from '../../shared/problem';
import type { Part } from './changes';
import { merge } from './changes';
import type { DraftReading, InvoiceDraft } from './draft';
import type { InvoiceType } from './rules';
import { checkDraft, withoutIdleZeros } from './rules';
import type { TotalsPolicy } from './totals';
import { completeTotals } from './totals';

interface Choices {
	mismatch: TotalsPolicy['mismatch'];
	/** The present day where the workflow runs, as YYYY-MM-DD. */
	today: string;
}

export interface CreateChoices extends Choices {
	type: InvoiceType;
	total: 'computed' | 'entered';
	/** Whether the user gives the invoice its number. */
	ownNumber: boolean;
}

/** What a create will send, and everything that speaks against it. */
export function planCreate(entered: DraftReading, choices: CreateChoices): DraftReading {
	const { type, mismatch, today, ownNumber } = choices;
	const computesTotal = type === 'itemized' && choices.total === 'computed';
	const completed = completeTotals(entered.draft, { compute: computesTotal, mismatch });
	const draft = withoutIdleZeros(completed.draft);
	const problems = [
		...completed.problems,
		...checkDraft(draft, { request: 'create', type, today, computesTotal }),
	];
	if (ownNumber && draft.fields.invoiceNumber === undefined) {
		const message = 'is required. Enter one, or let the node or the service make it';
		problems.unshift(error(INVOICE_FIELDS.invoiceNumber.label, message));
	}
	return { draft, problems: andOther(entered.problems, problems) };
}

export interface UpdateChoices extends Choices {
	mode: 'merge' | 'replace';
	cleared: readonly Part[];
	total: 'computed' | 'entered' | 'unchanged';
}

/**
 * What is sure to be wrong with an update, whatever the invoice is. A whole new invoice is checked as if it
 * were stored already, as some rules spare what an invoice has.
 */
export const problemsBeforeUpdate = (entered: DraftReading, choices: UpdateChoices): Problem[] =>
	choices.mode === 'merge'
		? entered.problems
		: planUpdate({ draft: entered.draft, problems: [] }, entered, choices).problems;

/** What an update will send, and everything that speaks against it. */
export function planUpdate(
	stored: DraftReading,
	entered: DraftReading,
	choices: UpdateChoices,
): DraftReading {
	const isMerge = choices.mode === 'merge';
	const first = [...entered.problems, ...(isMerge ? unreadable(stored) : [])];
	const problems: Problem[] = [];
	const wanted = isMerge
		? merge(stored.draft, entered.draft, choices.cleared)
		: withNumberOf(stored.draft, entered.draft);

	const computesTotal = choices.total === 'computed';
	let draft = withoutIdleZeros(wanted);
	if (computesTotal || touchesAmounts(entered.draft, choices.cleared)) {
		const completed = completeTotals(draft, {
			compute: computesTotal,
			refreshSub: isMerge && entered.draft.fields.subAmount === undefined,
			mismatch: choices.mismatch,
		});
		draft = completed.draft;
		problems.push(...completed.problems);
	}
	if (computesTotal) problems.push(...notComputable(draft));

	const wasItemized = stored.draft.lineItems.length > 0;
	if (wasItemized && draft.lineItems.length === 0) {
		problems.push(
			error(
				'Line Items',
				'cannot all be left out, as an invoice cannot become amount only. Cancel it and create a new one',
			),
		);
		return { draft, problems: andOther(first, problems) };
	}
	const type = draft.lineItems.length > 0 ? 'itemized' : 'amountOnly';
	const { today } = choices;
	problems.push(
		...checkDraft(draft, { request: 'update', type, today, computesTotal, stored: stored.draft }),
	);
	return { draft, problems: andOther(first, problems) };
}

/** The number is never sent as changed. */
const withNumberOf = (stored: InvoiceDraft, draft: InvoiceDraft): InvoiceDraft => ({
	...draft,
	fields: { ...draft.fields, invoiceNumber: stored.fields.invoiceNumber },
});

/** What cannot be read cannot be sent back either, and would be lost. */
const unreadable = ({ problems }: DraftReading): Problem[] =>
	problems.map((problem) => ({
		...problem,
		message: `${problem.message}. This is what the service has: enter it again, or it would be lost`,
	}));

const ARITHMETIC = new Set<string>(['amount', 'percent', 'rate']);

const countsInTotal = (name: string) =>
	name === 'lineItems' ||
	name === 'freightTaxable' ||
	(Object.hasOwn(INVOICE_FIELDS, name) &&
		name !== 'minimumPartialAmount' &&
		ARITHMETIC.has(INVOICE_FIELDS[name as InvoiceField].kind));

/** Totals that were stored as they are do not stand in the way of another due date. */
const touchesAmounts = ({ fields, lineItems }: InvoiceDraft, cleared: readonly Part[]): boolean =>
	lineItems.length > 0 || [...Object.keys(fields), ...cleared].some(countsInTotal);

function notComputable({ lineItems }: InvoiceDraft): Problem[] {
	const label = INVOICE_FIELDS.totalAmount.label;
	if (lineItems.length === 0) {
		return [error(label, 'cannot be computed without line items. Enter it')];
	}
	return lineItems.flatMap(({ totalAmount }, index) =>
		totalAmount === undefined
			? error(label, 'cannot be computed without Unit Price and Quantity', index + 1)
			: [],
	);
}
