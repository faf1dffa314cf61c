import { fieldsOfColumn } from '../../catalog/columns';
import type { ReportMetadata } from '../rowSink';

const TIME =
	/\d{4}-?\d{2}-?\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:\.\d+)?)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?/g;
const NUMBER = /^[+-]?\d+(?:\.\d+)*$/;

const times = (text: string): string[] => text.match(TIME) ?? [];
const isValue = (cell: string) => NUMBER.test(cell) || times(cell).length > 0;
const isName = (cell: string) => /\p{L}/u.test(cell) && !isValue(cell);

const isKnown = (cell: string) => fieldsOfColumn(cell.trim()).length > 0;

/** A column may have no name; but then something else has to show that these are names. */
const areNames = (cells: string[], line: string[]) =>
	cells.every(isName) ||
	(cells.some(isName) &&
		cells.every((cell) => cell.trim() === '' || isName(cell)) &&
		(cells.some(isKnown) || line.flatMap(times).length > 1));

/** A line that only is shorter may name the columns of rows that are too long. */
const isTitle = (line: string[], names: string[]) =>
	line.length < names.length &&
	!line.every(isKnown) &&
	(names.some(isKnown) || line.some((cell) => /\S\s+\S/.test(cell)));

/**
 * Whether the first record tells about the report and the second one names the columns. Column
 * names are words; the line before them has a version or a period in it, or is a shorter title.
 */
export const isPreamble = (first: string[], second: string[]): boolean =>
	areNames(second, first) && (first.some(isValue) || isTitle(first, second));

/** The facts in a preamble such as: Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01 */
export function preambleFacts(cells: string[]): ReportMetadata {
	const [startTime, endTime] = cells.flatMap(times);
	const [reportName, ...others] = cells.filter((cell) => cell !== '' && !isValue(cell));
	return { reportName, startTime, endTime, organizationId: others.at(-1) };
}
