import type { IDataObject } from 'n8n-workflow';
import { readableName } from '../catalog/fields';
import { type RequestedColumn, ReportSink, omitUndefined } from '../report/reportSink';
import type { RowChoices, ReportMetadata } from '../report/choices';
import type { RowKindClassifier } from '../report/classifier';
import {
	assumedCurrencyColumnNote,
	CurrencyColumns,
	isAmountColumn,
	isCountColumn,
	isCurrencyColumn,
	kindOfColumn,
	noCurrencyNote,
	zoneSourceOfColumn,
	UniqueNames,
} from '../report/columns';
import { isClassifyingColumn } from '../report/classifyingFields';
import {
	MAX_SAMPLE_ROWS,
	type TableWriter,
	type TableColumn,
	type TablePlan,
} from '../spreadsheet/table';
import { repeatYielding, type SplitReport } from './reading';

const MAX_WAITING_CELLS = 200_000;

export class TableSink extends ReportSink {
	readonly together: ReportMetadata = {};
	private readonly by: RequestedColumn[];
	private readonly currencies = new CurrencyColumns();
	private waiting: string[][] | undefined = [];
	private isPlanned = false;

	/** `showsRows`: false for totals only. `classifier`: undefined without totals. */
	constructor(
		choices: RowChoices,
		groupBy: readonly string[],
		private readonly showsRows: boolean,
		private readonly table: TableWriter,
		private readonly classifier?: RowKindClassifier,
		readonly whole?: SplitReport,
	) {
		super(choices);
		this.by = groupBy.map((name) => this.selection.request('Group Totals By', name));
	}

	get details(): IDataObject {
		const { together, whole, ending } = this;
		if (whole === undefined) return { ...together, ...ending };
		const { organizationId } = together;
		return { ...whole, ...omitUndefined({ organizationId }), ...ending };
	}

	override nextReport(facts: ReportMetadata): void {
		super.nextReport(facts);
		const own = omitUndefined(facts);
		const { periodEnd } = own;
		Object.assign(this.together, { ...own, ...this.together }, periodEnd && { periodEnd });
	}

	columns(names: readonly string[]): number[] {
		const showsAll = this.picked.length === 0 && this.showsRows;
		const isWanted = (name: string) =>
			showsAll ||
			isCurrencyColumn(name) ||
			isAmountColumn(name) ||
			isCountColumn(name) ||
			(this.classifier !== undefined && isClassifyingColumn(name));
		this.currencies.addColumns(this.selection.newAmong(names));
		const slots = this.addColumns(names, isWanted);
		this.classifier?.addColumns(names, slots);
		this.isPlanned = false;
		return slots;
	}

	row(): boolean {
		if (this.waiting !== undefined) this.waiting.push([...this.cells]);
		else {
			if (!this.isPlanned) this.begin([]);
			this.table.row(this.cells);
		}
		return this.count();
	}

	/** Between pieces, writes the waiting rows if there are enough. */
	async *paced<Piece>(pieces: AsyncIterable<Piece>): AsyncIterable<Piece> {
		for await (const piece of pieces) {
			yield piece;
			const { length = 0 } = this.waiting ?? [];
			const isEnough = length * this.cells.length >= MAX_WAITING_CELLS;
			if (isEnough || length >= MAX_SAMPLE_ROWS) await this.writeWaiting();
		}
	}

	async finish(): Promise<void> {
		if (this.rows > 0) {
			this.selection.requireAll(this.by);
			this.insistOnSome();
		}
		await this.writeWaiting();
	}

	private async writeWaiting(): Promise<void> {
		const { waiting } = this;
		if (waiting === undefined) return;
		this.waiting = undefined;
		for (const cells of waiting) while (cells.length < this.cells.length) cells.push('');
		this.begin(waiting);
		await repeatYielding(waiting.length, (row) => this.table.row(waiting[row]));
	}

	private begin(firstRows: readonly string[][]) {
		this.isPlanned = true;
		this.table.begin(this.plan(), firstRows);
	}

	private plan(): TablePlan {
		const { selection, picked, classifier, showsRows } = this;
		const unique = new UniqueNames();
		// Only spreadsheets show column names in words.
		const made = ({ name, slot }: NameAndSlot): TableColumn =>
			this.column({ name, slot }, unique.give(showsRows ? readableName(name) : name));
		const all = selection.names.map((name) => ({ name, slot: selection.slotOf(name) }));
		const columns = (picked.length > 0 ? picked : all).map(made);
		const named = (column: NameAndSlot) =>
			columns.find(({ slot }) => slot === column.slot && slot >= 0) ?? made(column);
		const roles = classifier?.rolesOf(selection.names.filter(isAmountColumn)) ?? [];
		const summed = [...roles].map(([amount, role]) => {
			const column = named({ name: amount, slot: selection.slotOf(amount) });
			const { name, currencySlot, currencyNote } = column;
			const countSlot = selection.slotOf(classifier?.countOf(amount) ?? '');
			return {
				...column,
				role,
				countSlot: countSlot < 0 ? undefined : countSlot,
				currencyNote: currencySlot < 0 ? noCurrencyNote(name) : currencyNote,
			};
		});
		return { columns: showsRows ? columns : [], by: this.by.map(named), summed };
	}

	private column(column: NameAndSlot, heading: string): TableColumn {
		const { name, slot } = column;
		const known = kindOfColumn(name);
		const other = isCountColumn(name) ? 'number' : 'text';
		const kind = known === 'amount' || known === 'time' ? known : other;
		const amount = this.selection.nameOf(column);
		const currency = kind === 'amount' ? this.currencies.of(amount) : undefined;
		return {
			name,
			heading,
			kind,
			slot,
			currencySlot: this.selection.slotOf(currency?.name ?? ''),
			otherZone: zoneSourceOfColumn(name),
			currencyNote: currency?.isAssumed
				? assumedCurrencyColumnNote(amount, currency.name)
				: undefined,
		};
	}
}

type NameAndSlot = Pick<RequestedColumn, 'name' | 'slot'>;
