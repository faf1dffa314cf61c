import type { ReportMetadata } from '../rowSink';

const TIME =
	/\d{4}-?\d{2}-?\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:\.\d+)?)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?/g;
const NUMBER = /^[+-]?\d+(?:\.\d+)*$/;

const times = (text: string): string[] => text.match(TIME) ?? [];
const isValue = (cell: string) => NUMBER.test(cell) || times(cell).length > 0;
const isName = (cell: string) => /\p{L}/u.test(cell) && !isValue(cell);

/**
 * Whether the first record tells about the report and the second one names the columns. Column
 * names are words; the line before them has a version or a period in it, or is shorter.
 */
export const isPreamble = (first: string[], second: string[]): boolean =>
	second.every(isName) && (first.some(isValue) || first.length < second.length);

/** The facts in a preamble such as: Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01 */
export function preambleFacts(cells: string[]): ReportMetadata {
	const [startTime, endTime] = cells.flatMap(times);
	const [reportName, ...others] = cells.filter((cell) => cell !== '' && !isValue(cell));
	return { reportName, startTime, endTime, organizationId: others.at(-1) };
}
