import { columnNamesOf, looseName, words } from '../catalog/fields';
import { refusal } from '../problem';
import { number } from '../text';
import type { ReadChoices, ReportMetadata } from './choices';
import { rowFilter } from './filter';

const FILTER = 'Row Filter';
/** Of those that a notice is about. */
const MOST_LINES = 5;

/** An empty fact stays, so that every run has the same columns. */
export const definedFacts = (facts: ReportMetadata): ReportMetadata =>
	Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));

/** What a reader hands the rows of a report to. It finds the columns that were asked for, filters the rows and counts them. */
export abstract class ReportSink {
	/** The text of the row's cells, by the slots that `columns` gave out. */
	readonly cells: string[] = [];
	facts: ReportMetadata = {};
	protected readonly asked = new ColumnSelection();
	/** The columns to keep; none where all are. */
	protected readonly picked: readonly RequestedColumn[];
	rows = 0;
	/** How many rows were met, whether the filter let them pass or not. */
	rowsMet = 0;
	/** The elements of XML reports that hold something but no row, and how many of each there are. */
	private readonly leftOut = new Map<string, number>();
	/** How many columns the reports before this one have. */
	private columnsBefore = 0;
	/** What the user should know, and of how many lines, the first of which are named. */
	private readonly told = new Map<string, { count: number; first: string[] }>();
	private readonly filter: ReturnType<typeof rowFilter>;
	private readonly filtered: RequestedColumn[] = [];

	constructor(protected readonly choices: ReadChoices) {
		this.filter = rowFilter(choices.filters, (name) => {
			const column = this.asked.request(FILTER, name);
			this.filtered.push(column);
			return column;
		});
		this.picked = choices.columns.map((name) => this.asked.request('Columns to Keep', name));
	}

	/** Whether all rows that are wanted were taken, so that what follows them is not read. */
	get isFull(): boolean {
		return false;
	}

	nextReport(facts: ReportMetadata): void {
		this.cells.fill('');
		this.facts = facts;
		this.columnsBefore = this.asked.names.length;
	}

	get notices(): Array<string | undefined> {
		return [this.ending.endNotice, this.missingNotice, this.elementsNotice];
	}

	protected get missingNotice(): string | undefined {
		return this.missing((field) => field === FILTER);
	}

	private get elementsNotice(): string | undefined {
		if (this.leftOut.size === 0) return undefined;
		const names = [...this.leftOut].map(([name, times]) => `${number(times)} × ${name}`).join(', ');
		return `The report also holds elements that are in no row: ${names}. To look at them, choose File as Output.`;
	}

	countLeftOut(element: string): void {
		this.leftOut.set(element, (this.leftOut.get(element) ?? 0) + 1);
	}

	/** `line`: one of those that the notice is about. */
	tell(notice: string, line?: string): void {
		const told = this.told.get(notice) ?? { count: 0, first: [] };
		this.told.set(notice, told);
		if (line !== undefined && told.count++ < MOST_LINES) told.first.push(line);
	}

	get ending(): { endNotice?: string } {
		const notices = [...this.told].map(([notice, { count, first }]) => {
			const more = count > first.length ? [`and ${number(count - first.length)} more`] : [];
			return count === 0 ? notice : `${notice}: ${[...first, ...more].join(', ')}.`;
		});
		return notices.length === 0 ? {} : { endNotice: notices.join(' ') };
	}

	/**
	 * Reports columns as they are met, each name once. The answer is the slot for each one's
	 * cells, or -1 for those that nobody asked for.
	 */
	abstract columns(names: readonly string[]): number[];
	/** Takes the row. False when no more are wanted. */
	abstract row(): boolean;

	/** Called if all columns are known before the first row, so that missing ones can be refused. */
	columnsAreComplete(): void {
		this.asked.requireAll();
		const others = this.asked.names.slice(this.columnsBefore).join(', ');
		if (this.columnsBefore === 0 || others === '') return;
		this.tell('A later part of the report has columns that the first one lacks', others);
	}

	/** Called if all columns are known that rows of this day have: others may be there another day. */
	columnsOfDayAreComplete(): void {
		this.asked.requireAll(this.filtered);
	}

	/** Whether the slot has to be filled before `accepts` is asked. */
	decides(slot: number): boolean {
		return this.filter.decides(slot);
	}

	accepts(): boolean {
		this.rowsMet++;
		return this.filter.accepts(this.cells);
	}

	/** Optional elements may be missing from one XML report; columns nobody ever had are a mistake. */
	protected insistOnSome(): void {
		if (this.picked.every(({ slot }) => slot < 0)) this.asked.requireAll(this.picked);
	}

	protected missing(isMeant: (field: string) => boolean): string | undefined {
		return this.rowsMet === 0 ? undefined : this.asked.notice(({ field }) => isMeant(field));
	}

	/** The slots of these columns, whose cells are empty for now. */
	protected addColumns(names: readonly string[], wanted: (name: string) => boolean): number[] {
		const slots = this.asked.addColumns(names, wanted);
		for (const slot of slots) if (slot >= 0) this.cells[slot] = '';
		return slots;
	}

	/** Counts a row; false when it was the last that is wanted. */
	protected count(): boolean {
		this.rows++;
		return !this.isFull;
	}
}

