import { fieldsOfColumn } from '../catalog/columns';
import { CURRENCIES_BY_AMOUNT } from '../catalog/money';
import { currencyStem, isAmount, isCurrency, partsOfName } from './columnKinds';

/** The column that holds the currency of an amount. */
export interface CurrencyColumn {
	name: string;
	/** Whether it is only likely to be the one. */
	isAssumed: boolean;
}

interface Candidate {
	name: string;
	place: number;
	/** What stands before "currency" in its name: nothing where it is the currency of the report. */
	stem: readonly string[];
	/** The number of the second one of a name: Currency_2. */
	copy: string;
}

const COPY = /[._](\d+)$/;
const copyOf = (name: string): string => COPY.exec(name)?.[1] ?? '';
const withoutCopy = (name: string): string => name.replace(COPY, '');

/** Finds the currency of each amount among the columns of a report. */
export class CurrencyColumns {
	private readonly columns: string[] = [];
	private readonly candidates: Candidate[] = [];
	private owned?: ReadonlySet<string>;

	/** To be called with the columns that a report has, in their order, and with those that come up later. */
	meet(fresh: readonly string[]): void {
		for (const name of fresh) {
			const place = this.columns.push(name) - 1;
			if (!isCurrency(name)) continue;
			const stem = currencyStem(withoutCopy(name)) ?? [];
			this.candidates.push({ name, place, stem, copy: copyOf(name) });
		}
		this.owned = undefined;
	}

	/**
	 * By its name (FeeAmount and FeeCurrency, Amount_2 and Currency_2), by the catalog, or the currency of the whole
	 * report. The only currency of a report that is not another amount's is taken too, but is an assumption.
	 */
	of(amount: string): CurrencyColumn | undefined {
		const own = this.ownOf(amount);
		if (own !== undefined || this.candidates.length !== 1) return own;
		const [{ name }] = this.candidates;
		this.owned ??= new Set(
			this.columns.filter(isAmount).flatMap((column) => this.ownOf(column)?.name ?? []),
		);
		return this.owned.has(name) ? undefined : { name, isAssumed: true };
	}

	private ownOf(amount: string): CurrencyColumn | undefined {
		const words = partsOfName(amount);
		const fits = this.candidates.filter(({ stem }) =>
			stem.every((word, index) => word === words[index]),
		);
		const longest = Math.max(0, ...fits.map(({ stem }) => stem.length));
		const named = fits.filter(({ stem }) => stem.length === longest);
		if (longest > 0) return this.best(amount, named);
		const paired = this.pairedWith(amount);
		return this.best(amount, paired.length > 0 ? paired : named);
	}

	private pairedWith(amount: string): Candidate[] {
		const currencies = fieldsOfColumn(amount).flatMap(
			(field) => CURRENCIES_BY_AMOUNT.get(field) ?? [],
		);
		return this.candidates.filter(({ name }) =>
			fieldsOfColumn(name).some((field) => currencies.includes(field)),
		);
	}

	/** Of equally good ones: the one of the same number, or else the nearest, those after the amount first. */
	private best(amount: string, among: readonly Candidate[]): CurrencyColumn | undefined {
		const same = among.filter((candidate) => isOfSameNumber(amount, candidate));
		const equal = same.length > 0 ? same : among;
		const place = this.columns.indexOf(amount);
		const nearest = equal.find((candidate) => candidate.place > place) ?? equal.at(-1);
		if (nearest === undefined) return undefined;
		const isUnclear = same.length === 0 && nearest.stem.length > 0;
		return { name: nearest.name, isAssumed: equal.length > 1 || isUnclear };
	}
}

/** Amount_2 and Currency_2, Amount.2 and Amount.2.Currency; not Fee.2.Amount and Fee.Currency. */
function isOfSameNumber(amount: string, { stem, copy }: Candidate): boolean {
	const own = copyOf(amount);
	if (own !== '' && stem.length === partsOfName(amount).length) return true;
	const next = partsOfName(withoutCopy(amount)).at(stem.length) ?? '';
	return copy === own && (stem.length === 0 || !/^\d+$/.test(next));
}

/** What the user should know of an amount whose currency is only likely. */
export const assumedCurrency = (amount: string, currency: string): string =>
	`The report does not say where the currency of ${amount} is: that in ${currency} was taken`;
