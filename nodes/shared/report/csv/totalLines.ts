import { add, compare, type Decimal, parseDecimal, ZERO } from '../../money';

/** "Total", "Grand total:", "Records: 3", "End of report", and no name that begins so: "Total-77", "Records Ltd". */
const END_MARK =
	/^(?:(?:(?:grand|sub)[ -]?)?totals?(?: (?:amount|count|(?:number of )?(?:records|rows|transactions)))?(?: \([a-z]{3}\))?|sum|summary|trailer|eof|end of (?:the )?(?:\w+ )?(?:report|file|data|records|rows|transactions)|count|(?:number of )?(?:records|rows|transactions)|(?:record|row|transaction) count)(?: ?[:=]\s*|\s+|(?=\.?$))[\d.,]*$/i;

/** "Total USD" and "Fee total", also in other languages, but "Total Fitness" too. */
const MAY_BE_TOTAL =
	/(?<!\p{L})(?:(?:sub)?totals?|totaal|totale|sum|summe|somme|suma|gesamt|gesamtsumme|insgesamt|celkem|итого|合計|net|balance)(?!\p{L})/iu;

/** Longer texts are only looked at where little else is in the line. */
export const LONGEST_WORD = 24;
const MOST_REMEMBERED = 1000;

const MOST_DECIMALS = 15;

const sumOf = (sums: Float64Array): Decimal =>
	[...sums].reduce((sofar, units, scale) => add(sofar, { units: BigInt(units), scale }), ZERO);

export type LineKind = 'none' | 'likelyNone' | 'likelyRow' | 'row';

/** A line that may add up the rows before it, or say that they end. */
export interface SuspectLine {
	/** What it begins with. */
	word: string;
	/** Whether some cells are empty, and the others only have amounts and currencies: a date or an ID is of a row. */
	isBare: boolean;
	/** Whether hardly anything stands beside its word. */
	isSparse: boolean;
	amount: string;
	currency: string;
}

/** Adds up the rows, to recognize a line with their total. */
export class TotalLines {
	/** By currency, what the amounts with so many decimals add up to. */
	private readonly sums = new Map<string, Float64Array>();
	/** What rows begin with often repeats. */
	private readonly ordinary = new Set<string>();

	/** Whether a line that begins so may be no row. */
	isSuspect(word: string): boolean {
		if (this.ordinary.has(word)) return false;
		if (MAY_BE_TOTAL.test(word) || END_MARK.test(word)) return true;
		if (this.ordinary.size < MOST_REMEMBERED) this.ordinary.add(word);
		return false;
	}

	/** To add the amount of each row to. */
	sumsIn(currency: string): Float64Array {
		let sums = this.sums.get(currency);
		if (sums === undefined) this.sums.set(currency, (sums = new Float64Array(MOST_DECIMALS + 1)));
		return sums;
	}

	/** To be called where the names of the columns come again. */
	forget(): void {
		this.sums.clear();
	}

	/** Somebody may be called Total: only a line that has nothing of a row is surely none. Zero adds up where no row is. */
	kindOf(line: SuspectLine): LineKind {
		const { word, isSparse, currency } = line;
		const isMark = END_MARK.test(word);
		if (isSparse && isMark) return 'none';
		const isTotal = isMark && !/\d/.test(word);
		const isZero = parseDecimal(line.amount.trim())?.units === 0n;
		const isBare = line.isBare && !isZero && this.isSuspect(word);
		if (!this.addsUp(line)) return isTotal || isBare ? 'likelyRow' : 'row';
		const mark = word.endsWith(` ${currency}`) ? word.slice(0, -1 - currency.length) : word;
		if (isBare && END_MARK.test(mark)) return 'none';
		return isBare || isTotal ? 'likelyNone' : 'likelyRow';
	}

	/** Whether its amount is that of all rows before it, or of those in its currency. */
	private addsUp({ amount, currency }: SuspectLine): boolean {
		const total = parseDecimal(amount.trim());
		const sums = [...this.sums.values()];
		// Beyond that, sums by bytes are not exact.
		if (total === undefined || !sums.every((own) => own.every(Number.isSafeInteger))) return false;
		const own = this.sums.get(currency);
		const all = sums.map(sumOf).reduce(add, ZERO);
		return [all, ...(own === undefined ? [] : [sumOf(own)])].some(
			(sum) => compare(total, sum) === 0,
		);
	}
}
