import { number } from '../text';

/** What is not in the sheet as it is in the report, and what happened to it. */
const WORDS = {
	notANumber: 'Amounts that are not numbers, kept as text',
	tooLong: 'Amounts of more than 15 digits, kept as text with every digit',
	rounded:
		'Amounts of more than 15 digits, which a spreadsheet program rounds when it opens the file',
	notTotaled: 'Cells to add up that are not numbers, left out of the totals',
	notATime: 'Times that could not be read, kept as text',
	tooMuchText: 'Cells of more than 32,767 characters, cut to that length',
	badCharacters: 'Cells with characters that no spreadsheet takes, replaced by �',
} as const;

export type Finding = keyof typeof WORDS;

const LONGEST_NAME = 100;

interface Found {
	count: number;
	row: number;
	column: string;
}

/** Counts what could not be put into the sheet as it is in the report. */
export class Findings {
	private readonly found = new Map<Finding, Found>();

	add(finding: Finding, row: number, column: string): void {
		const known = this.found.get(finding);
		if (known === undefined)
			this.found.set(finding, { count: 1, row, column: column.slice(0, LONGEST_NAME) });
		else known.count++;
	}

	/** "Times that could not be read, kept as text: 3 (first in row 7, Time)". */
	inWords(wanted: readonly Finding[] = [...this.found.keys()]): string[] {
		return [...this.found]
			.filter(([finding]) => wanted.includes(finding))
			.map(
				([finding, { count, row, column }]) =>
					`${WORDS[finding]}: ${number(count)} (first in row ${number(row)}, ${column})`,
			);
	}
}
