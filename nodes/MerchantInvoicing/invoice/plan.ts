import { INVOICE_FIELDS } from '../../shared/invoice/invoice';
import { format } from '../../shared/money';
import { error, addProblemsOfOtherFields, type Problem } from '../../shared/problem';
import { type Clearable, diffDrafts, type LineChangeMode, mergeDrafts } from './changes';
import { isTotalExplained, recalculate } from './derived';
import type { DraftReading } from './draft';
import {
	checkDraft,
	type Itemization,
	isTaxed,
	type RuleContext,
	withoutConflictingZeros,
} from './rules';
import {
	completeTotals,
	checkAmountsMatchRates,
	DEFAULT_TAX_BASIS,
	invoiceAmounts,
	type MismatchToProblem,
	TAX_BASES,
	TAX_BASIS_LABELS,
	type TaxBasis,
} from './totals';
import type { InvoiceDraft, LineItem } from './values';

interface Choices {
	basis?: TaxBasis;
	today: string;
}

export interface PlannedDraft extends DraftReading {
	steps?: string;
	/** Whether the due date is counted from today. */
	isDueSet?: boolean;
	/** Why no invoice is created. One that exists is left as it is. */
	ifNew?: readonly Problem[];
}

/** Also a total that could not be read makes an amount only invoice. */
export function itemizationOf({
	draft: { fields, lineItems },
	problems,
}: DraftReading): Itemization {
	const { label } = INVOICE_FIELDS.totalAmount;
	const hasTotal =
		fields.totalAmount !== undefined ||
		problems.some(({ field, line }) => field === label && line === undefined);
	return lineItems.length === 0 && hasTotal ? 'amountOnly' : 'itemized';
}

export function planCreate(
	entered: DraftReading,
	choices: Choices,
	mismatch?: MismatchToProblem,
): PlannedDraft {
	const { basis = DEFAULT_TAX_BASIS, today } = choices;
	const type = itemizationOf(entered);
	const computesTotal = type === 'itemized' && entered.draft.fields.totalAmount === undefined;
	// In a sheet, a total without the tax looks like one whose prices include it: only the user knows.
	const others = mismatch && ADDED;
	const completed = completeTotals(entered.draft, computesTotal, basis, mismatch, others);
	const draft = withTax(withoutConflictingZeros(completed.draft), basis);
	const problems = [
		...completed.problems,
		...checkAmountsMatchRates(entered.draft, completed.draft, choices.basis ? [basis] : ADDED),
		...checkDraft(draft, { request: 'create', type, today, computesTotal }),
		...taxedAnyway(entered, draft),
	];
	return {
		draft,
		problems: addProblemsOfOtherFields(entered.problems, problems),
		steps: completed.steps,
		ifNew: pastDue(draft, today),
	};
}

/** Nobody can pay in time what is due already when it arrives. */
function pastDue({ fields }: InvoiceDraft, today: string): Problem[] {
	const { dueDate, sendImmediately } = fields;
	if (sendImmediately !== true || dueDate === undefined || dueDate >= today) return [];
	const message = `${String(dueDate)} is in the past, so a new invoice cannot be emailed or published. Enter a later date, or save a draft`;
	return [error(INVOICE_FIELDS.dueDate.label, message)];
}

/** The rows say that there is no tax, or one in the prices, and the invoice is taxed. */
const taxedAnyway = (
	{ draft: { lineItems: lines }, ifTaxed = [] }: DraftReading,
	{ fields, lineItems }: InvoiceDraft,
): Problem[] =>
	ifTaxed.filter(({ line }) => {
		const isMeant = ({ productSku }: LineItem) =>
			line === undefined || productSku === lines.at(line - 1)?.productSku;
		// Of a line it says nothing of the freight.
		const ofFreight = line === undefined ? {} : { freightAmount: undefined };
		return isTaxed({
			fields: { ...fields, ...ofFreight },
			lineItems: lineItems.filter(isMeant),
		});
	});

/** A tax amount that was entered is added, also one from before the discount. */
const ADDED: readonly TaxBasis[] = ['afterDiscount', 'beforeDiscount'];

/** On another basis than the usual one, the amount goes with the rate, so that the service does not work it out. */
function withTax(draft: InvoiceDraft, basis: TaxBasis): InvoiceDraft {
	const { taxRate, taxAmount } = draft.fields;
	if (basis === DEFAULT_TAX_BASIS || taxRate === undefined || taxAmount !== undefined) return draft;
	const amounts = invoiceAmounts(draft, basis);
	if (amounts === undefined) return draft;
	return { ...draft, fields: { ...draft.fields, taxAmount: format(amounts.tax) } };
}

export interface UpdateOptions extends Choices {
	/** create: the changed invoice becomes a new one. */
	request?: RuleContext['request'];
	/** Without it, the line items tell. */
	type?: Itemization;
	cleared: readonly Clearable[];
	lines?: LineChangeMode;
	/** Also if the total was not what the invoice added up to before. */
	computesTotal?: boolean;
}

