import type { Part } from '../../../shared/invoice/changes';
import { merge } from '../../../shared/invoice/changes';
import type { DraftReading, InvoiceDraft } from '../../../shared/invoice/draft';
import { INVOICE_FIELDS, type InvoiceField } from '../../../shared/invoice/fields';
import type { Problem } from '../../../shared/invoice/problems';
import { andOther, error } from '../../../shared/invoice/problems';
import { checkDraft, withoutIdleZeros } from '../../../shared/invoice/rules';
import type { TotalsPolicy } from '../../../shared/invoice/totals';
import { completeTotals } from '../../../shared/invoice/totals';

export interface UpdateChoices {
	mode: 'merge' | 'replace';
	cleared: readonly Part[];
	total: 'computed' | 'entered' | 'unchanged';
	mismatch: TotalsPolicy['mismatch'];
	today: string;
}

export interface PlannedUpdate {
	draft: InvoiceDraft;
	problems: Problem[];
}

/** What an update will send, and everything that speaks against it. */
export function planUpdate(
	stored: DraftReading,
	entered: DraftReading,
	choices: UpdateChoices,
): PlannedUpdate {
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
				'cannot all be left out: an invoice cannot become amount only. Cancel it and create a new one',
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
		message: `${problem.message}, as the service has it: enter it anew, as it would be lost`,
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
		return [error(label, 'cannot be computed without line items: enter it')];
	}
	return lineItems.flatMap(({ totalAmount }, index) =>
		totalAmount === undefined
			? error(label, 'cannot be computed: enter Unit Price and Quantity', index + 1)
			: [],
	);
}
