import { columnNamesOf, looseName, withoutNumbers } from '../catalog/fields';
import { CLASSIFYING_FIELDS } from '../catalog/money';

const MAX_REMEMBERED = 1000;

/** A field that shows the kind of a row, or whether it was accepted. */
export class ClassifyingField<Answer> {
	/** By the value: values are few, rows are many. */
	private readonly known = new Map<string, Answer | undefined>();

	constructor(
		readonly field: string,
		/** An XML report has a column for each reply to a request. */
		private readonly slots: readonly number[],
		private readonly read: (field: string, value: string) => Answer | undefined,
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

	answerIn(cells: readonly string[]): Answer | undefined {
		const { known } = this;
		const value = this.valueIn(cells);
		if (known.has(value)) return known.get(value);
		const answer = this.read(this.field, value);
		if (known.size < MAX_REMEMBERED) known.set(value, answer);
		return answer;
	}
}

const looseNamesOf = (field: string): string[] => columnNamesOf(field).map(looseName);
export const looseColumn = (column: string): string => looseName(withoutNumbers(column));

export interface LooseColumn {
	loose: string;
	slot: number;
}

/** The fields that the report has. */
export const findClassifyingFields = <Answer>(
	fields: readonly string[],
	columns: readonly LooseColumn[],
	read: (field: string, value: string) => Answer | undefined,
): Array<ClassifyingField<Answer>> =>
	fields.flatMap((field) => {
		const names = looseNamesOf(field);
		const own = columns.filter(({ loose }) => names.includes(loose));
		const slots = [...new Set(own.map(({ slot }) => slot))];
		return slots.length === 0 ? [] : new ClassifyingField(field, slots, read);
	});

const ALL = new Set(CLASSIFYING_FIELDS.flatMap(looseNamesOf));

/** In any type of report. */
export const isClassifyingColumn = (column: string): boolean => ALL.has(looseColumn(column));

export function findFirstAnswer<Answer>(
	among: ReadonlyArray<ClassifyingField<Answer>>,
	cells: readonly string[],
): { field: string; value: string; answer: Answer } | undefined {
	for (const one of among) {
		const answer = one.answerIn(cells);
		if (answer !== undefined) return { field: one.field, value: one.valueIn(cells), answer };
	}
	return undefined;
}
