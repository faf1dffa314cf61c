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

/** Something wrong within one row; whoever counts the rows puts the place before the message. */
export class CellProblem extends ReportProblem {}

export const notEncoded = (what: string, encoding: string): CellProblem =>
	new CellProblem(
		`${what} is not valid ${encoding.toUpperCase()}`,
		'The report has another encoding, or it was damaged on its way. Download it as a file to look at it.',
	);

export const number = (value: number): string => value.toLocaleString('en-US');

/** Where in a report something was found, counted from 1, in the words of an error message. */
export const at = (row: number, byte: number): string => `row ${number(row)}, byte ${number(byte)}`;

const AGAIN = 'Download the report again. If it happens each time, ask the service.';

export const cutOff = (row: number, byte: number, reason: string): ReportProblem =>
	new ReportProblem(`The report was cut off at ${at(row, byte)}: ${reason}`, AGAIN);
