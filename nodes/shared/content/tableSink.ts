import type { IDataObject } from 'n8n-workflow';
import { columnNamesOf, looseName } from '../catalogue/columns';
import { readableName } from '../catalogue/fields';
import type { Asked } from '../report/askedColumns';
import { AskingSink } from '../report/askingSink';
import type { ReadChoices, TotalChoices } from '../report/choices';
import { isCurrency, isFee, kindOf } from '../report/columnKinds';
import { UniqueNames } from '../report/columnNames';
import { Counting } from '../report/counting';
import { assumedCurrency, CurrencyColumns } from '../report/currencyColumns';
import type { ReportMetadata } from '../report/rowSink';
import type { WholeReport } from './source';
import {
	type Headings,
	MOST_WAITING_ROWS,
	type Table,
	type TableColumn,
	type TablePlan,
} from '../spreadsheet/table';

const MOST_WAITING_CELLS = 200_000;

const looseNames = (names: readonly string[]) =>
	new Set(names.flatMap((name) => columnNamesOf(name).similar).map(looseName));

const known = (facts: ReportMetadata): ReportMetadata =>
	Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact));

/** Finds the columns of a table in a report, and passes the rows on. */
export class TableSink extends AskingSink {
	/** What is known of the reports together. */
	readonly facts: ReportMetadata = {};
	/** What is known of the one that is being read. */
	private own: ReportMetadata = {};
	private readonly picked: Asked[];
	private readonly typed: Asked[];
	private readonly by: Asked[];
	private readonly summed: Asked[];
	private readonly amountNames: Set<string>;
	private readonly timeNames: Set<string>;
	private readonly currencies = new CurrencyColumns();
	/** Where it matters to the totals which rows count. */
	readonly counting: Counting | undefined;
	/** Where the reports are parts of one. */
	whole?: WholeReport;
	private waiting: string[][] | undefined = [];
	private isPlanned = false;

	constructor(
		choices: ReadChoices,
		totals: TotalChoices,
		private readonly headings: Headings,
		private readonly table: Table,
	) {
		super(choices);
		this.picked = choices.columns.map((name) => this.asked.ask('Columns to Keep', name));
		this.typed = [
			...choices.amountColumns.map((name) => this.asked.ask('Amount Columns', name)),
			...choices.timeColumns.map((name) => this.asked.ask('Time Columns', name)),
		];
		this.by = totals.groupBy.map((name) => this.asked.ask('Group Totals By', name));
		this.summed = totals.sumColumns.map((name) => this.asked.ask('Columns to Add Up', name));
		this.counting = totals.acceptedOnly ? new Counting() : undefined;
		this.amountNames = looseNames(choices.amountColumns);
		this.timeNames = looseNames(choices.timeColumns);
	}

	/** What an item says of the reports. */
	get details(): IDataObject {
		const { facts, whole, ending } = this;
		if (whole === undefined) return { ...facts, ...ending };
		const { organizationId } = facts;
		return { ...whole, ...known({ organizationId }), ...ending };
	}

	override nextReport(facts: ReportMetadata = {}): void {
		super.nextReport();
		// Rows that wait carry the details of the report that they are from.
		if (this.choices.metadataColumns.length > 0 && this.waiting?.length) this.begin(this.waiting);
		this.own = {};
		this.metadata(facts);
	}

	metadata(facts: ReportMetadata): void {
		this.own = { ...facts, ...known(this.own) };
		const { endTime } = known(this.own);
		Object.assign(this.facts, { ...known(this.own), ...known(this.facts) }, endTime && { endTime });
		this.isPlanned = false;
	}

	columns(names: string[]): number[] {
		const isWanted = (name: string) =>
			this.picked.length === 0 || isCurrency(name) || this.counting?.wants(name) === true;
		this.currencies.meet(this.asked.newAmong(names));
		const slots = this.meet(names, isWanted);
		this.counting?.meet(names, slots);
		this.isPlanned = false;
		return slots;
	}

	row(): boolean {
		if (this.waiting !== undefined) this.wait(this.waiting);
		else {
			if (!this.isPlanned) this.begin([]);
			this.table.row(this.cells);
		}
		return this.count();
	}

	/** To be called at the end. */
	finish(): void {
		if (this.rows > 0) this.insistOnSome();
		if (this.waiting !== undefined) this.begin(this.waiting);
	}

	private wait(waiting: string[][]) {
		waiting.push([...this.cells]);
		const isEnough = waiting.length * this.cells.length >= MOST_WAITING_CELLS;
		if (isEnough || waiting.length === MOST_WAITING_ROWS) this.begin(waiting);
	}

	private begin(waiting: readonly string[][]) {
		this.waiting = undefined;
		this.isPlanned = true;
		for (const cells of waiting) while (cells.length < this.cells.length) cells.push('');
		this.table.begin(this.plan(), waiting);
		for (const cells of waiting) this.table.row(cells);
	}

	private plan(): TablePlan {
		const unique = new UniqueNames('report');
		const heading = (name: string) =>
			unique.give(this.headings === 'readable' ? readableName(name) : name);
		const constants = this.choices.metadataColumns.map((name) => ({
			...this.column(name, -1, heading(name)),
			text: this.own[name] ?? '',
		}));
		const kept =
			this.picked.length > 0
				? this.picked
				: this.asked.names.map((name) => ({ name, slot: this.asked.slotOf(name) }));
		const columns = [
			...constants,
			...kept.map(({ name, slot }) => this.column(name, slot, heading(name))),
		];
		const named = ({ name, slot }: Asked) =>
			columns.find((column) => column.slot === slot && slot >= 0) ??
			this.column(name, slot, heading(name));
		const summed = (
			this.summed.length > 0
				? this.summed.map((one) => this.withCurrency(named(one)))
				: columns.filter(({ kind }) => kind === 'amount')
		).map((column) => ({ ...column, keepsSign: isFee(this.asked.nameOf(column)) }));
		if (this.counting !== undefined) {
			this.counting.fees = summed.filter(({ keepsSign }) => keepsSign).map(({ name }) => name);
		}
		return { columns, by: this.by.map(named), summed };
	}

	private column(name: string, slot: number, heading: string): TableColumn {
		const column = { name, heading, kind: this.kindOf(name), slot, text: '', currencySlot: -1 };
		return column.kind === 'amount' ? this.withCurrency(column) : column;
	}

	private withCurrency(column: TableColumn): TableColumn {
		const amount = this.asked.nameOf(column);
		const currency = this.currencies.of(amount);
		if (currency === undefined) return column;
		const currencySlot = this.asked.slotOf(currency.name);
		if (!currency.isAssumed) return { ...column, currencySlot };
		return { ...column, currencySlot, currencyNote: assumedCurrency(amount, currency.name) };
	}

	private kindOf(name: string): TableColumn['kind'] {
		const { amountNames, timeNames } = this;
		const loose = looseName(name);
		if (amountNames.has(loose)) return 'amount';
		if (timeNames.has(loose)) return 'time';
		const kind = kindOf(name);
		if (kind === 'amount' && amountNames.size === 0) return kind;
		return kind === 'time' && timeNames.size === 0 ? kind : 'text';
	}

	/** Optional elements may be missing from one XML report; columns nobody ever had are a mistake. */
	private insistOnSome() {
		this.insist([...this.by, ...this.summed]);
		for (const columns of [this.picked, this.typed]) {
			if (columns.every(({ slot }) => slot < 0)) this.insist(columns);
		}
	}
}
