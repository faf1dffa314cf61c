import { currencyOf } from '../currencies';
import { signed } from '../money';
import type { Fact } from './aboutSheet';
import { Findings } from './findings';
import { type SheetList, Sheets } from './sheets';
import { type Table, type TableColumn, type TablePlan, textIn } from './table';
import { Totals } from './totals';
import { amountOf, type SpreadsheetTimes } from './values';
import { MOST_CHARACTERS, safeText } from './xml';

/** What a table is made of, and how. */
export interface Subject {
	/** What its sheet is called, as far as spreadsheets take it. */
	name: string;
	/** Where the rows come from, in words: "the report". */
	source: string;
	times: SpreadsheetTimes;
	/** Of amounts that have no currency column. */
	currency: string;
	/** Whether a row counts in the totals, and with which sign. */
	signOf?(cells: readonly string[]): 1 | -1 | 0;
	/** What the sheet About says of it; asked at the end. */
	facts(rows: number): readonly Fact[];
	/** What the totals count. */
	counted(): readonly string[];
}

/** A table of a workbook: its rows in sheets, and their totals. */
export class WorkbookTable implements Table {
	readonly findings = new Findings();
	readonly totals: readonly Totals[];
	plan: TablePlan = { columns: [], by: [], summed: [] };
	private readonly sheets: Sheets;
	private readonly currencyNotes = new Set<string>();
	private readonly headings = new Set<string>();
	/** Whether the sheets show, and check, the cells of each column to add up. */
	private isChecked: readonly boolean[] = [];
	/** The columns to total by that only the sheet Totals shows. */
	private hiddenGroups: readonly TableColumn[] = [];

	/** `depths`: by how many of the columns that the user named there are totals. */
	constructor(
		readonly subject: Subject,
		list: SheetList,
		depths: readonly number[],
	) {
		const { name, times, currency } = subject;
		this.sheets = new Sheets(name, list, this.findings, times, currency);
		this.totals = depths.map((depth) => new Totals(depth));
	}

	get rows(): number {
		return this.sheets.rows;
	}

	/** The name of its first sheet, by which it is known. */
	get name(): string {
		return this.written.at(0)?.name ?? this.subject.name;
	}

	get written(): Sheets['written'] {
		return this.sheets.written;
	}

	/** What differs from where the rows come from, and what is only likely. */
	get differences(): string[] {
		return [...this.findings.inWords(), ...this.currencyNotes];
	}

	begin(plan: TablePlan, firstRows: ReadonlyArray<readonly string[]>): void {
		this.plan = plan;
		for (const { currencyNote } of [...plan.columns, ...plan.summed]) {
			if (currencyNote !== undefined) this.currencyNotes.add(currencyNote);
		}
		const shown = new Set(plan.columns.map(({ slot }) => slot));
		this.isChecked = plan.summed.map(({ kind, slot }) => kind === 'amount' && shown.has(slot));
		this.hiddenGroups = plan.by.filter(({ slot }) => slot >= 0 && !shown.has(slot));
		for (const { heading } of [...plan.columns, ...this.hiddenGroups]) this.checkHeading(heading);
		this.sheets.begin(plan, firstRows);
	}

	row(cells: readonly string[]): void {
		this.sheets.row(cells);
		const { by, summed } = this.plan;
		const sign = this.subject.signOf?.(cells) ?? 1;
		if (sign === 0) return;
		for (const { heading, slot } of this.hiddenGroups)
			this.checkText(cells[slot], heading, this.rows);
		for (let index = 0; index < summed.length; index++) {
			const column = summed[index];
			const text = textIn(column, cells);
			if (text === '') continue;
			const amount = amountOf(text);
			if (amount === 'notANumber') {
				if (!this.isChecked[index]) this.findings.add('notTotaled', this.rows, column.heading);
				continue;
			}
			const digits = typeof amount === 'string' ? text.trim() : amount.digits;
			const currency = this.sheets.currencyOf(column, cells);
			const isKnown = this.isChecked[index] || currencyOf(currency) !== undefined;
			if (column.kind === 'amount' && !isKnown) {
				this.findings.add('noCurrency', this.rows, column.heading);
			}
			const added = signed(digits, column.keepsSign ? 1 : sign);
			for (const totals of this.totals) {
				totals.add(column.heading, currency, by, cells, added);
			}
		}
	}

	private checkHeading(heading: string) {
		if (this.headings.has(heading)) return;
		this.headings.add(heading);
		this.checkText(heading, heading, 0);
	}

	private checkText(text: string, heading: string, row: number) {
		if (text.length > MOST_CHARACTERS) this.findings.add('tooMuchText', row, heading);
		if (safeText(text).hasBadCharacters) this.findings.add('badCharacters', row, heading);
	}

	/** To be called at the end, whether all rows came or not. */
	finish(): void {
		this.sheets.finish();
	}
}
