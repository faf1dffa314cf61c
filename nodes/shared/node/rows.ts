import { firstOf } from '../problem';

/** ["3-5", "9"]: rows as people count them, from 1. `indexes`: from 0. */
function ranges(indexes: readonly number[]): string[] {
	const found: Array<[first: number, last: number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const range = found.at(-1);
		if (range !== undefined && range[1] === index - 1) range[1] = index;
		else found.push([index, index]);
	}
	return found.map(([first, last]) =>
		first === last ? `${first + 1}` : `${first + 1}-${last + 1}`,
	);
}

interface Grouped {
	group: ReadonlyArray<{ index: number }>;
}

/** The column `row` of an output: 3, or "3-5" where several rows made it. */
export function rowLabel({ group }: Grouped): number | string {
	const indexes = group.map(({ index }) => index);
	return indexes.length === 1 ? indexes[0] + 1 : ranges(indexes).join(', ');
}

/** In characters: thousands of rows can fail for one reason. */
const LONGEST_ROWS = 200;

/** "row 3", "rows 3-5" */
export const rowsInWords = (indexes: readonly number[]): string =>
	`row${indexes.length > 1 ? 's' : ''} ${firstOf(ranges(indexes), LONGEST_ROWS).join(', ')}`;

export const groupInWords = ({ group }: Grouped): string =>
	rowsInWords(group.map(({ index }) => index));

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
