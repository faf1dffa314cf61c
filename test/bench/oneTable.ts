import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from './markdown';
import type { Part } from './part';

/*
 * The end of every bench: one table of what all parts had to reach, then what each part measured.
 * Fails if anything was not reached, or a part did not end.
 */
const names = process.argv.slice(2);
const OUTPUT = join('test', 'output');

function read(name: string): Part {
	const file = join(process.env.BENCH_PARTS!, `${name}.json`);
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Part;
	const line = { what: `Part ${name}`, wanted: 'finishes', reached: 'failed', isMet: false };
	return { lines: [line], details: '', measured: undefined };
}

const parts = names.map(read);
const lines = parts.flatMap((part) => part.lines);
const table = markdownTable(
	['measure', 'must reach', 'reached', 'met'],
	lines.map(({ what, wanted, reached, isMet }) => [what, wanted, reached, isMet ? 'yes' : 'NO']),
);
const details = parts.map((part) => part.details).filter((text) => text !== '');
console.log(`\n${[table, ...details].join('\n\n')}`);

const machine = {
	processors: cpus().length,
	model: cpus()[0]?.model,
	memory: Math.round(totalmem() / 1e6),
};
const measured = Object.fromEntries(names.map((name, index) => [name, parts[index].measured]));
const file = join(OUTPUT, 'bench.json');
mkdirSync(OUTPUT, { recursive: true });
writeFileSync(
	file,
	JSON.stringify({ date: new Date().toISOString(), machine, lines, measured }, null, '\t'),
);
console.log(`\nAll numbers are in ${file}`);
if (lines.some(({ isMet }) => !isMet)) {
	console.error('Not every measure was reached.');
	process.exitCode = 1;
}
