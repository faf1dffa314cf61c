import { columnNamesOfField, looseName, splitWordsOnly } from '../catalog/fields';
import { refusal } from '../problem';
import { formatInteger } from '../text';
import type { RowChoices, ReportMetadata } from './choices';
import { createRowFilter } from './filter';

const FILTER = 'Row Filter';
const LINES_IN_NOTICE = 5;

/** An empty fact stays, so that every run has the same columns. */
export const omitUndefined = (facts: ReportMetadata): ReportMetadata =>
	Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));

/** Takes the rows of a report: finds the requested columns, filters the rows and counts them. */
export abstract class ReportSink {
	/** The texts of a row, by the slots from `columns`. */
	readonly cells: string[] = [];
	facts: ReportMetadata = {};
	protected readonly selection = new ColumnSelection();
	/** Columns to Keep; empty for all. */
	protected readonly picked: readonly RequestedColumn[];
	rows = 0;
	/** With those that the filter leaves out. */
	rowsMet = 0;
	/** How many XML elements of each name hold something, but no row. */
	private readonly leftOut = new Map<string, number>();
	/** In the reports before this one. */
	private columnsBefore = 0;
	/** The notices, each with the lines it is about. */
	private readonly noticeLines = new Map<string, { count: number; first: string[] }>();
	private readonly filter: ReturnType<typeof createRowFilter>;
	private readonly filtered: readonly RequestedColumn[];

	constructor(protected readonly choices: RowChoices) {
		this.filtered = choices.filters.map(({ column }) => this.selection.request(FILTER, column));
		this.filter = createRowFilter(choices.filters, this.filtered);
		this.picked = choices.columns.map((name) => this.selection.request('Columns to Keep', name));
	}

	/** Whether the rest of the report need not be read. */
	get isFull(): boolean {
		return false;
	}

	nextReport(facts: ReportMetadata): void {
		this.cells.fill('');
		this.facts = facts;
		this.columnsBefore = this.selection.names.length;
	}

	get notices(): Array<string | undefined> {
		return [this.ending.endNotice, this.missingNotice, this.elementsNotice];
	}

	protected get missingNotice(): string | undefined {
		return this.missing((field) => field === FILTER);
	}

	private get elementsNotice(): string | undefined {
		if (this.leftOut.size === 0) return undefined;
		const names = [...this.leftOut]
			.map(([name, times]) => `${formatInteger(times)} × ${name}`)
			.join(', ');
		return `The report also holds elements that are in no row: ${names}. To look at them, choose File as Output.`;
	}

	countLeftOut(element: string): void {
		this.leftOut.set(element, (this.leftOut.get(element) ?? 0) + 1);
	}

	/** `line`: one of those that the notice is about. */
	addNotice(notice: string, line?: string): void {
		const lines = this.noticeLines.get(notice) ?? { count: 0, first: [] };
		this.noticeLines.set(notice, lines);
		if (line !== undefined && lines.count++ < LINES_IN_NOTICE) lines.first.push(line);
	}

	get ending(): { endNotice?: string } {
		const notices = [...this.noticeLines].map(([notice, { count, first }]) => {
			const more = count > first.length ? [`and ${formatInteger(count - first.length)} more`] : [];
			return count === 0 ? notice : `${notice}: ${[...first, ...more].join(', ')}.`;
		});
		return notices.length === 0 ? {} : { endNotice: notices.join(' ') };
	}

	/** Takes each name once. Returns the slots for the cells, -1 for columns that nobody wants. */
	abstract columns(names: readonly string[]): number[];
	/** False when no more rows are wanted. */
	abstract row(): boolean;

	/** Called if all columns are known before the first row: missing ones are refused. */
	columnsAreComplete(): void {
		this.selection.requireAll();
		const others = this.selection.names.slice(this.columnsBefore).join(', ');
		if (this.columnsBefore === 0 || others === '') return;
		this.addNotice('A later part of the report has columns that the first one lacks', others);
	}

	/** Called if this day's rows have no other columns. Those of another day may. */
	columnsOfDayAreComplete(): void {
		this.selection.requireAll(this.filtered);
	}

	/** Whether `accepts` reads the slot. */
	decides(slot: number): boolean {
		return this.filter.decides(slot);
	}

	accepts(): boolean {
		this.rowsMet++;
		return this.filter.accepts(this.cells);
	}

	/** Optional elements may be missing from one XML report; columns nobody ever had are a mistake. */
	protected insistOnSome(): void {
		if (this.picked.every(({ slot }) => slot < 0)) this.selection.requireAll(this.picked);
	}

	protected missing(isMeant: (field: string) => boolean): string | undefined {
		return this.rowsMet === 0 ? undefined : this.selection.notice(({ field }) => isMeant(field));
	}

	protected addColumns(names: readonly string[], isNeeded: (name: string) => boolean): number[] {
		const slots = this.selection.addColumns(names, isNeeded);
		for (const slot of slots) if (slot >= 0) this.cells[slot] = '';
		return slots;
	}

