import type { IDataObject } from 'n8n-workflow';

import { KINDS_IN_NET, type RowKind } from '../catalog/kinds';
import type { SummedRole } from '../catalog/money';
import { parseDecimal, applyDirection } from '../money';
import { parseCount, formatInteger, trimText } from '../text';
import type { RowChoices } from './choices';
import { RowKindClassifier } from './classifier';
import {
	parseExactNumber,
	isAmountColumn,
	isCountColumn,
	kindOfColumn,
	UniqueNames,
} from './columns';
import { ReportSink } from './reportSink';
import { isClassifyingColumn } from './classifyingFields';

/** Makes one flat object of each row, all with the same keys in the same order. */
export class RowsSink extends ReportSink {
	/** Before the last new column was met. */
	private rowsBeforeColumn = 0;
	private readonly unique = new UniqueNames();
	private readonly outputs: OutputColumn[] = [];
	private readonly factKeys: string[];
	private shape: RowShape | undefined;
	private readonly money?: RowMoney;

	/** `timeText`: undefined to keep times as they are. */
	constructor(
		choices: RowChoices,
		private readonly emit: (row: IDataObject) => void,
		private readonly timeText?: FormatTime,
		source: { definition?: string; isAcceptedOnly?: boolean } = {},
		private readonly countsAreNumbers = false,
	) {
		super(choices);
		if (choices.addsKind) this.money = new RowMoney(source, this.unique, choices.amounts);
		this.factKeys = choices.metadataColumns.map((name) => this.unique.give(name));
		for (const { name } of this.picked) this.addOutput(name);
	}

	override get notices(): Array<string | undefined> {
		return [...super.notices, ...(this.money?.notices ?? [])];
	}

	columns(names: readonly string[]): number[] {
		const wantsAll = this.picked.length === 0;
		const fresh = wantsAll ? this.selection.newAmong(names) : [];
		const slots = this.addColumns(names, (name) => wantsAll || this.money?.wants(name) === true);
		this.money?.addColumns(names, slots);
		for (const name of fresh) this.addOutput(name);
		if (fresh.length > 0) this.rowsBeforeColumn = this.rows;
		this.shape = undefined;
		return slots;
	}

	row(): boolean {
		const shape = this.shape ?? this.newShape();
		const row = shape.row(this.cells);
		this.emit(this.money === undefined ? row : this.money.addTo(row, this.cells));
		return this.count();
	}

	/**
	 * Call it at the end, when all columns of an XML report are known: `upgraded` adds those that came later to the
	 * first `rows` rows. `isEnd`: false if more rows may show more columns.
	 */
	finish({ isEnd = true } = {}): { rows: number; upgraded: (row: IDataObject) => IDataObject } {
		if (this.rows > 0 && isEnd) this.insistOnSome();
		this.money?.finish();
		const shape = this.shape ?? this.newShape();
		return { rows: this.rowsBeforeColumn, upgraded: (row) => shape.upgraded(row) };
	}

	private addOutput(name: string): void {
		const convert = this.converter(name);
		this.outputs.push({ key: this.unique.give(name), name, slot: -1, convert });
	}

	private converter(name: string): Convert | undefined {
		const { choices, timeText } = this;
		const kind = kindOfColumn(name);
		if (kind === 'time' && timeText !== undefined) {
			return (text) => {
				const shown = timeText(text, name);
				if (shown === undefined)
					this.addNotice(UNREAD, `row ${formatInteger(this.rows + 1)}, ${name}`);
				return shown ?? text;
			};
		}
		if (this.countsAreNumbers && isCountColumn(name)) return (text) => parseCount(text) ?? text;
		if (kind !== 'amount' || choices.amounts === 'text') return undefined;
		return (text) => parseExactNumber(name, text);
	}

	private newShape(): RowShape {
		const { selection, picked, outputs } = this;
		for (const output of outputs) {
			const pick = picked.find(({ name }) => name === output.name);
			output.slot = pick?.slot ?? selection.slotOf(output.name);
		}
		const facts = this.choices.metadataColumns.map((fact) => this.facts[fact] ?? '');
		const constants = this.factKeys.map((key, index) => [key, facts[index]] as const);
		return (this.shape = new RowShape(constants, outputs));
	}
}

type Convert = (text: string) => string | number;

/** Undefined if the time can't be read. */
export type FormatTime = (text: string, column: string) => string | undefined;

const UNREAD = 'Times that could not be read, kept as in the report';

interface OutputColumn {
	key: string;
	name: string;
	slot: number;
	convert?: Convert;
}

/** V8 makes a larger object from JSON a hash table, which is three times as slow to clone. */
const MAX_FAST_KEYS = 127;

/**
 * Cloning a template and storing by key is four times as fast as building objects. V8 keeps the cells of a template
 * from JSON in the object itself, not in a list beside it.
 */
class RowShape {
	private readonly template: IDataObject;
	private readonly keys: string[];
	private readonly slots: number[];
	private readonly converted: Array<OutputColumn & { convert: Convert }>;

	constructor(
		constants: ReadonlyArray<readonly [string, string]>,
		columns: readonly OutputColumn[],
	) {
		const cells = [...constants, ...columns.map(({ key }) => [key, ''] as const)];
		const template: IDataObject = Object.fromEntries(cells);
		this.template =
			cells.length > MAX_FAST_KEYS
				? template
				: (JSON.parse(JSON.stringify(template)) as IDataObject);
		const filled = columns.filter(({ slot }) => slot >= 0);
		this.keys = filled.map(({ key }) => key);
		this.slots = filled.map(({ slot }) => slot);
		this.converted = filled.flatMap(({ convert, ...column }) =>
			convert === undefined ? [] : { ...column, convert },
		);
	}

