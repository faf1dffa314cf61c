import type { IDataObject } from 'n8n-workflow';

export interface Verdict {
	/** How many changes had to be reported. */
	changes: number;
	/** Told too often, and not told: lines of what and how often. */
	doubled: string[];
	lost: string[];
}

type Truth = ReadonlyMap<string, readonly string[]>;

/** How many statuses each invoice had come to. */
export const lengths = (truth: Truth): Map<string, number> =>
	new Map([...truth].map(([number, { length }]) => [number, length]));

/**
 * Compares what was reported about invoices with the truth, from the activation on: what happened while the first
 * poll was reading may count as before it or as after it.
 */
export function judgeInvoices(
	truth: Truth,
	events: readonly IDataObject[],
	activation: { begun: Map<string, number>; done: Map<string, number> },
): Verdict {
	const told = new Map<string, string[]>();
	for (const { invoiceNumber, newStatus } of events) {
		const number = invoiceNumber as string;
		told.set(number, [...(told.get(number) ?? []), `${number} ${newStatus as string}`]);
	}
	const verdict: Verdict = { changes: 0, doubled: [], lost: [] };
	for (const number of told.keys()) if (!truth.has(number)) verdict.doubled.push(number);
	for (const [number, statuses] of truth) {
		const given = told.get(number) ?? [];
		const least = activation.begun.get(number) ?? 0;
		const most = activation.done.get(number) ?? 0;
		const first = Math.min(Math.max(statuses.length - given.length, least), most);
		const expected = statuses.slice(first).map((status) => `${number} ${status}`);
		verdict.changes += expected.length;
		verdict.doubled.push(...surplus(given, expected));
		verdict.lost.push(...surplus(expected, given));
	}
	return verdict;
}

/** What is more often in the one than in the other. */
export function surplus(one: readonly string[], other: readonly string[]): string[] {
	const counts = new Map<string, number>();
	for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1);
	for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1);
	return [...counts].filter(([, count]) => count > 0).map(([text, count]) => `${text} x${count}`);
}
