import { join } from 'node:path';
import type { Outcome } from './measures';
import { inOwnProcess, type Runtime } from './ownProcess';
import { writeReport, type Format } from './reportFile';
import { OTHER_MIXES } from './reportMixes';

export const MEGABYTE = 1e6;

export interface Source {
	/** Or address. */
	path: string;
	megabytes: number;
	/** If it is a report whose rows are counted. */
	rows?: number;
	/** If the same measure runs with several: the mix of its columns, or its size. */
	name?: string;
}

/** One measure with one source, as it is judged. */
export interface Result extends Outcome {
	measure: string;
	name?: string;
	megabytes: number;
	times: number[];
}

export type Results = Record<string, Result>;

export const keyOf = (measure: string, name?: string): string =>
	name === undefined ? measure : `${measure}, ${name}`;

export async function makeReport(
	folder: string,
	format: Format,
	megabytes: number,
	mix?: string,
): Promise<Source> {
	const path = join(folder, `${megabytes}${mix ?? ''}.${format}`);
	const cells = mix === undefined ? undefined : OTHER_MIXES[mix];
	const { rows, bytes } = await writeReport(path, format, megabytes * MEGABYTE, cells);
	return { path, rows, megabytes: bytes / MEGABYTE, name: mix };
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];

/**
 * What counts of several runs. Other work on the machine only makes a run slower, so the fastest counts. Memory and
 * stalls vary both ways, so the median counts.
 */
export function combined(runs: Outcome[]): Outcome {
	const [{ rows, seconds, cpu }] = [...runs].sort((a, b) => a.seconds - b.seconds);
	const of = (name: 'peak' | 'growth' | 'stall') => middle(runs.map((run) => run[name]));
	return { rows, seconds, cpu, peak: of('peak'), growth: of('growth'), stall: of('stall') };
}

export const say = (what: string): void =>
	console.log(`${new Date().toISOString().slice(11, 19)}  ${what}`);

/** Runs measures, each in a process of its own, and keeps what they gave. */
export class Runs {
	readonly results: Results = {};

	constructor(private readonly runtime: Runtime) {}

	async once(measure: string, source: Source, other = ''): Promise<void> {
		await this.inTurn(1, [measure], source, other);
	}

	/** One after the other and over again, so that a slow minute of the machine hits both alike. */
	async inTurn(rounds: number, measures: string[], source: Source, other = ''): Promise<void> {
		const { megabytes, name } = source;
		const runs = measures.map((): Outcome[] => []);
		for (let round = 0; round < rounds; round++) {
			for (const [index, measure] of measures.entries()) {
				runs[index].push(await this.run(measure, source, other));
			}
		}
		for (const [index, measure] of measures.entries()) {
			const times = runs[index].map(({ seconds }) => seconds);
			const result = { ...combined(runs[index]), measure, name, megabytes, times };
			this.results[keyOf(measure, name)] = result;
		}
	}

	private async run(measure: string, source: Source, other: string): Promise<Outcome> {
		const { path, megabytes, rows, name } = source;
		say(`${keyOf(measure, name)} (${Math.round(megabytes)} MB) …`);
		const outcome = await inOwnProcess(this.runtime, measure, path, other);
		if (outcome.rows !== undefined && rows !== undefined && outcome.rows !== rows) {
			throw new Error(`${measure} gave ${outcome.rows} rows, and the report has ${rows}`);
		}
		return outcome;
	}
}