export interface RequestedColumn {
	field: string;
	name: string;
	/** -1 until the report has shown such a column. */
	slot: number;
}

interface RankedColumn extends RequestedColumn {
	/** What the column may be called, without its case, dots and underscores; the best name first. */
	looseNames: string[];
	/** How good the name is that was found: 0 is the very one that was asked for. */
	rank: number;
	/** The columns with such a name: one, or several that only end so. */
	columns: string[];
}

/** Worse than any other name: CardType for PaymentMethod.CardType. */
const BY_END = Number.MAX_SAFE_INTEGER;

/** CardType is the end of PaymentMethod.CardType and of payment_method_card_type. */
function endsAs(column: string, name: string): boolean {
	const parts = column.split(/[._]/);
	const wanted = looseName(name);
	return parts.some((_, start) => start > 0 && looseName(parts.slice(start).join('')) === wanted);
}

/** LineItem.2.Sku is one more of LineItem.Sku. */
const isNumbered = (column: string): boolean => /[._]\d+([._]|$)/.test(column);

function rankOf({ name, looseNames }: RankedColumn, column: string): number {
	if (column === name) return 0;
	const at = looseNames.indexOf(looseName(column));
	if (at >= 0) return 1 + at;
	return endsAs(column, name) && !isNumbered(column) ? BY_END : Infinity;
}

const MOST_LISTED = 60;
const MOST_ALIKE = 3;

/** Takes the column with the best name. Several that only end so are refused. */
function choose(asked: RankedColumn, names: readonly string[]): void {
	for (const name of names) {
		const rank = rankOf(asked, name);
		if (rank < asked.rank) Object.assign(asked, { rank, columns: [name] });
		else if (rank === BY_END && asked.rank === BY_END) asked.columns.push(name);
	}
	const columns = [...new Set(asked.columns)];
	if (columns.length > 1) {
		throw refusal(
			`the report has several columns "${asked.name}": ${columns.join(', ')}`,
			'Enter the whole name of the one that you mean.',
			asked.field,
		);
	}
}

/** Brings the names that the user wrote together with the columns that the report has. */
class ColumnSelection {
	private readonly asked: RankedColumn[] = [];
	/** Where the cells of each column go; -1 for those that nobody wants. */
	private readonly slots = new Map<string, number>();
	private nextSlot = 0;

	/** Asks for a column by a name that the report or the catalog has for it; case, dots and underscores may differ. */
	request(field: string, name: string): RequestedColumn {
		const looseNames = columnNamesOf(name).map(looseName);
		const asked = { field, name, looseNames, slot: -1, rank: Infinity, columns: [] };
		this.asked.push(asked);
		return asked;
	}

	/** The slots of these columns, new ones for those that are asked for or wanted anyway. */
	addColumns(names: readonly string[], wanted: (name: string) => boolean): number[] {
		for (const asked of this.asked) choose(asked, names);
		const chosen = new Set(this.asked.flatMap(({ columns }) => columns));
		for (const name of this.newAmong(names)) {
			this.slots.set(name, chosen.has(name) || wanted(name) ? this.nextSlot++ : -1);
		}
		for (const asked of this.asked) asked.slot = this.slotOf(asked.columns.at(0) ?? '');
		return names.map((name) => this.slotOf(name));
	}

	/** Those that no report has shown yet. */
	newAmong(names: readonly string[]): string[] {
		return names.filter((name) => !this.slots.has(name));
	}

	slotOf(name: string): number {
		return this.slots.get(name) ?? -1;
	}

	/** What the report calls a column that someone asked for by this name. */
	nameOf({ name, slot }: Pick<RequestedColumn, 'name' | 'slot'>): string {
		return this.asked.find((one) => one.slot === slot && slot >= 0)?.columns[0] ?? name;
	}

	get names(): readonly string[] {
		return [...this.slots.keys()];
	}

	requireAll(asked: readonly RequestedColumn[] = this.asked): void {
		const missing = asked.filter(({ slot }) => slot < 0);
		if (missing.length === 0) return;
		const [{ field, name }] = missing;
		const names = missing.filter((one) => one.field === field).map((one) => `"${one.name}"`);
		const hasSameWord = (column: string) =>
			words(column).some((word) => words(name).includes(word));
		const alike = this.names.filter(hasSameWord).slice(0, MOST_ALIKE);
		const question = alike.length > 0 ? `Did you mean ${alike.join(' or ')}? ` : '';
		throw refusal(
			`the report has no column ${names.join(', ')}`,
			`${question}Its columns are: ${this.listed()}`,
			field,
		);
	}

	/** What to check where no row has shown a name that may still come. */
	notice(isMeant: (asked: RequestedColumn) => boolean): string | undefined {
		const missing = this.asked.filter((one) => one.slot < 0 && isMeant(one));
		if (missing.length === 0) return undefined;
		const names = missing.map(({ field, name }) => `"${name}" (${field})`).join(', ');
		return `No row that was read has the column ${names}. Check the spelling. The columns are: ${this.listed()}.`;
	}

	private listed(): string {
		const more = this.slots.size > MOST_LISTED ? ', …' : '';
		return this.names.slice(0, MOST_LISTED).join(', ') + more;
	}
}
