import type { Classified } from '../catalog/kinds';
import type { Fact } from './totalsSheet';
import { Findings, WARNINGS } from './findings';
import { type SheetList, Sheets } from './sheets';
import type { Table, TablePlan } from './table';
import { TableTotals, type Total } from './tableTotals';
import type { Layout } from './totals';
import type { SpreadsheetTimes } from './values';

/** What a table is made of, and how. */
export interface Subject {
	/** What its sheet is called, as far as spreadsheets take it. */
	name: string;
	/** Where the rows come from, in words: "the report". */
	source: string;
	/** What stands in its sheet where it has no rows. */
	empty?: string;
	times: SpreadsheetTimes;
	/** What a row is, where the totals depend on it. */
	classify?(cells: readonly string[]): Classified;
	/** What the sheet About says of it; asked at the end. */
	facts(rows: number): readonly Fact[];
	/** What the sheet Totals says before the figures; asked at the end. */
	notes(): readonly string[];
}

/** A table of a workbook: its rows in sheets, and their totals. */
export class WorkbookTable<Own extends Total> implements Table {
	readonly findings = new Findings();
	readonly totals: TableTotals<Own>;
	private readonly sheets: Sheets;
	private readonly currencyNotes = new Set<string>();

	/** `depths`: by how many of the columns that the user named there are totals. */
	constructor(
		readonly subject: Subject,
		list: SheetList,
		depths: readonly number[],
		layout: Layout<Own>,
	) {
		const { name, times } = subject;
		const classify = subject.classify?.bind(subject);
		this.sheets = new Sheets(name, list, this.findings, times);
		this.totals = new TableTotals(depths, layout, this.findings, classify);
	}

	get plan(): TablePlan {
		return this.totals.plan;
	}

	get rows(): number {
		return this.sheets.rows;
	}

	get written(): Sheets['written'] {
		return this.sheets.written;
	}

	/** What of it the user should know at once. */
	get warnings(): string[] {
		return [...this.findings.inWords(WARNINGS), ...this.currencyNotes];
	}

	/** What differs from where the rows come from, and what is only likely. */
	get differences(): string[] {
		return [...this.findings.inWords(), ...this.currencyNotes];
	}

	begin(plan: TablePlan, firstRows: ReadonlyArray<readonly string[]>): void {
		this.totals.begin(plan);
		for (const { currencyNote } of [...plan.columns, ...plan.summed]) {
			if (currencyNote !== undefined) this.currencyNotes.add(currencyNote);
		}
		this.sheets.begin(plan, firstRows);
	}

	row(cells: readonly string[]): void {
		this.sheets.row(cells);
		this.totals.row(cells);
	}

	/** To be called at the end. */
	finish(): void {
		this.sheets.finish(this.subject.empty);
	}
}
