import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './measures';
import { inOwnProcess, type Runtime } from './ownProcess';
import { writeReport, type Format } from './reportFile';
import { startByteServer } from './byteServer';
import { judged, shown, type Line, type Results } from './table';

const MEGABYTE = 1e6;

interface Size {
	path: string;
	rows: number;
	megabytes: number;
}

async function makeReport(folder: string, format: Format, megabytes: number): Promise<Size> {
	const path = join(folder, `${megabytes}.${format}`);
	const { rows, bytes } = await writeReport(path, format, megabytes * MEGABYTE);
	return { path, rows, megabytes: bytes / MEGABYTE };
}

function check(name: string, outcome: Outcome, rows: number) {
	if (outcome.rows !== rows) {
		throw new Error(`${name} gave ${outcome.rows} rows, and the report has ${rows}`);
	}
}

/** In megabytes: what it is known to do, and by how much to go on. */
const FIRST = 50;
const STEP = 25;

/** In megabytes: the last size at which Extract From File and Convert to File do not fail. */
async function largestOfN8n(make: (megabytes: number) => Promise<void>): Promise<number> {
	let largest = FIRST;
	for (; ; largest += STEP) {
		try {
			await make(largest + STEP);
		} catch (error) {
			console.log(error instanceof Error ? error.message : error);
			return largest;
		}
	}
}

/** Runs every measure, each in a process of its own, and shows the table. */
export async function bench(runtime: Runtime, outputFolder: string): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), 'merchant-services-bench-'));
	const results: Results = {};
	try {
		const say = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${what}`);
		const run = async (key: string, measure: string, source: Size, other = '') => {
			say(`${key} (${Math.round(source.megabytes)} MB) …`);
			const outcome = await inOwnProcess(runtime, measure, source.path, other);
			results[key] = { ...outcome, megabytes: source.megabytes };
			return outcome;
		};
		say('Making the reports …');
		const csv = await makeReport(folder, 'csv', 200);
		const xml = await makeReport(folder, 'xml', 200);
		for (const name of ['csv.n8n', 'csv.rows', 'csv.picked', 'csv.totals', 'csv.rowsAndFile']) {
			check(name, await run(name, name, csv), csv.rows);
		}
		await run('xml.n8n', 'xml.n8n', xml);
		for (const name of ['xml.n8nChain', 'xml.rows', 'xml.totals', 'xml.batches']) {
			check(name, await run(name, name, xml), xml.rows);
		}
		rmSync(xml.path);
		rmSync(csv.path);

		const sheet = await makeReport(folder, 'csv', FIRST);
		await run('csv.n8nWorkbook', 'csv.n8nWorkbook', sheet);
		check('csv.workbook', await run('csv.workbook', 'csv.workbook', sheet), sheet.rows);

		const small = await makeReport(folder, 'csv', 1);
		for (const megabytes of [0, 1, 10, 100, 1000]) {
			const size = megabytes === 1 ? small : await makeReport(folder, 'csv', megabytes);
			const key = `growth.${megabytes}`;
			check(key, await run(key, 'csv.warmTotals', size, small.path), size.rows);
			if (megabytes === 1000) {
				check('csv.batches', await run('csv.batches', 'csv.batches', size), size.rows);
				const book = await run('workbook.1000', 'csv.warmWorkbook', size, sheet.path);
				check('workbook.1000', book, size.rows);
				rmSync(sheet.path);
			}
			if (size !== small) rmSync(size.path);
		}

		say('The largest workbook that n8n can make …');
		const largest = await largestOfN8n(async (megabytes) => {
			const size = await makeReport(folder, 'csv', megabytes);
			try {
				await run(`n8nWorkbook.${megabytes}`, 'csv.n8nWorkbook', size);
			} finally {
				rmSync(size.path);
			}
		});
		say(`n8n's own nodes made a workbook of ${largest} MB, and none of ${largest + STEP} MB`);

		const server = await startByteServer();
		const download = { path: server.address + 2000 * MEGABYTE, rows: 0, megabytes: 2000 };
		const warmUp = server.address + 100 * MEGABYTE;
		try {
			await run('file.pipe', 'file.pipe', download, warmUp);
			await run('file.ours', 'file.ours', download, warmUp);
		} finally {
			server.stop();
		}
		const lines = judged(results);
		console.log(`\n${shown(lines, results)}`);
		mkdirSync(outputFolder, { recursive: true });
		const file = join(outputFolder, 'bench.json');
		writeFileSync(file, JSON.stringify(report(runtime, results, lines), null, '\t'));
		console.log(`\nAll numbers are in ${file}`);
		return lines.every(({ isMet }) => isMet);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const report = (runtime: Runtime, results: Results, lines: Line[]) => ({
	date: new Date().toISOString(),
	node: runtime.version,
	machine: {
		processors: cpus().length,
		model: cpus()[0]?.model,
		memory: Math.round(totalmem() / MEGABYTE),
	},
	lines,
	results,
});
