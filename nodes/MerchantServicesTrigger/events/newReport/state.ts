import { isRecord } from '../../../shared/record';

/** Plain JSON, bounded by the look-back: what was handed over and can still be listed. */
export interface ReportState {
	/** The list is read from here on (milliseconds). */
	from: number;
	/** One line per report and status: when it was completed, its latest time, the status, the identifier. */
	seen: string[];
}

/** Whether a saved value can be worked with: it may have been changed by hand. */
export const isReportState = (value: unknown): value is ReportState =>
	isRecord(value) &&
	Number.isFinite(value.from) &&
	Array.isArray(value.seen) &&
	(value.seen as unknown[]).every(
		(line) => typeof line === 'string' && /^[0-9a-z]+ [0-9a-z]+ \S+ /.test(line),
	);

export interface Handed {
	completed: number;
	latest: number;
}

export const handedKey = (status: string, id: string): string => `${status} ${id}`;

/** Times are written in base 36 to keep the state small. */
export function writeSeen(seen: ReadonlyMap<string, Handed>): string[] {
	return [...seen].map(
		([key, { completed, latest }]) => `${completed.toString(36)} ${latest.toString(36)} ${key}`,
	);
}

export function readSeen(lines: readonly string[]): Map<string, Handed> {
	return new Map(
		lines.map((line) => {
			const [completed, latest] = line.split(' ', 2);
			const key = line.slice(completed.length + latest.length + 2);
			return [key, { completed: parseInt(completed, 36), latest: parseInt(latest, 36) }];
		}),
	);
}