	/** False when no more rows are wanted. */
	protected count(): boolean {
		this.rows++;
		return !this.isFull;
	}
}

export interface RequestedColumn {
	field: string;
	name: string;
	/** -1 until the report has such a column. */
	slot: number;
}

interface RankedColumn extends RequestedColumn {
	/** What the column may be called, the best name first. */
	looseNames: string[];
	/** Of the best name found: 0 is the very one that was requested. */
	rank: number;
	/** With such a name: one, or several that only end so. */
	columns: string[];
}

/** The worst rank: CardType for PaymentMethod.CardType. */
const BY_END = Number.MAX_SAFE_INTEGER;

/** CardType also ends payment_method_card_type. */
function endsAs(column: string, name: string): boolean {
	const parts = column.split(/[._]/);
	const loose = looseName(name);
	return parts.some((_, start) => start > 0 && looseName(parts.slice(start).join('')) === loose);
}

/** LineItem.2.Sku repeats LineItem.Sku. */
const isNumbered = (column: string): boolean => /[._]\d+([._]|$)/.test(column);

function rankOf({ name, looseNames }: RankedColumn, column: string): number {
	if (column === name) return 0;
	const at = looseNames.indexOf(looseName(column));
	if (at >= 0) return 1 + at;
	return endsAs(column, name) && !isNumbered(column) ? BY_END : Infinity;
}

const MAX_LISTED = 60;
const MAX_ALIKE = 3;

/** Refuses several columns that only end so. */
function choose(request: RankedColumn, names: readonly string[]): void {
	for (const name of names) {
		const rank = rankOf(request, name);
		if (rank < request.rank) Object.assign(request, { rank, columns: [name] });
		else if (rank === BY_END && request.rank === BY_END) request.columns.push(name);
	}
	const columns = [...new Set(request.columns)];
	if (columns.length > 1) {
		throw refusal(
			`the report has several columns "${request.name}": ${columns.join(', ')}`,
			'Enter the whole name of the one that you mean.',
			request.field,
		);
	}
}

/** Finds the columns of a report by the names that the user wrote. */
class ColumnSelection {
	private readonly requests: RankedColumn[] = [];
	/** By the name of the column; -1 for those that nobody wants. */
	private readonly slots = new Map<string, number>();
	private nextSlot = 0;

	/** By its name in the report or the catalog; case, dots and underscores may differ. */
	request(field: string, name: string): RequestedColumn {
		const looseNames = columnNamesOfField(name).map(looseName);
		const request = { field, name, looseNames, slot: -1, rank: Infinity, columns: [] };
		this.requests.push(request);
		return request;
	}

	/** Gives slots to new columns that are requested or wanted anyway. */
	addColumns(names: readonly string[], isNeeded: (name: string) => boolean): number[] {
		for (const request of this.requests) choose(request, names);
		const chosen = new Set(this.requests.flatMap(({ columns }) => columns));
		for (const name of this.newAmong(names)) {
			this.slots.set(name, chosen.has(name) || isNeeded(name) ? this.nextSlot++ : -1);
		}
		for (const request of this.requests) request.slot = this.slotOf(request.columns.at(0) ?? '');
		return names.map((name) => this.slotOf(name));
	}

	newAmong(names: readonly string[]): string[] {
		return names.filter((name) => !this.slots.has(name));
	}

	slotOf(name: string): number {
		return this.slots.get(name) ?? -1;
	}

	/** What the report calls a requested column. */
	nameOf({ name, slot }: Pick<RequestedColumn, 'name' | 'slot'>): string {
		return this.requests.find((one) => one.slot === slot && slot >= 0)?.columns[0] ?? name;
	}

	get names(): readonly string[] {
		return [...this.slots.keys()];
	}

	requireAll(requests: readonly RequestedColumn[] = this.requests): void {
		const missing = requests.filter(({ slot }) => slot < 0);
		if (missing.length === 0) return;
		const [{ field, name }] = missing;
		const names = missing.filter((one) => one.field === field).map((one) => `"${one.name}"`);
		const hasSameWord = (column: string) =>
			splitWordsOnly(column).some((word) => splitWordsOnly(name).includes(word));
		const alike = this.names.filter(hasSameWord).slice(0, MAX_ALIKE);
		const question = alike.length > 0 ? `Did you mean ${alike.join(' or ')}? ` : '';
		throw refusal(
			`the report has no column ${names.join(', ')}`,
			`${question}Its columns are: ${this.listed()}`,
			field,
		);
	}

	/** For names that may still come, so that they can't be refused. */
	notice(isMeant: (request: RequestedColumn) => boolean): string | undefined {
		const missing = this.requests.filter((one) => one.slot < 0 && isMeant(one));
		if (missing.length === 0) return undefined;
		const names = missing.map(({ field, name }) => `"${name}" (${field})`).join(', ');
		return `No row that was read has the column ${names}. Check the spelling. The columns are: ${this.listed()}.`;
	}

	private listed(): string {
		const more = this.slots.size > MAX_LISTED ? ', …' : '';
		return this.names.slice(0, MAX_LISTED).join(', ') + more;
	}
}
