import { Decimal } from 'decimal.js';
import type { IDataObject } from 'n8n-workflow';

import { trimText } from '../../nodes/shared/text';
import type { InvoiceRecord } from '../support/ledger';

/** Whether two amounts are the same money, however they are written. */
export function isSameAmount(shown: unknown, amount: unknown): boolean {
	if (typeof shown !== 'string' && typeof shown !== 'number') return false;
	try {
		return new Decimal(shown).equals(amount as Decimal.Value);
	} catch {
		return false;
	}
}

/** In what a row of the node differs from the record of its invoice. */
export function differencesOf(row: IDataObject, record: InvoiceRecord): string[] {
	const { amountDetails } = record.orderInformation;
	const { dueDate } = record.invoiceInformation;
	const checks: Record<string, boolean> = {
		status: row.status === record.status,
		totalAmount: isSameAmount(row.totalAmount, amountDetails.totalAmount),
		currency: row.currency === amountDetails.currency,
		dueDate: row.dueDate === null || row.dueDate === dueDate,
	};
	return Object.keys(checks)
		.filter((name) => !checks[name])
		.map((name) => `${record.id}: ${name} is ${JSON.stringify(row[name])}`);
}

/** In what rows differ from the records that they should be, each once. */
export function differencesOfAll(
	rows: readonly IDataObject[],
	records: readonly InvoiceRecord[],
): string[] {
	const byNumber = new Map(records.map((record) => [record.id, record]));
	const differing = surplusOf(
		rows.map(({ invoiceNumber }) => trimText(invoiceNumber)),
		[...byNumber.keys()],
	);
	for (const row of rows) {
		const record = byNumber.get(trimText(row.invoiceNumber));
		if (record !== undefined) differing.push(...differencesOf(row, record));
	}
	return differing;
}

export const anyOf = (rows: readonly unknown[]): string[] =>
	rows.length === 0 ? [] : [`${rows.length} rows, such as ${JSON.stringify(rows[0])}`];

/** What the one list has too often, and what it lacks. */
export function surplusOf(given: readonly string[], wanted: readonly string[]): string[] {
	const counts = new Map<string, number>();
	for (const each of given) counts.set(each, (counts.get(each) ?? 0) + 1);
	for (const each of wanted) counts.set(each, (counts.get(each) ?? 0) - 1);
	const off = [...counts].filter(([, count]) => count !== 0);
	if (off.length === 0) return [];
	const [[example, count]] = off;
	return [
		`${given.length} of ${wanted.length}; ${off.length} differ, such as ${example} (${count > 0 ? 'too much' : 'missing'})`,
	];
}