	row(cells: readonly string[]): IDataObject {
		const row = { ...this.template };
		const { keys, slots } = this;
		for (let index = 0; index < keys.length; index++) row[keys[index]] = cells[slots[index]];
		const { converted } = this;
		for (let index = 0; index < converted.length; index++) {
			const { key, slot, convert } = converted[index];
			if (cells[slot] !== '') row[key] = convert(cells[slot]);
		}
		return row;
	}

	upgraded(row: IDataObject): IDataObject {
		return Object.assign({ ...this.template }, row);
	}
}

const WITHOUT_DIRECTION: readonly RowKind[] = ['reversal', 'unclassified'];

/** Adds to each row what it is and what it adds to net, by the rules of totals. */
class RowMoney {
	private readonly classifier: RowKindClassifier;
	private readonly keys: { kind: string; signedAmount: string };
	private readonly amounts = new Map<string, number>();
	private hasRoles = false;
	/** The main amount, and the others in net. */
	private main = { name: '', slot: -1 };
	private others: string[] = [];
	/** Slots of amounts that count if the main one is empty. */
	private fallbacks: number[] = [];

	/** With a negative fee: rebates if other fees are positive, as in totals. */
	private readonly negativeFees: IDataObject[] = [];
	private hasPositiveFees = false;
	private unreadable = { count: 0, first: '' };

	constructor(
		source: { definition?: string; isAcceptedOnly?: boolean },
		unique: UniqueNames,
		private readonly written: RowChoices['amounts'],
	) {
		this.classifier = new RowKindClassifier(source.definition, source.isAcceptedOnly);
		this.keys = { kind: unique.give('kind'), signedAmount: unique.give('signedAmount') };
	}

	wants(column: string): boolean {
		return isAmountColumn(column) || isClassifyingColumn(column);
	}

	addColumns(columns: readonly string[], slots: readonly number[]): void {
		this.classifier.addColumns(columns, slots);
		columns.forEach((column, index) => {
			if (isAmountColumn(column)) this.amounts.set(column, slots[index]);
		});
		this.hasRoles = false;
	}

	private readRoles(): void {
		this.hasRoles = true;
		const roles = this.classifier.rolesOf([...this.amounts.keys()]);
		const [name] = [...roles].find(([, role]) => role === 'main') ?? [''];
		this.main = { name, slot: this.amounts.get(name) ?? -1 };
		const isOther = ([other, role]: [string, SummedRole]) =>
			other !== name && ['main', 'fee', 'refund', 'each'].includes(role);
		this.others = [...roles].filter(isOther).map(([other]) => other);
		this.fallbacks = [...roles].flatMap(([other, role]) =>
			role === 'fallback' ? (this.amounts.get(other) ?? []) : [],
		);
	}

	get notices(): string[] {
		const { name } = this.main;
		const { count, first } = this.unreadable;
		const others = this.others.join(', ');
		const notes = this.classifier.notes();
		if (others !== '') {
			notes.push(
				name === ''
					? `signedAmount is empty, because nothing tells which amount counts: ${others}`
					: `signedAmount is of ${name} alone. Net also has ${others}`,
			);
		}
		if (count > 0) {
			const found = `${formatInteger(count)} (first: ${first || 'empty'})`;
			notes.push(`signedAmount is empty where ${name} is not a number: ${found}`);
		}
		return notes.map((note) => `${note}.`);
	}

	/** What moved no money adds 0. Empty if the row doesn't tell which way its money goes. */
	addTo(row: IDataObject, cells: readonly string[]): IDataObject {
		if (!this.hasRoles) this.readRoles();
		const { kind, direction } = this.classifier.classify(cells);
		const { slot } = this.main;
		const text = slot < 0 ? '' : cells[slot].trim();
		// As in totals, zeros in front belong to an identifier.
		const decimal = /^[+-]?0\d/.test(text) ? undefined : parseDecimal(text);
		const isNumber = decimal !== undefined;
		const counts = () => this.fallbacks.some((one) => cells[one].trim() !== '');
		const isMissed = text !== '' || (KINDS_IN_NET.includes(kind) && counts());
		if (!isNumber && isMissed && this.unreadable.count++ === 0) this.unreadable.first = text;
		if (kind === 'fee') this.noteSignOfFee(row, text, isNumber);
		const moved = isNumber ? applyDirection(text, decimal.units === 0n ? 'in' : direction) : '';
		row[this.keys.kind] = kind;
		row[this.keys.signedAmount] = this.addedBy(kind, moved);
		return row;
	}

	private noteSignOfFee(row: IDataObject, text: string, isNumber: boolean): void {
		if (text.startsWith('-')) this.negativeFees.push(row);
		else if (isNumber) this.hasPositiveFees = true;
	}

	private addedBy(kind: RowKind, moved: string): string | number {
		const added = KINDS_IN_NET.includes(kind) ? moved : '0';
		return WITHOUT_DIRECTION.includes(kind) || added === '' ? '' : this.inChosenForm(added);
	}

	/** Call it once all rows are known. */
	finish(): void {
		if (!this.hasPositiveFees) return;
		const { signedAmount } = this.keys;
		for (const row of this.negativeFees) {
			row[signedAmount] = this.inChosenForm(applyDirection(trimText(row[signedAmount]), 'in'));
		}
	}

	private inChosenForm(amount: string): string | number {
		return this.written === 'number' ? parseExactNumber(this.main.name, amount) : amount;
	}
}
