import assert from 'node:assert/strict';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { readContentChoices } from '../../nodes/shared/content/choices';
import { readReport } from '../../nodes/shared/report/readReport';
import { RowsSink } from '../../nodes/shared/report/rowsSink';
import { inOwnProcess, type Runtime } from './ownProcess';
import { below, writePart, type Line } from './part';
import { writeReport, type Format } from './reportFile';
import { distinctRows, type Mix, OTHER_MIXES, USUAL } from './reportMixes';

const BYTES = 10_000_000;
const OTHER_MIX_BYTES = 1_000_000;
/** What each mode may take on top of what n8n itself takes, in MB, for a report of 10 MB. */
const MOST_GROWTH: Record<string, number> = {
	rows: 110,
	picked: 80,
	totals: 64,
	workbook: 100,
};

/** Compares every cell that comes out with the one that went in. */
async function compareCells(path: string, format: Format, mix: Mix) {
	const choices = readContentChoices((_, fallback) => fallback).read;
	const expected = distinctRows(Infinity, mix);
	let rows = 0;
	const sink = new RowsSink(choices, (row: IDataObject) => {
		const cells = expected.next().value as string[];
		assert.deepEqual(Object.keys(row), [...mix.columns]);
		assert.deepEqual(Object.values(row), cells, `row ${++rows} of ${format}`);
	});
	await readReport({ bytes: createReadStream(path), mimeType: `text/${format}` }, sink);
	return rows;
}

/** Every mode gives the right rows within its memory. Times are not judged. */
async function main(): Promise<void> {
	const runtime = JSON.parse(process.argv[2]) as Runtime;
	const lines: Line[] = [];
	const compare = async (what: string, path: string, format: Format, mix: Mix, rows: number) => {
		assert.equal(await compareCells(path, format, mix), rows);
		lines.push({
			what: `${what}, each cell`,
			wanted: 'as written',
			reached: `${rows} rows`,
			isMet: true,
		});
	};
	const folder = mkdtempSync(join(tmpdir(), 'merchant-services-smoke-'));
	try {
		for (const format of ['csv', 'xml'] as const) {
			const path = join(folder, `report.${format}`);
			const { rows } = await writeReport(path, format, BYTES);
			await compare(format, path, format, USUAL, rows);
			for (const [mode, most] of Object.entries(MOST_GROWTH)) {
				const name = `${format}.${mode}`;
				const outcome = await inOwnProcess(runtime, name, path);
				assert.equal(outcome.rows, rows, `${name}: rows`);
				console.log(`${name}: ${rows} rows`);
				lines.push(below(`${name}, memory growth at 10 MB`, outcome.growth, most, 'MB'));
			}
		}
		for (const [name, mix] of Object.entries(OTHER_MIXES)) {
			const path = join(folder, `${name}.csv`);
			const { rows } = await writeReport(path, 'csv', OTHER_MIX_BYTES, mix);
			await compare(`csv, ${name}`, path, 'csv', mix, rows);
		}
		writePart('smoke', { lines, details: '', measured: undefined });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void main();
