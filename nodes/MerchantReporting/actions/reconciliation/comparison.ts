import { compare, type Decimal, subtract, total, ZERO } from '../../../shared/money';
import type { Period } from '../../../shared/period/period';
import type { ExpectedPayment } from './expected';
import type { Settlement } from './settlements';

/** In the order of the output: what a person has to look into comes first. */
export const RESULTS = {
	amountDiffers: 'Settled more or less than expected',
	duplicate: 'Settled more than once',
	notSettled: 'Paid or tried in the period, but not settled',
	notFound: 'Nothing settled in the period. It may have been paid at another time',
	pending: 'Not settled yet, or not all of it',
	notExpected: 'Not in the input in this currency. It may be another sale',
	outOfPeriod: 'Paid before or after the period',
	agrees: 'Settled as expected',
};

type Result = keyof typeof RESULTS;

export const SUMS = ['difference', 'expected', 'settled', 'refunded', 'fees', 'paidOut'] as const;

export interface ResultLine {
	reference: string;
	currency: string;
	result: Result;
	/** Indexes of input items. */
	rows: number[];
	sums: Partial<Record<(typeof SUMS)[number], Decimal>>;
}

type SettlementPeriod = Period & { daysUntilSettled: number };

const isDeclined = ({ verdict }: Settlement): boolean => verdict === 'declined';
const isPending = ({ verdict }: Settlement): boolean => verdict === 'pending';
const isSettled = ({ verdict }: Settlement): boolean => verdict === 'accepted';

interface Pair {
	inputs: ExpectedPayment[];
	settlements: Settlement[];
}

export function compareAll(
	inputs: readonly ExpectedPayment[],
	settlements: readonly Settlement[],
	terms: SettlementPeriod,
): ResultLine[] {
	const pairs = new Map<string, Pair>();
	for (const one of [...inputs, ...settlements]) {
		const key = JSON.stringify([one.reference, one.currency]);
		const pair = pairs.get(key) ?? { inputs: [], settlements: [] };
		pairs.set(key, pair);
		if ('row' in one) pair.inputs.push(one);
		else pair.settlements.push(one);
	}
	const lines = [...pairs.values()]
		.filter((pair) => pair.inputs.length > 0 || pair.settlements.some(isSettled))
		.map((pair) => lineOf(pair, terms));
	const order = Object.keys(RESULTS);
	return lines.sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
}

const amountsOf = (of: ReadonlyArray<{ amount: Decimal }>): Decimal =>
	total(of.map(({ amount }) => amount)) ?? ZERO;

function lineOf({ inputs: all, settlements }: Pair, terms: SettlementPeriod): ResultLine {
	const [{ reference, currency }] = [...all, ...settlements];
	const done = settlements.filter(isSettled);
	const net = amountsOf(done);
	// Payments of other periods were settled then, unless this one has all of it, or the only settlement.
	const ofPeriod = all.filter(({ date = terms.start }) => date >= terms.start && date < terms.end);
	const sales = done.filter(({ kind }) => kind === 'sale');
	const isOnlyNow = ofPeriod.length === 0 && settlements.some(({ kind }) => kind === 'sale');
	const inputs = isOnlyNow || compare(amountsOf(all), net) === 0 ? all : ofPeriod;
	const expected = amountsOf(inputs);
	const difference = subtract(net, expected);
	const result =
		all.length > 0 ? resultOf({ inputs, settlements }, difference, terms) : 'notExpected';
	const settled = amountsOf(sales);
	return {
		...{ reference, currency, result },
		rows: all.map(({ row }) => row),
		sums: {
			...{ expected, settled, difference, refunded: subtract(net, settled) },
			// Failed settlements have fees too.
			fees: total(settlements.filter((one) => !isPending(one)).map(({ fees }) => fees)),
			paidOut: total(done.map(({ paidOut }) => paidOut)),
		},
	};
}

function resultOf(
	{ inputs, settlements }: Pair,
	difference: Decimal,
	terms: SettlementPeriod,
): Result {
	// Pending settlements can still change the difference.
	if (settlements.some(isPending)) return 'pending';
	if (settlements.length === 0 && inputs.length === 0) return 'outOfPeriod';
	if (difference.units === 0n) return 'agrees';
	if (!settlements.every(isDeclined)) {
		const isTwice = difference.units > 0n && hasEqualAbove(settlements, amountsOf(inputs));
		return isTwice ? 'duplicate' : 'amountDiffers';
	}
	// The service tried it in this period.
	if (settlements.length > 0) return 'notSettled';
	const dates = inputs.flatMap(({ date }) => date ?? []);
	if (dates.length === 0) return 'notFound';
	const lastDays = terms.end.minus({ days: terms.daysUntilSettled });
	return dates.some((date) => date >= lastDays) ? 'pending' : 'notSettled';
}

/** Whether equal settlements exceed the expected amount. Installments don't. */
const hasEqualAbove = (settlements: readonly Settlement[], expected: Decimal): boolean => {
	const sales = settlements.filter((one) => isSettled(one) && one.kind === 'sale');
	return sales.some(({ amount }) => {
		const equal = sales.filter((one) => compare(one.amount, amount) === 0);
		return equal.length > 1 && compare(amountsOf(equal), expected) > 0;
	});
};
