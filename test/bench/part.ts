import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What must be reached, and what was. */
export interface Line {
	what: string;
	wanted: string;
	reached: string;
	isMet: boolean;
}

export interface Part {
	lines: Line[];
	/** In Markdown: tables of what the lines come from. */
	details: string;
	/** All numbers, for test/output/bench.json. */
	measured: unknown;
}

/** For the table at the end, which holds the lines of all parts that ran. Called by scripts/bench.mjs. */
export function writePart(name: string, part: Part): void {
	writeFileSync(join(process.env.BENCH_PARTS!, `${name}.json`), JSON.stringify(part));
}

export const atMost = (what: string, value: number, most: number, unit: string): Line => ({
	what,
	wanted: `at most ${most} ${unit}`,
	reached: `${value.toFixed(2)} ${unit}`,
	isMet: value <= most,
});

export const below = (what: string, value: number, most: number, unit: string): Line => ({
	what,
	wanted: `under ${most} ${unit}`,
	reached: `${Math.round(value)} ${unit}`,
	isMet: value < most,
});
