/** Something wrong with a report or with what was asked of it, in words for the user. */
export class ReportProblem extends Error {
	override name = 'ReportProblem';

	constructor(
		message: string,
		/** What to do about it. */
		readonly description: string,
	) {
		super(message);
	}
}

export const count = (amount: number, noun: string): string =>
	`${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`;

/** Where in a report something was found, counted from 1, in the words of an error message. */
export const at = (row: number, byte: number): string =>
	`row ${row.toLocaleString('en-US')}, byte ${byte.toLocaleString('en-US')}`;
