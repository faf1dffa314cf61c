import { columnNamesOf, looseName, withoutNumbers } from '../catalog/fields';
import { TELLING_FIELDS } from '../catalog/money';

/** A column that tells something of its rows. */
export interface TellingColumn<Answer> {
	field: string;
	/** What its values say; those that were met are remembered, as they are few and rows are many. */
	read: (field: string, value: string) => Answer | undefined;
	known: Map<string, Answer | undefined>;
	looseNames: ReadonlySet<string>;
	/** Of its columns: an XML report has one for each reply to a request. */
	slots: number[];
}

export interface Answered<Answer> {
	field: string;
	value: string;
	answer: Answer;
}

const MOST_REMEMBERED = 1000;

const looseNamesOf = (field: string): Set<string> => new Set(columnNamesOf(field).map(looseName));

export const telling = <Answer>(
	fields: readonly string[],
	read: TellingColumn<Answer>['read'],
): Array<TellingColumn<Answer>> =>
	fields.map((field) => ({
		field,
		read,
		known: new Map(),
		looseNames: looseNamesOf(field),
		slots: [],
	}));

const ALL = new Set(TELLING_FIELDS.flatMap((field) => [...looseNamesOf(field)]));

export const isInReport = ({ slots }: TellingColumn<unknown>): boolean => slots.length > 0;

/** Whether a column helps to tell, in some type of report. */
export const isTelling = (column: string): boolean => ALL.has(looseColumn(column));

export const looseColumn = (column: string): string => looseName(withoutNumbers(column));

/** What a row has for it, with commas between where that is several. */
export const valueOf = ({ slots }: TellingColumn<unknown>, cells: readonly string[]): string =>
	slots.length === 1
		? (cells[slots[0]] ?? '')
		: slots
				.map((slot) => cells[slot])
				.filter(Boolean)
				.join();

export function firstAnswer<Answer>(
	among: ReadonlyArray<TellingColumn<Answer>>,
	cells: readonly string[],
): Answered<Answer> | undefined {
	for (const column of among) {
		if (!isInReport(column)) continue;
		const value = valueOf(column, cells);
		const answer = answerOf(column, value);
		if (answer !== undefined) return { field: column.field, value, answer };
	}
	return undefined;
}

export function answerOf<Answer>(
	{ field, read, known }: TellingColumn<Answer>,
	value: string,
): Answer | undefined {
	if (known.has(value)) return known.get(value);
	const answer = read(field, value);
	if (known.size < MOST_REMEMBERED) known.set(value, answer);
	return answer;
}
