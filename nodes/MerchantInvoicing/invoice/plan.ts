import type { InvoiceField } from '../../shared/invoice/fields';
import { INVOICE_FIELDS } from '../../shared/invoice/fields';
import { compare, format, ZERO } from '../../shared/money';
import type { Problem } from '../../shared/problem';
import { andOther, error, warning } from '../../shared/problem';
import type { Basis } from './basis';
import { apart, USUAL_BASIS } from './basis';
import type { LineChanges, Part } from './changes';
import { merge, touchesMoney } from './changes';
import { derivationOf, rederive, unexplainedInLine } from './derived';
import type { DraftReading, InvoiceDraft } from './draft';
import type { Circumstances, InvoiceType } from './rules';
import { checkDraft, withoutIdleZeros } from './rules';
import type { Completed, TotalsPolicy } from './totals';
import { completeTotals, decimalsOf, invoiceAmounts, readAmount } from './totals';

interface Choices {
	mismatch: TotalsPolicy['mismatch'];
	/** How taxes are calculated; of an update, undefined for "as before". */
	basis?: Basis;
	/** The present day where the workflow runs, as YYYY-MM-DD. */
	today: string;
}

/** What will be sent, and everything that speaks against it. */
export interface Plan extends DraftReading {
	/** How the total follows from the line items. */
	steps?: string;
}

export interface CreateChoices extends Choices {
	type: InvoiceType;
	total: 'computed' | 'entered';
	/** Whether the user gives the invoice its number. */
	ownNumber: boolean;
}

export function planCreate(entered: DraftReading, choices: CreateChoices): Plan {
	const { type, mismatch, today, ownNumber, basis = USUAL_BASIS } = choices;
	const computesTotal = type === 'itemized' && choices.total === 'computed';
	const completed = completeTotals(entered.draft, { compute: computesTotal, mismatch, basis });
	const draft = withTax(withoutIdleZeros(completed.draft), basis);
	const problems = [
		...completed.problems,
		...checkDraft(draft, { request: 'create', type, today, computesTotal }),
	];
	if (ownNumber) problems.unshift(...numberMissing(draft));
	return { draft, problems: andOther(entered.problems, problems), steps: completed.steps };
}

const numberMissing = ({ fields }: InvoiceDraft): Problem[] =>
	fields.invoiceNumber === undefined
		? [
				error(
					INVOICE_FIELDS.invoiceNumber.label,
					'is required. Enter one, or let the node or the service make it',
				),
			]
		: [];

/** On a basis of the user's, the tax goes with its rate, so that nobody works it out in another way. */
function withTax(draft: InvoiceDraft, basis: Basis): InvoiceDraft {
	const { taxRate, taxAmount } = draft.fields;
	if (basis === USUAL_BASIS || taxRate === undefined || taxAmount !== undefined) return draft;
	const amounts = invoiceAmounts(draft, decimalsOf(draft), basis);
	if (amounts === undefined) return draft;
	return { ...draft, fields: { ...draft.fields, taxAmount: format(amounts.tax) } };
}

export interface UpdateChoices extends Choices {
	mode: 'merge' | 'replace';
	/** create: the changed invoice becomes a new one. */
	request?: Circumstances['request'];
	/** What the invoice is to be; where it is not said, its line items tell. */
	type?: InvoiceType;
	cleared: readonly Part[];
	lines?: LineChanges;
	/** auto: calculated again where it changes and was what the invoice added up to before. */
	total: 'auto' | 'computed' | 'entered' | 'unchanged';
}

/**
 * What is sure to be wrong with an update, whatever the invoice is. A whole new invoice is checked as if it
 * were stored already, as some rules spare what an invoice has.
 */
export const problemsBeforeUpdate = (entered: DraftReading, choices: UpdateChoices): Problem[] =>
	choices.mode === 'merge'
		? entered.problems
		: planUpdate({ draft: entered.draft, problems: [] }, entered, choices).problems;

