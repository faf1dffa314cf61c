import type { IDataObject } from 'n8n-workflow';

import { add, type Decimal, format, negate, serviceAmount, ZERO } from '../../../shared/money';
import { countIn, textOf } from '../../../shared/text';
import type { TellUnread } from './rows';

const SUMS = ['sales', 'refunds', 'chargebacks', 'fees', 'unclassified'] as const;

/** What a summary adds to. */
export type SummaryKind = (typeof SUMS)[number];

/** The columns of totals, in their order: those of totals of a report. */
export const TOTALS_COLUMNS = ['currency', 'count', 'net', ...SUMS];

/** What the service says of some transactions of a currency. `net`: of all of them, after what reduces it. */
export interface Summary {
	currency: unknown;
	kind?: SummaryKind | 'net';
	amount?: unknown;
	/** What the service calls the amount. */
	field?: string;
	count?: unknown;
}

/** A period without transactions. */
export const NO_TOTALS = {
	...{ currency: '', count: 0, net: '0' },
	...{ sales: '0', refunds: '0', chargebacks: '0', fees: '0' },
};

/** What reduces the merchant's money is negative, whether the service writes it so or not. */
const REDUCES: readonly string[] = ['refunds', 'chargebacks', 'fees'];

const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

/** A row for each currency. A sum with an amount that cannot be read is null, and so is net then. */
export function summaryTotals(
	answers: ReadonlyArray<readonly Summary[]>,
	tell?: TellUnread,
): IDataObject[] {
	const all = answers.flat();
	const currencies = [...new Set(all.map(({ currency }) => textOf(currency)))].sort();
	const hasUnclassified = all.some(({ kind }) => kind === 'unclassified');
	const shown = SUMS.filter((name) => name !== 'unclassified' || hasUnclassified);
	return currencies.map((currency) => {
		const own = answers.map((answer) => answer.filter((one) => textOf(one.currency) === currency));
		const sum = (summaries: readonly Summary[], kind: Summary['kind']): Decimal | null =>
			summaries
				.filter((one) => one.kind === kind && isGiven(one.amount))
				.reduce<Decimal | null>((sofar, one) => {
					const amount = readAmount(one, tell);
					return sofar === null || amount === null ? null : add(sofar, amount);
				}, ZERO);
		const netOf = (summaries: readonly Summary[]) =>
			summaries.some(({ kind }) => kind === 'net')
				? sum(summaries, 'net')
				: plus(SUMS.slice(0, -1).map((kind) => sum(summaries, kind)));
		return {
			currency,
			count: own.flat().reduce((sofar, { count }) => sofar + (countIn(count) ?? 0), 0),
			net: text(plus(own.map(netOf))),
			...Object.fromEntries(shown.map((kind) => [kind, text(sum(own.flat(), kind))])),
		};
	});
}

const text = (sum: Decimal | null): string | null => (sum === null ? null : format(sum));

const plus = (sums: ReadonlyArray<Decimal | null>): Decimal | null =>
	sums.reduce<Decimal | null>(
		(sofar, one) => (sofar === null || one === null ? null : add(sofar, one)),
		ZERO,
	);

function readAmount({ kind, amount, field = '' }: Summary, tell?: TellUnread): Decimal | null {
	const read = serviceAmount(amount);
	if (read === undefined) tell?.(field, amount);
	if (read === undefined) return null;
	return REDUCES.includes(kind ?? '') && read.units > 0n ? negate(read) : read;
}
