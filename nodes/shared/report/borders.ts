import type { ReportMetadata } from './rowSink';
import type { ReportTimes } from '../period/times';

const IS_TIME = /(time|date|utc)$/i;

/**
 * Looks for rows at the very moment where two parts of a report meet: a service that counts the end of a period
 * as part of it gives them in both.
 */
export class Borders {
	private start?: number;

	private end?: number;

	/** The columns in which a row of the part before has the moment at which this one starts. */
	private endedBefore = new Set<string>();

	private ended = new Set<string>();

	private columns: Array<{ name: string; slot: number }> = [];

	private hasMet = false;

	private readonly uncertain = new Set<string>();

	private isTimeless = false;

	constructor(private readonly times: ReportTimes) {}

	/** To be called before each part. */
	next({ startTime = '', endTime = '' }: ReportMetadata): void {
		const meets = this.end !== undefined && this.times.instant(startTime) === this.end;
		this.endedBefore = meets ? this.ended : new Set();
		this.ended = new Set();
		this.start = meets ? this.end : undefined;
		this.end = this.times.instant(endTime);
		this.columns = [];
	}

	wants(name: string): boolean {
		return IS_TIME.test(name);
	}

	meet(names: readonly string[], slots: readonly number[]): void {
		names.forEach((name, index) => {
			if (this.wants(name)) this.columns.push({ name, slot: slots[index] });
		});
	}

	see(cells: readonly string[]): void {
		this.hasMet = true;
		if (this.columns.length === 0) this.isTimeless = true;
		for (const { name, slot } of this.columns) {
			const text = cells[slot];
			if (!text.includes(':')) continue;
			const at = this.times.instant(text);
			if (at === undefined) continue;
			if (at === this.end) this.ended.add(name);
			if (at === this.start && this.endedBefore.has(name)) this.uncertain.add(text);
		}
	}

	/** What the user should know of the rows at the moments where parts meet. */
	notice(): string | undefined {
		if (this.uncertain.size > 0) {
			return `Rows of ${[...this.uncertain].join(', ')} are in two parts of the report: the service counts the end of a period as part of it. These rows may be in the result twice.`;
		}
		return this.hasMet && this.isTimeless
			? 'The report has no column with a time. If the service counts the end of a period as part of it, rows at the moment where two parts meet are in the result twice. Add a time to the fields of the report to have this checked.'
			: undefined;
	}
}