export function planUpdate(
	stored: DraftReading,
	entered: DraftReading,
	choices: UpdateChoices,
): Plan {
	const isMerge = choices.mode === 'merge';
	const first = [...entered.problems, ...(isMerge ? unreadable(stored) : [])];
	const wanted = isMerge
		? merge(stored.draft, entered.draft, choices.cleared, choices.lines)
		: { draft: withNumberOf(stored.draft, entered.draft), problems: [] };
	const touches = touchesAmounts(entered.draft, choices);
	const { draft, problems, steps, computesTotal } = touches
		? withAmounts(withoutIdleZeros(wanted.draft), stored.draft, entered.draft, choices)
		: {
				draft: withoutIdleZeros(wanted.draft),
				problems: [],
				steps: undefined,
				computesTotal: false,
			};
	problems.unshift(...wanted.problems);

	const wasItemized = stored.draft.lineItems.length > 0;
	if (wasItemized && (draft.lineItems.length === 0 || choices.type === 'amountOnly')) {
		problems.push(
			error(
				'Line Items',
				'cannot all be left out, as an invoice cannot become amount only. Cancel it and create a new one',
			),
		);
		return { draft, problems: andOther(first, problems) };
	}
	const type = draft.lineItems.length > 0 ? 'itemized' : 'amountOnly';
	const { request = 'update', today } = choices;
	problems.push(
		...checkDraft(draft, { request, type, today, computesTotal, stored: stored.draft }),
	);
	return { draft, problems: andOther(first, problems), steps };
}

export interface CopyChoices extends Omit<UpdateChoices, 'mode' | 'request'> {
	/** Whether the user gives the copy its number. */
	ownNumber: boolean;
}

/** What is sure to be wrong with a copy, whatever the original is. */
export const problemsBeforeCopy = (
	{ draft, problems }: DraftReading,
	{ ownNumber }: CopyChoices,
): Problem[] => andOther(problems, ownNumber ? numberMissing(draft) : []);

/** A new invoice that says what the original says, apart from what was entered. */
export function planCopy(
	original: DraftReading,
	entered: DraftReading,
	choices: CopyChoices,
): Plan {
	const { fields, ...rest } = original.draft;
	const copied = { ...fields };
	for (const name of NOT_COPIED) delete copied[name];
	const { expirationDate } = copied;
	const isExpired = expirationDate !== undefined && expirationDate <= choices.today;
	if (isExpired) delete copied.expirationDate;
	const left =
		isExpired && entered.draft.fields.expirationDate === undefined
			? [warning('Expiration Date', `${String(expirationDate)} has passed, and was left out`)]
			: [];
	const template = { ...rest, fields: copied, unknown: undefined };
	const plan = planUpdate({ ...original, draft: template }, entered, {
		...choices,
		mode: 'merge',
		request: 'create',
	});
	return { ...plan, problems: [...plan.problems, ...left] };
}

/** What belongs to the original itself. */
const NOT_COPIED = ['invoiceNumber', 'deliveryMode', 'sendImmediately'] as const;

/** The changed invoice with all that follows from its amounts. */
function withAmounts(
	wanted: InvoiceDraft,
	stored: InvoiceDraft,
	entered: InvoiceDraft,
	{ mode, mismatch, total, ...choices }: UpdateChoices,
): Plan & { computesTotal: boolean } {
	const problems: Problem[] = [];
	const derivation =
		mode === 'merge' && stored.lineItems.length > 0
			? derivationOf(stored, choices.basis ? [choices.basis] : [])
			: undefined;
	const isKnown = derivation === undefined || derivation.bases.length > 0;
	const [basis = USUAL_BASIS, ...others] = choices.basis
		? [choices.basis]
		: (derivation?.bases ?? []);
	const isAuto = total === 'auto' && wanted.lineItems.length > 0 && mode === 'merge';
	const isEntered = entered.fields.totalAmount !== undefined;
	const computesTotal = total === 'computed' || (isAuto && !isEntered && isKnown);
	const amountsOn = (one: Basis): Outcome => {
		const rederived = derivation
			? rederive(wanted, stored, entered, { ...derivation, basis: one })
			: { draft: wanted, problems: [] };
		const policy = { compute: computesTotal, mismatch, basis: one };
		const completed = completeTotals(rederived.draft, policy);
		return {
			...completed,
			problems: [...rederived.problems, ...completed.problems],
			basis: one,
		};
	};
	const completed = amountsOn(basis);
	if (derivation !== undefined) {
		problems.push(
			...derivation.unexplained.filter(({ field }) => !isEnteredAgain(field, entered)),
			...unexplainedInLines(stored, entered, choices.lines, basis),
		);
	}
	// Without a choice, a total that is to be computed is computed as that of a new invoice.
	if (total !== 'computed' || basis !== USUAL_BASIS) {
		const mustChoose = isAuto && computesTotal && isTaxed(stored);
		problems.push(...severalBases([completed, ...others.map(amountsOn)], mustChoose));
	}
	if (isAuto && !isEntered && !isKnown) {
		const message = `${String(stored.fields.totalAmount)} does not follow from the invoice in any known way, so the new total cannot be calculated. Enter it`;
		problems.push(error(INVOICE_FIELDS.totalAmount.label, message));
	}
	problems.push(...completed.problems);
	if (computesTotal) problems.push(...notComputable(completed.draft));
	return { draft: completed.draft, problems, steps: completed.steps, computesTotal };
}

