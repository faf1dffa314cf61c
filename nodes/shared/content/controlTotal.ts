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
	/** False where a limit ended the reading, or more batches follow. */
	readToEnd: boolean;
	/** What shows that every report is whole. */
	checked: Check[];
}

/** What was made of reports, and what was read for it. */
export interface HandedOver {
	items: INodeExecutionData[];
	control: ControlTotal;
}

/** Keeps count while one report after the other is read. */
export class Control {
	private parts = 0;
	private checks: Check[] | undefined;

	add(checks: readonly Check[]): void {
		this.parts++;
		this.checks = (this.checks ?? [...checks]).filter((check) => checks.includes(check));
	}

	total(sink?: AskingSink): ControlTotal {
		const isCut = sink?.isFull ?? false;
		return {
			parts: this.parts,
			rowsRead: sink?.rowsMet ?? null,
			rows: sink?.rows ?? null,
			readToEnd: !isCut,
			checked: isCut ? [] : (this.checks ?? []),
		};
	}
}
