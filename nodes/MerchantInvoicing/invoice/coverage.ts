import type { IDataObject } from 'n8n-workflow';

import { number } from '../../shared/number';
import type { TableColumn } from '../../shared/spreadsheet/table';

/** Every invoice has these; others only where there is something to say. */
const ALWAYS = /^(total|balance|invoiceTotal|invoiceBalance)Amount$/;

/** Finds out of which columns the totals are over part of the invoices only. */
export class Coverage {
	/** How many invoices there are. */
	invoices = 0;
	private readonly counts: number[];

	constructor(private readonly summed: readonly TableColumn[]) {
		this.counts = summed.map(() => 0);
	}

	/** To be called with all rows of an invoice. */
	add(rows: readonly IDataObject[]): void {
		this.invoices++;
		this.summed.forEach(({ name }, index) => {
			if (rows.some((row) => (row[name] ?? '') !== '')) this.counts[index]++;
		});
	}

	/** `isMixed`: some invoices were read in full, of others there is what the list says. */
	warnings({ isMixed, hasTotals }: { isMixed: boolean; hasTotals: boolean }): string[] {
		return this.summed.flatMap(({ name, heading }, index) => {
			const count = this.counts[index];
			const isPart = count > 0 && count < this.invoices && (isMixed || ALWAYS.test(name));
			return isPart
				? [
						`Only ${number(count)} of ${number(this.invoices)} invoices have a value for ${heading}${hasTotals ? ', so its totals are not those of all' : ''}`,
					]
				: [];
		});
	}
}
