import type { INodeExecutionData } from 'n8n-workflow';

import type { AskingSink } from '../report/askingSink';
import type { Check } from '../report/readReport';

/** What was read, so that a workflow can test whether it has everything. */
export interface ControlTotal {
	/** How many reports the result was made from. */
	parts: number;
	/** How many rows they hold, before any filter; null where a report was stored without being read. */
	rowsRead: number | null;
	/** How many of them are in the result. */
	rows: number | null;
	/** False where a limit ended the reading, more batches follow, or nothing shows that the end is the end. */
	readToEnd: boolean;
	/** What shows that every report is whole. */
	checked: Check[];
}

/** What was made of reports, and what was read for it. */
export interface HandedOver {
	items: INodeExecutionData[];
	control: ControlTotal;
}

/** The same with the control total on each item: only where the items are no rows. */
export function withControl({ items, control }: HandedOver): HandedOver {
	for (const { json } of items) json.controlTotal = { ...control };
	return { items, control };
}

/** Keeps count while one report after the other is read. */
export class Control {
	private parts = 0;
	private checks: Check[] | undefined;
	private isOpen = false;

	/** `endNotice`: why the end of the report may be missing. */
	add(checks: readonly Check[], endNotice?: string): void {
		this.parts++;
		this.isOpen ||= endNotice !== undefined;
		this.checks = (this.checks ?? [...checks]).filter((check) => checks.includes(check));
	}

	total(sink?: AskingSink): ControlTotal {
		const isCut = sink?.isFull ?? false;
		return {
			parts: this.parts,
			rowsRead: sink?.rowsMet ?? null,
			rows: sink?.rows ?? null,
			readToEnd: !isCut && !this.isOpen,
			checked: isCut ? [] : (this.checks ?? []),
		};
	}
}