export function planUpdate(
	stored: DraftReading,
	entered: DraftReading,
	choices: UpdateOptions,
): PlannedDraft {
	const first = [...entered.problems, ...unreadable(stored)];
	const merged = mergeDrafts(stored.draft, entered.draft, choices.cleared, choices.lines);
	const { draft, problems, steps, computesTotal } = withAmounts(
		withoutConflictingZeros(merged.draft),
		stored.draft,
		entered.draft,
		choices,
	);
	problems.unshift(...merged.problems);

	const wasItemized = stored.draft.lineItems.length > 0;
	if (wasItemized && choices.type === 'amountOnly') {
		problems.push(error('Line Items', CANNOT_ALL_GO));
		return { draft, problems: addProblemsOfOtherFields(first, problems) };
	}
	const type = draft.lineItems.length > 0 ? 'itemized' : 'amountOnly';
	const { request = 'update', today } = choices;
	problems.push(
		...checkDraft(draft, { request, type, today, computesTotal, stored: stored.draft }),
		...taxedAnyway(entered, draft),
	);
	return { draft, problems: addProblemsOfOtherFields(first, problems), steps };
}

const CANNOT_ALL_GO =
	'cannot all be left out, as an invoice cannot become amount only. Cancel it and create a new one';

export function planCopy(
	original: DraftReading,
	entered: DraftReading,
	choices: Omit<UpdateOptions, 'request'>,
): PlannedDraft {
	const fields = { ...original.draft.fields };
	for (const name of NOT_COPIED) delete fields[name];
	const template = { ...original, draft: { ...original.draft, fields } };
	const plan = planUpdate(template, entered, { ...choices, request: 'create' });
	return { ...plan, ifNew: pastDue(plan.draft, choices.today) };
}

const NOT_COPIED = ['deliveryMode', 'expirationDate', 'invoiceNumber', 'sendImmediately'] as const;

function withAmounts(
	merged: InvoiceDraft,
	stored: InvoiceDraft,
	entered: InvoiceDraft,
	choices: UpdateOptions,
): PlannedDraft & { computesTotal: boolean } {
	if (!touchesAmounts(stored, merged, choices))
		return { draft: merged, problems: [], computesTotal: false };
	const { basis = DEFAULT_TAX_BASIS } = choices;
	const isItemized = stored.lineItems.length > 0;
	const isChosen = choices.basis !== undefined || choices.computesTotal === true;
	const isKnown = !isItemized || isChosen || isTotalExplained(stored, basis);
	const isLeft = entered.fields.totalAmount === undefined && merged.lineItems.length > 0;
	const computesTotal = isLeft && isKnown;
	const changed = isItemized ? recalculate(merged, stored, entered, basis) : merged;
	const { draft, problems, steps } = completeTotals(changed, computesTotal, basis);
	problems.push(...checkAmountsMatchRates(entered, draft, [basis]));
	if (isLeft) problems.push(...(isKnown ? notComputable(draft) : [unexplainedTotal(stored)]));
	return { draft, problems, steps, computesTotal };
}

/** The basis of the stored total is not guessed, as several can give the same total. */
function unexplainedTotal(stored: InvoiceDraft): Problem {
	const { label } = INVOICE_FIELDS.totalAmount;
	const fitting = TAX_BASES.filter((basis) => isTotalExplained(stored, basis));
	const ways = fitting.map((basis) => TAX_BASIS_LABELS[basis]).join(' or ');
	const advice =
		ways === '' ? 'Enter the new total' : `It is with tax ${ways}: choose that in Tax Calculation`;
	return error(
		label,
		`${String(stored.fields.totalAmount)} is not what the invoice adds up to, so the new total cannot be calculated. ${advice}`,
	);
}

const unreadable = ({ problems }: DraftReading): Problem[] =>
	problems.map((problem) => ({
		...problem,
		message: `${problem.message}. This is what the service has: enter it again, or it would be lost`,
	}));

const COUNTED: string[] = [
	'Line Items',
	INVOICE_FIELDS.freightTaxable.label,
	...Object.values(INVOICE_FIELDS).flatMap(({ kind, label }) =>
		['amount', 'percent'].includes(kind) && label !== INVOICE_FIELDS.minimumPartialAmount.label
			? label
			: [],
	),
];

/** A stored total that does not match does not keep anyone from changing the due date. */
const touchesAmounts = (
	stored: InvoiceDraft,
	merged: InvoiceDraft,
	{ computesTotal, basis }: UpdateOptions,
): boolean =>
	computesTotal === true ||
	basis !== undefined ||
	diffDrafts(stored, merged).some(({ field }) => COUNTED.includes(field));

const notComputable = ({ lineItems }: InvoiceDraft): Problem[] =>
	lineItems.flatMap(({ totalAmount }, index) =>
		totalAmount === undefined
			? error(
					INVOICE_FIELDS.totalAmount.label,
					'cannot be computed without Unit Price and Quantity',
					index + 1,
				)
			: [],
	);
