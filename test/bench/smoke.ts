import assert from 'node:assert/strict';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { readContentChoices } from '../../nodes/shared/content/choices';
import { readReport } from '../../nodes/shared/report/readReport';
import { RowsSink } from '../../nodes/shared/report/rowsSink';
import { inOwnProcess, type Runtime } from './ownProcess';
import { COLUMNS, distinctRows, writeReport, type Format } from './reportFile';

const BYTES = 10_000_000;
/** What each mode may take on top of what n8n itself takes, in MB, for a report of 10 MB. */
const MOST_GROWTH: Record<string, number> = {
	rows: 110,
	picked: 80,
	batches: 110,
	rowsAndFile: 110,
	totals: 64,
	workbook: 100,
};

/** Compares every cell that comes out with the one that went in. */
async function compareCells(path: string, format: Format) {
	const choices = readContentChoices((_, fallback) => fallback).read;
	const expected = distinctRows(Infinity);
	let rows = 0;
	const sink = new RowsSink(choices, {}, (row: IDataObject) => {
		const cells = expected.next().value as string[];
		assert.deepEqual(Object.keys(row), [...COLUMNS]);
		assert.deepEqual(Object.values(row), cells, `row ${++rows} of ${format}`);
	});
	await readReport({ bytes: createReadStream(path), mimeType: `text/${format}` }, choices, sink);
	return rows;
}

/** Every mode gives the right rows within its memory. Times are not judged. */
export async function smoke(runtime: Runtime): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'merchant-services-smoke-'));
	try {
		for (const format of ['csv', 'xml'] as const) {
			const path = join(folder, `report.${format}`);
			const { rows } = await writeReport(path, format, BYTES);
			assert.equal(await compareCells(path, format), rows);
			console.log(`${format}: all ${rows} rows as they were written`);
			for (const [mode, most] of Object.entries(MOST_GROWTH)) {
				const name = `${format}.${mode}`;
				const outcome = await inOwnProcess(runtime, name, path);
				assert.equal(outcome.rows, rows, `${name}: rows`);
				assert.ok(outcome.growth < most, `${name}: grew by ${outcome.growth} MB, over ${most}`);
				console.log(`${name}: ${rows} rows, ${Math.round(outcome.growth)} MB more memory`);
			}
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
