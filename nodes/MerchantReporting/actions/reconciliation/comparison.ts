import { add, compare, type Decimal, subtract, total, ZERO } from '../../../shared/money';
import type { Period } from '../../../shared/period/period';
import type { Expected } from './expected';
import type { Payment } from './payments';

/** What can come out, in words. What a person has to look into comes first. */
export const RESULTS = {
	amountDiffers: 'Settled more or less than expected',
	duplicate: 'Settled more than once',
	notSettled: 'Paid or tried in the period, but not settled',
	notFound: 'Nothing settled in the period',
	pending: 'Not settled yet, or not all of it',
	notExpected: 'Not in the input',
	outOfPeriod: 'Paid before or after the period',
	agrees: 'Settled as expected',
	// Where more is known than the result says.
	part: 'Only a part settled in the period',
	otherCurrency: 'Settled in another currency than in the input',
	repeated: 'Settled as expected, if equal rows repeat the total of the order',
};

type Result = keyof typeof RESULTS;

/** In the order in which people read them. */
export const SUMS = ['difference', 'expected', 'settled', 'refunded', 'fees', 'paidOut'] as const;

/** What was paid and what was settled under one reference, in one currency. */
export interface Line {
	reference: string;
	currency: string;
	result: Result;
	/** The result in words. */
	note: string;
	/** The input items, by their indexes. */
	inputs: number[];
	/** What is not known is left out. */
	sums: Partial<Record<(typeof SUMS)[number], Decimal>>;
}

/** Which payments count, and how long they may take. */
export type Terms = Period & { daysUntilSettled: number };

const isDeclined = ({ verdict }: Payment): boolean => verdict === 'declined';
const isSettled = ({ verdict }: Payment): boolean => verdict === 'accepted';

interface Pair {
	inputs: Expected[];
	payments: Payment[];
}

/** One line for each reference and currency, what a person has to look into first. */
export function compareAll(
	inputs: readonly Expected[],
	payments: readonly Payment[],
	terms: Terms,
): Line[] {
	const pairs = new Map<string, Pair>();
	for (const one of [...inputs, ...payments]) {
		const key = JSON.stringify([one.reference, one.currency]);
		const pair = pairs.get(key) ?? { inputs: [], payments: [] };
		pairs.set(key, pair);
		if ('index' in one) pair.inputs.push(one);
		else pair.payments.push(one);
	}
	const known = {
		expected: new Set(inputs.map(({ reference }) => reference)),
		settled: new Set(payments.filter(isSettled).map(({ reference }) => reference)),
	};
	const lines = [...pairs.values()]
		.filter((pair) => pair.inputs.length > 0 || !pair.payments.every(isDeclined))
		.map((pair) => lineOf(pair, terms, known));
	const order = Object.keys(RESULTS);
	return lines.sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
}

const amountsOf = (of: ReadonlyArray<{ amount: Decimal }>): Decimal =>
	total(of.map(({ amount }) => amount)) ?? ZERO;

const isOutside = ({ start, end }: Period, { date }: Expected): boolean =>
	date !== undefined && (date < start || date >= end);

function lineOf(
	{ inputs: all, payments }: Pair,
	terms: Terms,
	references: Record<'expected' | 'settled', ReadonlySet<string>>,
): Line {
	const [{ reference, currency }] = [...all, ...payments];
	const done = payments.filter(isSettled);
	const net = amountsOf(done);
	const once = [...new Map(all.map((input) => [input.key, input])).values()];
	// Equal settlements are duplicates of a total rather than the lines of an order.
	const others = hasEqualAbove(done, amountsOf(once)) ? once : all;
	const agreeing = [once, others].find((some) => compare(amountsOf(some), net) === 0);
	// Installments of another period were settled then, unless this one has all of them.
	const ofPeriod = once.filter((input) => !isOutside(terms, input));
	const inputs = agreeing ?? (ofPeriod.length > 0 ? ofPeriod : once);
	const expected = amountsOf(inputs);
	const difference = subtract(net, expected);
	const result = references.expected.has(reference)
		? resultOf({ inputs, payments }, expected, difference, terms)
		: 'notExpected';
	const settled = amountsOf(done.filter(({ kind }) => kind === 'sale'));
	const refunded = subtract(net, settled);
	const isElsewhere = (all.length === 0) === done.length > 0 && references.settled.has(reference);
	const isPart = difference.units < 0n && settled.units > 0n && refunded.units === 0n;
	const isRepeated = once.length < all.length && inputs !== all;
	const { part, otherCurrency: other, repeated } = RESULTS;
	const notes = {
		...RESULTS,
		...(isPart && { amountDiffers: part }),
		...(isRepeated && { agrees: repeated }),
		...(isElsewhere && { amountDiffers: other, notFound: other, notSettled: other }),
	};
	return {
		...{ reference, currency, result },
		note: notes[result],
		inputs: all.map(({ index }) => index),
		sums: {
			...{ expected, settled, refunded, difference },
			fees: total(done.map(({ fees }) => fees)),
			paidOut: total(done.map(({ paidOut }) => paidOut)),
		},
	};
}

function resultOf(
	{ inputs, payments }: Pair,
	expected: Decimal,
	difference: Decimal,
	terms: Terms,
): Result {
	const waiting = payments.filter(({ verdict }) => verdict === 'pending');
	const atLast = add(difference, amountsOf(waiting));
	const isSettledNow = difference.units === 0n;
	// What waits can still make a difference, or settle one.
	if (waiting.length > 0 && (isSettledNow || atLast.units === 0n)) return 'pending';
	if (isSettledNow) return 'agrees';
	if (!payments.every(isDeclined)) {
		const isTwice = difference.units > 0n && hasEqualAbove(payments, expected);
		return isTwice ? 'duplicate' : 'amountDiffers';
	}
	// The service tried it in this period, whenever it was paid.
	if (payments.length > 0) return 'notSettled';
	if (inputs.every((input) => isOutside(terms, input))) return 'outOfPeriod';
	const dates = inputs.flatMap(({ date }) => date ?? []);
	if (dates.length === 0) return 'notFound';
	const lastDays = terms.end.minus({ days: terms.daysUntilSettled });
	return dates.some((date) => date >= lastDays) ? 'pending' : 'notSettled';
}

/** Whether equal settlements add up to more than is expected: installments do not. */
const hasEqualAbove = (payments: readonly Payment[], expected: Decimal): boolean => {
	const sales = payments.filter((one) => isSettled(one) && one.kind === 'sale');
	return sales.some(({ amount }) => {
		const equal = sales.filter((one) => compare(one.amount, amount) === 0);
		return equal.length > 1 && compare(amountsOf(equal), expected) > 0;
	});
};
