import { Decimal } from 'decimal.js';
import type { IDataObject } from 'n8n-workflow';
import { read, utils } from 'xlsx';

export type Row = Record<string, string>;
export type Part = [sum: string, currency: string, amount: Decimal];
export type Sums = Record<string, string>;

export const decimal = (text: unknown): Decimal =>
	new Decimal(text === undefined || text === null || text === '' ? 0 : (text as string | number));

export const IN_NET = ['sales', 'refunds', 'chargebacks', 'fees', 'deposits'];

/** "USD sales": "12.5", without what is zero. */
export const sumsOf = (parts: readonly Part[]): Sums => {
	const sums = new Map<string, Decimal>();
	for (const [sum, currency, amount] of parts) {
		for (const name of [sum, ...(IN_NET.includes(sum) ? ['net'] : [])]) {
			const key = `${currency} ${name}`;
			sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(amount));
		}
	}
	return Object.fromEntries(
		[...sums]
			.filter(([, sum]) => !sum.isZero())
			.map(([key, sum]): [string, string] => [key, sum.toString()])
			.sort(),
	);
};

export const inTotals = (totals: readonly IDataObject[]): Sums =>
	sumsOf(
		totals.flatMap((total) =>
			Object.entries(total)
				.filter(([name, sum]) => name !== 'net' && /^-?[\d.]+$/.test(sum as string))
				.map(([name, sum]): Part => [name, total.currency as string, decimal(sum)])
				.filter(([name]) => name !== 'count'),
		),
	);

const HEADINGS: Row = { 'Authorized Only': 'authorizedOnly', 'In Review': 'inReview' };

/** What the sheet Totals says, without groups. */
export const inWorkbook = (file: Buffer): Sums => {
	const rows = utils.sheet_to_json<unknown[]>(read(file).Sheets.Totals, { header: 1 });
	const headings = rows.find(([first]) => first === 'Currency')?.map(String) ?? [];
	const names = headings.map((heading) => HEADINGS[heading] ?? heading.toLowerCase());
	return sumsOf(
		rows
			.filter(([first]) => /^[A-Z]{3}$/.test(String(first)))
			.flatMap((row) =>
				names
					.slice(3)
					.map((name, index): Part => [name, row[0] as string, decimal(row[index + 3])]),
			),
	);
};

/** One entry of the ledger that a service keeps. */
export interface Entry {
	id: string;
	/** What it is, and its state where no money has moved. */
	is: string;
	currency: string;
	amount: string;
	fee: string;
	time: string;
}

const PLACES: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };
export const CURRENCIES = Object.keys(PLACES);

/** The same numbers for the same seed, and no two services alike. */
function* numbers(seed: number): Generator<number, never> {
	for (let state = seed * 7919 + 1; ;) {
		state = (state * 48_271) % 2_147_483_647;
		yield state;
	}
}

export function ledgerOf(
	seed: number,
	kinds: readonly string[],
	from = '2026-11-02',
	days = 1,
): Entry[] {
	const random = numbers(seed);
	return Array.from({ length: 48 }, (_, index) => {
		const currency = CURRENCIES[random.next().value % CURRENCIES.length];
		const written = (most: number) =>
			new Decimal((random.next().value % most) + 1)
				.div(10 ** PLACES[currency])
				.toFixed(PLACES[currency]);
		const minute = random.next().value % (days * 1440);
		return {
			id: `00${seed}${index}`,
			is: kinds[index % kinds.length],
			currency,
			amount: written(1_000_000),
			fee: written(500),
			time: new Date(Date.parse(from) + minute * 60_000).toISOString(),
		};
	});
}

/** What an entry is in the totals: its sum, and whether it reduces the merchant's money. */
const SUMS: Record<string, readonly [sum: string, sign: 1 | -1 | 0]> = {
	...{ sale: ['sales', 1], refund: ['refunds', -1], authorization: ['authorizedOnly', 1] },
	...{ authReversal: ['authorizedOnly', -1], review: ['inReview', 1], declined: ['declined', 1] },
	...{ pendingSale: ['pending', 1], pendingRefund: ['pending', -1], failed: ['declined', 1] },
	...{ chargeback: ['chargebacks', -1], won: ['chargebacks', 1], retrieval: ['noMoney', 0] },
	...{ fee: ['fees', -1], credit: ['deposits', 1], debit: ['deposits', -1] },
	...{ pendingCredit: ['pending', 1], exception: ['unclassified', 1], check: ['noMoney', 0] },
};

export const partOf = ({ is, currency, amount }: Entry): Part => [
	SUMS[is][0],
	currency,
	new Decimal(amount).times(SUMS[is][1]),
];
