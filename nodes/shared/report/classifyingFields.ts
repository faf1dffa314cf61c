import { columnNamesOfField, looseName, withoutNumbers } from '../catalog/fields';
import { KIND_AND_DECISION_FIELDS } from '../catalog/money';

const MAX_REMEMBERED = 1000;

/** A field that shows the kind of a row, or whether it was accepted. */
export class ClassifyingField<Meaning> {
	/** By the value: values are few, rows are many. */
	private readonly meanings = new Map<string, Meaning | undefined>();

	constructor(
		readonly field: string,
		/** An XML report has a column for each reply to a request. */
		private readonly slots: readonly number[],
		private readonly read: (field: string, value: string) => Meaning | undefined,
	) {}

	/** Several are joined by commas. */
	valueIn(cells: readonly string[]): string {
		const { slots } = this;
		if (slots.length === 1) return cells[slots[0]] ?? '';
		return slots
			.map((slot) => cells[slot])
			.filter(Boolean)
			.join();
	}

	meaningIn(cells: readonly string[]): Meaning | undefined {
		const { meanings } = this;
		const value = this.valueIn(cells);
		if (meanings.has(value)) return meanings.get(value);
		const meaning = this.read(this.field, value);
		if (meanings.size < MAX_REMEMBERED) meanings.set(value, meaning);
		return meaning;
	}
}

const looseNamesOf = (field: string): string[] => columnNamesOfField(field).map(looseName);
export const looseColumnName = (column: string): string => looseName(withoutNumbers(column));

export interface LooseNameAndSlot {
	loose: string;
	slot: number;
}

/** The fields that the report has. */
export const findClassifyingFields = <Meaning>(
	fields: readonly string[],
	columns: readonly LooseNameAndSlot[],
	read: (field: string, value: string) => Meaning | undefined,
): Array<ClassifyingField<Meaning>> =>
	fields.flatMap((field) => {
		const names = looseNamesOf(field);
		const own = columns.filter(({ loose }) => names.includes(loose));
		const slots = [...new Set(own.map(({ slot }) => slot))];
		return slots.length === 0 ? [] : new ClassifyingField(field, slots, read);
	});

const ALL = new Set(KIND_AND_DECISION_FIELDS.flatMap(looseNamesOf));

/** In any type of report. */
export const isClassifyingColumn = (column: string): boolean => ALL.has(looseColumnName(column));

export function findFirstMeaning<Meaning>(
	among: ReadonlyArray<ClassifyingField<Meaning>>,
	cells: readonly string[],
): { field: string; value: string; meaning: Meaning } | undefined {
	for (const one of among) {
		const meaning = one.meaningIn(cells);
		if (meaning !== undefined) return { field: one.field, value: one.valueIn(cells), meaning };
	}
	return undefined;
}