/** What an update comes to on one basis. */
interface Outcome extends Completed {
	basis: Basis;
}

/**
 * Where the present amounts do not tell the basis and the new ones depend on it, nobody but the user knows.
 * A cent of rounding is worth a warning only, as is a first tax: there is a usual way for both.
 */
function severalBases(outcomes: readonly Outcome[], mustChoose: boolean): Problem[] {
	const differing = differingOutcomes(outcomes);
	if (differing.length < 2) return [];
	const [{ basis: used }] = outcomes;
	const ofSameRounding = outcomes.filter(({ basis }) => basis.per === used.per);
	const isError = mustChoose && differingOutcomes(ofSameRounding).length > 1;
	const { options, choices } = apart(differing.map(({ basis }) => basis));
	const ways = differing.map(
		({ draft }, index) => `${String(draft.fields.totalAmount)} (${choices[index]})`,
	);
	const reason = `the present amounts fit several ways to work out the tax, which give different new ones: ${ways.join('; ')}`;
	return isError
		? [error(options, `${reason}. Choose one in Options`)]
		: [warning(options, `${reason}. The first was used; choose another one in Options`)];
}

/** One of each that come to the same. */
function differingOutcomes(outcomes: readonly Outcome[]): Outcome[] {
	const byAmounts = new Map<string, Outcome>();
	for (const outcome of outcomes) {
		const { fields, lineItems } = outcome.draft;
		const lines = lineItems.map(({ totalAmount }) => totalAmount);
		const key = JSON.stringify([fields.totalAmount, fields.taxAmount, lines]);
		if (!byAmounts.has(key)) byAmounts.set(key, outcome);
	}
	return [...byAmounts.values()];
}

const isTaxed = ({ fields, lineItems }: InvoiceDraft): boolean =>
	[fields, ...lineItems]
		.flatMap(({ taxRate, taxAmount }) => [taxRate, taxAmount])
		.some((value) => compare(readAmount(value) ?? ZERO, ZERO) !== 0);

/** An amount and its rate: the one that the user enters counts. */
const ENTERED_AGAIN: Record<string, readonly InvoiceField[]> = {
	[INVOICE_FIELDS.discountAmount.label]: ['discountAmount', 'discountPercent'],
	[INVOICE_FIELDS.taxAmount.label]: ['taxAmount', 'taxRate'],
};

const isEnteredAgain = (label: string, { fields }: InvoiceDraft): boolean =>
	ENTERED_AGAIN[label].some((name) => fields[name] !== undefined);

function unexplainedInLines(
	stored: InvoiceDraft,
	{ lineItems }: InvoiceDraft,
	lines: LineChanges | undefined,
	basis: Basis,
): Problem[] {
	if (lines?.mode !== 'change') return [];
	return lineItems.flatMap((item, index) => {
		const line = stored.lineItems.find(({ productSku }) => productSku === item.productSku);
		if (line === undefined || !touchesMoney(item)) return [];
		return unexplainedInLine(line, index + 1, decimalsOf(stored), basis).filter(
			({ field }) => !(field === 'Total Amount' && item.totalAmount !== undefined),
		);
	});
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
const touchesAmounts = (
	{ fields, lineItems }: InvoiceDraft,
	{ cleared, lines, total }: UpdateChoices,
): boolean =>
	total === 'computed' ||
	lineItems.length > 0 ||
	(lines !== undefined && lines.removed.length > 0) ||
	[...Object.keys(fields), ...cleared].some(countsInTotal);

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
