import {
	currencyStem,
	type FieldKind,
	fieldNamesOfColumn,
	guessKindByName,
	findKindInCatalog,
	splitWordsAndNumbers,
	splitWordsOnly,
} from '../catalog/fields';
import { CURRENCY_FIELDS_BY_AMOUNT } from '../catalog/money';
import { parseDecimal, TOO_MANY_DIGITS_MESSAGE, toNumberIfExact } from '../money';
import { UnlocatedRefusal } from './refusals';

/** Gives each name out once: the second Amount is Amount_2. */
export class UniqueNames {
	private readonly given: Set<string>;
	/** The number to try next, so that thousands of one name don't try all. */
	private readonly copies = new Map<string, number>();

	constructor(taken: readonly string[] = []) {
		this.given = new Set(taken);
	}

	give(wish: string): string {
		let name = wish;
		let copy = this.copies.get(wish) ?? 2;
		for (; this.given.has(name); copy++) name = `${wish}_${copy}`;
		this.copies.set(wish, copy);
		this.given.add(name);
		return name;
	}
}

export const kindOfColumn = (column: string): FieldKind =>
	findKindInCatalog(column) ?? guessKindByName(column);

/** As the specification says: SettlementTime has SettlementTimeZone beside it. */
const ZONES_OF_TIMES: ReadonlyMap<string, 'utc' | 'ofRow'> = new Map([
	['EventDate', 'utc'],
	['ResolutionTime', 'utc'],
	['Time', 'utc'],
	['SettlementTime', 'ofRow'],
]);

/** The zone of a column's times that name none, if it isn't that of the report. */
export const zoneSourceOfColumn = (column: string): 'utc' | 'ofRow' | undefined =>
	fieldNamesOfColumn(column)
		.map((field) => ZONES_OF_TIMES.get(field))
		.find((zone) => zone !== undefined);

export const isAmountColumn = (column: string): boolean => kindOfColumn(column) === 'amount';
export const isCurrencyColumn = (column: string): boolean => kindOfColumn(column) === 'currency';

export const isCountColumn = (column: string): boolean => splitWordsOnly(column).at(-1) === 'count';

/** What the merchant pays for a transaction, by the name of the column. */
export const isFeeColumn = (column: string): boolean =>
	splitWordsOnly(column).some((word) => word === 'fee' || word === 'fees');

interface CurrencyColumn {
	name: string;
	/** Whether it is only likely to be the one. */
	isAssumed: boolean;
}

interface Candidate {
	name: string;
	place: number;
	/** The words before "currency": none in the currency of the report. */
	stem: readonly string[];
	/** The 2 of Currency_2. */
	copy: string;
}

const COPY = /[._](\d+)$/;
const copyOf = (name: string): string => COPY.exec(name)?.[1] ?? '';
const withoutCopy = (name: string): string => name.replace(COPY, '');

export class CurrencyColumns {
	private readonly columns: string[] = [];
	private readonly candidates: Candidate[] = [];
	private owned?: ReadonlySet<string>;

	/** Takes the columns of a report in their order, and those that come up later. */
	addColumns(fresh: readonly string[]): void {
		for (const name of fresh) {
			const place = this.columns.push(name) - 1;
			if (!isCurrencyColumn(name)) continue;
			const stem = currencyStem(withoutCopy(name)) ?? [];
			this.candidates.push({ name, place, stem, copy: copyOf(name) });
		}
		this.owned = undefined;
	}

	/**
	 * By its name (FeeAmount and FeeCurrency, Amount_2 and Currency_2), by the catalog, or the currency of the report. The
	 * only currency is assumed, unless it is another amount's.
	 */
	of(amount: string): CurrencyColumn | undefined {
		const own = this.ownOf(amount);
		if (own !== undefined || this.candidates.length !== 1) return own;
		const [{ name }] = this.candidates;
		this.owned ??= new Set(
			this.columns.filter(isAmountColumn).flatMap((column) => this.ownOf(column)?.name ?? []),
		);
		return this.owned.has(name) ? undefined : { name, isAssumed: true };
	}

	private ownOf(amount: string): CurrencyColumn | undefined {
		const words = splitWordsAndNumbers(amount);
		const paired = fieldNamesOfColumn(amount).flatMap(
			(field) => CURRENCY_FIELDS_BY_AMOUNT.get(field) ?? [],
		);
		const ranks = this.candidates.map(({ name, stem }) => {
			const fits = stem.every((word, index) => word === words[index]);
			if (fits && stem.length > 0) return 1 + stem.length;
			if (fieldNamesOfColumn(name).some((field) => paired.includes(field))) return 1;
			return fits ? 0 : -1;
		});
		const best = Math.max(0, ...ranks);
		return this.nearest(
			amount,
			this.candidates.filter((_, index) => ranks[index] === best),
		);
	}

	/** The one of the same number, or else the nearest, those after the amount first. */
	private nearest(amount: string, among: readonly Candidate[]): CurrencyColumn | undefined {
		const same = among.filter((candidate) => isOfSameNumber(amount, candidate));
		const equal = same.length > 0 ? same : among;
		const place = this.columns.indexOf(amount);
		const found = equal.find((candidate) => candidate.place > place) ?? equal.at(-1);
		if (found === undefined) return undefined;
		const isUnclear = same.length === 0 && found.stem.length > 0;
		return { name: found.name, isAssumed: equal.length > 1 || isUnclear };
	}
}

/** Amount_2 and Currency_2, Amount.2 and Amount.2.Currency; not Fee.2.Amount and Fee.Currency. */
function isOfSameNumber(amount: string, { stem, copy }: Candidate): boolean {
	const own = copyOf(amount);
	if (own !== '' && stem.length === splitWordsAndNumbers(amount).length) return true;
	const next = splitWordsAndNumbers(withoutCopy(amount)).at(stem.length) ?? '';
	return copy === own && (stem.length === 0 || !/^\d+$/.test(next));
}

export const noCurrencyNote = (amount: string): string =>
	`The report does not say the currency of ${amount}: amounts in different currencies may be added together`;

export const assumedCurrencyColumnNote = (amount: string, currency: string): string =>
	`The report does not say where the currency of ${amount} is: that in ${currency} was taken`;

/** Refuses what would come out different, such as 0012. */
export function parseExactNumber(column: string, text: string): number {
	const decimal = /^\s*[+-]?0\d/.test(text) ? undefined : parseDecimal(text.trim());
	const exact = decimal && toNumberIfExact(decimal);
	if (exact !== undefined) return exact;
	const problem = decimal === undefined ? 'which is not an amount' : TOO_MANY_DIGITS_MESSAGE;
	throw new UnlocatedRefusal(`${column} is "${text}", ${problem}`, 'Choose Text for Amounts.');
}
